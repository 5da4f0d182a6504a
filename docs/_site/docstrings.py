"""Docstrings of the project, and sessions in its pages, as Sphinx wants them.

Ours tell of parameters in lines `name: what it is`, which may go on, indented, on the next ones; so they do,
under the underlined headings "Attributes" and "Raises", of what an object holds and which errors there are.
These become lists. Names are those of the packages that give them away: `movegen.Game`, wherever it is
defined.
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
    """The lines of a docstring; what it tells of parameters, attributes and errors becomes lists."""
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
    """Entries as a list below a heading. Names of errors link to what they name, if the site has it."""
    quote = "`" if heading == "Raises" else "``"
    done = [f":{heading}:"]
    for line in lines:
        if entry := _ENTRY.fullmatch(line):
            names = ", ".join(f"{quote}{name}{quote}" for name in entry["names"].split(", "))
            done.append(f"    * {names}: {entry['text']}")
        else:
            done.append(f"      {line.strip()}")
    return done


def parameters_of(thing: object) -> set[str]:
    """The names of what is passed to it."""
    try:
        return {*inspect.signature(thing).parameters} if callable(thing) else set()
    except ValueError:  # a class of the core
        return set()


@cache
def public_names() -> dict[str, str]:
    """Where the packages have an object, by its name and by its name with the module that defines it."""
    found = {}
    for package in map(importlib.import_module, PACKAGES):
        for name in package.__all__:
            module = getattr(getattr(package, name), "__module__", package.__name__)
            found[name] = found[f"{module}.{name}"] = f"{package.__name__}.{name}"
    return found


class CodeRole(PyXRefRole):
    """What stands between single backticks: code, linked to what it names."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        """Only names are looked up."""
        if not _NAME.fullmatch(self.text):
            return [nodes.literal(self.rawtext, self.text)], []
        self.name = "py:obj"
        return super().run()


def _rewrite(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    lines[:] = with_lists(lines, parameters_of(obj))


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: nodes.TextElement
) -> nodes.Element | None:
    """A link to an object, or a member of it, by a name that Sphinx does not know."""
    target = node["reftarget"]
    first, _, rest = target.partition(".")
    public = public_names().get(target) or f"{public_names().get(first)}.{rest}"
    if node.get("refdomain") != "py":
        return None
    return env.get_domain("py").resolve_xref(env, node["refdoc"], app.builder, "obj", public, node, content)


def _mark_sessions(app: Sphinx, document: nodes.document) -> None:
    """Sessions of Python have colours, and no empty line at their end, which only the tests need."""
    for block in document.findall(nodes.literal_block):
        if block.astext().startswith(">>> "):
            block["language"] = "pycon"
            block.rawsource = block.astext().rstrip()
            block[0] = nodes.Text(block.rawsource)


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    app.add_role("code-or-name", CodeRole())
    app.connect("autodoc-process-docstring", _rewrite)
    app.connect("doctree-read", _mark_sessions)
    app.connect("missing-reference", _resolve)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
