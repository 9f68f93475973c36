"""Programs are compiled strictly with the clients of all plugins, and drive them."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from conftest import (
    BUILD,
    FOLDERS,
    INTERPRETER,
    LINK,
    OTHER_COMPILERS,
    PLUGINS,
    PROGRAMS,
    PYTHON,
    ROOT,
    TOOLS,
    cc,
    generate,
    mypy,
    mypy_path,
    passes,
    tsc,
)

Clients = dict[str, Path]


def test_python(clients: Clients) -> None:
    folder = clients["python"]
    program = PROGRAMS / "every.py"
    passes(*mypy(program, *folder.glob("*.py")), **mypy_path(folder))
    environment = {**PYTHON, "PYTHONPATH": f"{PYTHON['PYTHONPATH']}:{folder}"}
    out = passes(INTERPRETER, "-W", "error", program, *FOLDERS, **environment)
    assert out.count("ok") == 8


def test_python_style(clients: Clients) -> None:
    folder = clients["python"]
    config = ROOT / "bindings" / "python" / "pyproject.toml"
    passes(TOOLS / "ruff", "check", "--no-cache", "--config", config, folder)
    passes(TOOLS / "ruff", "format", "--no-cache", "--check", "--config", config, folder)
    # With lines as short as ruff's own are, too.
    passes(TOOLS / "ruff", "format", "--no-cache", "--check", "--isolated", folder)


def test_c(clients: Clients) -> None:
    folder = clients["c"]
    program = folder / "every"
    checks = ["-g", "-fsanitize=undefined", "-fno-sanitize-recover"]
    passes(*cc("cc", PROGRAMS / "every.c", *checks, f"-I{folder}", *LINK, "-o", program))
    assert passes(program, *FOLDERS) == "ok\n"


def test_c_answers_without_a_value(tmp_path: Path) -> None:
    plugin = BUILD / "test-plugins" / "libAsker.so"
    generate("c", plugin, tmp_path)
    program = tmp_path / "answers"
    passes(*cc("cc", PROGRAMS / "answers.c", "-g", f"-I{tmp_path}", *LINK, "-o", program))
    assert passes(program, plugin) == "ok\n"


@pytest.mark.parametrize("compiler", OTHER_COMPILERS)
def test_other_compilers(clients: Clients, compiler: str) -> None:
    language = "cpp" if "++" in compiler else "c"
    source = PROGRAMS / f"every.{language}"
    passes(*cc(compiler, source, f"-I{clients[language]}", "-fsyntax-only"))


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_c_touches_only_its_own_memory(clients: Clients) -> None:
    folder = clients["c"]
    program = folder / "memory"
    passes(*cc("cc", PROGRAMS / "memory.c", "-g", f"-I{folder}", *LINK, "-o", program))
    passes("valgrind", "-q", "--error-exitcode=1", program)


def test_cpp(clients: Clients) -> None:
    folder = clients["cpp"]
    program = folder / "every"
    passes(*cc("c++", PROGRAMS / "every.cpp", f"-I{folder}", *LINK, "-o", program))
    assert passes(program, *FOLDERS) == "ok\n"


def test_cpp_without_exceptions(clients: Clients) -> None:
    flags = [f"-I{clients['cpp']}", "-fno-exceptions", "-fsyntax-only"]
    passes(*cc("c++", PROGRAMS / "plain.cpp", *flags))


@pytest.mark.skipif(not shutil.which("tsc"), reason="node-typescript is not installed")
def test_typescript(clients: Clients) -> None:
    folder = clients["typescript"]
    page = shutil.copy(PROGRAMS / "page.ts", folder)
    passes(*tsc(folder, page))
    passes(
        INTERPRETER, PROGRAMS / "host.py", f"node {folder}/out/page.js", *PLUGINS.values(), **PYTHON
    )


def test_nothing_is_left_out_in_silence() -> None:
    """In CI all compilers are there."""
    if os.environ.get("CI") != "true":
        pytest.skip("only CI has everything")
    assert shutil.which("tsc") and shutil.which("valgrind")
