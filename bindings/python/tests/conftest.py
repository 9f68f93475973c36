"""The real library and plugins: the checkout's build, or what the environment says.

ENFOLD_LIBRARY      the library
ENFOLD_PLUGIN_PATH  the directory of the example plugins
ENFOLD_TWINS        the directory of the test plugins (Tests/Plugins), as for the C tests

ENFOLD_TEST_WITHOUT_ORJSON=1 tests what those do who have no orjson.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable, Coroutine, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

if os.environ.get("ENFOLD_TEST_WITHOUT_ORJSON"):
    sys.modules["orjson"] = None  # type: ignore[assignment]  # importing it fails

import enfold

from . import windows

PACKAGE = Path(__file__).resolve().parents[1]
ROOT = PACKAGE.parents[1]
PLUGINS = Path(os.environ.get("ENFOLD_PLUGIN_PATH", ROOT / "build" / "plugins"))
COUNTER = PLUGINS / "libCounter.so"
TODOS = PLUGINS / "libTodos.so"
TEST_PLUGINS = Path(os.environ.get("ENFOLD_TWINS", ROOT / "build" / "test-plugins"))
PANEL = TEST_PLUGINS / "libPanel.so"
BOUND = TEST_PLUGINS / "libBound.so"
PRESENTED = TEST_PLUGINS / "libPresented.so"
STACKED = TEST_PLUGINS / "libStacked.so"
BEHAVIOURS = TEST_PLUGINS / "libBehaviours.so"
TIMERS = TEST_PLUGINS / "libTimers.so"
ASKER = TEST_PLUGINS / "libAsker.so"
COUNTERS = TEST_PLUGINS / "libCounters.so"
LOTTERY = TEST_PLUGINS / "libLottery.so"
SESSIONS_A = TEST_PLUGINS / "libSessionsA.so"
SESSIONS_B = TEST_PLUGINS / "libSessionsB.so"

MANAGERS = ("openbox", "metacity", "icewm", "xfwm4", "matchbox-window-manager")

Run = Callable[[Coroutine[Any, Any, Any]], Any]
Script = Callable[..., "subprocess.CompletedProcess[str]"]


def need(missing: Iterable[str], packages: str) -> None:
    """Skips a test that needs what is missing; where CI is true nothing is skipped."""
    if missing := list(missing):
        message = f"{', '.join(missing)} not found: apt-get install {packages}"
        if os.environ.get("CI") == "true":
            pytest.fail(message)
        pytest.skip(message)


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen of its own."""
    programs = ("Xvfb", "xdotool")
    need((name for name in programs if shutil.which(name) is None), "xvfb xdotool")
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "800x600x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as number:
        yield f":{number.readline().strip()}"
    server.terminate()
    server.wait(30)


@pytest.fixture(params=["none", "manager"])
def managed(request: pytest.FixtureRequest, display: str) -> Iterator[bool]:
    """Without a window manager, and with one that is installed; whether there is one."""
    if request.param == "none":
        yield False
        return
    program = next((name for name in MANAGERS if shutil.which(name)), None)
    if program is None:
        pytest.skip("no window manager found: apt-get install openbox")
    more = {**os.environ, "DISPLAY": display}
    manager = subprocess.Popen([program], env=more, stderr=subprocess.DEVNULL)
    windows.wait_for_manager(display)
    yield True
    manager.terminate()
    manager.wait(60)


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


@pytest.fixture(params=["asyncio", "uvloop"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs a coroutine in an event loop of each kind, at most for a minute."""
    if request.param == "uvloop":
        make = pytest.importorskip("uvloop").new_event_loop
    else:
        make = asyncio.new_event_loop

    def run(main: Coroutine[Any, Any, Any]) -> Any:
        loop = make()
        try:
            result = loop.run_until_complete(asyncio.wait_for(main, 60))
            loop.run_until_complete(loop.shutdown_asyncgens())
            return result
        finally:
            loop.close()

    return run


def open_responses(runtime: enfold.aio.Runtime) -> enfold.aio.Store:
    """A store with effects that answer, fail, or never end; see Tests/Plugins/Behaviours.swift."""
    runtime.load(BEHAVIOURS)
    return runtime.open("Responses")


async def turns(count: int = 20) -> None:
    """Lets the event loop do what is ready, and what follows from it."""
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.fixture(params=["host", "inline"])
def asker(request: pytest.FixtureRequest) -> Iterator[enfold.Store]:
    """A store of a feature that asks its host, with each loop; see Tests/Plugins/Asker.swift."""
    with enfold.Runtime(loop=request.param) as runtime:
        yield open_test_feature(runtime, ASKER, "Asker")


@pytest.fixture(scope="session")
def keep_plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugin whose state is the last action; see plugins/keep.c."""
    return compiled(Path(__file__).with_name("plugins") / "keep.c", tmp_path_factory)


@pytest.fixture(scope="session")
def handmade_plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plugin with an engine in C that has no extensions."""
    return compiled(ROOT / "Tests" / "C" / "plugins" / "counter.c", tmp_path_factory)


def compiled(source: Path, folders: pytest.TempPathFactory) -> Path:
    """A plugin in C."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    plugin = folders.mktemp("plugins") / f"lib{source.stem}.so"
    warnings = ("-Wall", "-Wextra", "-pedantic", "-Werror")
    flags = ("-std=c11", "-D_GNU_SOURCE", *warnings, "-shared", "-fPIC", "-pthread")
    headers = [f"-I{ROOT / each}" for each in ("include", "Tests/C/plugins")]
    command = [compiler, *flags, *headers, str(source), "-o", str(plugin)]
    subprocess.run(command, check=True, timeout=120)
    return plugin


@pytest.fixture
def script() -> Script:
    """Runs Python code in a process of its own; COUNTER and BEHAVIOURS are plugins' paths there."""

    def run(
        code: str, *options: str, seconds: float = 60, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        plugins = f"COUNTER = {str(COUNTER)!r}\nBEHAVIOURS = {str(BEHAVIOURS)!r}"
        program = f"import enfold\n{plugins}\n{textwrap.dedent(code)}"
        return subprocess.run(
            [sys.executable, *options, "-c", program],
            capture_output=True,
            text=True,
            timeout=seconds,
            check=False,
            env={**os.environ, "PYTHONPATH": str(PACKAGE), **environment},
        )

    return run
