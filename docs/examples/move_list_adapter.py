"""An engine made of any program that prints moves, best first: it plays the first that is found.

    python3 move_list_adapter.py COMMAND...

The command runs once a move, with the position as CGP in place of {cgp}:

    python3 move_list_adapter.py jackdaw moves -n 1 {cgp}

A move is what looks like `8D WAREZ`, `D8 (W)EDGIE`, `8D.WAREZ`, `(exch ABC)` or `pass`. Change MOVE for a
program that writes moves in another way.
"""

import re
import subprocess
import sys

MOVE = re.compile(
    r"\b(?P<square>[0-9]{1,2}[A-Za-z]|[A-Za-z][0-9]{1,2})[ .]+(?P<word>[^\W\d_][\w.()\[\]]*|\([^\s]+)"
    r"|exch(?:ange)?\.? (?P<tiles>[^\W\d_?]*\?*[^\W\d_?]*)"
    r"|\bpass\b"
)


def first_move(output: str) -> str:
    """Return the first move in the output of the program, as engines write it."""
    found = MOVE.search(output)
    if found is None:
        raise ValueError(f"no move in {output!r}")
    if found["square"]:
        return f"{found['square']}.{found['word']}"
    return f"ex.{found['tiles']}" if found["tiles"] else "pass"


def best_move(command: list[str], cgp: str) -> str:
    """Return the answer of the program."""
    arguments = [argument.replace("{cgp}", cgp) for argument in command]
    done = subprocess.run(arguments, stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return first_move(done.stdout)


def main(command: list[str]) -> None:
    """Answer the questions on standard input."""
    cgp = ""
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "ucgi":
            print(f"id name {command[0]}\nucgiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "position":
            cgp = rest.removeprefix("cgp ")
        elif word == "go":
            print("bestmove", best_move(command, cgp), flush=True)
        elif word == "quit":
            break


if __name__ == "__main__":
    main(sys.argv[1:])
