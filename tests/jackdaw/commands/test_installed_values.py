"""Leaves and win tables installed with a lexicon: trained by one command each, then used by themselves."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from tiny_game import FOLDER, RULES, WORDS, tiny_variant

import jackdaw
from jackdaw.batch import BatchPlan, BatchRun
from jackdaw.inputs import LexiconFinder
from movegen import Lexicon, TileSet, Variant, read_cgp
from movegen.lexicon import installed_folder
from sims.analysis import AnalysisPlan
from sims.lexicon_source import LexiconSource
from sims.play import GameSetup, Mode, Seat, begin
from sims.playability import PlayabilitySetup, WordBatch, count_words
from sims.workers import JournalError, this_process
from strategy import LeaveTable, PositionAnalysis, StaticStrategy, WinTable
from strategy.players import fit_strategy, install_leaves, install_win_table

pytestmark = pytest.mark.core

Run = Callable[..., Result]
TINY = ("--lexicon", "TINY", "--rules", RULES)
GAME = (*TINY, "--workers", 1)
SEATS = (Seat(name="Ann"), Seat(name="Jack", strategy="static"))
OPENING = f"{'/'.join('9' * 9)} ABRS/ 0/0 0"
WINDY = "15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0"


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_jackdaw: Run) -> Path:
    """A folder for files; the lexicon TINY is the only one installed."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    built = run_jackdaw("lexicon", "build", WORDS, "--name", "TINY", "--tiles", FOLDER / "few.toml")
    assert built.exit_code == 0
    return tmp_path


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run_jackdaw: Run) -> Lexicon:
    """An installed lexicon for English tiles, with leaves of one tile: a D is worth 20 points, others 0."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    run_jackdaw("lexicon", "export", tmp_path / "club.txt", "--lexicon", "SCOWL35")
    assert run_jackdaw("lexicon", "build", tmp_path / "club.txt").exit_code == 0
    install_leaves(one_letter("D", 20_000), Lexicon.load("CLUB"), Variant.standard())
    return Lexicon.load("CLUB")


def one_letter(letter: str, milli_points: int) -> LeaveTable:
    """Leaves of one tile, of which a single letter has a value."""
    english = TileSet.load("english")
    values = dict.fromkeys((english.parse_rack(tile.label) for tile in english.tiles), 0)
    return LeaveTable.from_values(values | {english.parse_rack(letter): milli_points}, english)


def train(run: Run, folder: Path, *options: object) -> Path:
    """Train leaves for TINY, and return the file named on the command line."""
    out = folder / "few.leaves"
    result = run("leaves", "train", out, *GAME, "--games", 20, "--generations", 2, *options)
    assert result.exit_code == 0, result.stderr
    return out


def moves(run: Run, *options: object, position: str = OPENING) -> dict[str, object]:
    """Return the JSON of `jackdaw moves`, whose warnings go to standard error."""
    result = run("moves", position, *options, "--json", "-")
    assert result.exit_code == 0, result.stderr
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_installed_leaves_value_the_moves(run_jackdaw: Run, tiny: Path) -> None:
    """As if they were named; strategies that name other leaves keep these."""
    before = moves(run_jackdaw, *TINY)
    assert before["leaves"] == "general"
    out = train(run_jackdaw, tiny)
    assert moves(run_jackdaw, *TINY) == before  # nothing is installed
    out.with_name("few.leaves.state").unlink()
    train(run_jackdaw, tiny, "--install")
    assert (installed_folder() / "TINY.leaves").is_file()
    after, named = moves(run_jackdaw, *TINY), moves(run_jackdaw, *TINY, "--strategy", out)
    assert after["leaves"] == "TINY.leaves" and named["leaves"] == "few.leaves"
    assert after["moves"] == named["moves"] != before["moves"]
    (tiny / "plain.toml").write_text('extends = "static"\nleaves = "general"\n', encoding="utf-8")
    plain = moves(run_jackdaw, *TINY, "--strategy", tiny / "plain.toml")
    assert plain["moves"] == before["moves"] and plain["leaves"] == "general"


@pytest.mark.medium
def test_every_kind_of_game_uses_them(run_jackdaw: Run, tiny: Path) -> None:
    """Matches, the openings' table and Python play with the installed leaves as with the file."""
    out = train(run_jackdaw, tiny, "--install")
    plain = tiny / "plain.toml"
    plain.write_text('extends = "static"\nleaves = "general"\n', encoding="utf-8")
    games = ("--games", 40, "--workers", 2)
    match = [
        json.loads(run_jackdaw("pit", strategy, "greedy", *TINY, *games, "--json", "-").stdout)
        for strategy in ("static", out, plain)
    ]
    shown = run_jackdaw("pit", "static", "greedy", *TINY, "--games", 2, "--workers", 1).stdout
    assert "lexicon TINY with TINY.leaves, seed 0" in shown
    scores = [(each["mean_score_a"], each["mean_score_b"], each["wins"]) for each in match]
    assert scores[0] == scores[1] != scores[2]
    racks = [run_jackdaw("openings", "ABRS", *TINY, *given).stdout for given in ((), ("--strategy", out))]
    assert racks[0].replace("static\nValues: leaves TINY", "few\nValues: leaves few") == racks[1]
    opening = read_cgp(OPENING, variant=tiny_variant())
    found = jackdaw.analyze(opening, lexicon="TINY", method="static")
    assert isinstance(found, PositionAnalysis) and found.leaves_name == "TINY.leaves"
    session = begin(GameSetup(mode=Mode.FREE, seats=SEATS, seed=3, rules=RULES, lexicon="TINY"))
    named = StaticStrategy.load(out)
    position = session.position(0)
    assert [each.equity for each in session.kibitz(0)] == [
        each.equity for each in named.candidates(position, session.lexicon)[:10]
    ]
    engine = session.strategies[1]
    assert isinstance(engine, StaticStrategy) and engine.leaves_name(position.variant.tiles) == "TINY.leaves"


