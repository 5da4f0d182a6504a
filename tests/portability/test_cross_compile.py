"""The program that compiles the cores for other systems, with a compiler that only writes files."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).with_name("cross_compile.py")
ROOT = PROGRAM.parents[2]
EXPECTED = PROGRAM.with_name("signature.txt").read_text(encoding="utf-8")
COMPILER = """#!{python}
import sys
from pathlib import Path
arguments = sys.argv[1:]
into = Path(arguments[arguments.index("-o") + 1])
if "-c" in arguments:
    Path(__file__).with_name("source").write_text(Path(arguments[arguments.index("-c") + 1]).read_text())
    {compiling}
into.write_text({program!r})
into.chmod(0o755)
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs programs that are scripts")


def compile_with(folder: Path, output: str, compiling: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program with a compiler whose programs print something."""
    compiler = folder / "compiler"
    program = f"#!{sys.executable}\nprint({output!r}, end='')\n"
    compiler.write_text(
        COMPILER.format(python=sys.executable, compiling=compiling, program=program), encoding="utf-8"
    )
    compiler.chmod(0o755)
    command = [sys.executable, str(PROGRAM), "--compiler", str(compiler)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def test_the_same_results(tmp_path: Path) -> None:
    done = compile_with(tmp_path, EXPECTED)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "this machine: compiled, linked and run: the same results\n"


def test_all_files_are_compiled(tmp_path: Path) -> None:
    compile_with(tmp_path, EXPECTED)
    files = [path.as_posix() for path in ROOT.glob("*/core/**/*.cpp") if path.parent.name != "bindings"]
    included = (tmp_path / "source").read_text(encoding="utf-8").splitlines()
    assert sorted(files) == sorted(line.split('"')[1] for line in included)[:-1]
    assert included[-1].endswith('tests/portability/signature.cpp"')


def test_other_results(tmp_path: Path) -> None:
    other = EXPECTED.replace("endgames", "other")
    done = compile_with(tmp_path, other)
    assert done.returncode == 1
    assert done.stdout == f"this machine: compiled, linked and run: other results\n{other}\n"


def test_a_warning(tmp_path: Path) -> None:
    done = compile_with(tmp_path, EXPECTED, "sys.exit('a warning')")
    assert done.returncode == 1 and done.stdout.startswith("this machine: failed: ")
    assert "a warning" in done.stdout
