"""`analyze` and `jackdaw` as programs: streams, exit codes, signals, terminals."""

import fcntl
import json
import os
import platform
import pty
import re
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import entry_points, version
from pathlib import Path

import pytest
from waiting import wait_until

import jackdaw
from movegen import Lexicon

Program = Callable[..., "subprocess.CompletedProcess[str]"]

ROOT = Path(__file__).resolve().parents[3]
SAMPLE = "jackdaw/samples/ann_v_ben.gcg"
SHORT = "tests/data/games/unfinished.gcg"
QUICK = ("--effort", "quick")
WINDY = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
ANALYZE = [sys.executable, "-c", "from jackdaw.cli import analyze_main; analyze_main()"]


def in_terminal(columns: int, *arguments: str, **environment: str) -> str:
    """Return the output of `analyze` in a terminal of a given width."""
    main, side = pty.openpty()
    surroundings = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")
    }
    surroundings |= {"TERM": "xterm-256color", "COLUMNS": str(columns), "LINES": "40", **environment}
    process = subprocess.Popen(
        [*ANALYZE, *arguments], stdin=side, stdout=side, stderr=side, cwd=ROOT, env=surroundings
    )
    os.close(side)
    shown = b""
    try:
        while part := os.read(main, 65536):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(main)
    assert process.wait(timeout=60) == 0
    return shown.decode().replace("\r\n", "\n")


def test_the_programs_are_installed() -> None:
    scripts = {point.name: point.value for point in entry_points(group="console_scripts")}
    assert scripts["analyze"] == "jackdaw.cli:analyze_main"
    assert scripts["jackdaw"] == "jackdaw.cli:main"


@pytest.mark.parametrize("name", ["analyze", "jackdaw"])
def test_version_and_help(name: str, program: Program) -> None:
    shown = program(name, "--version")
    assert (shown.returncode, shown.stderr) == (0, "")
    first, core, lexicon, python = shown.stdout.splitlines()
    assert first == f"Jackdaw {version('jackdaw-engine')}" == f"Jackdaw {jackdaw.__version__}"
    assert re.fullmatch(r"Core: (GCC|Clang|MSVC) [0-9]+\..*, (x86-64(-v[234])?|ARM64)", core)
    assert lexicon == f"Lexicon: SCOWL80, {len(Lexicon.load()):,} words"
    assert python == f"Python: CPython {platform.python_version()}, {platform.system()} {platform.machine()}"
    for option in ("--help", "-h"):
        shown = program(name, option)
        assert shown.returncode == 0 and shown.stderr == ""
        assert shown.stdout.startswith(f"Usage: {name} ") and "Examples:" in shown.stdout


def test_analyze_is_the_same_command_under_both_names(program: Program) -> None:
    alone, below = program("analyze", SHORT, *QUICK), program("jackdaw", "analyze", SHORT, *QUICK)
    assert alone.returncode == below.returncode == 0
    assert alone.stdout == below.stdout
    assert alone.stderr == below.stderr == ""


def test_help_loads_no_more_than_it_needs() -> None:
    code = (
        "import sys, jackdaw.cli; print(sorted({'numpy', 'rich', 'movegen', 'msgspec'} & set(sys.modules)))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", cwd=ROOT, check=True
    )
    assert shown.stdout == "[]\n"


