"""`jackdaw play`: games that people play at a terminal, on a screen or by lines of commands.

The games themselves are in `sims.play`; here is only what a terminal adds: who sits there and how long they
think, which line of text is which action, and how all of it is told and shown.
"""
