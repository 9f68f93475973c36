"""The examples run as they are printed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from enfold._loader import library

from .conftest import PACKAGE, PLUGINS, ROOT, TODOS

HOSTS = ROOT / "Examples" / "hosts"
SNIPPETS = re.findall(
    r"```python\n(.*?)```\n(?:[^`]*?)```\n(.*?)```",
    (PACKAGE / "README.md").read_text(encoding="utf-8"),
    re.DOTALL,
)
GUIDE = [
    found
    for page in ("asyncio.md", "concepts.md", "plugins.md")
    for found in re.findall(
        r"```python\n(import (?:asyncio|enfold)\n.*?)```\n\n```\n(.*?)```",
        (ROOT / "docs" / page).read_text(encoding="utf-8"),
        re.DOTALL,
    )
]


def run(*command: str) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return done.stdout.decode()


@pytest.mark.parametrize(("code", "output"), SNIPPETS + GUIDE)
def test_the_readme_and_the_guide_are_true(code: str, output: str) -> None:
    assert run(sys.executable, "-c", code) == output


def test_a_feature_in_python() -> None:
    output = run(sys.executable, str(HOSTS / "cart.py"))
    assert [line for line in output.splitlines() if line.startswith("total")] == [
        *("total: 0", "total: 300", "total: 800", "total: 0")
    ]


@pytest.mark.skipif(sys.version_info < (3, 10), reason="it uses match")
def test_the_feature_of_the_guide() -> None:
    [(code, output)] = re.findall(
        r"<!-- features-in-python -->\n```python\n(.*?)```\n\n```\n(.*?)```",
        (ROOT / "docs" / "features-in-python.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    assert run(sys.executable, "-c", code) == output


def test_there_are_snippets() -> None:
    assert (len(SNIPPETS), len(GUIDE)) == (3, 3)


@pytest.mark.parametrize(
    ("name", "source", "standard"), [("cc", "todos.c", "c11"), ("c++", "todos.cpp", "c++17")]
)
def test_a_c_host_and_a_python_host_see_the_same(
    tmp_path: Path, name: str, source: str, standard: str
) -> None:
    compiler = shutil.which(name)
    if compiler is None:
        pytest.skip(f"no {name}")
    host = tmp_path / "todos"
    run(
        compiler,
        *(f"-std={standard}", "-Wall", "-Wextra", "-pedantic", "-Werror"),
        *(f"-I{ROOT / 'include'}", str(HOSTS / source), library().path),
        *(f"-Wl,-rpath,{Path(library().path).parent}", "-o", str(host)),
    )
    session = "Examples/hosts/session.jsonl"
    from_c = run(str(host), str(TODOS), session)
    from_python = run(sys.executable, str(HOSTS / "todos.py"), str(TODOS), session)
    assert from_c == from_python
    assert re.search(r"\n4\d\d actions, \d+ events, revision \d+\n$", from_c)


@pytest.mark.parametrize("environment", ["live", "test"])
def test_the_host_of_prime_time_sees_what_it_expects(environment: str) -> None:
    host, plugin = str(HOSTS / "primetime.py"), str(PLUGINS / "libPrimeTime.so")
    output = run(sys.executable, host, plugin, "--environment", environment)
    assert output.endswith("33 commits, 6 activities\n")