def test_a_win_table(run_jackdaw: Run, tiny: Path) -> None:
    out = tiny / "few.winprob"
    options = ("--strategy", "greedy", "--games", 40, "--check-games", 0, "--install")
    result = run_jackdaw("winprob", "train", out, *GAME, *options)
    file = installed_folder() / "TINY.winprob"
    assert result.stdout.splitlines()[-1] == f"Installed {file}"
    assert (WinTable.load(file).shares == WinTable.load(out).shares).all()
    trained = WinTable.load(file).trained
    assert trained is not None and (trained.lexicon, trained.rack_size) == ("TINY", 4)
    simulated = ("analyze", f"{OPENING}", *TINY, "--method", "simulation", "--iterations", 50)
    shown = run_jackdaw(*simulated).stdout
    assert "Values: leaves general, win table TINY.winprob\n" in shown
    file.unlink()
    assert run_jackdaw(*simulated).stdout != shown
    (tiny / "mine.toml").write_text('extends = "static"\nwin_table = "few.winprob"\n', encoding="utf-8")
    own = run_jackdaw(*simulated, "--strategy", tiny / "mine.toml").stdout
    assert own.replace("strategy mine", "strategy static").replace("few.winprob", "TINY.winprob") == shown


def test_nothing_can_be_installed_with_other_lexica(run_jackdaw: Run, tiny: Path) -> None:
    for lexicon in (WORDS, "SCOWL80"):
        rules = RULES if lexicon == WORDS else "standard"
        for command, out in (("leaves", "a.leaves"), ("winprob", "a.winprob")):
            options = ("--lexicon", lexicon, "--rules", rules, "--install")
            result = run_jackdaw(command, "train", tiny / out, *options)
            assert result.exit_code == 2 and result.stderr.count("\n") == 1
            assert "is not an installed lexicon, so nothing can be installed with it" in result.stderr
            assert "jackdaw lexicon build WORDS --name NAME" in result.stderr
    assert not list(tiny.glob("a.*"))


def test_leaves_that_lack_the_longest_are_not_installed(run_jackdaw: Run, tiny: Path) -> None:
    result = run_jackdaw("leaves", "train", tiny / "a.leaves", *GAME, "--longest", 2, "--install")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1
    assert "leaves of more than 2 tiles would be worth nothing in all games" in result.stderr
    assert "leave out --longest, or give 3 or more" in result.stderr


