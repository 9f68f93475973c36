"""Clients look as if somebody had written them: formatters have nothing to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import HERE, PLUGINS, TOOLS, generate, passes, refuses


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_c_and_cpp(language: str, clients: dict[str, Path]) -> None:
    headers = [each for each in clients[language].iterdir() if each.suffix in (".h", ".hpp")]
    assert len(headers) == len(PLUGINS)
    style = f"--style=file:{HERE / '.clang-format'}"
    passes(TOOLS / "clang-format", "--dry-run", "-Werror", style, *sorted(headers))


def test_python(clients: dict[str, Path]) -> None:
    made = sorted(clients["python"].glob("*.py"))
    passes(TOOLS / "ruff", "format", "--no-cache", "--check", "--line-length", "100", *made)


def test_a_client_in_c_says_in_cpp_which_one_is_wanted(tmp_path: Path) -> None:
    header = generate("c", PLUGINS["Todos"], tmp_path)
    user = tmp_path / "user.cpp"
    user.write_text(f'#include "{header.name}"\n')
    text = refuses("c++", "-std=c++17", f"-I{HERE.parents[1] / 'include'}", "-fsyntax-only", user)
    first = next(line for line in text.splitlines() if "error:" in line)
    assert "this client is for C11; for C++ make one by: enfold gen cpp PLUGIN" in first
