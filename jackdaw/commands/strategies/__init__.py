"""The commands in which strategies play: matches, tests of decisions, and Jackdaw as an engine for others."""
