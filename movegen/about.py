"""What is installed, as `--version` shows it: version, compiled core, embedded lexicon, Python."""

import platform

from movegen.distribution import version
from movegen.lexicon import EMBEDDED, embedded_file, read_word_list
from movegen.native import describe_core


def describe_installation() -> list[str]:
    """Return a few lines for people; the first one, `Jackdaw VERSION`, is for programs too."""
    words = read_word_list(embedded_file()).count("\n")
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return [
        f"Jackdaw {version()}",
        f"Core: {describe_core()}",
        f"Lexicon: {EMBEDDED}, {words:,} words",
        f"Python: {python}, {platform.system()} {platform.machine()}",
    ]
