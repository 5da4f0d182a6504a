"""Check the wheels and source distributions of a folder: size, notices, nothing in them by mistake.

Use: python tools/check_distributions.py dist
"""

import argparse
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path, PurePosixPath

MAX_WHEEL, MAX_SDIST = 12_000_000, 8_000_000
NOTICES = (
    "LICENSE", "THIRD-PARTY.md", "movegen/data/SCOWL-NOTICE.txt", "strategy/data/NOTICE.txt",
    "jackdaw/web/fonts/OFL.txt",
)  # fmt: skip
PACKAGES = ("jackdaw", "jackdaw_core", "movegen", "sims", "strategy")
NEEDED = (
    *(f"{package}/py.typed" for package in PACKAGES),
    *(f"jackdaw_core/{package}.pyi" for package in ("movegen", "sims", "strategy")),
    "jackdaw_core/configs/boards/standard15.toml",
    "jackdaw/samples/ann_v_ben.gcg",
    "jackdaw/samples/puzzles.jsonl",
    "movegen/data/scowl80.txt.xz",
    "strategy/data/scowl80.leaves",
)
DIRT = {"__pycache__", ".git", ".venv", "build", "dist", ".hypothesis", ".mypy_cache", ".ruff_cache"}
COMPILED = {".a", ".o", ".so", ".pyd", ".dylib", ".dll", ".lib"}


def wheel_faults(path: Path) -> list[str]:
    """Return what is wrong with a wheel."""
    with zipfile.ZipFile(path) as wheel:
        names = [PurePosixPath(name) for name in wheel.namelist() if not name.endswith("/")]
        (info,) = {name.parts[0] for name in names if name.parts[0].endswith(".dist-info")}
        metadata = Parser().parsestr(wheel.read(f"{info}/METADATA").decode())
    kept = set(map(str, names))
    needed = {*NEEDED, *(f"{info}/licenses/{notice}" for notice in NOTICES)}
    faults = [f"{name} is missing" for name in sorted(needed - kept)]
    top = {name.parts[0] for name in names} - {*PACKAGES, info}
    faults += [f"{name} is not ours" for name in sorted(top)]
    if sum(name.parent.name == "jackdaw_core" and name.suffix in COMPILED for name in names) != 3:
        faults.append("there are not three compiled modules")
    faults += [f"{name} is a source" for name in names if name.suffix in (".cpp", ".hpp")]
    if "unknown" in metadata["Version"]:
        faults.append("the version is unknown")
    return faults + dirt(names) + size(path, MAX_WHEEL)


def sdist_faults(path: Path) -> list[str]:
    """Return what is wrong with a source distribution."""
    with tarfile.open(path) as sdist:
        names = [PurePosixPath(*Path(member.name).parts[1:]) for member in sdist if member.isfile()]
    needed = {*NOTICES, "pyproject.toml", "PKG-INFO", "CMakeLists.txt", "README.md", "CHANGELOG.md"}
    faults = [f"{name} is missing" for name in sorted(needed - set(map(str, names)))]
    faults += [f"{name} is compiled" for name in names if name.suffix in COMPILED]
    return faults + dirt(names) + size(path, MAX_SDIST)


def dirt(names: list[PurePosixPath]) -> list[str]:
    """Return the files of builds and caches among these."""
    return [f"{name} is of a build or a cache" for name in names if DIRT & set(name.parts)]


def size(path: Path, most: int) -> list[str]:
    """Return a fault if the file has more than so many bytes."""
    found = path.stat().st_size
    return [f"it has {found:,} bytes, more than {most:,}"] if found > most else []


def main() -> None:
    """Print a line for each file; exit with 1 if any has a fault, or if there is none."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    folder = parser.parse_args().folder
    files = sorted([*folder.glob("*.whl"), *folder.glob("*.tar.gz")])
    failed = not files
    for path in files:
        faults = wheel_faults(path) if path.suffix == ".whl" else sdist_faults(path)
        print(f"{path.name}: {path.stat().st_size:,} bytes", *faults, sep="\n  ")
        failed |= bool(faults)
    sys.exit("Failed" if failed else None)


if __name__ == "__main__":
    main()
