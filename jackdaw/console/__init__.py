"""What a person sees on the command line: laid-out text, messages, written files, progress, and Ctrl-C."""

from jackdaw.console.layout import (
    EMPTY,
    Column,
    Line,
    Span,
    beside,
    block_width,
    command,
    page_width,
    plain_text,
    styled,
    table,
    text_width,
)
from jackdaw.console.output import STANDARD_OUTPUT, echo, notify, notify_written, open_page, show, write_bytes
from jackdaw.console.progress import Interruption, ProgressLine, bar_line, clock, live_lines, progress_bar

__all__ = [
    "EMPTY",
    "STANDARD_OUTPUT",
    "Column",
    "Interruption",
    "Line",
    "ProgressLine",
    "Span",
    "bar_line",
    "beside",
    "block_width",
    "clock",
    "command",
    "echo",
    "live_lines",
    "notify",
    "notify_written",
    "open_page",
    "page_width",
    "plain_text",
    "progress_bar",
    "show",
    "styled",
    "table",
    "text_width",
    "write_bytes",
]
