"""What the tests of the command `enfold` share."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD = Path(os.environ.get("ENFOLD_BUILD", ROOT / "build")).resolve()
COMMAND = str(BUILD / "bin" / "enfold")
PLUGINS = BUILD / "plugins"
ASKER = str(BUILD / "test-plugins" / "libAsker.so")
BOUND = str(BUILD / "test-plugins" / "libBound.so")
LOTTERY = str(BUILD / "test-plugins" / "libLottery.so")
STACKED = str(BUILD / "test-plugins" / "libStacked.so")
TIMERS = str(BUILD / "test-plugins" / "libTimers.so")


def plugin(name: str) -> str:
    return str(PLUGINS / f"lib{name}.so")


class Result:
    """What a command has done."""

    def __init__(self, done: subprocess.CompletedProcess[bytes]) -> None:
        self.status = done.returncode
        self.out = done.stdout.decode()
        self.err = done.stderr.decode()

    @property
    def events(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


def enfold(*arguments: str, given: str | bytes = "", **environment: str) -> Result:
    """Runs the command to its end."""
    return Result(
        subprocess.run(
            [COMMAND, *arguments],
            input=given.encode() if isinstance(given, str) else given,
            capture_output=True,
            timeout=60,
            check=False,
            env={**os.environ, **environment},
        )
    )


@pytest.fixture(scope="session")
def variant(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Makes a plugin of the C example with one text in place of another."""

    def make(name: str, old: str, new: str) -> str:
        folder = tmp_path_factory.mktemp(name)
        text = (ROOT / "Examples" / "CCounter" / "ccounter.c").read_text(encoding="utf-8")
        assert old in text
        source, library = folder / "plugin.c", folder / "plugin.so"
        source.write_text(text.replace(old, new), encoding="utf-8")
        subprocess.run(
            [
                "cc",
                "-std=c11",
                "-shared",
                "-fPIC",
                f"-I{ROOT / 'include'}",
                str(source),
                "-o",
                str(library),
            ],
            check=True,
        )
        return str(library)

    return make
