"""`jackdaw play` by lines of commands."""

import re
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import Result
from scripted_games import make_small_setup, play_options, play_through, write_small_rules
from tiny_game import RULES, WORDS

from jackdaw.text import levels
from movegen import parse_gcg, read_gcg
from movegen.distribution import install_command
from sims.play import (
    Clock,
    DuplicateGame,
    FreeGame,
    GameSetup,
    Mode,
    Redraw,
    Seat,
    begin_saved,
    read_heading,
    resume,
)

pytestmark = pytest.mark.core
Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[3]
PLAY = [sys.executable, "-c", "from jackdaw.cli import main; main()", "play"]


@pytest.fixture(autouse=True)
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Save games in the test's own folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture
def rules(tmp_path: Path) -> str:
    return write_small_rules(tmp_path)


@pytest.fixture
def play(run_jackdaw: Run, tmp_path: Path) -> Run:
    """Run it with these lines, saved in a file of the test's own."""

    def run(lines: str, *arguments: object) -> Result:
        return run_jackdaw("play", *arguments, "--save", tmp_path / "game.jackdaw", input=lines)

    return run


@pytest.fixture
def train(play: Run, rules: str) -> Callable[[str], Result]:
    """A training game of the tiny game with these lines."""
    return lambda lines: play(lines, "training", "--rules", rules, "--lexicon", WORDS, "--seed", 1)


@pytest.mark.parametrize(("people", "engines"), [(1, 3), (2, 2), (4, 0), (1, 1)])
def test_a_whole_free_game(people: int, engines: int, play: Run, rules: str, tmp_path: Path) -> None:
    setting = make_small_setup(Mode.FREE, rules, 5, people, engines)
    lines, game = play_through(setting)
    gcg = tmp_path / "game.gcg"
    result = play("\n".join(lines), *play_options(setting), "--gcg", gcg)
    assert (result.exit_code, re.findall("^(?!Seed|Saved in).+", result.stderr, re.M)) == (0, [])
    scores = ", ".join(f"{name} {score}" for name, score in zip(game.names, game.scores, strict=True))
    assert result.stdout.endswith(f"The game is over: {scores}.\n")
    assert isinstance(game, FreeGame)
    assert gcg.read_text(encoding="utf-8") == game.gcg()
    if max(people + engines, 2) == 2:
        assert parse_gcg(gcg.read_bytes(), file="game.gcg", variant=game.variant).scores == game.scores


def test_a_game_that_ends_without_scores_says_so(play: Run) -> None:
    output = play("pass\n" * 6, "free", "--player", "Ann", "--player", "Ben").stdout
    assert re.search(
        r"\n6 turns in a row scored nothing\.\nThe game is over: Ann -?\d+, Ben -?\d+\.\n$", output
    )


@pytest.mark.parametrize(("people", "engines"), [(1, 1), (2, 1), (3, 0)])
def test_a_whole_duplicate_game(people: int, engines: int, play: Run, rules: str) -> None:
    setting = make_small_setup(Mode.DUPLICATE, rules, 6, people, engines)
    lines, game = play_through(setting)
    result = play("\n".join([*lines, "scores"]), *play_options(setting))
    assert isinstance(game, DuplicateGame)
    assert result.exit_code == 0 and f"The game is over: {game.why_over}.\n" in result.stdout
    best = game.standings()[0]
    output = result.stdout.splitlines()[-len(game.names) :]
    assert output[0].split() == [
        "1.", *game.names[best.seat].split(), str(best.points), f"{best.percent:.1f}", "%"
    ]  # fmt: skip


def test_the_end_of_a_round(play: Run) -> None:
    """People who have not answered have no move; the engine, which answers last, has one."""
    people = ("--player", "Ann", "--player", "Ben", "--engine", "greedy")
    output = play("8G TAVS\ntime\n", "duplicate", *people, "--seed", 4).stdout
    assert re.search(r"Ann +14 +8G TAVS\n +Ben +0 +too late\n +Greedy +26 +8E VeXT\n", output)


