"""`analyze --html`: the page of a game in a file, whole or not at all."""

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from jackdaw.html import game_page
from movegen import Lexicon, read_gcg
from sims.review import review_game
from strategy import analyze_game

pytestmark = pytest.mark.core

Run = Callable[..., Result]
ROOT = Path(__file__).resolve().parents[3]
SAMPLE = ROOT / "jackdaw/samples/ann_v_ben.gcg"
QUICK = ("--effort", "quick")
POSITION = "15/15/15/15/15/15/15/15/15/15/15/15/15/15/15 AEINRST/ 0/0 0"


def test_a_page_beside_the_text(run_analyze: Run, tmp_path: Path) -> None:
    """The text does not change; the page is that of the review, including the endgame search."""
    file = tmp_path / "game.html"
    result = run_analyze(SAMPLE, *QUICK, "--html", file)
    assert (result.exit_code, result.stderr) == (0, f"Wrote {file}\n")
    assert result.stdout == run_analyze(SAMPLE, *QUICK).stdout
    game, lexicon = read_gcg(SAMPLE), Lexicon.load()
    static = game_page(review_game(analyze_game(game, lexicon), lexicon), record=str(SAMPLE))
    assert run_analyze(SAMPLE, "--method", "static", "--html", file).exit_code == 0
    assert file.read_text(encoding="utf-8") == static


def test_a_page_of_other_rules(run_analyze: Run, tmp_path: Path) -> None:
    """A strategy, the number of candidates, and a game of three."""
    file = tmp_path / "game.html"
    assert run_analyze(SAMPLE, *QUICK, "--strategy", "greedy", "-n", 3, "--html", file).exit_code == 0
    few = len(file.read_text(encoding="utf-8"))
    assert run_analyze(SAMPLE, *QUICK, "--strategy", "greedy", "-n", 30, "--html", file).exit_code == 0
    assert "greedy" in file.read_text(encoding="utf-8") and few < len(file.read_text(encoding="utf-8"))
    three = ROOT / "tests/data/games/three_players.gcg"
    assert run_analyze(three, *QUICK, "--html", file).exit_code == 0
    assert "this game has 3" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-",), "--html is for games, but this is not a game record."),
        ((SAMPLE,), "its folder does not exist"),
    ],
)
def test_no_page(run_analyze: Run, tmp_path: Path, arguments: tuple[object, ...], message: str) -> None:
    """Said before anything is analyzed."""
    result = run_analyze(*arguments, "--html", tmp_path / "nowhere" / "game.html", input=POSITION)
    assert result.exit_code == 2 and message in result.stderr and not result.stdout
    assert list(tmp_path.iterdir()) == []
