"""Damaged inputs: lexica, leaves, games, positions and configurations, and how to damage and use them."""

import gzip
import json
import lzma
import struct
import sys
import tomllib
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))

from mutations import damage_bytes, damage_text, damage_tree, damage_words, format_toml
from tiny_game import tiny_lexicon, tiny_variant

from movegen import (
    DawgLayout,
    Game,
    JackdawError,
    Lane,
    Lexicon,
    MoveGenerator,
    TileSet,
    Variant,
    parse_gcg,
    read_cgp,
    read_gcg,
    write_cgp,
)
from movegen.gcg import encode_gcg

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
SECONDS = 120
"""The time that a damaged file may take; a thread of the interpreter's measures it, also inside the core."""
_MEMORY = 6 << 30

Damage = Callable[[bytes, Random], bytes]
Use = Callable[[Path], None]


class Format(NamedTuple):
    """A format: the suffix of its files, samples, how to damage one, and how to read and use the result."""

    suffix: str
    samples: list[bytes]
    damage: Damage
    use: Use


# --- lexica ---------------------------------------------------------------------------------------------


_ENGLISH = TileSet.load("english")
CGP = "15/15/15/7T7/4STARE1A4/7E1S5/7NEST4/7T7/15/15/15/15/15/15/15 AEINRS?/EIRT 12/20 0"


def sample_words() -> Lexicon:
    words = [word for word in Lexicon.load() if len(word) <= 9]
    return Lexicon.from_words([*words[::60], "TENT", "NEST", "STARE", "AS", "TEE", "EN"], _ENGLISH, "few")


def _use_lexicon(path: Path) -> None:
    """Query a lexicon, and generate moves with it, in both orders of letters."""
    lexicon = Lexicon.load(path, _ENGLISH)
    position = read_cgp(CGP)
    rack = position.rack
    lexicon.anagrams("AEINRS?", shortest=2)
    lexicon.matching("A*{EI}?")
    lexicon.hooks("AT")
    lexicon.has(_ENGLISH.parse_word("QUIZ"))
    lexicon.match(Lane.parse("(Σ, Σ, T, Σ, {a,e})", _ENGLISH), rack)
    moves = position.moves(lexicon)
    generator = MoveGenerator(position.variant, lexicon, position.board)
    from strategy import load_strategy

    for name in ("static", "greedy"):
        load_strategy(name).best(generator, rack, position.bag_count, position.unseen, count=3)
    for move in moves[:2]:
        position.after(move).moves(lexicon)
    wordsmog = Variant.load("wordsmog")
    MoveGenerator(wordsmog, lexicon).moves(rack, 80)
    sizes = lexicon.statistics
    if sizes.words < 100_000:
        list(lexicon)
        lexicon.up_to(4)
        lexicon.save(path.with_suffix(".copy"))
        lexicon.write_kwg(path.with_suffix(".copy"))
        lexicon.write_dawg(path.with_suffix(".copy"))


def _written(write: Callable[[Path], None], folder: Path) -> bytes:
    path = folder / "sample"
    write(path)
    return path.read_bytes()