@pytest.mark.slow
@pytest.mark.parametrize("mode", [Mode.FREE, Mode.DUPLICATE])
def test_a_whole_game_of_four_with_the_lexicon_inside(mode: Mode, play: Run) -> None:
    seats = (
        *map(_person, ("Ann", "Ben")),
        Seat(name="C", strategy="casual"),
        Seat(name="D", strategy="expert"),
    )
    setting = GameSetup(mode=mode, seats=seats, seed=3)
    lines, game = play_through(setting)
    result = play("\n".join([*lines, "history"]), *play_options(setting))
    assert result.exit_code == 0 and "The game is over: " in result.stdout
    with resume(Path(re.findall("^Saved in: (.*)", result.stderr, re.M)[0])) as saved:
        assert (saved.session.scores, saved.session.board) == (game.scores, game.board)


def _person(name: str) -> Seat:
    return Seat(name=name)


def test_training_back_and_forward(train: Callable[[str], Result]) -> None:
    result = train("rack ?ATE\n5C RATE\n5C rATE\nback\nforward\nback\nhistory\nback\nback\nforward\n")
    assert result.exit_code == 2
    assert [line for line in result.stderr.splitlines() if line.startswith("line")] == [
        "line 2: 5C RATE: it takes AERT, which the rack ?AET does not hold",
        "line 9: there is nothing to take back",
    ]
    assert result.stdout.splitlines() == [
        "no tiles, 0 points",
        "?AET, 0 points",
        "5C rATE 58",
        "no tiles, 58 points",
        "Step 1 of 2.",
        "?AET, 0 points",
        "Step 2 of 2.",
        "no tiles, 58 points",
        "Step 1 of 2.",
        "?AET, 0 points",
        "   0 rack -",
        ">  1 rack ?AET",
        "   2 5C rATE 58",
        "Step 0 of 2.",
        "no tiles, 0 points",
        "Step 1 of 2.",
        "?AET, 0 points",
    ]


def test_training_reports_phonies(train: Callable[[str], Result]) -> None:
    result = train("rack TTEE\n5D TETE\nback\n5D TE\n")
    assert result.exit_code == 0
    assert re.findall("^Not in.*", result.stdout, re.M) == ["Not in words: TETE.", "Not in words: TE."]


def test_hints_reveal_more_each_time_until_something_is_done(play: Run) -> None:
    lines = "rack AEINRST\nhint\nhint\nhint\nhint\nrack AEINRST\nhint\n"
    output = play(lines, "training", "--seed", 1).stdout.splitlines()
    assert output == [
        "no tiles, 0 points",
        "AEINRST, 0 points",
        "a play of 66 points",
        "66 points with 7 tiles, from 8B",
        "8B, 7 letters, A first",
        "8B ANESTRI, 66 points",
        "AEINRST, 0 points",
        "a play of 66 points",
    ]


def test_help_is_given_on_request(play: Run, run_jackdaw: Run, tmp_path: Path) -> None:
    result = play("kibitz\nhint\nhelp\n", "free", "--seed", 11)
    assert result.exit_code == 2 and "kibitz" not in result.stdout
    assert "line 1: hints are off; begin or resume it with --kibitz\n" in result.stderr
    result = run_jackdaw("play", "--resume", tmp_path / "game.jackdaw", "--kibitz", input="kibitz 3\nhint\n")
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()[1:]] == ["Move", "1", "2", "3", "a"]