@pytest.mark.parametrize(("asked", "threads"), [(None, "1"), ("2", "2")])
@pytest.mark.parametrize("main", ["main", "analyze_main"])
def test_programs_start_no_threads_for_linear_algebra(main: str, asked: str | None, threads: str) -> None:
    code = (
        "import os, sys\nfrom jackdaw.cli import analyze_main, main\nsys.argv[1:] = ['--help']\n"
        f"try: {main}()\nfinally: print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    if asked:
        environment["OPENBLAS_NUM_THREADS"] = asked
    shown = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert shown.stdout.splitlines()[-1] == threads


def test_plain_output_does_not_load_rich() -> None:
    code = f"from jackdaw.cli import analyze; analyze([{SAMPLE!r}, *{QUICK}], standalone_mode=False)"
    code += "; import sys; sys.exit('rich' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=ROOT, check=True)


def test_results_and_errors_go_to_different_streams(program: Program, tmp_path: Path) -> None:
    shown = program("analyze", tmp_path / "missing.gcg")
    assert (shown.returncode, shown.stdout) == (2, "")
    assert shown.stderr == f"Error: {tmp_path / 'missing.gcg'}: no such file; check its name and folder\n"
    record = "#player1 A Ann\n#player2 B Bob\n>A: AERWZ 8D WAREZ +43 43\n#rack2 AEINRST\n"
    shown = program("analyze", "-", "--json", "-", input=record)
    assert shown.returncode == 0
    assert json.loads(shown.stdout)["source"] == "standard input"
    assert shown.stderr.count("Warning: standard input, line 3: ") == 1


def test_exit_codes(program: Program) -> None:
    assert program("analyze", "-", "--method", "static", input=WINDY).returncode == 0
    assert program("analyze", "-", input=WINDY.replace("ADEEGIL", "")).returncode == 1
    assert program("analyze", "-", input="").returncode == 2
    assert program("jackdaw", "lexicon", "check", "QZXV").returncode == 1
    assert program("jackdaw", "lexikon").returncode == 2


@pytest.mark.parametrize("options", [[], ["--json", "-"], ["--turn", "3"]])
def test_a_reader_that_goes_away(options: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    shown = subprocess.run(
        [*ANALYZE, SHORT, *QUICK, *options],
        stdout=writing,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        timeout=60,
        check=False,
    )
    os.close(writing)
    assert (shown.returncode, shown.stderr) == (141, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize("options", [[], ["--json", "-"], ["--json", "/dev/full"]])
def test_a_full_disk(options: list[str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        shown = subprocess.run(
            [*ANALYZE, SHORT, *QUICK, *options],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            cwd=ROOT,
            timeout=60,
            check=False,
        )
    assert shown.returncode == 2
    assert "cannot be written (No space left on device)" in shown.stderr
    assert shown.stderr.startswith("Error: ") and shown.stderr.count("\n") == 1


@pytest.mark.medium
def test_closed_streams() -> None:
    command = f"exec {sys.executable} -c '{ANALYZE[-1]}' "
    quick = f"{SHORT} --effort quick"
    for rest, code in ((f"{quick} >&-", 0), (f"{quick} 2>&- >/dev/null", 0), ("- <&-", 2)):
        shown = subprocess.run(
            command + rest, shell=True, capture_output=True, encoding="utf-8", cwd=ROOT, check=False
        )
        assert shown.returncode == code, shown.stderr
        assert "Traceback" not in shown.stderr


def _hear_interrupts() -> None:
    """Background jobs of a shell ignore these signals, and so do their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _waiting_bytes(descriptor: int) -> int:
    """Return the number of bytes in a pipe that nobody has read."""
    return int.from_bytes(fcntl.ioctl(descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)


def test_interrupted_from_the_keyboard() -> None:
    reading, writing = os.pipe()  # standard input that never ends
    process = subprocess.Popen(
        [*ANALYZE, "-"],
        stdin=reading,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        cwd=ROOT,
        preexec_fn=_hear_interrupts,
    )
    os.write(writing, b"#")
    wait_until(lambda: not _waiting_bytes(reading))  # the program has begun to read
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    os.close(writing)
    os.close(reading)
    assert (process.returncode, out) == (130, "")
    assert "Traceback" not in err


@pytest.mark.medium
def test_json_into_a_pipe(program: Program) -> None:
    shown = program("analyze", SAMPLE, "--turn", 3, "-n", 1, "--json", "/dev/stdout")
    assert shown.returncode == 0
    assert '"schema": "jackdaw.analysis/2"' in shown.stdout and "Turn 3: " in shown.stdout


@pytest.mark.parametrize("options", [QUICK, ("--turn", "19", "--method", "static")])
def test_a_terminal_of_80_columns(options: tuple[str, ...], program: Program) -> None:
    shown = in_terminal(80, SAMPLE, *options)
    assert "\x1b[" in shown
    plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)
    assert [line.rstrip() for line in plain.splitlines()] == program(
        "analyze", SAMPLE, *options
    ).stdout.splitlines()
    assert max(map(len, plain.splitlines())) <= 80


def test_a_table_that_lives_in_a_terminal(program: Program) -> None:
    """It is gone in the end, when there stands what a file would hold."""
    options = ("--turn", "16", "--iterations", "200", "--candidates", "4", "--confidence", "off")
    shown = in_terminal(80, SAMPLE, *options)
    assert "Ctrl-C stops and shows what is known" in shown and "Turn 16: Ben Boyle to move" in shown
    last = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown.rpartition("\x1b[2K")[2])
    expected = program("analyze", SAMPLE, *options).stdout.splitlines()
    assert [line.rstrip() for line in last.splitlines()][-len(expected) :] == expected


@pytest.mark.medium
def test_lines_appear_as_turns_are_done(program: Program) -> None:
    """Below them are a bar and the time left; in the end they are gone."""
    options = ("--iterations", "10", "--candidates", "2")
    frames = in_terminal(80, SAMPLE, *options).split("] ")
    plain = [re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", frame) for frame in frames]
    bars = [frame.split(";")[0] for frame in plain[1:] if " of 23 turns" in frame]
    assert [int(bar.split()[0]) for bar in dict.fromkeys(bars)] == list(range(24))
    under_way = {bar for bar in bars if not bar.startswith(("0 ", "23 "))}
    assert all(re.fullmatch(r"\d+ of 23 turns, about \d+ (s|min) left", bar) for bar in under_way)
    assert "12L JYN(X)" in plain[12] and "13K TOO" not in plain[12]
    assert program("analyze", SHORT, *options).stderr == ""


def test_an_interrupted_simulation_shows_what_it_knows() -> None:
    """Ctrl-C is pressed when the table is there."""
    main, side = pty.openpty()
    process = subprocess.Popen(
        [*ANALYZE, SAMPLE, "--turn", "16", "--iterations", "1000000000", "--confidence", "off"],
        stdout=subprocess.PIPE,
        stderr=side,
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm-256color"},
        preexec_fn=_hear_interrupts,
    )
    os.close(side)
    reported = b""
    while b"Ctrl-C stops" not in reported:
        reported += os.read(main, 65536)
    process.send_signal(signal.SIGINT)
    reader = threading.Thread(target=_read_all, args=(main,), daemon=True)
    reader.start()
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"\nInterrupted, so another run will differ.\n" in out and b"C2 W(R)ANGLED" in out


def _read_all(file: int) -> None:
    """Until the other end is closed, so that who writes there need not wait."""
    with suppress(OSError):
        while os.read(file, 65536):
            pass


def test_a_narrow_terminal() -> None:
    shown = in_terminal(40, SAMPLE, "--turn", "19", "--method", "static", NO_COLOR="1")
    board = shown.splitlines()[2:18]
    assert board[0] == "   A B C D E F G H I J K L M N O"
    assert all(len(line) <= 40 for line in board)


@pytest.mark.medium
def test_colours_can_be_turned_off_and_on(program: Program) -> None:
    assert "\x1b" not in in_terminal(80, SHORT, *QUICK, NO_COLOR="1")
    assert "\x1b" not in program("analyze", SHORT, *QUICK).stdout
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    assert "\x1b[" in program("analyze", SHORT, *QUICK, env=environment | {"FORCE_COLOR": "1"}).stdout


def test_an_output_that_cannot_express_a_name(program: Program) -> None:
    shown = program(
        "analyze", "tests/data/games/annotated.gcg", *QUICK, env=os.environ | {"PYTHONIOENCODING": "koi8-r"}
    )
    assert shown.returncode == 0 and shown.stderr == ""
    assert "Dag ?deg?rd" in shown.stdout


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of the lexicon that a first run of the program has compiled."""
    cache = tmp_path_factory.mktemp("cache")
    environment = os.environ | {"XDG_CACHE_HOME": str(cache)}
    subprocess.run([*ANALYZE, SHORT, *QUICK], cwd=ROOT, env=environment, capture_output=True, check=True)
    (saved,) = (cache / "jackdaw" / "lexica").iterdir()
    return saved


def test_the_lexicon_is_compiled_once(program: Program, compiled: Path) -> None:
    environment = os.environ | {"XDG_CACHE_HOME": str(compiled.parents[2])}
    before = compiled.stat().st_mtime_ns
    assert program("analyze", SHORT, *QUICK, env=environment).returncode == 0
    assert list(compiled.parent.iterdir()) == [compiled] and compiled.stat().st_mtime_ns == before


def test_a_damaged_copy_of_the_lexicon_is_made_again(
    program: Program, compiled: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "jackdaw" / "lexica" / compiled.name
    saved.parent.mkdir(parents=True)
    whole = compiled.read_bytes()
    saved.write_bytes(whole[:-8])
    shown = program("analyze", SHORT, *QUICK, env=os.environ | {"XDG_CACHE_HOME": str(tmp_path)})
    assert shown.returncode == 0
    assert shown.stderr.startswith("Warning: compiling SCOWL80 again: ") and shown.stderr.count("\n") == 1
    assert saved.read_bytes() == whole


def test_without_a_folder_for_the_cache(program: Program, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    shown = program(
        "analyze", SHORT, *QUICK, env=os.environ | {"XDG_CACHE_HOME": str(tmp_path / "file" / "below")}
    )
    assert shown.returncode == 0 and shown.stderr == ""


@pytest.mark.parametrize("argument", [SAMPLE, "--version"])
def test_a_missing_core_is_reported_in_one_line(argument: str) -> None:
    code = f"import sys; sys.modules['jackdaw_core'] = type(sys)('jackdaw_core'); {ANALYZE[-1]}"
    shown = subprocess.run(
        [sys.executable, "-c", code, argument], capture_output=True, encoding="utf-8", cwd=ROOT, check=False
    )
    assert shown.returncode == 2
    assert shown.stderr.startswith("Error: the compiled core is missing") and shown.stderr.count("\n") == 1
