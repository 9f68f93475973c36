"""The examples of docs/clients.md are compiled, and run."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from conftest import (
    INTERPRETER,
    LINK,
    PLUGINS,
    PYTHON,
    ROOT,
    cc,
    generate,
    mypy,
    mypy_path,
    passes,
    tsc,
)

TEXT = (ROOT / "docs" / "clients.md").read_text()


def example(mark: str, language: str, folder: Path, number: int = 0) -> Path:
    """An example of a language, beside the client that it uses and the plugin."""
    text = re.findall(rf"```{mark}\n(.*?)```", TEXT, re.DOTALL)[number]
    generate(language, PLUGINS["Todos"], folder)
    shutil.copy(PLUGINS["Todos"], folder)
    source = folder / f"host.{'cpp' if mark == 'cpp' else mark}"
    source.write_text(text.replace("libTodos.so", str(folder / "libTodos.so")))
    return source


def test_python(tmp_path: Path) -> None:
    source = example("python", "python", tmp_path)
    passes(*mypy(source), **mypy_path(tmp_path))
    assert passes(INTERPRETER, source, **PYTHON) == "[]\n['milk']\nmilk\n"


def test_cpp(tmp_path: Path) -> None:
    source = example("cpp", "cpp", tmp_path)
    passes(*cc("c++", source, *LINK, "-o", tmp_path / "host"))
    assert passes(tmp_path / "host") == "milk\nmilk\n"


def shown(program: str) -> str:
    """What the page says that a program prints."""
    return TEXT.partition(program)[2].partition("```\n\n```\n")[2].partition("```")[0]


@pytest.mark.parametrize(("number", "printed"), [(0, "milk\n"), (1, shown("follow_one"))])
def test_c(tmp_path: Path, number: int, printed: str) -> None:
    source = example("c", "c", tmp_path, number)
    passes(*cc("cc", source, *LINK, "-o", tmp_path / "host"))
    assert passes(tmp_path / "host") == printed


@pytest.mark.skipif(not shutil.which("tsc"), reason="node-typescript is not installed")
@pytest.mark.parametrize(
    ("number", "printed"), [(0, '{"add":{"title":"milk"}} milk\n'), (1, "1\n")]
)
def test_typescript(tmp_path: Path, number: int, printed: str) -> None:
    source = example("ts", "typescript", tmp_path, number)
    source.write_text(
        "declare const console: { log(...values: unknown[]): void };\n" + source.read_text()
    )
    passes(*tsc(tmp_path, source))
    assert passes("node", tmp_path / "out" / "host.js") == printed
