"""The tables of Gordon's paper, measured anew: under each line of ours, dim, the paper's own."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from jackdaw.console import EMPTY, Column, Line, styled, table
from jackdaw.gordon1994 import figures as paper
from movegen.gordon1994 import Representation, Structure
from sims.gordon1994 import STRUCTURES, AlgorithmWork, GordonResults, PairingWork

Row = tuple[Sequence[str], str]

_PAPER = "  paper"
_DIM = "dim"
_LOWEST_BAND = 256
_KILO = 1 << 10
_MEGA = 1 << 20
_STRUCTURES = ("DAWG", "minimized", "GADDAG", "semi-min.", "minimized")


def tables_view(results: GordonResults) -> Iterator[Line]:
    """Tables II to VI, each with a heading."""
    mean = results.characters / max(1, results.words)
    yield styled(
        f"{results.lexicon}: {results.words:,} words of up to {results.longest_word} letters, {mean:.2f} on "
        f"average; {results.games:,} games of each pairing, seed {results.seed}"
    )
    yield styled(
        f"paper: {paper.WORDS:,} words of up to {paper.LONGEST_WORD}, {paper.MEAN_LENGTH} on average; "
        f"{paper.GAMES:,} games",
        _DIM,
    )
    first = results.pairings[0]
    yield from _titled("Table II: states by number of arcs, minimized", _states_by_arcs(results))
    yield from _titled("Table III: sizes", _sizes(results))
    title = f"Table IV: finding every move of {first.dawg.moves:,} positions of {_names(first)}"
    yield from _titled(title, _performance(results))
    title = "Table IV by structure: CPU time per move, us, and bytes in memory"
    yield from _titled(title, _representations(results))
    title = "Table V: moves by arcs looked up, with and without a blank on the rack"
    yield from _titled(title, _histogram(first))
    yield from _titled("Table VI: the same with rack heuristics", _pairings(results.pairings))


def _titled(title: str, lines: Sequence[Line]) -> Iterator[Line]:
    yield EMPTY
    yield styled(title, "bold")
    yield from lines


def _right(*titles: str) -> tuple[Column, ...]:
    """Columns of figures behind one of names."""
    return (Column("", "left"), *(Column(title, "right") for title in titles))


def _states_by_arcs(results: GordonResults) -> list[Line]:
    """Table II."""
    columns = (*_right("DAWG", "%", "paper", "%", "GADDAG", "%", "paper", "%"),)
    ours = results.structures[1].states_by_arcs, results.structures[3].states_by_arcs
    theirs = paper.ARCS_PER_STATE_DAWG, paper.ARCS_PER_STATE_GADDAG
    rows = []
    for arcs, counts in enumerate(zip_longest(ours[0], theirs[0], ours[1], theirs[1], fillvalue=0)):
        totals = map(sum, (ours[0], theirs[0], ours[1], theirs[1]))
        cells = [f"{arcs}"]
        for count, total in zip(counts, totals, strict=True):
            cells += [f"{count:,}", f"{100 * count / max(1, total):.1f}"]
        rows.append((cells, ""))
    return table(columns, rows[1:])


def _sizes(results: GordonResults) -> list[Line]:
    """Table III."""
    lines = (
        ("states", "states", 0), ("arcs", "arcs", 0), ("letter sets", "letter_sets", 0),
        ("expanded, bytes", "expanded_bytes", 0), ("  bits/character", "expanded_bits_per_character", 1),
        ("compressed, bytes", "compressed_bytes", 0),
        ("  bits/character", "compressed_bits_per_character", 1),
    )  # fmt: skip
    rows: list[Row] = []
    for name, attribute, decimals in lines:
        for title, sizes, style in ((name, results.structures, ""), (_PAPER, paper.SIZES, _DIM)):
            values = dict(zip(STRUCTURES, (getattr(size, attribute) for size in sizes), strict=False))
            cells = [f"{values[key]:,.{decimals}f}" if key in values else "-" for key in Structure]
            ratio = _ratio(values[Structure.GADDAG_MINIMIZED], values[Structure.DAWG_MINIMIZED])
            rows.append(([title, *cells, ratio], style))
    return table(_right(*_STRUCTURES, "G/D min."), rows)


def _representations(results: GordonResults) -> list[Line]:
    """Return the sizes of the paper's structures; a dash where an arc is too small for a structure."""
    works = {(work.structure, work.representation): work for work in results.representations}
    rows: list[Row] = []
    for form in Representation:
        times = [works[structure, form].seconds_per_move for structure in Structure]
        sizes = [works[structure, form].bytes for structure in Structure]
        name = form.name.lower()
        rows.append(([f"{name}, us", *("-" if time is None else f"{time * 1e6:,.1f}" for time in times)], ""))
        rows.append(([f"{name}, bytes", *("-" if size is None else f"{size:,}" for size in sizes)], ""))
    return table(_right(*_STRUCTURES), rows)


