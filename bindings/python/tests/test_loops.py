"""The examples of event loops: run, typed into, clicked, and used from other threads."""

from __future__ import annotations

import json
import os
import re
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from enfold._loader import library

from .conftest import COUNTER, PACKAGE, ROOT, TODOS, need

LOOPS = ROOT / "Examples" / "loops"
PERSON = Path(__file__).with_name("loops")
CONSOLE = ["poll.c", "libuv.c", "selectors_loop.py", "asyncio_loop.py"]
C_LOOPS = ["poll.c", "libuv.c", "gtk.c"]
PACKAGES = {"libuv.c": ("libuv", "libuv1-dev"), "gtk.c": ("gtk4", "libgtk-4-dev")}
# What uv.h needs beside -std=c11 is -D_GNU_SOURCE.
STRICT = "-std=c11 -D_GNU_SOURCE -Wall -Wextra -pedantic -Werror"
WRAPPED = ("enfold_runtime_open", "enfold_store_observe", "enfold_runtime_pump")
DEADLINE = 60

Build = Callable[..., str]


def sh(command: str) -> None:
    done = subprocess.run(
        ["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), command


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Compiles an example as its comment says, with more warnings: alone, or with person.c."""
    folder = tmp_path_factory.mktemp("loops")

    def compiled(name: str, with_person: bool = False) -> str:
        need((p for p in ("cc", "pkg-config") if shutil.which(p) is None), "gcc pkg-config")
        if name in PACKAGES:
            module, package = PACKAGES[name]
            found = subprocess.run(["pkg-config", "--exists", module], check=False).returncode == 0
            need([] if found else [module], package)
        stem = name[: -len(".c")]
        program = folder / (f"{stem}-person" if with_person else stem)
        if program.exists():
            return str(program)
        source = (LOOPS / name).read_text(encoding="utf-8")
        comment = source[: source.index("*/")].replace("\\\n *    ", "")
        flags = re.findall(rf"cc Examples/loops/{name} -o {stem} (.+)", comment)[0]
        flags = flags.replace("build/lib", str(Path(library().path).parent))
        compiler = f"cc {STRICT}"
        if with_person:
            gtk = "-DWITH_GTK" if name == "gtk.c" else ""
            wraps = " ".join(f"-Wl,--wrap={function}" for function in WRAPPED)
            sh(f"{compiler} -c -Dmain=example {LOOPS / name} -o {program}.o {flags}")
            sh(
                f"{compiler} -pthread {gtk} {wraps} {PERSON / 'person.c'} {program}.o"
                f" -o {program} {flags}"
            )
        else:
            sh(f"{compiler} {LOOPS / name} -o {program} {flags}")
        return str(program)

    return compiled


def environment(**more: str) -> dict[str, str]:
    """GTK asks no other program for anything, and draws without OpenGL."""
    python = {"PYTHONPATH": str(PACKAGE), "ENFOLD_LIBRARY": library().path}
    gtk = {"GTK_A11Y": "none", "GSETTINGS_BACKEND": "memory", "GSK_RENDERER": "cairo"}
    return {**os.environ, **python, **gtk, "GDK_BACKEND": "x11", **more}


class Program:
    """A running example."""

    def __init__(self, *command: str, **more: str) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment(**more),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._text = b""

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()

    def line(self) -> str:
        """The next line that it prints."""
        assert self.process.stdout is not None
        descriptor = self.process.stdout.fileno()
        end = time.monotonic() + DEADLINE
        while b"\n" not in self._text:
            readable, _, _ = select.select([descriptor], [], [], end - time.monotonic())
            assert readable, "it prints nothing"
            arrived = os.read(descriptor, 65536)
            assert arrived, f"it has ended: {self.finish()}"
            self._text += arrived
        line, _, self._text = self._text.partition(b"\n")
        return line.decode()

    def finish(self) -> tuple[int, str, str]:
        """Ends its input. What it returned, and printed since."""
        out, error = self.process.communicate(timeout=DEADLINE)
        return self.process.returncode, (self._text + out).decode(), error.decode()

    def status(self) -> dict[str, str]:
        """What the system says of its main thread."""
        text = Path(f"/proc/{self.process.pid}/status").read_text()
        return dict(line.split(":\t", 1) for line in text.splitlines())

    def check_idle(self) -> None:
        """It comes to rest: it sleeps for a while, and is hardly ever woken meanwhile.

        A loop that turns without work never sleeps, or is woken all the time, however busy the
        machine is.
        """
        end = time.monotonic() + DEADLINE
        while True:
            woken = int(self.status()["voluntary_ctxt_switches"])
            states = []
            for _ in range(20):
                time.sleep(0.01)
                states.append(self.status()["State"][0])
            woken = int(self.status()["voluntary_ctxt_switches"]) - woken
            if set(states) == {"S"} and woken < 5:
                return
            assert time.monotonic() < end, f"it is never idle: {states}, {woken}"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def start(name: str, build: Build) -> Program:
    program = [sys.executable, str(LOOPS / name)] if name.endswith(".py") else [build(name)]
    return Program(*program, str(COUNTER))


def read_state(line: str) -> dict[str, Any]:
    """A state, as JSON or as Python writes it."""
    text = line.replace("'", '"').replace("True", "true").replace("False", "false")
    result: dict[str, Any] = json.loads(text.replace("None", "null"))
    return result


@pytest.mark.parametrize("name", CONSOLE)
def test_lines_are_actions_and_states_are_printed(name: str, build: Build) -> None:
    program = start(name, build)
    try:
        nothing = {"count": 0, "isLoading": False, "fact": None}
        assert read_state(program.line()) == nothing
        program.check_idle()
        program.type('"increment"\n"incre')
        assert read_state(program.line()) == {**nothing, "count": 1}
        program.type('ment"\n"nonsense"\n{"setCount":7}\n')
        assert [read_state(program.line())["count"] for _ in range(2)] == [2, 7]
        # The effect ends on another thread, while the loop has nothing to do.
        program.type('"factTapped"\n')
        assert read_state(program.line())["isLoading"]
        assert read_state(program.line())["fact"] == "7 is divisible by 7"
        program.check_idle()
        code, rest, errors = program.finish()
        assert (code, rest) == (0, "")
        assert 'unknown action "nonsense"' in errors.splitlines()[0]
    finally:
        program.kill()


@pytest.mark.parametrize("name", CONSOLE)
def test_the_input_may_end_at_once(name: str, build: Build) -> None:
    code, out, errors = start(name, build).finish()
    assert (code, errors) == (0, "")
    assert read_state(out)["count"] == 0


@pytest.mark.parametrize("deed", ["sends", "effect", "flood", "close"])
@pytest.mark.parametrize("name", [*C_LOOPS, "selectors_loop.py", "asyncio_loop.py"])
def test_a_loop_is_woken_shared_and_ended(
    name: str, deed: str, build: Build, request: pytest.FixtureRequest
) -> None:
    more = {}
    if name.endswith(".py"):
        command = [sys.executable, str(PERSON / "person.py"), str(LOOPS / name), deed, str(COUNTER)]
    else:
        command = [build(name, with_person=True), deed]
        command += [str(TODOS), "-"] if name == "gtk.c" else [str(COUNTER)]
    if name == "gtk.c":
        more["DISPLAY"] = request.getfixturevalue("display")
    program = Program(*command, **more)
    try:
        code, _, errors = program.finish()
        assert (code, errors) == (0, "")
    finally:
        program.kill()


class Window:
    """The window of gtk.c, and somebody in front of it."""

    def __init__(self, program: Program, display: str) -> None:
        self.program = program
        self.display = display
        self.seen: dict[str, Any] = {}

    def until(self, condition: Callable[[], object]) -> None:
        while not self.seen or not condition():
            self.seen = json.loads(self.program.line())

    @property
    def entry(self) -> str:
        [text] = [text for kind, text, *_ in self.seen["widgets"] if kind == "GtkEntry"]
        return str(text)

    @property
    def focus(self) -> str:
        """The text of the entry or the row that has the focus."""
        return "".join(text for _, text, _, _, focus in self.seen["widgets"] if focus)

    @property
    def rows(self) -> list[str]:
        """What is on the screen, below the button."""
        texts = [text for kind, text, *_ in self.seen["widgets"] if kind == "GtkLabel"]
        return texts[texts.index("Load a list") + 1 :]

    @property
    def is_laid_out(self) -> bool:
        """Whether new rows are as wide as the window."""
        return len({x for _, _, x, *_ in self.seen["widgets"]}) == 1

    @property
    def titles(self) -> list[str]:
        """What is in the state."""
        return [item["title"] for item in self.seen["items"]]

    def do(self, *command: str) -> None:
        more = {**os.environ, "DISPLAY": self.display}
        subprocess.run(["xdotool", *command], env=more, check=True, timeout=DEADLINE)

    def click(self, what: str) -> None:
        """Clicks the widget of a kind or with a text."""
        [(x, y)] = [(x, y) for kind, text, x, y, _ in self.seen["widgets"] if what in (kind, text)]
        self.do("mousemove", str(x), str(y), "click", "1")

    def send(self, action: dict[str, Any]) -> None:
        """Sends an action on another thread."""
        self.program.type(json.dumps(action) + "\n")

    def type(self, text: str) -> None:
        self.click("GtkEntry")
        self.do("type", "--delay", "1", text)


@pytest.fixture
def window(build: Build, display: str) -> Iterator[Window]:
    program = build("gtk.c", with_person=True)
    todos = str(ROOT / "Examples" / "hosts" / "todos.json")
    window = Window(Program(program, "watch", str(TODOS), todos, DISPLAY=display), display)
    yield window
    window.program.kill()


def test_a_window_is_typed_into_and_clicked(window: Window) -> None:
    window.until(lambda: True)
    assert (window.rows, window.titles, window.entry) == ([], [], "")
    window.type('say "hello"')
    window.until(lambda: window.entry == 'say "hello"')
    window.do("key", "Return")
    window.until(lambda: window.rows == ['say "hello"'])
    assert window.titles == window.rows
    assert window.entry == ""
    # The effect reads the file on another thread, while nobody touches the window.
    window.click("Load a list")
    window.until(lambda: len(window.titles) == 6)
    window.until(lambda: window.rows == window.titles)
    window.type("b\\c")
    window.do("key", "Return")
    window.until(lambda: len(window.rows) == 7)
    assert window.rows == window.titles
    assert window.rows[-1] == "b\\c"
    assert window.entry == ""


def test_rows_that_have_not_changed_keep_the_focus(window: Window) -> None:
    window.until(lambda: True)
    for number in range(1, 4):
        window.send({"add": {"title": f"item {number}"}})
    window.until(lambda: len(window.rows) == 3 and window.is_laid_out)
    window.click("item 2")
    window.until(lambda: window.focus == "item 2")
    window.send({"add": {"title": "item 4"}})
    window.send({"delete": {"id": 1}})
    window.send({"rename": {"id": 3, "title": "three"}})
    window.until(lambda: window.rows == ["item 2", "three", "item 4"])
    assert window.focus == "item 2"
    window.send({"delete": {"id": 2}})
    window.until(lambda: window.rows == ["three", "item 4"])
    window.send({"loaded": {"success": [{"id": 7, "title": "seven"}]}})
    window.until(lambda: window.rows == ["seven"])
    assert window.titles == window.rows


def test_a_window_that_nobody_uses_needs_no_time(build: Build, display: str) -> None:
    program = Program(build("gtk.c"), str(TODOS), "todos.json", DISPLAY=display)
    try:
        find = ["xdotool", "search", "--sync", "--onlyvisible", "--name", "^Todos$"]
        more = {**os.environ, "DISPLAY": display}
        subprocess.run(find, env=more, stdout=subprocess.DEVNULL, check=True, timeout=DEADLINE)
        program.check_idle()
    finally:
        program.kill()


def test_examples_are_short() -> None:
    examples = [LOOPS / name for name in {*CONSOLE, *C_LOOPS}]
    assert sorted(examples) == sorted(path for path in LOOPS.iterdir() if path.is_file())
    for path in examples:
        # The window changes single rows.
        limit = 120 if path.name == "gtk.c" else 80
        assert len(path.read_text(encoding="utf-8").splitlines()) < limit, path


def test_the_document_shows_the_examples() -> None:
    text = (ROOT / "docs" / "loops.md").read_text(encoding="utf-8")
    shown = re.findall(r"<!-- from: (\S+) -->\n```\w+\n(.*?)```", text, re.DOTALL)
    assert {ROOT / name for name, _ in shown} == {LOOPS / name for name in {*CONSOLE, *C_LOOPS}}
    assert text.count("```") == 2 * len(shown) + 2 * text.count("```dot")
    for name, code in shown:
        assert code in (ROOT / name).read_text(encoding="utf-8"), f"{name} has not:\n{code}"
