"""Jackdaw, a Scrabble engine: the names for notebooks, and the programs `jackdaw` and `analyze`.

>>> import jackdaw
>>> position = jackdaw.read_cgp("15/15/15/15/15/15/15/3WINDY7/15/15/15/15/15/15/15 ADEEGIL/ 0/32 0")
>>> jackdaw.analyze_position(position).best
<Candidate D8 (W)EDGIE 22 +23.2>

>>> review = jackdaw.analyze("jackdaw/samples/ann_v_ben.gcg", effort="quick")
>>> review.players[1].missed_bingos
(16,)

A name is imported from its package (`movegen`, `strategy` and others) when it is first used, so that programs
load no more than they need.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
    from jackdaw.analyzing import analyze
    from jackdaw.collection import Collection, plot_chances, plot_trend, to_frame
    from jackdaw.shortcuts import pit, simulate, solve
    from movegen import (
        Board,
        Game,
        JackdawError,
        Lexicon,
        Move,
        Position,
        Rack,
        TileSet,
        Variant,
        parse_gcg,
        parse_move,
        read_cgp,
        read_gcg,
        write_cgp,
        write_gcg,
    )
    from sims.explanation import explain
    from sims.review import GameReview
    from strategy import (
        Candidate,
        GameAnalysis,
        PositionAnalysis,
        analyze_game,
        analyze_position,
        list_strategies,
        load_strategy,
        solve_endgame,
    )

__all__ = [
    "Board",
    "Candidate",
    "Collection",
    "Game",
    "GameAnalysis",
    "GameReview",
    "JackdawError",
    "Lexicon",
    "Move",
    "Position",
    "PositionAnalysis",
    "Rack",
    "TileSet",
    "Variant",
    "analyze",
    "analyze_game",
    "analyze_position",
    "explain",
    "list_strategies",
    "load_strategy",
    "parse_gcg",
    "parse_move",
    "pit",
    "plot_chances",
    "plot_trend",
    "read_cgp",
    "read_gcg",
    "simulate",
    "solve",
    "solve_endgame",
    "to_frame",
    "write_cgp",
    "write_gcg",
]

_ELSEWHERE = {
    "Collection": "jackdaw.collection",
    "GameReview": "sims.review",
    "analyze": "jackdaw.analyzing",
    "explain": "sims.explanation",
    "pit": "jackdaw.shortcuts",
    "plot_chances": "jackdaw.collection",
    "plot_trend": "jackdaw.collection",
    "simulate": "jackdaw.shortcuts",
    "solve": "jackdaw.shortcuts",
    "to_frame": "jackdaw.collection",
}
"""Where those names are found that neither `movegen` nor `strategy` has."""


def __getattr__(name: str) -> object:
    if name == "__version__":
        return import_module("movegen.distribution").version()
    try:
        return _find(name)
    except ImportError as error:
        raise import_module("movegen.distribution").hidden_package_error(error) or error from None


def _find(name: str) -> object:
    if name in _ELSEWHERE:
        return getattr(import_module(_ELSEWHERE[name]), name)
    if name in __all__:
        for package in ("movegen", "strategy"):
            module = import_module(package)
            if hasattr(module, name):
                return getattr(module, name)
        raise ImportError(f"cannot import {name!r}", name="strategy")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
