"""The names that `import jackdaw` offers."""

import subprocess
import sys

import pytest

import jackdaw
import movegen
import strategy
from jackdaw import analyzing, shortcuts
from jackdaw.collection import collection, frames, review_plots
from sims.explanation import explaining
from sims.review import game_review

OWN = (collection, frames, review_plots, analyzing, explaining, shortcuts)


@pytest.mark.parametrize("name", jackdaw.__all__)
def test_names_are_those_of_the_packages(name: str) -> None:
    home = next(package for package in (movegen, strategy, game_review, *OWN) if hasattr(package, name))
    assert getattr(jackdaw, name) is getattr(home, name)
    assert name in dir(jackdaw)


def test_the_first_lines_of_a_notebook() -> None:
    game = jackdaw.Game.new(jackdaw.Variant.standard(), ["Ann", "Bob"])
    game.record_move("8D WAREZ", "AERWZ")
    analysis = jackdaw.analyze_game(game, turn=1)
    assert analysis.positions[0].played is not None


def test_unknown_names() -> None:
    with pytest.raises(AttributeError, match="'jackdaw' has no attribute 'analyse'"):
        _ = jackdaw.analyse


def test_nothing_is_loaded_before_it_is_used() -> None:
    code = "import sys, jackdaw; print(sorted({'numpy', 'movegen', 'click', 'rich'} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert shown.stdout == "[]\n"
