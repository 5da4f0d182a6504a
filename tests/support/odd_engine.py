"""An engine that misbehaves: `python odd_engine.py MODE [FILE]`. It imports nothing of ours, to start fast.

A mode is what it does when asked for a move; those that begin with `start` are what it does instead of
greeting. If there is a file, its input is appended to it, and it misbehaves only while `FILE.once` exists.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

ANSWERS = {
    "plays": b"info depth 1\n\nbestmove pass\n",
    "spells": b"bestmove hello there\n",
    "cheats": b"bestmove 8D ZZYZX\n",
    "invents": None,  # a word of its rack that no lexicon has
    "hides": b"bestmove ex.3\n",
    "chess": b"move e2e4\n",
    "binary": b"\x00\xff\xfe\x80\n",
    "refuses": b"error I am out of ideas\n",
    "empty": b"bestmove\n",
    "twice": b"bestmove pass\nbestmove pass\n",
    "long": b"info " + b"x" * 70_000 + b"\nbestmove pass\n",
}


def say(content: bytes) -> None:
    """Write to standard output, without a buffer."""
    os.write(1, content)


def write_forever(descriptor: int, content: bytes) -> None:
    """Write the same again and again until nobody listens."""
    try:
        while True:
            os.write(descriptor, content)
    except OSError:
        os._exit(1)


def start(mode: str) -> None:
    """Misbehave at the start, if the mode says so."""
    if mode == "start-dies":
        sys.exit("no licence")
    if mode == "start-sleeps":
        time.sleep(1000)
    if mode == "start-floods":
        write_forever(1, b"hello\n" * 1000)
    if mode == "stubborn":
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)
        child = subprocess.Popen(["sleep", "1000"])
        say(f"id name {os.getpid()} {child.pid}\n".encode())
    if mode == "complains":
        threading.Thread(target=write_forever, args=(2, b"complaint\n" * 1000), daemon=True).start()


def move(mode: str, position: str) -> None:
    """Answer the question for a move."""
    if mode == "dies":
        raise ZeroDivisionError("out of luck")
    if mode == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "closes":
        os.close(1)
        time.sleep(1000)
    if mode == "sleeps":
        time.sleep(1000)
    if mode == "waits":
        return
    if mode == "floods":
        write_forever(1, b"info string thinking\n" * 1000)
    if mode == "one-line":
        write_forever(1, b"x" * 1000)
    if mode == "invents":
        rack = position.split()[3].split("/")[0].replace("?", "")
        say(f"bestmove 8D {rack[:5]}\n".encode())
    say(ANSWERS.get(mode) or ANSWERS["plays"] or b"")


def main(mode: str, file: str | None = None) -> None:
    """Serve the protocol."""
    start(mode)
    position = ""
    for line in sys.stdin:
        if file is not None:
            with Path(file).open("a", encoding="utf-8") as out:
                out.write(line)
        word = line.split()[0]
        if word == "ucgi":
            say(b"Welcome to an odd engine\nid name Odd\nucgiok\n" if mode != "stubborn" else b"ucgiok\n")
        elif word == "isready":
            say(b"readyok\n")
        elif word == "position":
            position = line
        elif word == "go":
            is_well = file is not None and not Path(f"{file}.once").exists()
            move("plays" if is_well else mode, position)
        elif word == "stop" and mode == "waits":
            say(ANSWERS["plays"] or b"")
        elif word == "quit" and mode != "stubborn":
            return
    if mode == "stubborn":
        time.sleep(1000)


if __name__ == "__main__":
    main(*sys.argv[1:])
