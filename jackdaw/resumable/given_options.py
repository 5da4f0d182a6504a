"""The options of the command that runs, as the user gave them."""

import click

from jackdaw.application import ARGUMENTS

_WITHOUT_EFFECT = {
    "--workers", "--executor", "--resume", "--refresh", "--output", "--csv", "--json", "--plot", "--install",
    "--generations",
}  # fmt: skip
"""Options that may differ when a run is resumed."""


def given_options() -> dict[str, str] | None:
    """Return the options that decide the results, by name, with their values; flags have none.

    None without a command, as in Python.
    """
    context = click.get_current_context(silent=True)
    if context is None or ARGUMENTS not in context.meta:
        return None
    parsed, _, _ = context.command.make_parser(context).parse_args([*context.meta[ARGUMENTS]])
    given = {}
    for option in context.command.params:
        if isinstance(option, click.Option) and (value := parsed.get(option.name or "")) is not None:
            name = max(option.opts, key=len)
            given[name] = "" if option.is_flag else _format(value)
    return {name: value for name, value in given.items() if name not in _WITHOUT_EFFECT}


def _format(value: object) -> str:
    return ", ".join(map(_format, value)) if isinstance(value, list | tuple) else str(value)
