"""What the tests of typed clients share: generated files, compilers, and where plugins are."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = Path(os.environ.get("ENFOLD_BUILD", ROOT / "build")).resolve()
COMMAND = os.environ.get("ENFOLD_TEST_COMMAND", str(BUILD / "bin" / "enfold"))
TOOLS = BUILD / "venv" / "bin"
PROGRAMS = HERE / "programs"
ENDINGS = {"python": "py", "cpp": "hpp", "c": "h", "typescript": "ts"}
EXAMPLES = ["Counter", "Todos", "PrimeTime", "TextBoard", "Reactables", "ccounter"]

FOLDERS = [BUILD / "plugins", BUILD / "test-plugins"]
PLUGINS = {name: BUILD / "plugins" / f"lib{name}.so" for name in EXAMPLES}
for name in ["Bound", "Presented", "Stacked"]:
    PLUGINS[name] = BUILD / "test-plugins" / f"lib{name}.so"
PLUGINS["Forms"] = BUILD / "test-plugins" / "libForms.so"


def run(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(each) for each in arguments],
        capture_output=True,
        check=False,
        text=True,
        timeout=300,
        env={**os.environ, "LC_ALL": "C.UTF-8", **environment},
    )


def passes(*arguments: object, **environment: str) -> str:
    """What a command prints that must succeed."""
    done = run(*arguments, **environment)
    assert done.returncode == 0, f"{arguments[0]}\n{done.stdout}{done.stderr}"
    return done.stdout


def refuses(*arguments: object, **environment: str) -> str:
    """What a command prints that must fail."""
    done = run(*arguments, **environment)
    assert done.returncode != 0, f"{arguments[0]} has passed\n{done.stdout}"
    return done.stdout + done.stderr


def generate(language: str, plugin: object, folder: Path) -> Path:
    """Makes the client of a plugin, under the name that it gets by itself."""
    before = set(folder.iterdir())
    passes(COMMAND, "gen", language, plugin, "-o", folder)
    [made] = set(folder.iterdir()) - before
    return made


@pytest.fixture(scope="session")
def clients() -> dict[str, Path]:
    """A folder for each language, which has the client of each plugin and the programs."""
    folders = {}
    for language, ending in ENDINGS.items():
        folder = folders[language] = BUILD / "clients" / language
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for plugin in PLUGINS.values():
            assert generate(language, plugin, folder).suffix == f".{ending}"
    return folders


def cc(compiler: str, source: object, *arguments: object) -> list[object]:
    """The command that compiles a C or C++ program with all warnings."""
    flags = ["-Wall", "-Wextra", "-pedantic", "-Werror", f"-I{ROOT / 'include'}"]
    standard = "-std=c++17" if "++" in compiler else "-std=c11"
    return [compiler, standard, *flags, source, *arguments]


LINK = [f"-L{BUILD / 'lib'}", "-lenfold", "-lm", f"-Wl,-rpath,{BUILD / 'lib'}"]

# Beside cc and c++. Swift brings them.
OTHER_COMPILERS = [each for each in ("clang", "clang++") if shutil.which(each)]
PYTHON = {
    "PYTHONPATH": str(ROOT / "bindings" / "python"),
    "ENFOLD_LIBRARY": str(BUILD / "lib" / "libenfold.so.0"),
}
INTERPRETER = sys.executable


def mypy(*sources: object) -> list[object]:
    cache = BUILD / "clients" / "mypy-cache"
    return [TOOLS / "mypy", "--strict", "--no-error-summary", "--cache-dir", cache, *sources]


def mypy_path(folder: Path) -> dict[str, str]:
    return {"MYPYPATH": f"{folder}:{ROOT / 'bindings' / 'python'}"}


def tsc(folder: Path, *sources: object) -> list[object]:
    flags: list[object] = [
        "--strict",
        "--target",
        "es2020",
        "--module",
        "commonjs",
        "--lib",
        "es2020",
    ]
    flags += ["--typeRoots", folder / "no-types"]
    return ["tsc", *flags, "--outDir", folder / "out", *sources]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update", action="store_true", help="write the golden files anew")
