"""`analyze --gcg`: the record as it was, with a note on each turn."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result

from jackdaw.schemas import annotate_game
from jackdaw.schemas.annotated_game import MARK
from movegen import Game, Lexicon, read_gcg
from movegen.gcg import encode_gcg
from sims.review import review_game
from strategy import analyze_game
from strategy.analysis import GameAnalysis

pytestmark = pytest.mark.core

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "jackdaw/samples/ann_v_ben.gcg"
RECORDS = [*(ROOT / "tests/data/gcg/sound").glob("*.gcg"), *(ROOT / "tests/data/games").glob("*.gcg")]


def with_notes(game: Game) -> Game:
    lexicon = Lexicon.load(None, game.variant.tiles)
    return annotate_game(review_game(analyze_game(game, lexicon), lexicon))


def without_ours(game: Game) -> Game:
    """The game without the notes of ours."""
    found = Game(game.variant, game.players, pragmas=game.pragmas, encoding=game.encoding)
    for event in game.events:
        found.add(replace(event, notes=tuple(note for note in event.notes if not note.startswith(MARK))))
    return found


def test_the_documentation_shows_a_note() -> None:
    page = (ROOT / "docs/game-report.md").read_text(encoding="utf-8")
    shown = re.search(r"^```\n(>Ben_Boyle.*?)^```$", page, re.M | re.S)
    assert shown is not None and shown[1] in encode_gcg(with_notes(read_gcg(SAMPLE))).decode()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_round_trip(path: Path, tmp_path: Path) -> None:
    """Read again, it is the game with notes, and without ours the game as it was."""
    game = read_gcg(path)
    noted = with_notes(game)
    file = tmp_path / "noted.gcg"
    file.write_bytes(encode_gcg(noted))
    again = read_gcg(file)
    assert [event.notes for event in again.events] == [event.notes for event in noted.events]
    assert without_ours(again) == game
    assert all(each.message.startswith("unknown pragma #") for each in again.warnings)
    assert sum(note.startswith(MARK) for event in again.events for note in event.notes) == len(game.turns)
    assert encode_gcg(with_notes(again)) == file.read_bytes()  # nothing is doubled


def test_what_is_said(run_analyze: Run) -> None:
    result = run_analyze(SAMPLE, "--effort", "quick", "--gcg", "-")
    assert (result.exit_code, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    place = lines.index(">Ben_Boyle: ADEGLNW 14K AWNED +39 222")
    assert lines[place + 1] == (
        f"#note {MARK} Large mistake: 14K AWNED lost 13.0 % of wins and 31.1 points. "
        "Best by score and leave: C2 W(R)ANGLED for 66, worth 66.0. A bingo was missed. "
        "C2 W(R)ANGLED scores 27 more points (66 against 39)."
    )
    assert f"#note {MARK} The best move by endgame search." in lines
    assert (
        f"#note {MARK} The rack is not known, so the move is not judged."
        in run_analyze(
            ROOT / "tests/data/odd/missing_racks.gcg", "--effort", "quick", "--gcg", "-"
        ).stdout.splitlines()
    )


def test_notes_of_people_stay() -> None:
    """Also lines that were added to one of ours, which is made anew."""
    game = read_gcg(
        "#player1 A Ann\n#player2 B Bob\n>A: AERWZ 8D WAREZ +42 42\n#note mine\n"
        f"#note {MARK} Small mistake: what an older program said\nand I do not believe it\n"
        f"#note {MARK} twice\n"
    )
    (event,) = with_notes(game).events
    assert event.notes[0].startswith(f"{MARK} ") and "older" not in event.notes[0]
    assert event.notes[1:] == ("mine", "and I do not believe it")


def test_a_turn_that_was_not_analyzed_keeps_its_place() -> None:
    """Notes go to the turns that they are about, whatever stands between them."""
    game, lexicon = read_gcg(ROOT / "tests/data/games/annotated.gcg"), Lexicon.load()
    one = analyze_game(game, lexicon, turn=5).positions
    noted = annotate_game(review_game(GameAnalysis(game, lexicon.name, "static", one), lexicon))
    (turn,) = (
        number for number, event in enumerate(noted.turns, 1) if event.notes and MARK in event.notes[0]
    )
    assert turn == 5
