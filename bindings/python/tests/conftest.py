"""The real library and plugins: the checkout's build, or what the environment says.

ENFOLD_LIBRARY      the library
ENFOLD_PLUGIN_PATH  the directory of the example plugins
ENFOLD_TWINS        the directory of the test plugins (Tests/Plugins), as for the C tests

ENFOLD_TEST_WITHOUT_ORJSON=1 tests what those do who have no orjson.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

if os.environ.get("ENFOLD_TEST_WITHOUT_ORJSON"):
    sys.modules["orjson"] = None  # type: ignore[assignment]  # importing it fails

import enfold

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
PLUGINS = Path(os.environ.get("ENFOLD_PLUGIN_PATH", ROOT / "build" / "plugins"))
COUNTER = PLUGINS / "libCounter.so"
TODOS = PLUGINS / "libTodos.so"
TEST_PLUGINS = Path(os.environ.get("ENFOLD_TWINS", ROOT / "build" / "test-plugins"))
PANEL = TEST_PLUGINS / "libPanel.so"
ASKER = TEST_PLUGINS / "libAsker.so"
COUNTERS = TEST_PLUGINS / "libCounters.so"
SESSIONS_A = TEST_PLUGINS / "libSessionsA.so"
SESSIONS_B = TEST_PLUGINS / "libSessionsB.so"

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


def open_test_feature(runtime: enfold.Runtime, plugin: Path, feature: str) -> enfold.Store:
    """Opens a store of a plugin that is made for the tests."""
    if not plugin.is_file():
        pytest.fail(f"{plugin} is not there: `make test-plugins` builds it")
    runtime.load(plugin)
    return runtime.open(feature)


@pytest.fixture
def panel(runtime: enfold.Runtime) -> enfold.Store:
    """A store with properties of every kind; see Tests/Plugins/Panel.swift."""
    return open_test_feature(runtime, PANEL, "Panel")


@pytest.fixture
def reactor(runtime: enfold.Runtime) -> enfold.Store:
    """A store of a reactor; see Tests/Plugins/Counters.swift."""
    return open_test_feature(runtime, COUNTERS, "ReactorCounter")


@pytest.fixture(params=["host", "inline"])
def asker(request: pytest.FixtureRequest) -> Iterator[enfold.Store]:
    """A store of a feature that asks its host, with each loop; see Tests/Plugins/Asker.swift."""
    with enfold.Runtime(loop=request.param) as runtime:
        yield open_test_feature(runtime, ASKER, "Asker")


@pytest.fixture(scope="session")
def keep_plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugin whose state is the last action; see plugins/keep.c."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    plugin = tmp_path_factory.mktemp("plugins") / "libkeep.so"
    source = Path(__file__).with_name("plugins") / "keep.c"
    flags = ("-std=c11", "-Wall", "-Wextra", "-pedantic", "-Werror", "-shared", "-fPIC")
    command = [compiler, *flags, f"-I{ROOT / 'include'}", str(source), "-o", str(plugin)]
    subprocess.run(command, check=True, timeout=120)
    return plugin


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
