"""The worked numbers of docs/statistics.md are what the libraries say."""

import math
import re
from pathlib import Path

from sims.match.match_statistics import EloEstimate
from sims.match.score_frequencies import mean_score, score_from_elo

PAGE = Path(__file__).resolve().parents[3] / "docs" / "statistics.md"


def test_the_numbers_between_them() -> None:
    text = re.sub(r"\s+", " ", PAGE.read_text(encoding="utf-8"))
    row = "".join(
        f" {100 * score_from_elo(elo):.1f} % |".replace("50.0", "50") for elo in (0, 10, 35, 100, 200, 400)
    )
    assert f"| share of points |{row}" in text
    assert "867 of the 1600 half points" in text
    assert 1600 * mean_score([30, 3, 300, 4, 63]) == 867
    reaches = [EloEstimate.of([games // 2, 0, games // 2]).ci95[1] for games in (200, 1000, 10_000)]
    assert "{:.0f} points after 200 games, {:.0f} after 1000, {:.0f} after 10,000".format(*reaches) in text
    low, high = EloEstimate.of([0, 0, 20]).ci95
    assert f"[{low:.1f}, null]" in text
    assert math.isinf(high)
