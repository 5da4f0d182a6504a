"""The commands on the record of one game: its lines."""
