"""Random programs do the same by the accelerator and by ctypes: results, events and answers."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from enfold import _accelerated

from .conftest import ASKER, COUNTER, PACKAGE, PANEL, TODOS

TURNS = int(os.environ.get("ENFOLD_TEST_PROGRAMS", "6"))
STEPS = 1500


def run(way: str, seed: int, loop: str) -> list[str]:
    program = Path(__file__).with_name("random_program.py")
    given = (TODOS, COUNTER, PANEL, ASKER, seed, STEPS, loop)
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(program), *map(str, given)],
        env={**os.environ, "PYTHONPATH": str(PACKAGE), "ENFOLD_ACCELERATOR": way},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.stderr, done.returncode) == ("", 0), f"seed {seed}"
    return done.stdout.splitlines()


@pytest.mark.skipif(_accelerated.accelerator is None, reason=_accelerated.place)
@pytest.mark.parametrize("loop", ["host", "inline"])
@pytest.mark.parametrize("turn", range(TURNS))
def test_a_random_program(turn: int, loop: str) -> None:
    seed = random.Random(f"{turn} {loop}").getrandbits(32)
    by_ctypes, by_the_accelerator = (run(way, seed, loop) for way in "01")
    assert len(by_ctypes) > STEPS
    for first, second in zip(by_ctypes, by_the_accelerator):
        assert first == second, f"seed {seed}"
    assert len(by_ctypes) == len(by_the_accelerator)
