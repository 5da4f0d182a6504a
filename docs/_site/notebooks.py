"""A Sphinx extension that shows notebooks, with the outputs of their cells."""

from contextlib import chdir
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_parser.parsers.sphinx_ import MystParser
from notebook_cells import write_page
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]


class NotebookParser(MystParser):
    """Parses a notebook as the page of its text, its code and what that shows."""

    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Run the notebook in the project's root, where its paths begin."""
        with chdir(ROOT):
            page = write_page(inputstring)
        super().parse(page, document)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the parser with Sphinx."""
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
