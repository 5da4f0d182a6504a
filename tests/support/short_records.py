"""Records of short games that are quick to review: one play, then passes until the game is over."""

from pathlib import Path


def short_record(first: str, second: str, date: str = "", *, wins: bool = True, finished: bool = True) -> str:
    """Write the record of a game with one play: by the first player if `wins`, else by the second."""
    head = f"#player1 one {first}\n#player2 two {second}\n" + (f"#date {date}\n" if date else "")
    moves = [("8D WAREZ", 42)] if wins else [("-", 0), ("8D WAREZ", 42)]
    moves += [("-", 0)] * (6 if finished else 0)
    racks, totals, lines = {"one": "AEINOVT", "two": "AEINOVT"}, {"one": 0, "two": 0}, []
    racks["one" if wins else "two"] = "AERWZEE"
    for turn, (move, score) in enumerate(moves):
        player = ("one", "two")[turn % 2]
        totals[player] += score
        lines.append(f">{player}: {racks[player]} {move} +{score} {totals[player]}")
        if score:
            racks[player] = racks[player][-2:] + "AINRT"
    if finished:
        points = {tile: value for value, tiles in {1: "AEINORT", 4: "VW", 10: "Z"}.items() for tile in tiles}
        for player, rack in racks.items():
            lost = sum(points[tile] for tile in rack)
            lines.append(f">{player}: {rack} ({rack}) -{lost} {totals[player] - lost}")
    return head + "\n".join(lines) + "\n"


def write_records(folder: Path) -> Path:
    """Fill a folder with games of three players under several spellings, and with files that are no games."""
    (folder / "deep").mkdir(parents=True)
    for name, record in {
        "r1.gcg": short_record("Ann Archer", "Ben", "2026-03-01"),
        "r2.gcg": short_record("ben", "ANN  archer", "2026-01-05", wins=False),
        "deep/r10 2026-02-01.GCG": short_record("Ann Archer", "<b>Cy & Co</b>", wins=False),
        "r9.gcg": short_record("Ann Archer", "Ben", finished=False),
        "r10.gcg": short_record("Ann_Archer", "Ben", "5/6/26"),
    }.items():
        (folder / name).write_text(record, encoding="utf-8")
    (folder / "copy.gcg").write_text((folder / "r1.gcg").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "broken.gcg").write_text("rubbish\n", encoding="utf-8")
    (folder / "empty.gcg").touch()
    (folder / "notes.txt").write_text("not read", encoding="utf-8")
    return folder