def _minimized(results: GordonResults, form: Representation) -> tuple[float, float]:
    """Return microseconds per move on the minimized DAWG and GADDAG; 0 where an arc is too small."""
    times = {
        work.structure: work.seconds_per_move
        for work in results.representations
        if work.representation is form
    }
    dawg, gaddag = times[Structure.DAWG_MINIMIZED], times[Structure.GADDAG_MINIMIZED]
    return (dawg or 0) * 1e6, (gaddag or 0) * 1e6


def _performance(results: GordonResults) -> list[Line]:
    """Table IV. Our times are in microseconds, the paper's in seconds."""
    pairing = results.pairings[0]
    dawg, gaddag = pairing.dawg, pairing.gaddag
    games, mean = max(1, pairing.games), f"{sum(pairing.mean_scores) / 2:.2f}"
    moves = f"{dawg.moves / games:.2f}"
    rows: list[Row] = [
        (_both("CPU time per move, us", dawg.seconds_per_move * 1e6, gaddag.seconds_per_move * 1e6), ""),
        (_both("  expanded, us", *_minimized(results, Representation.EXPANDED)), ""),
        (_both(f"{_PAPER}, s", *paper.SECONDS_EXPANDED, 3), _DIM),
        (_both("  compressed, us", *_minimized(results, Representation.COMPRESSED)), ""),
        (_both(f"{_PAPER}, s", paper.DAWG.seconds_per_move, paper.GADDAG.seconds_per_move, 3), _DIM),
        (_both("arcs looked up per move", dawg.lookups_per_move, gaddag.lookups_per_move, 0), ""),
        (_both(_PAPER, paper.DAWG.arcs_per_move, paper.GADDAG.arcs_per_move, 0), _DIM),
        (_both("arcs followed per move", dawg.arcs_per_move, gaddag.arcs_per_move, 0), ""),
        (_both("anchors used per move", dawg.anchors_per_move, gaddag.anchors_per_move, 2), ""),
        (_both(_PAPER, paper.DAWG.anchors_per_move, paper.GADDAG.anchors_per_move, 2), _DIM),
        (("moves per game", moves, moves), ""),
        ((_PAPER, *(f"{work.moves / paper.GAMES:.2f}" for work in (paper.DAWG, paper.GADDAG))), _DIM),
        (("mean score", mean, mean), ""),
        ((_PAPER, f"{paper.DAWG.mean_score:.2f}", f"{paper.GADDAG.mean_score:.2f}"), _DIM),
    ]
    return table(_right("DAWG", "GADDAG", "D/G"), rows)


