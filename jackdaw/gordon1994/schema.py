"""What `jackdaw bench paper` gives as JSON; docs/json.md explains every field."""

from itertools import zip_longest

import msgspec

from movegen.encoding import encode_json
from sims.gordon1994 import AlgorithmWork, GordonResults

SCHEMA = "jackdaw.bench.paper/1"


class StructureJson(msgspec.Struct):
    """A structure: a column of table III, and of table II if it is minimized."""

    structure: str
    states: int
    arcs: int
    letter_sets: int
    expanded_bytes: int
    expanded_bits_per_character: float
    compressed_bytes: int
    compressed_bits_per_character: float
    states_by_arcs: list[int]


class BandJson(msgspec.Struct):
    """A line of table V."""

    arcs_from: int
    arcs_below: int
    moves_with_blank: int
    moves_without_blank: int


class WorkJson(msgspec.Struct):
    """An algorithm's work on the positions of a pairing."""

    seconds_per_move: float
    lookups: int
    lookups_per_move: float
    lookups_per_move_with_blank: float
    lookups_per_move_without_blank: float
    arcs: int
    arcs_per_move: float
    anchors: int
    anchors_per_move: float
    histogram: list[BandJson]


class PairingJson(msgspec.Struct):
    """Games of one strategy against another."""

    strategies: tuple[str, str]
    games: int
    moves: int
    moves_with_blank: int
    mean_scores: tuple[float, float]
    dawg: WorkJson
    gaddag: WorkJson


class RepresentationJson(msgspec.Struct):
    """A structure in one of the paper's forms, timed on the positions of the first pairing."""

    structure: str
    representation: str
    bytes: int | None
    seconds_per_move: float | None


class PaperJson(msgspec.Struct):
    """The result of `jackdaw bench paper`."""

    schema: str
    lexicon: str
    words: int
    longest_word: int
    characters: int
    games: int
    seed: int
    structures: list[StructureJson]
    pairings: list[PairingJson]
    representations: list[RepresentationJson]


def tables_json(results: GordonResults) -> bytes:
    """`jackdaw.bench.paper/1`."""
    result = PaperJson(
        schema=SCHEMA,
        lexicon=results.lexicon,
        words=results.words,
        longest_word=results.longest_word,
        characters=results.characters,
        games=results.games,
        seed=results.seed,
        structures=[
            StructureJson(
                structure=sizes.structure.name.lower(),
                states=sizes.states,
                arcs=sizes.arcs,
                letter_sets=sizes.letter_sets,
                expanded_bytes=sizes.expanded_bytes,
                expanded_bits_per_character=round(sizes.expanded_bits_per_character, 2),
                compressed_bytes=sizes.compressed_bytes,
                compressed_bits_per_character=round(sizes.compressed_bits_per_character, 2),
                states_by_arcs=list(sizes.states_by_arcs),
            )
            for sizes in results.structures
        ],
        pairings=[
            PairingJson(
                strategies=pairing.strategies,
                games=pairing.games,
                moves=pairing.dawg.moves,
                moves_with_blank=pairing.dawg.with_blank.moves,
                mean_scores=pairing.mean_scores,
                dawg=_work(pairing.dawg),
                gaddag=_work(pairing.gaddag),
            )
            for pairing in results.pairings
        ],
        representations=[
            RepresentationJson(
                structure=work.structure.name.lower(),
                representation=work.representation.name.lower(),
                bytes=work.bytes,
                seconds_per_move=None if work.seconds_per_move is None else round(work.seconds_per_move, 9),
            )
            for work in results.representations
        ],
    )
    return msgspec.json.format(encode_json(result), indent=2) + b"\n"


def _work(work: AlgorithmWork) -> WorkJson:
    bands = zip_longest(work.with_blank.histogram, work.without_blank.histogram, fillvalue=0)
    return WorkJson(
        seconds_per_move=round(work.seconds_per_move, 9),
        lookups=work.lookups,
        lookups_per_move=round(work.lookups_per_move, 2),
        lookups_per_move_with_blank=round(work.with_blank.lookups_per_move, 2),
        lookups_per_move_without_blank=round(work.without_blank.lookups_per_move, 2),
        arcs=work.arcs,
        arcs_per_move=round(work.arcs_per_move, 2),
        anchors=work.anchors,
        anchors_per_move=round(work.anchors_per_move, 2),
        histogram=[
            BandJson(128 << band if band else 0, 256 << band, with_blank, without)
            for band, (with_blank, without) in enumerate(bands)
        ],
    )
