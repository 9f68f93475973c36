"""The socket of a host at which an inspector looks into its stores."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import enfold
from enfold.testing import assert_replays

from .conftest import COUNTER, STACKED, TODOS
from .inspector import Inspector


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the sockets are."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return tmp_path / "enfold"


@pytest.fixture
def runtime() -> Iterator[enfold.Runtime]:
    with enfold.Runtime(loop="inline") as runtime:
        runtime.load(COUNTER)
        runtime.load(TODOS)
        yield runtime


def connected(path: str) -> Inspector:
    """Connects when the one before has gone: the host sees that in its own time."""
    while True:
        inspector = Inspector(path)
        if inspector.until()["kind"] == "hello":
            return inspector
        inspector.close()


def test_nothing_listens_unless_it_was_asked_for(folder: Path) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(TODOS)
        runtime.open("Todos").send({"add": {"title": "milk"}})
        assert not folder.exists()


def test_what_happens_is_told(runtime: enfold.Runtime, folder: Path) -> None:
    store = runtime.open("Todos")
    store.send({"add": {"title": "milk"}})
    with runtime.inspect() as inspection:
        assert re.fullmatch(rf"{folder}/{os.getpid()}-[\w-]+\.sock", inspection.path)
        store.send({"add": {"title": "bread"}})
        with Inspector(inspection.path) as inspector:
            hello = inspector.line()
            assert hello["kind"] == "hello"
            assert (hello["protocol"], hello["pid"]) == (1, os.getpid())
            assert (hello["control"], hello["recording"], hello["dropped"]) == (False, True, 0)
            header = inspector.line()
            assert header["format"] == "enfold-session"
            inspector.until(kind="action", revision=2)
            store.send({"toggle": {"id": 1}})
            inspector.until(kind="action", revision=3)
            assert inspector.states() == {1: store.state}
            runtime.mark("here")
            assert inspector.until(kind="mark")["text"] == "here"
            runtime.open("org.enfold.counter/Counter", name="mine")
            assert inspector.until(kind="opened")["name"] == "mine"
            inspection.close()
            inspector.rest_of_lines()
    assert not Path(inspection.path).exists()


def test_only_the_user_can_connect(runtime: enfold.Runtime, folder: Path) -> None:
    with runtime.inspect() as inspection:
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        assert stat.S_IMODE(Path(inspection.path).stat().st_mode) == 0o600
        assert runtime.inspect().path == inspection.path


@pytest.mark.parametrize("mode", [0o755, 0o770, 0o1700])
def test_a_folder_that_others_may_use_is_refused(
    runtime: enfold.Runtime, folder: Path, mode: int
) -> None:
    folder.mkdir()
    folder.chmod(mode)
    with pytest.raises(enfold.IOError, match="it must be 0700"):
        runtime.inspect()


def test_a_link_or_a_file_is_refused(runtime: enfold.Runtime, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir(mode=0o700)
    folder.symlink_to(tmp_path / "other")
    with pytest.raises(enfold.IOError, match="is no folder"):
        runtime.inspect()
    folder.unlink()
    folder.write_text("")
    with pytest.raises(enfold.IOError, match="is no folder"):
        runtime.inspect()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_another_user_is_refused(runtime: enfold.Runtime, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    os.chown(folder, 65534, 65534)
    with pytest.raises(enfold.IOError, match="belongs to another user"):
        runtime.inspect()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_another_user_is_turned_away(
    runtime: enfold.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not in the folder of the tests, which nobody else reaches.
    with tempfile.TemporaryDirectory() as place:
        monkeypatch.setenv("XDG_RUNTIME_DIR", place)
        with runtime.inspect() as inspection:
            # As if the folder had let somebody in.
            for path in (place, f"{place}/enfold", inspection.path):
                os.chmod(path, 0o777)
            script = (
                "import os, socket, sys; os.setgid(65534); os.setuid(65534); s = socket.socket(1);"
                "s.connect(sys.argv[1]); s.settimeout(10); sys.exit(len(s.recv(100)))"
            )
            command = [sys.executable, "-c", script, inspection.path]
            assert subprocess.run(command, timeout=60, check=False).returncode == 0
            with connected(inspection.path) as inspector:
                assert inspector.lines[0]["kind"] == "hello"


def test_the_socket_of_a_dead_process_is_removed(runtime: enfold.Runtime, folder: Path) -> None:
    folder.mkdir(mode=0o700)
    dead = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"],
        capture_output=True,
        check=True,
    )
    old = folder / f"{int(dead.stdout)}-program.sock"
    other = folder / f"{int(dead.stdout)}-notes.txt"
    other.write_text("not ours")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(old))
    listener.close()
    with runtime.inspect():
        assert not old.exists()
        assert other.exists()


def test_a_second_inspector_is_refused(runtime: enfold.Runtime) -> None:
    with runtime.inspect() as inspection, Inspector(inspection.path) as first:
        first.until(kind="hello")
        with Inspector(inspection.path) as second:
            refused = second.until(kind="refused")
            assert refused["pid"] == os.getpid()
            assert "inspects this program already" in refused["message"]
            with pytest.raises(EOFError):
                second.line()
        assert "stats" in first.ask("stats")
        first.close()
        connected(inspection.path).close()


def test_a_state_is_read_in_parts(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    store.send({"add": {"title": "milk"}})
    with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
        inspector.until(kind="opened")
        answer = inspector.ask("state", store=1)
        assert (answer["state"], answer["revision"]) == (store.state, 1)
        assert inspector.ask("state", store=1, pointer="/items/0/title")["state"] == "milk"
        answer = inspector.ask("state", store=1, depth=1)
        assert answer["state"]["items"] == []
        assert answer["cut"] == ["/items"]
        assert [each["name"] for each in inspector.ask("features")["features"]]
        refused = inspector.ask("state", store=1, pointer="/nowhere")["error"]
        assert refused["status"] == "ENFOLD_BAD_POINTER"
        assert inspector.ask("state", store=9)["error"]["status"] == "ENFOLD_NOT_FOUND"


def test_what_is_redacted_is_not_told() -> None:
    with enfold.Runtime(redact=["/items/*/title", "action:/add/title"]) as runtime:
        runtime.load(TODOS)
        store = runtime.open("Todos")
        with (
            runtime.inspect(control=True) as inspection,
            Inspector(inspection.path) as inspector,
        ):
            store.send({"add": {"title": "a secret"}})
            inspector.until(kind="action")
            state = inspector.ask("state", store=1)
            assert state["state"]["items"][0]["title"] == "[redacted]"
            assert (
                inspector.ask("state", store=1, pointer="/items/0")["state"]["title"]
                == "[redacted]"
            )
            refused = inspector.ask("restore", store=1, state=state["state"])["error"]
            assert 'a redacted value at "/items/0/title"' in refused["message"]
            assert "secret" not in str(inspector.lines)
        assert store.state["items"][0]["title"] == "a secret"


def test_who_may_look_may_not_control(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
        inspector.until(kind="opened")
        for command, members in (
            ("send", {"action": {"add": {"title": "x"}}}),
            ("restore", {"state": store.state}),
            ("hold", {}),
            ("step", {}),
            ("break", {"options": {"action": "add"}}),
        ):
            refused = inspector.ask(command, store=1, **members)["error"]
            assert refused["status"] == "ENFOLD_UNSUPPORTED"
            assert "ENFOLD_INSPECT=control" in refused["message"]
    assert store.revision == 0
    with runtime.inspect(), pytest.raises(enfold.InvalidError, match='with "control":false'):
        runtime.inspect(control=True)


def test_a_controller_sends_restores_holds_and_steps(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    with runtime.inspect(control=True) as inspection, Inspector(inspection.path) as inspector:
        assert inspector.until(kind="hello")["control"] is True
        inspector.until(kind="opened")
        assert inspector.ask("send", store=1, action={"add": {"title": "milk"}})["queued"] is False
        kept = store.state
        refused = inspector.ask("send", store=1, action={"add": {"titel": "milk"}})["error"]
        assert refused["status"] == "ENFOLD_BAD_ACTION"
        assert (refused["offset"], "titel" in refused["message"]) == (9, True)
        inspector.ask("send", store=1, action={"toggle": {"id": 1}})
        assert "error" not in inspector.ask("restore", store=1, state=kept)
        assert store.state == kept
        inspector.ask("hold", store=1)
        assert inspector.ask("send", store=1, action={"toggle": {"id": 1}})["queued"] is True
        assert store.state == kept
        assert inspector.ask("step", store=1)["done"] is True
        assert store.state != kept
        assert inspector.ask("step", store=1)["done"] is False
        inspector.ask("hold", store=1, on=False)
        number = inspector.ask("break", store=1, options={"action": "toggle"})["breakpoint"]
        assert number > 0
        inspector.ask("send", store=1, action={"toggle": {"id": 1}})
        assert runtime.stats()["held"] == 1
        inspector.ask("break", store=1, options={"clear": True})


def test_in_a_loop_a_controller_waits_for_the_pump() -> None:
    with enfold.Runtime(loop="host") as runtime:
        runtime.load(TODOS)
        store = runtime.open("Todos")
        with runtime.inspect(control=True) as inspection, Inspector(inspection.path) as inspector:
            inspector.until(kind="opened")
            answer = inspector.ask("send", store=1, action={"add": {"title": "milk"}})
            assert answer["queued"] is True
            assert store.revision == 0
            runtime.pump()
            inspector.until(kind="action", revision=1)


def test_what_a_controller_holds_goes_on_when_it_has_gone(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    with runtime.inspect(control=True) as inspection:
        with Inspector(inspection.path) as inspector:
            inspector.until(kind="opened")
            inspector.ask("hold", store=1)
        store.send({"add": {"title": "milk"}})
        assert runtime.stats()["held"] == 1
        with connected(inspection.path) as inspector:
            inspector.until(kind="released")
            inspector.until(kind="action")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (b"\n", "the line is no command"),
        (b"[]\n", "the line is no command"),
        (b'{"id":1}\n', '"do" is ""'),
        (b'{"id":1,"do":"dance"}\n', '"do" is "dance"; known: record, features'),
        (b'{"id":1,"do":7}\n', "the line is no command"),
        (b'{"id":[1,{"a":2}],"do":"dance"}\n', "known: record"),
        (b"\xff\xfe\n", "the line is no command"),
        (b'{"id":1,"do":"state","store":-1}\n', "the line is no command"),
        (b'{"id":1,"do":"state","store":1,"depth":-5}\n', "there is no store"),
        (b"[" * 5000 + b"\n", "the line is no command"),
    ],
)
def test_nonsense_is_refused_and_the_connection_goes_on(
    runtime: enfold.Runtime, line: bytes, problem: str
) -> None:
    with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
        inspector.send(line)
        while True:
            answer = inspector.line()
            if "reply" in answer:
                break
        assert problem in answer["error"]["message"]
        assert "stats" in inspector.ask("stats")


def test_a_line_without_an_end_is_refused() -> None:
    with enfold.Runtime(limits={"bytes": 100_000}) as runtime:
        with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
            sender = threading.Thread(target=flood, args=(inspector,))
            sender.start()
            refused = inspector.until(kind="refused")
            assert "more than 100000 bytes" in refused["message"]
            sender.join()
        with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
            assert inspector.until(kind="hello")


def flood(inspector: Inspector) -> None:
    try:
        while True:
            inspector.send(b"x" * 10_000)
    except OSError:
        pass


def test_a_late_inspector_gets_the_states_behind_what_was_dropped(runtime: enfold.Runtime) -> None:
    todos, counter = runtime.open("Todos"), runtime.open("org.enfold.counter/Counter")
    with runtime.inspect(limit=20_000) as inspection:
        for number in range(300):
            todos.send({"add": {"title": f"item {number}"}})
            counter.send("increment")
        todos.send({"delete": {"id": 7}})
        with Inspector(inspection.path) as early:
            early.until(kind="action", revision=301)  # now the recorder has told all
            early.ask("stats")
        with connected(inspection.path) as inspector:
            assert inspector.lines[0]["dropped"] > 300
            inspector.until(kind="action", revision=301)
            assert inspector.states() == {1: todos.state, 2: counter.state}
            assert not any(line.get("kind") == "dropped" for line in inspector.lines)


def test_an_inspector_that_never_reads_loses_lines_and_is_told(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    with runtime.inspect(limit=50_000) as inspection, Inspector(inspection.path) as inspector:
        inspector.until(kind="opened")
        for number in range(10_000):
            store.send({"add": {"title": f"a rather long title of item {number}"}})
        store.send({"setFilter": "completed"})
        inspector.until(kind="action", revision=10_001)
        lost = [line["count"] for line in inspector.lines if line.get("kind") == "dropped"]
        assert sum(lost) > 0
        assert inspector.states() == {1: store.state}


def test_record_off_ends_the_cost_and_on_begins_again(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
        inspector.until(kind="opened")
        assert "times" in runtime.stats()
        inspector.ask("record", on=False)
        assert inspector.until(kind="hello")["recording"] is False
        assert "times" not in runtime.stats()
        store.send({"add": {"title": "milk"}})
        inspector.ask("record", on=True)
        assert inspector.until(kind="hello")["recording"] is True
        assert inspector.until(kind="opened")["state"] == store.state


def test_a_runtime_that_is_closed_tells_its_last_lines(folder: Path) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(TODOS)
        inspection = runtime.inspect()
        store = runtime.open("Todos")
        inspector = Inspector(inspection.path)
        inspector.until(kind="opened")
        store.send({"add": {"title": "milk"}})
    assert list(folder.iterdir()) == []
    inspector.rest_of_lines()
    assert [line["kind"] for line in inspector.lines[-2:]] == ["action", "closed"]
    inspector.close()
    inspection.close()


SCRIPT = f"""
import os, sys, enfold
runtime = enfold.Runtime()
runtime.load({str(TODOS)!r})
store = runtime.open("Todos")
for number in range(3):
    store.send({{"add": {{"title": f"item {{number}}"}}}})