def _histogram(pairing: PairingWork) -> list[Line]:
    """Table V."""
    ours = [_three(*_histograms(work)) for work in (pairing.dawg, pairing.gaddag)]
    theirs = [
        _three(work.histogram_with_blank, work.histogram_without_blank) for work in (paper.DAWG, paper.GADDAG)
    ]
    rows: list[Row] = []
    for band in range(max(len(bands) for bands in (*ours, *theirs))):
        for title, works, style in ((_band_name(band), ours, ""), (_PAPER, theirs, _DIM)):
            counts = [counts for bands in works for counts in (bands[band : band + 1] or [(0, 0, 0)])]
            rows.append(([title, *(f"{count:,}" for three in counts for count in three)], style))
    for title, works, style in (("all", ours, ""), (_PAPER, theirs, _DIM)):
        sums = [sum(column) for bands in works for column in zip(*bands, strict=True)]
        rows.append(([title, *(f"{total:,}" for total in sums)], style))
    means: list[str] = ["mean arcs"]
    for work in (pairing.dawg, pairing.gaddag):
        each = (work.with_blank.lookups_per_move, work.without_blank.lookups_per_move, work.lookups_per_move)
        means += [f"{arcs:,.0f}" for arcs in each]
    rows.append((means, ""))
    means = [_PAPER]
    for figures in (paper.DAWG, paper.GADDAG):
        each = (figures.arcs_with_blank, figures.arcs_without_blank, figures.arcs_per_move)
        means += [f"{arcs:,.0f}" for arcs in each]
    rows.append((means, _DIM))
    return table(_right("DAWG: blank", "none", "all", "GADDAG: blank", "none", "all"), rows)


def _pairings(pairings: Sequence[PairingWork]) -> list[Line]:
    """Table VI, and the mean scores, which the paper does not give."""
    rows: list[Row] = []
    for pairing in pairings:
        dawg, gaddag = pairing.dawg, pairing.gaddag
        rows.append((_pairing_cells(
            _names(pairing), dawg.seconds_per_move * 1e6, gaddag.seconds_per_move * 1e6, 1,
            dawg.lookups_per_move, gaddag.lookups_per_move,
            " - ".join(f"{score:.1f}" for score in pairing.mean_scores),
        ), ""))  # fmt: skip
        their = paper.PAIRINGS[pairing.strategies[0]]
        rows.append((_pairing_cells(
            f"{_PAPER}, s", their.seconds_dawg, their.seconds_gaddag, 3, their.arcs_dawg, their.arcs_gaddag
        ), _DIM))  # fmt: skip
    titles = ("DAWG us", "GADDAG us", "D/G", "DAWG arcs", "GADDAG arcs", "D/G", "mean scores")
    return table(_right(*titles), rows)


def _pairing_cells(
    name: str, dawg_time: float, gaddag_time: float, decimals: int, dawg_arcs: float, gaddag_arcs: float,
    scores: str = "",
) -> list[str]:  # fmt: skip
    times = _both(name, dawg_time, gaddag_time, decimals)
    return [*times, *_both("", dawg_arcs, gaddag_arcs, 0)[1:], scores]


def _names(pairing: PairingWork) -> str:
    return " v. ".join(pairing.strategies)


def _both(name: str, dawg: float, gaddag: float, decimals: int = 1) -> list[str]:
    """A figure of both algorithms, and their ratio."""
    return [name, f"{dawg:,.{decimals}f}", f"{gaddag:,.{decimals}f}", _ratio(dawg, gaddag)]


def _ratio(one: float, other: float) -> str:
    return f"{one / other:.2f}" if other else "-"


def _histograms(work: AlgorithmWork) -> tuple[Sequence[int], Sequence[int]]:
    return work.with_blank.histogram, work.without_blank.histogram


def _three(with_blank: Sequence[int], without: Sequence[int]) -> list[tuple[int, int, int]]:
    """Moves with a blank, without, and together, by band of arcs."""
    return [(one, other, one + other) for one, other in zip_longest(with_blank, without, fillvalue=0)]


def _band_name(band: int) -> str:
    """The arcs of a band of the histogram, such as `512-1K`."""
    if band == 0:
        return f"0-{_LOWEST_BAND - 1}"
    lowest = _LOWEST_BAND << (band - 1)
    highest = 2 * lowest - 1 if 2 * lowest < _KILO else 2 * lowest
    return f"{_short(lowest)}-{_short(highest)}"


def _short(arcs: int) -> str:
    if arcs >= _MEGA:
        return f"{arcs // _MEGA}M"
    return f"{arcs // _KILO}K" if arcs >= _KILO else f"{arcs}"