def _compiled(folder: Path) -> Format:
    def damage(data: bytes, chance: Random) -> bytes:
        if not chance.randrange(5):
            return damage_bytes(data, chance)
        magic, version, size, _ = struct.unpack_from("<8sIII", data)
        header = json.loads(data[20 : 20 + size])
        begin = 20 + size + -(20 + size) % 64
        middle = begin + 4 * header["graph_words"]
        graph, word_map = data[begin:middle], data[middle:]
        part = chance.randrange(3)
        if part == 0:
            header = damage_tree(header, chance)
        elif part == 1:
            graph = damage_words(graph, chance)
        else:
            word_map = damage_words(word_map, chance)
        if part and isinstance(header, dict):
            header |= {"graph_words": len(graph) // 4, "map_words": len(word_map) // 4}
        text = json.dumps(header, default=repr).encode()
        checksum = zlib.crc32(word_map, zlib.crc32(graph, zlib.crc32(text)))
        start = struct.pack("<8sIII", magic, version, len(text), checksum) + text
        return start + bytes(-len(start) % 64) + graph + word_map

    return Format(".jackdaw", [_written(sample_words().save, folder)], damage, _use_lexicon)


def _kwg(folder: Path) -> Format:
    return Format(".kwg", [_written(sample_words().write_kwg, folder)], _words_or_bytes, _use_lexicon)


def _dawg(folder: Path) -> Format:
    few = Lexicon.from_words(list(sample_words())[::20], _ENGLISH, "fewer")  # 16 bits number few nodes
    samples = [
        _written(lambda path, layout=layout: few.write_dawg(path, layout), folder) for layout in DawgLayout
    ]
    return Format(".dawg", samples, _words_or_bytes, _use_lexicon)


_PACKINGS = (
    (b"\x1f\x8b", gzip.decompress, gzip.compress),
    (b"\xfd7zXZ", lzma.decompress, lzma.compress),
)


def _words_or_bytes(data: bytes, chance: Random) -> bytes:
    return damage_words(data, chance) if chance.randrange(4) else damage_bytes(data, chance)


def _word_list(folder: Path) -> Format:
    text = "\n".join(list(sample_words())[::10]).encode()
    return Format(".txt", [text, gzip.compress(text), lzma.compress(text)], _text_or_packed, _use_lexicon)


def _text_or_packed(data: bytes, chance: Random) -> bytes:
    """Damage a text, also inside its compression."""
    for magic, unpack, pack in _PACKINGS:
        if data.startswith(magic):
            inner = chance.randrange(3)
            return pack(damage_text(unpack(data), chance)) if inner else damage_bytes(data, chance)
    return damage_text(data, chance)


# --- leaves and tables of wins --------------------------------------------------------------------------


def _use_leaves(path: Path) -> None:
    """Rank moves, and play a game in the core, with a table of leaves."""
    from sims.games import play_games
    from strategy.leaves import load_leaves, write_table
    from strategy.players import StaticStrategy

    variant, lexicon = tiny_variant(), tiny_lexicon()
    strategy = StaticStrategy.load(str(path))
    play_games([strategy, strategy], lexicon, variant=variant, seed=len(path.read_bytes()), games=2)
    leaves = load_leaves(path, variant.tiles)
    for suffix in (".csv", ".klv2"):
        write_table(leaves, path.with_suffix(f".copy{suffix}"))


def _tiny_leaves() -> Any:
    from strategy.leaves import LeaveTable, all_keys

    tiles = tiny_variant().tiles
    keys = all_keys(tiles, 3)
    return LeaveTable(tiles, "tiny", keys, np.arange(len(keys), dtype=np.int64) * 130 - 4000)


def _leaves(suffix: str, damage: Damage) -> Callable[[Path], Format]:
    def prepare(folder: Path) -> Format:
        from strategy.leaves import write_table

        write_table(_tiny_leaves(), folder / f"sample{suffix}")
        return Format(suffix, [(folder / f"sample{suffix}").read_bytes()], damage, _use_leaves)

    return prepare


def _header_and_rest(data: bytes, chance: Random) -> bytes:
    """Damage a compressed file, or inside it a line of JSON or the binary rest."""
    if not chance.randrange(5):
        return damage_bytes(data, chance)
    unpack, pack = next((unpack, pack) for magic, unpack, pack in _PACKINGS if data.startswith(magic))
    head, _, rest = unpack(data).partition(b"\n")
    if chance.randrange(3):
        head = json.dumps(damage_tree(json.loads(head), chance), default=repr).encode()
    else:
        rest = damage_bytes(rest, chance)
    return pack(head + b"\n" + rest)


def _win_table(folder: Path) -> Format:
    from strategy.winprob import ONE, WinTable

    def use(path: Path) -> None:
        table = WinTable.load(path)
        table.win_probability([-(2**40), -5, 0, 5, 2**40], [0, 1, 50, 2**40, 7])
        copy = path.with_suffix(".copy.winprob")
        table.save(copy)
        assert np.array_equal(WinTable.load(copy).shares, table.shares)

    shares = np.linspace(0, ONE, 41).astype(np.uint16)[None, :].repeat(20, axis=0)
    sample = _written(WinTable(shares, "a test").save, folder)
    return Format(".winprob", [sample], _header_and_rest, use)


# --- games and positions --------------------------------------------------------------------------------


def _gcg(folder: Path) -> Format:
    words = sample_words()

    def use(path: Path) -> None:
        game = read_gcg(path)
        _use_game(game, words, path)

    samples = [path.read_bytes() for path in sorted(DATA.rglob("*.gcg"))]
    return Format(".gcg", samples, damage_text, use)


def _use_game(game: Game, words: Lexicon, path: Path) -> None:
    """Write a game and read it again; look at positions; review some games."""
    from jackdaw.collection.game_facts import extract_facts
    from jackdaw.html import game_page
    from jackdaw.review import review_record

    text = encode_gcg(game)
    again = parse_gcg(text, variant=game.variant)
    assert [event.kind for event in again.events] == [event.kind for event in game.events]
    assert again.scores == game.scores
    turns = len(game.turns)
    for number in {1, turns // 2 + 1, turns}:
        if number:
            str(game.position(number))
    english = game.variant.tiles.labels == words.tile_set.labels
    if english and turns and zlib.crc32(text) % 12 == 0:
        review = review_record(game, words)
        extract_facts(review)
        game_page(review)


def _cgp(folder: Path) -> Format:
    words = sample_words()

    def use(path: Path) -> None:
        from jackdaw.inputs import Sources

        for item in Sources.of([str(path)]).items():
            if item.position is not None:
                assert item.position == read_cgp(write_cgp(item.position), variant=item.position.variant)
                if item.position.variant.tiles.labels == words.tile_set.labels and item.position.racks:
                    tolerate(lambda position=item.position: position.moves(words))

    lines = [
        json.loads(line)["cgp"]
        for line in (DATA / "positions.jsonl").read_text(encoding="utf-8").splitlines()[::40]
    ]
    return Format(".cgp", [line.encode() for line in (*lines, CGP)], damage_text, use)


def tolerate(action: Callable[[], object]) -> None:
    try:
        action()
    except JackdawError:
        return


def _positions(suffix: str, sample: str) -> Callable[[Path], Format]:
    def prepare(folder: Path) -> Format:
        from jackdaw.inputs import Sources

        def use(path: Path) -> None:
            sources = Sources.of([str(path)])
            items = list(sources.items())
            assert sources.survey()[0] == len(items)

        return Format(suffix, [sample.encode()], damage_text, use)

    return prepare


# --- configurations -------------------------------------------------------------------------------------


def _toml(kind: str, use: Use) -> Callable[[Path], Format]:
    def prepare(folder: Path) -> Format:
        samples = [path.read_bytes() for path in sorted((ROOT / "configs" / kind).glob("*.toml"))]
        return Format(".toml", samples, _damage_toml, use)

    return prepare


def _damage_toml(data: bytes, chance: Random) -> bytes:
    if not chance.randrange(3):
        return damage_text(data, chance)
    table = damage_tree(tomllib.loads(data.decode()), chance)
    return format_toml(table) if isinstance(table, dict) else repr(table).encode(errors="replace")


def _use_board(path: Path) -> None:
    from movegen import BoardLayout

    BoardLayout.load(path)
    text = f'board = "{path.name}"\ntiles = "english"\nplayers_max = 2\n'
    _play(path.with_suffix(".rules.toml"), text)


def _use_tiles(path: Path) -> None:
    TileSet.load(path)
    _play(path.with_suffix(".rules.toml"), f'board = "standard15"\ntiles = "{path.name}"\nplayers_max = 2\n')


def _play(rules: Path, text: str) -> None:
    rules.write_text(text, encoding="utf-8")
    _use_rules(rules)


def _use_rules(path: Path) -> None:
    """Play a game by these rules with words of their letters."""
    from sims.games import play_games
    from strategy import load_strategy

    variant = Variant.load(path)
    labels = list(variant.tiles.labels)
    chance = Random(5)
    words = ["".join(chance.choices(labels, k=chance.randrange(2, 6))) for _ in range(60)]
    lexicon = Lexicon.from_words(words, variant.tiles)
    players = [load_strategy("static"), load_strategy("greedy")]
    games = play_games(players, lexicon, variant=variant, games=1, turns=True)
    game = games.game(0)
    encode_gcg(game)
    position = game.position(1)
    assert read_cgp(write_cgp(position), variant=variant) == position


def _use_heuristic(path: Path) -> None:
    from sims.games import play_games
    from strategy.leaves import Leaves
    from strategy.players import StaticStrategy

    for name in ("english", "swedish"):
        tolerate(lambda name=name: Leaves.load(path, TileSet.load(name)))
    strategy_file = path.with_suffix(".strategy.toml")
    strategy_file.write_text(f'kind = "static"\nleaves = "{path.name}"\n', encoding="utf-8")
    strategy = StaticStrategy.load(str(strategy_file))
    play_games([strategy, strategy], _few(), games=1)
    strategy.candidates(read_cgp(CGP), _few())


def _use_strategy(path: Path) -> None:
    from sims.games import play_games
    from strategy import load_strategy
    from strategy.players import StaticStrategy

    strategy = load_strategy(str(path))
    if isinstance(strategy, StaticStrategy):
        play_games([strategy, load_strategy("greedy")], _few(), games=1)
        strategy.candidates(read_cgp(CGP), _few())


def _use_tournament(path: Path) -> None:
    from sims.tournament import Tournament, load_tournament
    from sims.workers import choose_pool

    config = load_tournament(path)
    if len(config.strategies) < 20:
        Tournament(config, choose_pool(workers=1))


def _use_grades(path: Path) -> None:
    from strategy.analysis import GradingScheme

    scheme = GradingScheme.load(path)
    grades = [
        scheme.grade(lost, best_win=best, played_win=played)
        for lost in (0.0, 0.5, 9.5, 400.0)
        for best, played in ((0.62, 0.58), (0.5, 0.5), (1.0, 0.99), (0.3, 0.4))
    ]
    scheme.estimate_rating(scheme.mistake_index(grades))
    for index in (0.0, 0.3, 7.5, 1e6):
        scheme.estimate_rating(index)


_loaded: dict[str, Any] = {}


def _few() -> Lexicon:
    if "few" not in _loaded:
        _loaded["few"] = sample_words()
    return _loaded["few"]


_CSV = f"id,cgp\none,{CGP}\ntwo,{CGP}\n"
_JSONL = f'{{"id": "one", "cgp": "{CGP}"}}\n"{CGP}"\n\n{{"id": null, "cgp": 5}}\n'
FORMATS: dict[str, Callable[[Path], Format]] = {
    "compiled": _compiled,
    "kwg": _kwg,
    "dawg": _dawg,
    "word_list": _word_list,
    "leaves": _leaves(".leaves", _header_and_rest),
    "klv2": _leaves(".klv2", _words_or_bytes),
    "leave_csv": _leaves(".csv", damage_text),
    "win_table": _win_table,
    "gcg": _gcg,
    "cgp": _cgp,
    "position_csv": _positions(".csv", _CSV),
    "position_jsonl": _positions(".jsonl", _JSONL),
    "board": _toml("boards", _use_board),
    "tiles": _toml("tiles", _use_tiles),
    "rules": _toml("rules", _use_rules),
    "heuristic": _toml("leaves", _use_heuristic),
    "strategy": _toml("strategies", _use_strategy),
    "tournament": _toml("tournaments", _use_tournament),
    "grades": _toml("grades", _use_grades),
}
"""The formats that people write or build."""
