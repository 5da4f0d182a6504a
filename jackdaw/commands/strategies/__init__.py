"""The commands in which strategies play: matches, tournaments, and Jackdaw as an engine for others."""
