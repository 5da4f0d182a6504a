"""A Sphinx extension that converts the project's docstrings, and the Python sessions in its pages.

Docstrings describe parameters in lines `name: description`, which may continue, indented, on the next ones;
attributes and errors stand likewise under the underlined headings "Attributes" and "Raises". These become
lists. Objects are named by the package that exports them: `movegen.Game`, wherever it is defined.
"""

import importlib
import inspect
import re
from functools import cache
from typing import Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PyXRefRole
from sphinx.environment import BuildEnvironment

PACKAGES = ("movegen", "strategy", "sims")
_HEADINGS = ("Attributes", "Raises")
_ENTRY = re.compile(r"(?P<names>\w+(?:, \w+)*): +(?P<text>.*)")
_ERROR = re.compile(r"Raises (\w+Error)\b")
_NAME = re.compile(r"[A-Za-z_][\w.]*")


def with_lists(lines: list[str], parameters: set[str]) -> list[str]:
    """Turn the parameters, attributes and errors in a docstring's lines into lists."""
    done: list[str] = []
    for paragraph in _ERROR.sub(r"Raises `\1`", "\n".join(lines)).split("\n\n"):
        first, *rest = paragraph.split("\n")
        if first in _HEADINGS and rest and re.fullmatch("-+", rest[0]):
            done += as_list(first, rest[1:])
        elif (
            (entry := _ENTRY.fullmatch(first))
            and {*entry["names"].split(", ")} <= parameters
            and all(line.startswith(" ") or _ENTRY.fullmatch(line) for line in rest)
        ):
            done += as_list("Parameters", [first, *rest])
        else:
            done += [first, *rest]
        done.append("")
    return done


def as_list(heading: str, lines: list[str]) -> list[str]:
    """Format entries as a list below a heading. Names of errors become links, if the site has them."""
    quote = "`" if heading == "Raises" else "``"
    done = [f":{heading}:"]
    for line in lines:
        if entry := _ENTRY.fullmatch(line):
            names = ", ".join(f"{quote}{name}{quote}" for name in entry["names"].split(", "))
            done.append(f"    * {names}: {entry['text']}")
        else:
            done.append(f"      {line.strip()}")
    return done


def parameter_names(thing: object) -> set[str]:
    """Return the names of the parameters."""
    try:
        return {*inspect.signature(thing).parameters} if callable(thing) else set()
    except ValueError:  # a class of the core
        return set()


@cache
def public_names() -> dict[str, str]:
    """Map names, with and without the defining module, to the names that the packages export."""
    found = {}
    for package in map(importlib.import_module, PACKAGES):
        for name in package.__all__:
            module = getattr(getattr(package, name), "__module__", package.__name__)
            found[name] = found[f"{module}.{name}"] = f"{package.__name__}.{name}"
    return found


class CodeRole(PyXRefRole):
    """Text between single backticks: code, linked to the object it names."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Link names; show anything else as code."""
        if not _NAME.fullmatch(self.text):
            return [nodes.literal(self.rawtext, self.text)], []
        self.name = "py:obj"
        return super().run()


def _rewrite(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    lines[:] = with_lists(lines, parameter_names(obj))


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    """Link to an exported object, or a member of it, by a name that Sphinx does not know."""
    target = node["reftarget"]
    first, _, rest = target.partition(".")
    public = public_names().get(target) or f"{public_names().get(first)}.{rest}"
    if node.get("refdomain") != "py":
        return None
    return env.get_domain("py").resolve_xref(env, node["refdoc"], app.builder, "obj", public, node, content)


def _mark_sessions(app: Sphinx, document: nodes.document) -> None:
    """Highlight Python sessions, and drop the empty line at their end, which only the tests need."""
    for block in document.findall(nodes.literal_block):
        if block.astext().startswith(">>> "):
            block["language"] = "pycon"
            block.rawsource = block.astext().rstrip()
            block[0] = nodes.Text(block.rawsource)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the extension with Sphinx."""
    app.add_role("code-or-name", CodeRole())
    app.connect("autodoc-process-docstring", _rewrite)
    app.connect("doctree-read", _mark_sessions)
    app.connect("missing-reference", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