def test_sim_gives_figures_with_errors(play: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    output = play("kibitz 3\nsim 3\nsim 0\nsim x\n", "free", "--seed", 11, "--kibitz")
    shown = output.stdout.splitlines()
    assert max(map(len, shown)) <= 40 and output.exit_code == 2
    rows = [line for line in shown if re.match(r"\d 8\w FACETE .*\d\d\.\d ±\d\.\d", line)]
    assert len(rows) == 3 and "99 % confident that no" in output.stdout
    assert [line for line in output.stderr.splitlines() if line.startswith("line")] == [
        "line 3: sim '0'; expected a number, 1 to 100",
        "line 4: sim 'x'; expected a number, 1 to 100",
    ]


def test_sim_is_for_points_in_training_and_searches_the_end(play: Run) -> None:
    cgp = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"
    last = read_gcg(ROOT / "jackdaw" / "samples" / "ann_v_ben.gcg").position(22)
    lines = f"sim\nposition {cgp}\nsim 2\nposition {last.cgp()}\nsim 3\n"
    result = play(lines, "training", "--seed", 1)
    assert "line 1: not simulated: the rack is not known; draw tiles, or set a whole rack" in result.stderr
    simulated, searched = result.stdout.split("A new position.")[1:]
    assert re.search(r"1 .* ±", simulated) and "Win %" not in simulated  # opponents have no scores
    assert re.search(r"1 2F OE .*\nEndgame search: 2F OE is proven best.", searched, re.S), searched


@pytest.mark.parametrize("width", [60, 80])
def test_levels_have_words_and_ratings(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    output = run_jackdaw("play", "levels").stdout
    assert max(map(len, output.splitlines())) <= width
    for level in levels():
        assert re.search(rf"^{level.name} +{level.rating}  {level.words.split(',')[0][:20]}", output, re.M)


def test_challenges(play: Run) -> None:
    names = ("--player", "Ann", "--player", "Ben", "--seed", 11)
    lines = "8D FEACT\nchallenge\npass\n8D FACET\nchallenge\naccept\n"
    result = play(lines, "free", *names, "--challenge", "five_point")
    output = [line for line in result.stdout.splitlines() if " to move: " not in line]
    assert output == [
        "Ann: 8D FEACT, 28 points.",
        "Ben: challenge of 8D FEACT. Not in SCOWL80: FEACT.",
        "Ann: play withdrawn, less 28 points.",
        "Ben: pass.",
        "Ann: 8D FACET, 28 points.",
        "Ben: challenge of 8D FACET. The play stands.",
        "Ann: 5 points for a failed challenge.",
    ]
    assert "line 6: there is nothing to accept" in result.stderr


def test_the_play_that_ended_the_game_is_challenged_or_accepted(play: Run, rules: str) -> None:
    settings = (make_small_setup(Mode.FREE, rules, seed, 2) for seed in range(20))
    setting, lines = next(
        (each, lines) for each in settings if (lines := play_through(each)[0])[-1] == "accept"
    )
    result = play("\n".join([*lines[:-1], "pass", "accept", "pass"]), *play_options(setting))
    assert "the last play ends the game" in result.stderr
    assert f"line {len(lines) + 2}: the game is over" in result.stderr


def test_every_wrong_line_is_reported_and_the_rest_is_played(train: Callable[[str], Result]) -> None:
    wrong = [
        "foo", "exchange AB", "kibitz 0", "kibitz x", "draw twice", "position", "position 15", "rack QQ",
        "8D", "5D ZZZZ", "challenge", "back now", "gcg", "rack " + "A" * 5000, "9", "\x00\x1b[2J", "-AB",
    ]  # fmt: skip
    result = train("\n".join([*wrong, "# a remark", "", "rack ATE", "quit", "foo"]))
    output = [line for line in result.stderr.splitlines() if line.startswith("line ")]
    assert result.exit_code == 2
    assert [line.split(":")[0] for line in output] == [
        f"line {number}" for number in range(1, len(wrong) + 1)
    ]
    assert all(line.isprintable() for line in output)
    assert "line 13: unknown command 'gcg'" in result.stderr
    assert result.stdout == "no tiles, 0 points\nAET, 0 points\n"


def test_the_end_of_input_explains_how_to_resume(run_jackdaw: Run) -> None:
    begun = run_jackdaw("play", "training", "--seed", 4, input="draw")
    name = re.findall("^Saved: continue with jackdaw play --resume (.*)$", begun.stderr, re.M)[0]
    assert run_jackdaw("play", "--resume", name, input="").stdout == begun.stdout.splitlines()[-1] + "\n"
    listed = run_jackdaw("play", "list").stdout
    assert re.search(rf"^{name} +\d{{4}}-\d\d-\d\d \d\d:\d\d +You 0 +in progress$", listed, re.M)


def test_saved_games_are_listed_whatever_they_are(run_jackdaw: Run) -> None:
    from jackdaw.terminal.saved_games import games_folder

    games_folder().mkdir(parents=True, exist_ok=True)
    (games_folder() / "broken.jackdaw").write_bytes(b"\xff\n")
    open_ = begin_saved(
        games_folder() / "open.jackdaw", GameSetup(mode=Mode.TRAINING, seats=(_person("Eve"),))
    )
    with open_:
        listed = run_jackdaw("play", "list").stdout
    assert re.search("^broken .* not a saved game$", listed, re.M)
    assert re.search("^open .* Eve +is open in another window or process$", listed, re.M)


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        (["free", "--engine", "nobody"], "unknown strategy 'nobody'"),
        (["duplicate", "--engine", "sim_fast"], "sim_fast simulates, in a duplicate game"),
        (["free", "--engine", "sim_fast", "--engine", "club"], "sim_fast simulates, which a game of 3"),
        (["free", "--player", "A", "--player", "A"], "two players have the same name"),
        (["free", *("--player", "A") * 5], "5 players in a free game"),
        (["training", "--engine", "club"], "2 players in a training game"),
        (["training", "--clock", "3"], "a training game has no clock"),
        (["training", "--gcg", "x.gcg"], "a training game has no GCG"),
        (["free", "--gcg", "/nowhere/x.gcg"], "its folder does not exist"),
        (["duplicate", "--challenge", "single"], "has no challenges"),
        (["free", "--overtime", "5"], "overtime is for free games"),
        (["free", "--redraw", "5", "2", "1"], "does not redraw racks"),
        (["duplicate", "--redraw", "5", "2", "4"], "4 is not in the range 0<=x<=3"),
        (["free", "--clock", "nan"], "nan is not a number"),
        (["free", "--lexicon", "nothing"], "unknown lexicon"),
        (["free", "--rules", "chess"], "unknown"),
        (["--resume", "nothing"], "unknown saved game 'nothing'"),
        (["--resume", "/nowhere/game.jackdaw"], "cannot be opened"),
        (["--resume", "x", "--seed", "3"], "--seed is for a new game"),
        (["--script", "/nowhere"], "cannot be read"),
        (["--save", "/nowhere/game.jackdaw"], "cannot be opened"),
        (["--save", "README.md"], "already exists"),
    ],
)
def test_what_cannot_be_played_is_one_line(arguments: list[str], output: str, run_jackdaw: Run) -> None:
    result = run_jackdaw("play", *arguments, input="")
    assert result.exit_code == 2
    assert output in result.stderr.splitlines()[-1] and "Traceback" not in result.stderr


