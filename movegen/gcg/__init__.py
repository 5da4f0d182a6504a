"""GCG, the notation of game records: its grammar, reader and writer, and pragmas for variants."""

from movegen.gcg.reader import parse_gcg, read_gcg
from movegen.gcg.text import MAX_BYTES
from movegen.gcg.writer import encode_gcg, format_gcg, write_gcg

__all__ = ["MAX_BYTES", "encode_gcg", "format_gcg", "parse_gcg", "read_gcg", "write_gcg"]
