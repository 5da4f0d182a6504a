"""The board in a browser: a small server of pages, and what they ask it for.

`application` names the routes, `asked` what a request may say, `security` whom requests are taken from. The
work is plain functions: `views` (positions and games as the pages show them), `plays` (tiles that are laid
for a try), `analysis` (candidates, simulations, searches, reviews). `jobs` runs what takes long, `server` the
whole.
"""
