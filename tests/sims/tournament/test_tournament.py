"""Files that describe tournaments: the shipped ones are valid, and errors name file and key."""

from pathlib import Path

import pytest

from movegen.configs import list_configs
from movegen.errors import ConfigError, UnknownNameError
from movegen.variant import Variant
from sims.tournament import load_tournament
from strategy import load_strategy

RIGHT = 'format = "swiss"\nstrategies = ["greedy", "rackh1", "rackh2"]\n'


def written(folder: Path, text: str) -> Path:
    file = folder / "mine.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_everything_that_ships_is_right() -> None:
    assert {"heuristics", "four_at_a_table"} <= set(list_configs("tournaments"))
    for name in list_configs("tournaments"):
        tournament = load_tournament(name)
        assert tournament.name == name
        assert [load_strategy(each).name for each in tournament.strategies] == list(tournament.players)
        rules = Variant.load(tournament.variant).rules
        assert rules.players_min <= tournament.players_per_game <= rules.players_max


def test_what_is_left_out(tmp_path: Path) -> None:
    tournament = load_tournament(written(tmp_path, RIGHT))
    assert (tournament.rounds, tournament.games_per_pairing, tournament.paired) == (1, 2, True)
    assert (tournament.challengers, tournament.lexicon, tournament.variant) == (None, None, "standard")
    three = load_tournament(written(tmp_path, RIGHT + "players_per_game = 3\n"))
    assert three.games_per_pairing == 3
    assert load_tournament(written(tmp_path, RIGHT.replace("swiss", "gauntlet"))).challengers == 1


def test_paths_are_relative_to_the_file(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text('kind = "static"\n', encoding="utf-8")
    text = 'format = "swiss"\nstrategies = ["greedy", "own.toml"]\nvariant = "rules.toml"\n'
    tournament = load_tournament(written(tmp_path, text))
    assert tournament.strategies == ["greedy", str(tmp_path / "own.toml")]
    assert tournament.players == ("greedy", "own")
    assert load_strategy(tournament.strategies[1]).name == "own"
    assert tournament.variant == str(tmp_path / "rules.toml")


def test_paths_of_leaves_and_lexica_are_relative_to_the_file(tmp_path: Path) -> None:
    text = 'format = "swiss"\nstrategies = ["greedy", "club.leaves"]\nlexicon = "words/club.txt"\n'
    tournament = load_tournament(written(tmp_path, text))
    assert tournament.strategies == ["greedy", str(tmp_path / "club.leaves")]
    assert tournament.players == ("greedy", "club")
    assert tournament.lexicon == str(tmp_path / "words/club.txt")
    named = load_tournament(written(tmp_path, RIGHT + 'lexicon = "SCOWL80"\n'))
    assert named.lexicon == "SCOWL80"


@pytest.mark.parametrize(
    ("text", "key", "part"),
    [
        (
            RIGHT.replace("swiss", "knockout"),
            "format",
            "'knockout' is not a choice; expected 'gauntlet',",
        ),
        (RIGHT.replace("format", "fromat"), "fromat", "unknown key; known: format, strategies"),
        ('format = "swiss"\n', "strategies", "missing"),
        ('format = "swiss"\nstrategies = ["greedy"]\n', "strategies", "1 strategies; expected 2 to 1000"),
        (RIGHT.replace("rackh2", "greedy"), "strategies[2]", "two strategies are named 'greedy'"),
        (RIGHT.replace("rackh2", "x/greedy.toml"), "strategies[2]", "two strategies are named 'greedy'"),
        (RIGHT + "rounds = 0\n", "rounds", "expected 1 to 1000"),
        (RIGHT + "players_per_game = 4\n", "players_per_game", "expected 2 to 3"),
        (RIGHT + "games_per_pairing = -2\n", "games_per_pairing", "expected 1 to 1000000"),
        (RIGHT + "games_per_pairing = 3\n", "games_per_pairing", "a multiple of 2, or paired = false"),
        (RIGHT + "seed = -1\n", "seed", "expected 0 to"),
        (RIGHT + "paired = 1\n", "paired", "1 is not true or false"),
        (RIGHT + "challengers = 1\n", "challengers", "a swiss tournament has no challengers; remove"),
        (RIGHT.replace("swiss", "gauntlet") + "challengers = 3\n", "challengers", "expected 1 to 2"),
        (RIGHT.replace("swiss", "gauntlet") + "challengers = 0\n", "challengers", "expected 1 to 2"),
        (
            RIGHT.replace("swiss", "gauntlet") + "players_per_game = 3\n",
            "players_per_game",
            "expected 2 to 2",
        ),
        (
            f'format = "round_robin"\nstrategies = {[f"s{n}" for n in range(200)]}\nplayers_per_game = 4\n',
            "format",
            '64,684,950 tables; expected format = "swiss"',
        ),
    ],
)
def test_a_mistake_is_reported_with_file_and_key(tmp_path: Path, text: str, key: str, part: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_tournament(file)
    assert str(caught.value).startswith(f"{file}, {key}: ")
    assert part in str(caught.value)


def test_an_unknown_name_is_reported() -> None:
    with pytest.raises(UnknownNameError, match=r"unknown tournament 'heuristic'; did you mean heuristics\?"):
        load_tournament("heuristic")
