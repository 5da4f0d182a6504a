"""Run the cells of a notebook and write it as a page: text, code, and what the code shows.

Notebooks are committed without outputs. The site shows the ones of the version that it documents.
"""

import ast
import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from html import escape
from typing import Any


def read_cells(text: str) -> list[tuple[str, str]]:
    """Return the kind, `markdown` or `code`, and the source of each cell."""
    notebook = json.loads(text)
    if notebook["nbformat"] != 4:
        raise ValueError(f"notebook format {notebook['nbformat']}: save it as version 4")
    return [(cell["cell_type"], "".join(cell["source"])) for cell in notebook["cells"]]


def run_cell(source: str, namespace: dict[str, Any]) -> tuple[str, object]:
    """Run a cell. Return what it prints, and the value of its last line if that is an expression."""
    *lines, last = ast.parse(source).body
    printed = io.StringIO()
    with redirect_stdout(printed):
        if isinstance(last, ast.Expr):
            exec(compile(ast.Module(lines, []), "<cell>", "exec"), namespace)
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), namespace)
        else:
            exec(compile(ast.Module([*lines, last], []), "<cell>", "exec"), namespace)
            value = None
    return printed.getvalue(), value


def to_html(value: object) -> str:
    """Return a value as a notebook shows it: as HTML or a picture if it has one, otherwise its `repr`."""
    if hasattr(value, "savefig"):
        picture = io.StringIO()
        value.savefig(picture, format="svg", bbox_inches="tight", metadata={"Date": None})
        text = picture.getvalue()
        return f'<div class="figure">{text[text.index("<svg") :]}</div>'
    for method in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, method):
            return str(getattr(value, method)())
    return f"<pre>{escape(repr(value))}</pre>"


def write_page(text: str) -> str:
    """Run a notebook, and return it as a page in MyST Markdown."""
    return "\n\n".join(_parts(read_cells(text))) + "\n"


def _parts(cells: list[tuple[str, str]]) -> Iterator[str]:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for kind, source in cells:
        if kind == "markdown":
            yield source
            continue
        yield f"```python\n{source}\n```"
        printed, value = run_cell(source, namespace)
        if printed:
            yield f"````text\n{printed.rstrip()}\n````"
        if value is not None:
            # no empty lines: one would end the block in some parsers, and none is needed in HTML
            shown = "\n".join(line for line in to_html(value).splitlines() if line.strip())
            yield f'````{{raw}} html\n<div class="cell-output">\n{shown}\n</div>\n````'
