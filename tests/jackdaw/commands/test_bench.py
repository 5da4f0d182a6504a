"""`jackdaw bench`: everything beside a yardstick; the tables of the paper as text and as JSON."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import Result

from jackdaw.commands import bench
from jackdaw.gordon1994 import figures as paper_figures
from sims.benchmark import Speed

ROOT = Path(__file__).resolve().parents[3]
Run = Callable[..., Result]


@pytest.mark.medium
def test_the_tables_stand_beside_the_papers_figures(run_jackdaw: Run) -> None:
    result = run_jackdaw("bench", "paper", "--games", 1, "--seed", 5)
    assert result.exit_code == 0
    for numeral in ("II", "III", "IV", "V", "VI"):
        assert f"\nTable {numeral}: " in result.stdout
    lines = result.stdout.splitlines()
    assert lines[0].startswith("SCOWL80: ") and "words of up to 8 letters" in lines[0]
    states = next(place for place, line in enumerate(lines) if line.startswith("states "))
    assert lines[states + 1].split() == ["paper", "55,503", "17,856", "-", "250,924", "89,031", "4.99"]
    assert any(line.startswith("expanded, us ") for line in lines)
    # On this lexicon the unminimized GADDAG has too many states for arcs of 32 bits.
    assert any(line.startswith("compressed, bytes ") and line.split()[4] == "-" for line in lines)
    assert "rackh3 v. greedy" in result.stdout
    assert result.stderr.splitlines()[0] == "Measuring: structures (5)"
    assert max(map(len, lines)) <= 100


def test_json(run_jackdaw: Run, tmp_path: Path) -> None:
    options = ("bench", "paper", "--games", 2, "--max-length", 5)
    result = run_jackdaw(*options, "--json", "-")
    found = json.loads(result.stdout)
    assert (found["schema"], found["longest_word"]) == ("jackdaw.bench.paper/1", 5)
    assert (len(found["structures"]), len(found["pairings"])) == (5, 4)
    stored = {(work["structure"], work["representation"]): work for work in found["representations"]}
    assert len(stored) == 10
    assert stored["dawg_minimized", "expanded"]["bytes"] > stored["dawg_minimized", "compressed"]["bytes"]
    assert all(work["seconds_per_move"] > 0 for work in stored.values())
    for structure in found["structures"]:
        by_arcs = structure["states_by_arcs"]
        assert sum(by_arcs) == structure["states"]
        assert sum(arcs * states for arcs, states in enumerate(by_arcs)) == structure["arcs"]
    for pairing in found["pairings"]:
        for work in (pairing["dawg"], pairing["gaddag"]):
            bands = work["histogram"]
            assert [band["arcs_from"] for band in bands[1:]] == [band["arcs_below"] for band in bands[:-1]]
            moves = sum(band["moves_with_blank"] + band["moves_without_blank"] for band in bands)
            assert moves == pairing["moves"]
    both = run_jackdaw(*options, "--json", tmp_path / "paper.json")
    assert "Table II" in both.stdout
    assert (
        json.loads((tmp_path / "paper.json").read_text(encoding="utf-8"))["structures"] == found["structures"]
    )


def test_bad_usage(run_jackdaw: Run, write: Callable[[str, str], Path]) -> None:
    for options in (("--games", 0), ("--max-length", 16), ("--seed", -1), ("--lexicon", "nowhere")):
        assert run_jackdaw("bench", "paper", *options).exit_code == 2
    long = run_jackdaw("bench", "paper", "--lexicon", write("long.txt", "CAREENING\n"))
    assert long.exit_code == 2
    assert long.stderr == "Error: long has no words of at most 8 letters; raise --max-length\n"


def test_the_papers_figures_agree_with_each_other() -> None:
    """Tables II and III, and IV and V, agree on states, arcs and moves."""
    columns = (paper_figures.ARCS_PER_STATE_DAWG, paper_figures.SIZES[1])
    assert_sums(*columns)
    assert_sums(paper_figures.ARCS_PER_STATE_GADDAG, paper_figures.SIZES[3])
    for work in (paper_figures.DAWG, paper_figures.GADDAG):
        assert sum(work.histogram_with_blank) + sum(work.histogram_without_blank) == work.moves


def assert_sums(by_arcs: tuple[int, ...], sizes: paper_figures.Sizes) -> None:
    assert sum(by_arcs) == sizes.states
    assert sum(arcs * states for arcs, states in enumerate(by_arcs)) == sizes.arcs


def test_movegen_reports_speed_and_signature(run_jackdaw: Run) -> None:
    result = run_jackdaw("bench", "movegen", "--games", 2)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[:3] == [
        "lexicon    SCOWL80",
        "games      2, 44 positions",
        "signature  43,137 moves found",
    ]
    assert lines[3].endswith(" positions a second") and lines[4].endswith(" moves a second")
    assert result.stderr == "Measuring: self-play (2)\n"


@pytest.mark.medium
def test_all_measures_every_figure_beside_the_yardstick(run_jackdaw: Run, tmp_path: Path) -> None:
    file = tmp_path / "speeds.json"
    result = run_jackdaw("bench", "all", "--quick", "--json", file)
    assert result.exit_code == 0, result.output
    found = json.loads(file.read_text(encoding="utf-8"))
    assert (found["schema"], found["lexicon"], found["words"]) == ("jackdaw.bench.all/1", "SCOWL80", 248_596)
    assert found["quick"] is found["complete"] is True
    lines = result.stdout.splitlines()
    assert lines[0] == "SCOWL80, 248,596 words; quick: times are rough"
    assert f"Signature {found['signature']}: " in lines[-1]
    names = [figure["name"] for figure in found["figures"]]
    assert len(set(names)) == len(names) >= 21
    for figure, line in zip(found["figures"], lines[2:-2], strict=True):
        assert line.startswith(f"{figure['name']} ") and line.endswith(f" {figure['signature']}")
        assert figure["units"] > 0 and figure["yardstick_seconds"] > 0
        assert figure["ratio"] == pytest.approx(figure["seconds"] / figure["yardstick_seconds"], rel=0.01)
    signatures = {figure["name"]: figure["signature"] for figure in found["figures"]}
    # The same positions: an array and a list have as many moves. The command's help has 42 lines or more.
    assert signatures["moves"] == signatures["sorted moves"] > 10_000
    assert signatures["jackdaw --help"] > 40 and signatures["quick review"] > 80


def test_every_figure_is_in_the_table_of_the_documentation() -> None:
    text = (ROOT / "docs" / "internals" / "performance.md").read_text(encoding="utf-8")
    summary = text.partition("## Summary")[2].partition("\n## ")[0]
    missing = [figure.name for figure in bench.ALL_FIGURES if f"`{figure.name}`" not in summary]
    assert not missing


def test_ctrl_c_keeps_what_is_measured(
    run_jackdaw: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> Iterator[Speed]:
        yield Speed("moves", "position", 10, 0.000_05, 0.000_1, 795)
        raise KeyboardInterrupt

    monkeypatch.setattr(bench, "measure_speeds", interrupted)
    result = run_jackdaw("bench", "all", "--json", tmp_path / "part.json")
    assert result.exit_code == 130
    total = len(bench.ALL_FIGURES)
    assert f"Interrupted: 1 of {total} figures are measured" in result.stderr
    assert result.stdout.splitlines()[2].split() == ["moves", "50.0", "us", "position", "0.500", "795"]
    assert result.stdout.splitlines()[-1] == f"1 of {total} figures"
    found = json.loads((tmp_path / "part.json").read_text(encoding="utf-8"))
    assert (found["complete"], found["signature"], len(found["figures"])) == (False, None, 1)


def test_json_alone_on_standard_output(run_jackdaw: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "measure_speeds", lambda *_, **__: iter(()))
    assert json.loads(run_jackdaw("bench", "all", "--json", "-").stdout)["figures"] == []