@pytest.mark.parametrize(("mode", "engines"), [("free", ["Club"]), ("duplicate", ["Casual", "Expert"])])
def test_engines_that_nobody_named(mode: str, engines: list[str], play: Run, tmp_path: Path) -> None:
    assert play("pass\n", mode, "--seed", 1).exit_code == 0
    setting = read_heading(tmp_path / "game.jackdaw").setting
    assert [seat.name for seat in setting.seats] == ["You", *engines]


@pytest.mark.parametrize("mode", ["free", "duplicate"])
@pytest.mark.parametrize("rules", [["--rules", "super"], ["--rules", RULES, "--lexicon", WORDS]])
def test_they_know_the_tiles(rules: list[str], mode: str, play: Run, tmp_path: Path) -> None:
    result = play("pass\n", mode, *rules, "--seed", 1)
    assert result.exit_code == 0 and len(read_heading(tmp_path / "game.jackdaw").setting.seats) > 1


def test_engines_are_called_by_their_strategies(run_jackdaw: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.jackdaw"
    engines = ("club", "club", "greedy=Jack")
    given = [word for each in engines for word in ("--engine", each)]
    run_jackdaw(
        "play", "free", *given, "--engines-first", "--clock", 20, "--overtime", 5, "--save", file, input=""
    )
    setting = read_heading(file).setting
    assert [seat.name for seat in setting.seats] == ["Club", "Club 2", "Jack", "You"]
    assert setting.clock == Clock(seconds=1200, penalty=5)


def test_when_racks_are_drawn_anew(play: Run, tmp_path: Path) -> None:
    assert play("", "duplicate", "--redraw", 7, 3, 2).exit_code == 0
    assert read_heading(tmp_path / "game.jackdaw").setting.redraw == Redraw(rounds=7, before=3, after=2)


def test_a_game_is_resumed_in_its_own_mode(play: Run, run_jackdaw: Run, tmp_path: Path) -> None:
    play("draw\n", "training")
    result = run_jackdaw("play", "free", "--resume", tmp_path / "game.jackdaw", input="")
    assert result.exit_code == 2 and "is a training game" in result.stderr


def test_a_game_that_is_open_or_damaged(play: Run, run_jackdaw: Run, tmp_path: Path) -> None:
    play("draw\nback\n", "training")
    file = tmp_path / "game.jackdaw"
    with resume(file):
        assert (
            "is open in another window or process" in run_jackdaw("play", "--resume", file, input="").stderr
        )
    file.write_bytes(file.read_bytes().replace(b"take_back", b"take_all"))
    result = run_jackdaw("play", "--resume", file, input="")
    assert result.exit_code == 2 and "line 3: unknown action" in result.stderr


def test_a_full_disk_while_playing(tmp_path: Path, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")  # compiled modules would end at the limit, too

    def limit_file_size() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (700, 700))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    arguments = ["training", "--rules", rules, "--lexicon", WORDS, "--save", tmp_path / "game.jackdaw"]
    shown = subprocess.run(
        [*PLAY, *map(str, arguments)], input="draw\nback\n" * 12, capture_output=True, encoding="utf-8",
        cwd=ROOT, preexec_fn=limit_file_size, check=False, timeout=60,
    )  # fmt: skip
    assert shown.returncode == 2 and "Traceback" not in shown.stderr
    assert "the game goes on, but it cannot be saved" in shown.stdout
    assert "the last moves are not saved" in shown.stderr
    assert shown.stdout.count("Step 0 of 1.") == 12
    with resume(tmp_path / "game.jackdaw") as saved:
        assert 0 < len(saved.session.actions) < 24


def test_ctrl_c_explains_how_to_resume(tmp_path: Path) -> None:
    file = tmp_path / "game.jackdaw"
    process = subprocess.Popen(
        [*PLAY, "training", "--save", str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, encoding="utf-8", cwd=ROOT,
    )  # fmt: skip
    assert process.stdin is not None and process.stdout is not None
    assert process.stdout.readline() == "no tiles, 0 points\n"
    process.stdin.write("draw\n")
    process.stdin.flush()
    assert process.stdout.readline().endswith(", 0 points\n")
    process.send_signal(signal.SIGINT)
    _, output = process.communicate(timeout=60)
    assert process.returncode == 130 and output.endswith(f"jackdaw play --resume {file}\n")
    with resume(file) as saved:
        assert len(saved.session.actions) == 1


def test_only_saved_games_can_be_resumed(run_jackdaw: Run, write: Callable[..., Path]) -> None:
    result = run_jackdaw("play", "--resume", write("notes.txt", "Buy milk.\n"))
    assert result.exit_code == 2 and "not a saved game" in result.stderr.splitlines()[-1]


def test_a_script_from_a_file(run_jackdaw: Run, write: Callable[..., Path]) -> None:
    script = write("script.txt", "rack AEINRST\n8D RETINAS\nquit\nfoo\n")
    result = run_jackdaw("play", "training", "--script", script)
    assert result.exit_code == 0 and "8D RETINAS 66\n" in result.stdout


def test_the_screen_needs_textual(monkeypatch: pytest.MonkeyPatch, run_jackdaw: Run) -> None:
    monkeypatch.setattr("jackdaw.commands.play._has_screen", lambda: True)
    monkeypatch.setattr(
        "jackdaw.commands.play.find_spec", lambda name: None if name == "textual" else find_spec(name)
    )
    result = run_jackdaw("play", "training", input="")
    assert result.exit_code == 2
    assert result.stderr == (
        "Error: the screen needs textual, which is not installed; "
        f"run: {install_command('play')}, or read commands from standard input with --script -\n"
    )
