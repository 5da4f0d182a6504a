"""An engine in ten lines: it makes the play with the highest score."""

import sys

from movegen import read_cgp

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "ucgi":
        print("ucgiok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "position":
        position = read_cgp(rest.removeprefix("cgp "))
    elif word == "go":
        print("bestmove", position.moves()[0].ucgi, flush=True)
    elif word == "quit":
        break
