"""An engine that follows a script: `python reciting_engine.py STEP...`, a step for each line that it reads.

A step has parts, separated by commas: bytes to write, in hexadecimal digits, `exit:N`, `kill`, `close`,
`sleep`, `mute` (close standard error), `loud` (half a megabyte of standard error), `long` (a line of 70,000
bytes) or `much` (1.5 megabytes of `info`). After the last step it waits for the end of its input.
"""

import os
import signal
import sys
import time


def do(step: str) -> None:
    """Do a step."""
    if step.startswith("exit:"):
        os._exit(int(step[5:]))
    if step == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if step == "sleep":
        time.sleep(1000)
    if step in ("long", "much"):
        step = (b"x" * 70_000 + b"\n" if step == "long" else b"info much\n" * 150_000).hex()
    if step == "loud":
        os.write(2, b"\xff loud \0" * 50_000)
    elif step in ("close", "mute"):
        os.close(1 if step == "close" else 2)
    else:
        content = bytes.fromhex(step)
        while content:
            content = content[os.write(1, content) :]


if __name__ == "__main__":
    steps = sys.argv[1:]
    for _, step in zip(sys.stdin, steps, strict=False):
        for part in step.split(","):
            do(part)
    for _ in sys.stdin:
        pass
