"""The real library and plugins: the checkout's build, or what the environment says.

ENFOLD_LIBRARY      the library
ENFOLD_PLUGIN_PATH  the directory of the example plugins
ENFOLD_TWINS        the directory of the test plugins (Tests/Plugins), as for the C tests
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import enfold

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
PLUGINS = Path(os.environ.get("ENFOLD_PLUGIN_PATH", ROOT / "build" / "plugins"))
COUNTER = PLUGINS / "libCounter.so"
TODOS = PLUGINS / "libTodos.so"
TEST_PLUGINS = Path(os.environ.get("ENFOLD_TWINS", ROOT / "build" / "test-plugins"))
PANEL = TEST_PLUGINS / "libPanel.so"

Script = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def runtime() -> Iterator[enfold.Runtime]:
    """A runtime with the host's loop and both plugins."""
    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        runtime.load(TODOS)
        yield runtime


@pytest.fixture
def inline() -> Iterator[enfold.Runtime]:
    """A runtime whose callbacks run on any thread."""
    with enfold.Runtime(loop="inline") as runtime:
        runtime.load(COUNTER)
        yield runtime


@pytest.fixture
def counter(runtime: enfold.Runtime) -> enfold.Store:
    return runtime.open("Counter")


@pytest.fixture
def todos(runtime: enfold.Runtime) -> enfold.Store:
    return runtime.open("Todos")


@pytest.fixture
def panel(runtime: enfold.Runtime) -> enfold.Store:
    """A store with properties of every kind; see Tests/Plugins/Panel.swift."""
    if not PANEL.is_file():
        pytest.fail(f"{PANEL} is not there: `make test-plugins` builds it")
    runtime.load(PANEL)
    return runtime.open("Panel")


@pytest.fixture
def script() -> Script:
    """Runs Python code in a process of its own; COUNTER is the plugin's path there."""

    def run(code: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
        program = f"import enfold\nCOUNTER = {str(COUNTER)!r}\n{textwrap.dedent(code)}"
        return subprocess.run(
            [sys.executable, *options, "-c", program],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, "PYTHONPATH": str(PACKAGE), **environment},
        )

    return run