print("ready", flush=True)
for line in sys.stdin:
    exec(line)
    print("done", flush=True)
"""


class Program:
    """Another process with a store."""

    def __init__(self, **environment: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        )
        self.answer()

    def answer(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def do(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        self.answer()

    def end(self) -> int:
        with self.process:
            assert self.process.stdin is not None
            self.process.stdin.close()
            return self.process.wait(20)

    def kill(self) -> None:
        with self.process:
            self.process.send_signal(signal.SIGKILL)


def only(folder: Path) -> str:
    (path,) = folder.iterdir()
    return str(path)


@pytest.mark.parametrize(("value", "control"), [("1", False), ("control", True)])
def test_the_environment_asks_for_it(folder: Path, value: str, control: bool) -> None:
    program = Program(ENFOLD_INSPECT=value)
    with Inspector(only(folder)) as inspector:
        assert inspector.until(kind="hello")["control"] is control
        inspector.until(kind="action", revision=3)
    assert program.end() == 0
    assert list(folder.iterdir()) == []


def test_a_killed_program_leaves_all_that_it_told(folder: Path) -> None:
    program = Program(ENFOLD_INSPECT="1")
    with Inspector(only(folder)) as inspector:
        inspector.until(kind="action", revision=3)
        program.do('store.send({"toggle": {"id": 2}})')
        inspector.until(kind="action", revision=4)
        program.kill()
        inspector.rest_of_lines()
        assert [item["isDone"] for item in inspector.states()[1]["items"]] == [False, True, False]
    # The socket of the dead process is removed by the next one.
    with enfold.Runtime() as runtime, runtime.inspect() as inspection:
        assert only(folder) == inspection.path


def test_the_child_of_a_fork_has_no_socket(folder: Path) -> None:
    program = Program(ENFOLD_INSPECT="1")
    with Inspector(only(folder)) as inspector:
        inspector.until(kind="action", revision=3)
        program.do("import time; child = os.fork(); child or (os.close(1), time.sleep(60))")
        program.kill()
        # The child lives, and does not keep the connection.
        inspector.rest_of_lines()
    children = [each for each in os.listdir("/proc") if each.isdigit()]
    for each in children:
        try:
            if SCRIPT.encode() in Path(f"/proc/{each}/cmdline").read_bytes():
                os.kill(int(each), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError, PermissionError):
            pass


def test_a_wrong_value_of_the_environment_is_said(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "import enfold; enfold.Runtime().close()"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "ENFOLD_INSPECT": "yes"},
    )
    assert 'ENFOLD_INSPECT is "yes"; 1 or control is needed' in done.stderr
    assert not folder.exists()


def test_many_threads_begin_and_end_it(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")

    def work() -> None:
        for _ in range(30):
            try:
                with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
                    inspector.line()
                    store.send({"setFilter": "completed"})
            except (enfold.Error, OSError, EOFError):
                pass

    workers = [threading.Thread(target=work) for _ in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    with runtime.inspect() as inspection:
        connected(inspection.path).close()


def test_a_program_that_ends_tells_its_last_lines(folder: Path) -> None:
    for _ in range(5):
        program = Program(ENFOLD_INSPECT="1")
        with Inspector(only(folder)) as inspector:
            inspector.until(kind="action", revision=3)
            program.do('[store.send({"add": {"title": "x"}}) for _ in range(300)]; runtime.close()')
            assert program.end() == 0
            inspector.rest_of_lines()
            assert [line["kind"] for line in inspector.lines[-2:]] == ["action", "closed"]
            assert inspector.lines[-2]["revision"] == 303


def test_a_command_at_the_end_loses_no_line() -> None:
    for _ in range(20):
        with enfold.Runtime(loop="inline") as runtime:
            runtime.load(TODOS)
            store = runtime.open("Todos")
            inspector = Inspector(runtime.inspect().path)
            inspector.until(kind="opened")
            for _ in range(50):
                store.send({"add": {"title": "x"}})
            inspector.send(b'{"do":"stats"}\n' * 3)
        with inspector:
            inspector.rest_of_lines()
            kinds = [line["kind"] for line in inspector.lines if "kind" in line]
            assert kinds.count("action") == 50
            assert kinds.count("hello") == 1
            assert kinds[-1] == "closed"


def test_what_the_program_holds_stays_held(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    store.hold()
    with runtime.inspect(control=True) as inspection:
        with Inspector(inspection.path) as inspector:
            inspector.until(kind="opened")
            inspector.ask("hold", store=1)
            inspector.ask("break", store=1, options={"action": "toggle"})
        with connected(inspection.path) as other:
            other.ask("stats")
    # The end of the inspection lets go at once what the controller has left.
    runtime.wait(0.2)
    assert runtime.stats()["held"] == 1
    store.hold(False)


def test_lines_behind_a_loss_are_a_session(runtime: enfold.Runtime, tmp_path: Path) -> None:
    runtime.load(STACKED)
    stacked, todos = runtime.open("Stacked"), runtime.open("Todos")
    with runtime.inspect(limit=5_000) as inspection:
        for number in range(100):
            stacked.send({"open": f"screen {number}"})
            stacked.send("home")
            todos.send({"add": {"title": "x"}})
        with Inspector(inspection.path) as early:
            early.until(kind="action", store=2, revision=100)
            early.ask("stats")
        with connected(inspection.path) as inspector:
            inspector.ask("stats")
            stacked.send({"open": "the last"})
            inspector.until(kind="action", store=1, revision=201)
            assert inspector.lines[0]["dropped"] > 0
            session = tmp_path / "inspected.enfold.jsonl"
            lines = inspector.lines[1:]
            session.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    replayed = assert_replays(session, STACKED, TODOS)
    assert replayed.verified > 3
    assert not replayed.unverified


def test_who_says_no_more_is_answered(runtime: enfold.Runtime) -> None:
    runtime.open("Todos")
    with runtime.inspect() as inspection:
        for _ in range(20):
            with connected(inspection.path) as inspector:
                inspector.send(b'{"id":1,"do":"stats"}\n' * 5)
                inspector.socket.shutdown(socket.SHUT_WR)
                for _ in range(5):
                    inspector.until(reply=1)


def test_answers_wait_for_who_does_not_read(runtime: enfold.Runtime) -> None:
    store = runtime.open("Todos")
    for number in range(2_000):
        store.send({"add": {"title": f"item {number}"}})
    with runtime.inspect() as inspection, Inspector(inspection.path) as inspector:
        inspector.until(kind="opened")
        before = resident()
        inspector.send(b'{"id":1,"do":"state","store":1}\n' * 500)
        time.sleep(0.3)
        assert resident() - before < 50 << 20
        for _ in range(500):
            inspector.until(reply=1)


def resident() -> int:
    """How much memory this process has, in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