def test_the_reports_name_them(run_analyze: Run, run_jackdaw: Run, club: Lexicon, tmp_path: Path) -> None:
    install_win_table(WinTable.load(), club, Variant.standard())
    game = ("jackdaw/samples/ann_v_ben.gcg", "--lexicon", "CLUB", "--effort", "quick")
    files = ("--html", tmp_path / "g.html", "--json", tmp_path / "g.json")
    shown = run_analyze(*game, *files).stdout
    assert "\nValues: leaves CLUB.leaves, win table CLUB.winprob\n" in shown
    assert "leaves CLUB.leaves, win table CLUB.winprob" in (tmp_path / "g.html").read_text(encoding="utf-8")
    first = json.loads((tmp_path / "g.json").read_bytes())["positions"][0]
    assert (first["leaves"], first["win_table"]) == ("CLUB.leaves", "CLUB.winprob")
    position = run_jackdaw("moves", WINDY, "--lexicon", "CLUB", "-n", 1).stdout
    assert position.endswith("strategy static\nValues: leaves CLUB.leaves\n")
    batch = tmp_path / "b.jsonl"
    (tmp_path / "w.cgp").write_text(WINDY + "\n", encoding="utf-8")
    options = ("--lexicon", "CLUB", "--method", "static", "--workers", 1)
    assert run_jackdaw("batch", tmp_path / "w.cgp", "-o", batch, *options).exit_code == 0
    assert json.loads(batch.read_bytes())["analysis"]["leaves"] == "CLUB.leaves"


def test_without_installed_values(run_jackdaw: Run) -> None:
    assert "strategy static\nValues: leaves scowl80\n" in run_jackdaw("moves", WINDY, "-n", 1).stdout
    greedy = run_jackdaw("moves", WINDY, "-n", 1, "--strategy", "greedy").stdout
    assert "strategy greedy\nValues: no leaves\n" in greedy


def test_list_rename_and_remove(run_jackdaw: Run, club: Lexicon) -> None:
    def row(name: str) -> list[str]:
        lines = run_jackdaw("lexicon", "list").stdout.splitlines()
        return next((line.split() for line in lines if line.startswith(name)), [])

    assert row("CLUB")[3:6] == ["english", "CLUB.leaves", "scowl80"]
    install_win_table(WinTable.load(), club, Variant.standard())
    assert run_jackdaw("lexicon", "rename", "club", "pub").exit_code == 0
    assert row("PUB")[3:6] == ["english", "PUB.leaves", "PUB.winprob"] and not row("CLUB")
    assert moves(run_jackdaw, "--lexicon", "PUB", position=WINDY)["leaves"] == "PUB.leaves"
    removed = run_jackdaw("lexicon", "remove", "pub").stdout.splitlines()
    assert [line.rpartition("/")[2] for line in removed] == ["PUB.leaves", "PUB.winprob", "PUB.jackdaw"]
    assert not list(installed_folder().iterdir())


def test_renaming_replaces_values_without_a_lexicon(run_jackdaw: Run, club: Lexicon) -> None:
    """Else the values of a lexicon that was deleted by hand would stay beside another one."""
    (installed_folder() / "PUB.winprob").write_bytes(b"nothing")
    assert run_jackdaw("lexicon", "rename", "club", "pub").exit_code == 0
    assert sorted(file.name for file in installed_folder().iterdir()) == ["PUB.jackdaw", "PUB.leaves"]


@pytest.mark.parametrize("suffix", [".leaves", ".winprob"])
def test_a_damaged_file(run_jackdaw: Run, club: Lexicon, suffix: str) -> None:
    file = installed_folder() / f"CLUB{suffix}"
    file.write_bytes(b"nothing")
    result = run_jackdaw("moves", WINDY, "--lexicon", "CLUB")
    assert result.exit_code == 2 and result.stderr.count("\n") == 1 and str(file) in result.stderr
    assert "train it again" in result.stderr and "--install), or delete the file" in result.stderr
    listed = run_jackdaw("lexicon", "list")
    assert listed.exit_code == 0 and f"damaged: {file.name}" in listed.stdout


