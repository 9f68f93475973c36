"""`python -m enfold` with the commands of the command `enfold`."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from conftest import BUILD, ROOT, plugin


def python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "enfold", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT / "bindings" / "python"),
            **environment,
        },
    )


def test_other_commands_are_those_of_the_command() -> None:
    library = str(BUILD / "lib" / "libenfold.so")
    done = python("info", plugin("Counter"), ENFOLD_LIBRARY=library)
    assert done.returncode == 0, done.stderr
    assert "org.enfold.counter" in done.stdout
    assert python("info", ENFOLD_LIBRARY=library).returncode == 64
    assert "libenfold.so" in python("doctor", ENFOLD_LIBRARY=library).stdout


def test_a_command_that_is_not_installed(tmp_path: Path) -> None:
    library = tmp_path / "lib" / "libenfold.so"
    library.parent.mkdir()
    shutil.copy(BUILD / "lib" / "libenfold.so", library)
    done = python("info", "x.so", ENFOLD_LIBRARY=str(library), PATH="/nowhere")
    assert done.returncode == 1
    assert "`info` is of the command `enfold`, which is not installed" in done.stderr
    assert f"{tmp_path}/bin/enfold" in done.stderr


def test_a_reader_that_goes() -> None:
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {sys.executable} -u -m enfold doctor | true"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "bindings" / "python")},
    )
    assert done.stderr == ""
