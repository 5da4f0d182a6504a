"""Commands with other boards, racks and rules, from end to end."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

EMPTY = "/".join(["15"] * 15)
QUIZ = "/".join(["15"] * 7 + ["6QUIZ5"] + ["15"] * 7)
END = "/".join(["15"] * 6 + ["6Q8", "6U8", "6I8"] + ["15"] * 6)
SMOG_END = (
    "MAEBDERR7/ALV12/OLW6E5/XOO1F4E5/1RLNOOGP1I5/IB1UTWRS1D5/ERENNRIATS5/G3EEMZ1N5/IHP1CVYA1U5/LATKI2SIQ5/"
    "NYEAT10/GOJS11/1TUO11/1U1DIH9/AbAENOTl7 ACDEFII/E 535/699 0 lex SCOWL80; var wordsmog;"
)

pytestmark = pytest.mark.core

Run = Callable[..., Result]
Write = Callable[[str, str], Path]


@pytest.mark.parametrize("rules", ["rack8", "blocked", "wordsmog", "super"])
def test_matches(rules: str, run_jackdaw: Run) -> None:
    """Games are played, and turn by turn they are the same: `play_game` is held against them elsewhere."""
    options = ("--games", 4, "--workers", 1, "--json", "-")
    found = run_jackdaw("pit", "greedy", "greedy", "--rules", rules, *options)
    assert json.loads(found.stdout)["games"] == 4


@pytest.mark.parametrize(
    ("tiles", "leaves"),
    [("english", "rackh3"), ("super_english", "rackh3"), ("spanish", "spanish"), ("slovene", "general")],
)
def test_static_values_racks_of_eight(tiles: str, leaves: str, tmp_path: Path, run_jackdaw: Run) -> None:
    """Each with leaves of every length: the learned table has none of seven tiles."""
    rules, words = tmp_path / "eight.toml", tmp_path / "words.txt"
    rules.write_text(f'tiles = "{tiles}"\nrack_size = 8\n', encoding="utf-8")
    words.write_text("ES\nTES\nTESTES\nSET\nSETE\n", encoding="utf-8")
    options = ("--rules", rules, "--lexicon", words)
    found = run_jackdaw("moves", f"{EMPTY} EEEESTVZ/ 0/0 0", *options, "--json", "-")
    values = {move["move"]: move["leave_value"] for move in json.loads(found.stdout)["moves"]}
    assert json.loads(found.stdout)["leaves"] == leaves
    assert values["(exch Z)"] not in (0, values["(exch E)"]) and len(set(values.values())) > 10
    played = run_jackdaw("pit", "static", "greedy", *options, "--games", 2, "--workers", 1, "--json", "-")
    assert json.loads(played.stdout)["games"] == 2


def test_chances_to_win_by_rules_of_ones_own_are_called_rough(tmp_path: Path, run_analyze: Run) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text("bingo_bonus = 5\n", encoding="utf-8")
    position = f"{EMPTY} AEINRST/ 0/0 0"
    for options, expected in ((("--rules", rules), True), ((), False)):
        found = run_analyze(position, *options, "-n", 2, "--iterations", 10)
        assert ("win table scowl80 (learned from standard games)\n" in found.stdout) is expected


def test_moves_in_any_order(run_jackdaw: Run) -> None:
    found = run_jackdaw("moves", f"{QUIZ} AEINRST/ 0/44 0 var wordsmog;", "-n", 3)
    assert "lexicon SCOWL80" in found.stdout
    plain = run_jackdaw("moves", f"{QUIZ} AEINRST/ 0/44 0", "-n", 3)
    assert found.stdout != plain.stdout


def test_positions_in_any_order_are_simulated(run_analyze: Run, write: Write) -> None:
    path = write("smog.cgp", f"{QUIZ} AEINRST/ 0/44 0 var wordsmog;")
    found = run_analyze(path, "-n", 3, "--method", "simulation", "--iterations", 20)
    assert "±" in found.stdout and "iterations" in found.stdout


def test_a_game_in_any_order(run_analyze: Run, write: Write) -> None:
    """A word that is none as it stands is no phony."""
    record = (
        "#character-encoding UTF-8\n#player1 A Ann\n#player2 B Ben\n"
        ">A: IQUZEEE 8G ZIQU +48 48\n>B: AEINRST 9C AEINRST +73 73\n>A: EEEXXXX - +0 48\n"
    )
    path = write("smog.gcg", record.replace("XXXX", "OOOO"))
    few = ("--iterations", 10, "--candidates", 2)
    smog = run_analyze(path, "--rules", "wordsmog", *few, "--json", "-")
    plain = run_analyze(path, "--json", "-", "--method", "static", "--lexicon", "SCOWL80")
    phonies = [
        [turn["played"]["phony"] for turn in json.loads(found.stdout)["positions"] if turn["played"]]
        for found in (smog, plain)
    ]
    assert phonies[0][0] is False and phonies[1][0] is True


def test_endgames_in_any_order(run_jackdaw: Run) -> None:
    """The end of a game of self-play: CEDFII and LATKIE are words only where any order is one."""
    found = json.loads(run_jackdaw("endgame", SMOG_END, "--json", "-").stdout)
    assert found["proven"] and found["pv"] == ["2I CEDFII", "10A (LATKI)E"]
    assert found["value"] == 49 - 26 - 2


def test_pre_endgames_in_any_order_are_refused(run_jackdaw: Run) -> None:
    found = run_jackdaw("preendgame", f"{END} AB/CD 0/0 0 var wordsmog;")
    assert found.exit_code and "words may be in any order" in found.stderr