def test_leaves_for_other_words(
    run_jackdaw: Run, club: Lexicon, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A lexicon built again with other words has its old leaves no more, and a warning says so."""
    (tmp_path / "club.txt").write_text("CARE\nRACE\n", encoding="utf-8")
    assert run_jackdaw("lexicon", "build", tmp_path / "club.txt").exit_code == 0
    assert moves(run_jackdaw, "--lexicon", "CLUB", position=WINDY)["leaves"] == "scowl80"
    (warning,) = [record.getMessage() for record in caplog.records]
    assert str(installed_folder() / "CLUB.leaves") in warning
    assert "was trained with other words than CLUB has now, so the built-in values are used" in warning
    assert "train it again (jackdaw leaves train --install), or delete the file" in warning


def test_leaves_for_other_tiles_and_racks(
    run_jackdaw: Run, club: Lexicon, caplog: pytest.LogCaptureFixture
) -> None:
    wide = f"{'/'.join(['21'] * 21)} AEINRST/ 0/0 0"
    assert moves(run_jackdaw, "--lexicon", "CLUB", "--rules", "super", position=wide)["leaves"] == "rackh3"
    assert "CLUB.leaves is for english tiles, not for super_english" in caplog.records[0].getMessage()


def test_a_file_put_there_by_hand(run_jackdaw: Run, tiny: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It does not say for which words it was trained."""
    out = train(run_jackdaw, tiny)
    (installed_folder() / "TINY.leaves").write_bytes(out.read_bytes())
    assert moves(run_jackdaw, *TINY)["leaves"] == "general"
    assert "does not say for which lexicon it was trained" in caplog.records[0].getMessage()


def test_leaves_replaced_during_a_run(club: Lexicon) -> None:
    """Workers refuse to go on with other leaves than the run began with."""
    variant = Variant.standard()
    source = LexiconSource.of("CLUB", variant)
    assert source.load().name == "CLUB"
    install_leaves(one_letter("Q", 5_000), club, variant)
    with pytest.raises(jackdaw.JackdawError, match="the leaves or the win table of CLUB are not those"):
        source.load()
    assert LexiconSource.of("CLUB", variant).load().name == "CLUB"


def test_a_batch_does_not_go_on_with_other_leaves(club: Lexicon, tmp_path: Path) -> None:
    source, out = tmp_path / "windy.cgp", str(tmp_path / "out.jsonl")
    source.write_text(WINDY + "\n", encoding="utf-8")
    plan = BatchPlan(AnalysisPlan(), None, 3, details=False)

    def run(*, resume: bool) -> int:
        with BatchRun([str(source)], [out], plan, LexiconFinder("CLUB"), resume=resume) as batch:
            batch.analyze(this_process)
            return batch.done

    assert run(resume=False) == run(resume=True) == 1
    install_leaves(one_letter("Q", 5_000), club, Variant.standard())
    with pytest.raises(JournalError, match="values"):
        run(resume=True)


def test_words_are_worth_what_the_players_think(club: Lexicon) -> None:
    """By the installed leaves, which `play_games` gives the players by itself."""
    variant = Variant.standard()
    setup = PlayabilitySetup(LexiconSource.of("CLUB", variant), variant, StaticStrategy.load("static"), 1)
    fitted = fit_strategy(setup.strategy, club, variant)
    assert fitted != setup.strategy
    found = count_words(WordBatch(setup, 0, 2))
    assert found.words and found == count_words(WordBatch(replace(setup, strategy=fitted), 0, 2))


def test_changed_leaves_are_read_again(club: Lexicon, run_jackdaw: Run) -> None:
    """In one process, such as that of the board."""
    before = moves(run_jackdaw, "--lexicon", "CLUB", position=WINDY)
    install_leaves(one_letter("G", 30_000), club, Variant.standard())
    assert moves(run_jackdaw, "--lexicon", "CLUB", position=WINDY) != before
