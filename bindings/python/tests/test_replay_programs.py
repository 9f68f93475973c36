"""Random programs come again: effects, lists, reactors, shared values, bindings, stacks."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import pytest

from enfold.testing import assert_replays

from .conftest import PLUGINS, TEST_PLUGINS
from .programs import run

EXAMPLES = ["Board", "Counter", "Notes", "PrimeTime", "TextBoard", "Reactables", "Todos"]
OTHERS = ["Alike", "Bound", "Counters", "Family", "Lottery", "Outline", "Panel"]
OTHERS += ["Presented", "SessionsA", "SessionsB", "Stacked"]
FILES = [(PLUGINS / f"lib{name}.so").resolve() for name in EXAMPLES]
FILES += [(TEST_PLUGINS / f"lib{name}.so").resolve() for name in OTHERS]
#: By hand: ENFOLD_PROGRAMS=2000 for each of the five.
PROGRAMS = int(os.environ.get("ENFOLD_PROGRAMS", "6"))


@pytest.mark.parametrize("seed", range(5))
def test_random_programs_come_again(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # some of them save files
    verified = 0
    for number in range(PROGRAMS):
        path = tmp_path / f"{seed}-{number}.enfold.jsonl"
        run(path, FILES, Random(seed * 1_000_003 + number))
        found = assert_replays(path, *FILES)
        verified += found.verified
        path.unlink()
    assert verified > 100
