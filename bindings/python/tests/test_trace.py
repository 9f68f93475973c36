"""Traces: what happened in the stores, why, and how a trace ends."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

import enfold
from enfold._entries import Entries
from enfold.trace import TraceReader

from .asker import LONG
from .conftest import (
    BEHAVIOURS,
    COUNTER,
    PANEL,
    SESSIONS_A,
    TIMERS,
    TODOS,
    Script,
    open_test_feature,
)

Entry = dict[str, Any]


@pytest.fixture(params=["host", "inline"])
def runtime(request: pytest.FixtureRequest) -> Iterator[enfold.Runtime]:
    """A runtime with each loop and both plugins, for the fixtures of conftest.py, too."""
    with enfold.Runtime(loop=request.param) as runtime:
        runtime.load(COUNTER)
        runtime.load(TODOS)
        yield runtime


def until(trace: enfold.Trace, is_last: Callable[[Entry], object]) -> list[Entry]:
    """The entries up to one."""
    entries = []
    while not entries or not is_last(entries[-1]):
        entry = trace.get(LONG)
        assert entry is not None, "it never came"
        entries.append(entry)
    return entries


def next_of(trace: enfold.Trace) -> Entry:
    [entry] = until(trace, lambda entry: True)
    return entry


def has_ended(entry: Entry) -> bool:
    return entry["kind"] == "effect ended"


def readers(runtime: enfold.Runtime) -> int:
    return sum(isinstance(each, TraceReader) for each in list(runtime._receivers.values()))


def eventually(condition: Callable[[], object]) -> bool:
    """Whether something comes about that a thread of the library does."""
    end = time.monotonic() + LONG
    while not condition() and time.monotonic() < end:
        time.sleep(0.001)
    return bool(condition())


# What an entry tells


def test_a_commit_is_told(runtime: enfold.Runtime) -> None:
    store = runtime.open("Counter", name="left")
    store.send("increment")
    with runtime.trace() as trace:
        store.tagged("ada").send("setCount", 5)
        entry = next_of(trace)
    assert abs(entry["time"] - time.time()) < 60
    assert entry["reduced"] > 0 and entry["encoded"] >= 0 and entry["told"] >= 0
    for times in ("time", "waited", "reduced", "encoded", "told"):
        entry.pop(times, None)
    assert entry == {
        "seq": 1,
        "store": store._handle,
        "name": "left",
        "kind": "action",
        "revision": 2,
        "task": 1,
        "tag": "ada",
        "action": {"setCount": 5},
    }


def test_an_effect_has_its_cause(counter: enfold.Store) -> None:
    with counter.runtime.trace() as trace:
        counter.send("increment")
        counter.tagged("ada").task("factTapped").wait(LONG)
        first, tapped, began, loaded, ended = until(trace, has_ended)
    cause = {"store": counter._handle, "revision": 2}
    assert [entry["seq"] for entry in (first, tapped, began, loaded, ended)] == [1, 2, 3, 4, 5]
    assert [entry["kind"] for entry in (tapped, began, loaded)] == [
        "action",
        "effect began",
        "action",
    ]
    assert "cause" not in first and "cause" not in tapped
    assert [entry["cause"] for entry in (began, loaded, ended)] == [cause] * 3
    assert [entry["revision"] for entry in (tapped, began, loaded, ended)] == [2, 2, 3, 3]
    assert {entry["task"] for entry in (tapped, began, loaded, ended)} == {tapped["task"]}
    assert first["task"] != tapped["task"] and "tag" not in first
    assert {entry["tag"] for entry in (tapped, began, loaded, ended)} == {"ada"}
    assert began["action"] == ended["action"] == {"factTapped": {}}
    assert loaded["action"] == {"factLoaded": "1 has no divisor from 2 to 9"}
    assert began["effect"] == ended["effect"]
    assert "Counter.swift:" in began["effect"]
    assert "outcome" not in began and ended["outcome"] == "finished"
    assert "reduced" in loaded and "reduced" not in ended


def test_an_effect_fails_or_is_cancelled(runtime: enfold.Runtime) -> None:
    runtime.log(None)
    store = open_test_feature(runtime, BEHAVIOURS, "Responses")
    with runtime.trace() as trace:
        failing = store.task("fail", message="no", isLate=True)
        with pytest.raises(enfold.FailedError):
            failing.wait(LONG)
        assert until(trace, has_ended)[-1]["outcome"] == "failed"
        endless = store.task("never")
        endless.cancel()
        assert until(trace, has_ended)[-1]["outcome"] == "cancelled"


def test_what_is_no_action_is_told(runtime: enfold.Runtime) -> None:
    panel = open_test_feature(runtime, PANEL, "Panel")
    with runtime.trace() as trace:
        panel.set("/name", "Ada")
        panel.restore({**panel.state, "name": "Grace"})
        panel.hold()
        panel.send("setTitle", "x")
        panel.step()
        panel.hold(False)
        entries = until(trace, lambda entry: entry["kind"] == "released")
    assert [(entry["kind"], entry["revision"]) for entry in entries] == [
        ("set", 1),
        ("restore", 2),
        ("held", 2),
        ("action", 3),
        ("released", 3),
    ]
    assert ["action" in entry for entry in entries] == [False, False, False, True, False]
    assert entries[3]["waited"] > 0


def test_a_mutation_that_comes_late_is_told() -> None:
    with enfold.Runtime(clock="manual") as runtime:
        store = open_test_feature(runtime, TIMERS, "Delays")
        with runtime.trace() as trace:
            store.send("say", "x")
            runtime.advance(1)
            entries = until(trace, lambda entry: entry["kind"] == "mutation")
    assert entries[-1]["action"] == {"say": "x"}
    assert store.is_closed


def test_a_feature_in_python_is_told(inline: enfold.Runtime) -> None:
    @inline.feature("Echo", state={"heard": []})
    def echo(state: Any, action: Any) -> Any:
        state["heard"].append(action)
        return enfold.Send("second") if action == "first" else None

    store = inline.open("Echo")
    with inline.trace() as trace:
        store.task("first").wait(LONG)
        entries = until(trace, lambda entry: entry.get("action") == "second")
    first, second = entries[0], entries[-1]
    assert (first["action"], first["revision"]) == ("first", 1)
    assert second["cause"] == {"store": store._handle, "revision": 1}
    assert second["task"] == first["task"]


def test_each_store_is_told_also_one_that_is_opened_later(runtime: enfold.Runtime) -> None:
    first = runtime.open("Counter")
    with runtime.trace() as trace:
        second = runtime.open("Todos")
        second.send("add", title="x")
        first.send("increment")
        entries = until(trace, lambda entry: entry["store"] == first._handle)
    assert [entry["store"] for entry in entries] == [second._handle] * 2 + [first._handle]
    assert [entry["name"] for entry in entries] == ["Todos#1", "Todos#1", "Counter#1"]
    assert [entry["kind"] for entry in entries] == ["opened", "action", "action"]


def test_a_store_is_opened_and_closed(runtime: enfold.Runtime) -> None:
    with runtime.trace() as trace:
        store = runtime.open("Counter", name="left", state={"count": 5})
        handle = store._handle
        store.send("increment")
        store.close()
        opened, action, closed = until(trace, lambda entry: entry["kind"] == "closed")
    assert opened.pop("time") <= action["time"] <= closed.pop("time")
    common = {"store": handle, "name": "left"}
    assert opened == {
        **common,
        "seq": 1,
        "kind": "opened",
        "revision": 0,
        "feature": "Counter",
    }
    assert closed == {**common, "seq": 3, "kind": "closed", "revision": 1}


def test_a_request_and_its_answers(asker: enfold.Store) -> None:
    runtime = asker.runtime
    runtime.handle("numberFact", lambda number: f"{number}!")

    @runtime.handle("ticks")
    def ticks(start: int) -> Iterator[int]:
        yield from (start, start + 1)

    with runtime.trace() as trace:
        asker.tagged("ada").task("ask", 7).wait(LONG)
        asker.task("listen", 3).wait(LONG)
        entries = until(trace, lambda entry: has_ended(entry) and "listen" in entry["action"])
    told = [entry for entry in entries if "request" in entry]
    assert [(entry["kind"], entry.get("outcome")) for entry in told] == [
        ("request", None),
        ("answer", "finished"),
        ("request", None),
        ("answer", None),
        ("answer", None),
        ("answer", "finished"),
    ]
    asked, answered, listened, first, second, ended = told
    assert (asked["request"], asked["payload"], answered["value"]) == ("numberFact", 7, "7!")
    assert (listened["request"], listened["payload"]) == ("ticks", 3)
    assert (first["value"], second["value"], "value" in ended) == (3, 4, False)
    assert asked["id"] == answered["id"] and len({entry["id"] for entry in told}) == 2
    assert {entry["id"] for entry in told[2:]} == {listened["id"]}
    assert asked["tag"] == answered["tag"] == "ada" and "tag" not in listened
    assert asked["cause"] == answered["cause"] == {"store": asker._handle, "revision": 1}
    assert asked["task"] == answered["task"] != listened["task"] == ended["task"]


def test_a_request_that_fails(asker: enfold.Store) -> None:
    @asker.runtime.handle("numberFact")
    def refuse(number: int) -> str:
        raise LookupError(f"no fact about {number}")

    with asker.runtime.trace() as trace:
        asker.task("askSafely", 7).wait(LONG)
        entries = until(trace, has_ended)
    [answer] = [entry for entry in entries if entry["kind"] == "answer"]
    assert answer["outcome"] == "failed" and "no fact about 7" in answer["message"]
    assert "value" not in answer


def test_who_has_changed_a_shared_value(runtime: enfold.Runtime) -> None:
    runtime.load(SESSIONS_A)
    writer, reader = runtime.open("Visitor"), runtime.open("Visitor")
    with runtime.trace() as trace:
        writer.tagged("ada").send("visit")
        runtime.wait(LONG)
        runtime.shared["session"] = {"name": "host", "visits": 9}
        runtime.wait(LONG)
        reader.send("count")
        entries = until(trace, lambda entry: entry.get("action") == {"count": {}})
    followed = [
        entry for entry in entries if entry["kind"] == "shared" and entry["store"] == reader._handle
    ]
    assert [(entry.get("cause"), entry.get("tag")) for entry in followed] == [
        ({"store": writer._handle, "revision": 1}, "ada"),
        (None, None),
    ]


def test_each_reader_is_told(counter: enfold.Store) -> None:
    runtime = counter.runtime
    with runtime.trace() as one, runtime.trace() as two:
        counter.send("increment")
        assert next_of(one) == next_of(two)
        one.close()
        counter.send("increment")
        assert next_of(two)["revision"] == 2


# Reading


def test_what_is_there_is_taken_without_waiting(counter: enfold.Store) -> None:
    with counter.runtime.trace() as trace:
        assert trace.drain() == [] and trace.get(0) is None
        start = time.monotonic()
        assert trace.get(0.05) is None
        assert time.monotonic() - start >= 0.05
        counter.send_batch(["increment"] * 3)
        taken: list[Entry] = []
        assert eventually(lambda: taken.extend(trace.drain()) or len(taken) == 3)
        assert [entry["revision"] for entry in taken] == [1, 2, 3]
        assert not trace.is_over


def test_an_iteration_waits_for_the_next_entry(counter: enfold.Store) -> None:
    revisions = []
    with counter.runtime.trace() as trace:
        thread = threading.Thread(target=lambda: revisions.extend(e["revision"] for e in trace))
        thread.start()
        for number in range(1, 6):
            counter.send("increment")
            assert eventually(lambda number=number: len(revisions) == number)
    thread.join(LONG)
    assert revisions == [1, 2, 3, 4, 5] and not thread.is_alive()


THREADS = 4
SENDS = 500


def test_many_threads_send_and_many_read(inline: enfold.Runtime) -> None:
    store = inline.open("Counter")
    taken: list[list[int]] = [[] for _ in range(THREADS)]
    with inline.trace() as trace:
        reading = [
            threading.Thread(target=lambda mine=mine: mine.extend(e["seq"] for e in trace))
            for mine in taken
        ]
        sending = [
            threading.Thread(target=lambda: [store.send("increment") for _ in range(SENDS)])
            for _ in range(THREADS)
        ]
        for thread in (*reading, *sending):
            thread.start()
        for thread in sending:
            thread.join(LONG)
        assert eventually(lambda: sum(map(len, taken)) == THREADS * SENDS)
    for thread in reading:
        thread.join(LONG)
        assert not thread.is_alive()
    assert all(mine == sorted(mine) for mine in taken)
    assert sorted(chain(*taken)) == list(range(1, THREADS * SENDS + 1))


# What is dropped


def test_the_oldest_are_dropped_and_counted(runtime: enfold.Runtime) -> None:
    store = runtime.open("Counter")
    trace = runtime.trace(limit=2000)
    for _ in range(200):
        store.send("increment")
    runtime.close()
    entries = list(trace)
    assert entries.pop()["kind"] == "closed"
    # What is dropped is said in its place. An entry that was told early may stand before it.
    following = 1
    for entry in entries:
        if entry["kind"] == "dropped":
            assert set(entry) == {"kind", "count"}
            following += entry["count"]
        else:
            assert entry["revision"] == following
            following += 1
    assert following == 201 and entries[-1]["revision"] == 200 and len(entries) < 25


def test_a_queue_has_a_limit() -> None:
    entries = Entries(1000)
    texts = [b'{"seq":%03d,"text":"%b"}' % (number, 80 * b"x") for number in range(20)]
    for text in texts:
        entries.put(text)
    taken = entries.take_all()
    assert taken[0] == b'{"kind":"dropped","count":%d}' % (20 - len(taken[1:]))
    assert taken[1:] == texts[-len(taken[1:]) :] and 1 < len(taken) < 10
    assert entries.take() is None and entries.take_all() == []
    large = b'{"text":"%b"}' % (2000 * b"x")
    entries.put(large)
    assert entries.take() == large
    for text in (texts[0], large, texts[1]):
        entries.put(text)
    assert entries.take() == b'{"kind":"dropped","count":2}'
    assert entries.take() == texts[1]
    assert not entries.is_done
    entries.put(texts[2])
    entries.finish()
    entries.put(texts[3])
    assert (entries.is_over, entries.is_done) == (True, False)
    assert entries.take() == texts[2] and entries.is_done


def test_what_the_library_has_dropped_is_not_forgotten() -> None:
    entries = Entries(200)
    for text in (b'{"seq":1}', b'{"kind":"dropped","count":40}', 150 * b"x", 150 * b"y"):
        entries.put(text)
    assert entries.take_all() == [b'{"kind":"dropped","count":42}', 150 * b"y"]


def test_who_watches_a_queue_is_called_once() -> None:
    entries = Entries(1000)
    calls: list[str] = []

    def one() -> None:
        calls.append("one")

    def two() -> None:
        calls.append("two")

    entries.watch(one)
    entries.watch(two)
    entries.unwatch(two)
    entries.unwatch(two)
    entries.put(b"{}")
    entries.put(b"{}")
    assert calls == ["one"]
    entries.watch(two)  # there is something to take
    entries.end()
    entries.watch(one)  # there never will be
    assert calls == ["one", "two", "one"] and entries.take() is None


# Ends


def test_the_runtime_is_closed_first(runtime: enfold.Runtime) -> None:
    store = runtime.open("Counter")
    trace = runtime.trace()
    store.send_batch(["increment"] * 100)
    runtime.close()
    *entries, closed = trace
    assert [entry["revision"] for entry in entries] == list(range(1, 101))
    assert {entry["kind"] for entry in entries} == {"action"}
    assert (closed["kind"], closed["revision"]) == ("closed", 100)
    assert trace.is_over and trace.get() is None and list(trace) == [] and trace.drain() == []
    assert repr(trace).endswith("(over)>")
    trace.close()
    trace.close()
    assert readers(runtime) == 0


def test_the_trace_is_closed_first(counter: enfold.Store) -> None:
    runtime = counter.runtime
    trace = runtime.trace()
    assert repr(trace) == f"<enfold.Trace of {runtime!r}>" and trace.runtime is runtime
    counter.send_batch(["increment"] * 100)
    trace.close()
    assert trace.is_over and list(trace) == [] and trace.get(LONG) is None and trace.drain() == []
    trace.close()
    counter.send("increment")
    assert eventually(lambda: readers(runtime) == 0)
    assert trace.drain() == []


def test_a_trace_ends_inside_its_iteration(runtime: enfold.Runtime) -> None:
    store = runtime.open("Counter")
    store.send_batch(["increment"] * 3)
    heard = []
    trace = runtime.trace()
    store.send_batch(["increment"] * 10)
    for entry in trace:
        heard.append(entry["revision"])
        trace.close()
    assert heard == [4]
    with runtime.trace() as trace:
        store.send_batch(["increment"] * 10)
        for entry in trace:
            heard.append(entry["revision"])
            if entry["revision"] == 14:
                store.send_batch(["increment"] * 10)
                runtime.close()
    assert heard == [4, *range(14, 34), 33]  # the last one is the end of the store


def test_another_thread_ends_it(counter: enfold.Store) -> None:
    runtime = counter.runtime
    ends: list[tuple[Callable[[enfold.Trace], None], list[str]]] = [
        (lambda trace: trace.close(), []),
        (lambda trace: runtime.close(), ["closed"]),  # that of the store
    ]
    for end, kinds in ends:
        trace = runtime.trace()
        timer = threading.Timer(0.05, end, (trace,))
        timer.start()
        assert [entry["kind"] for entry in trace] == kinds
        timer.join()


def test_one_that_nobody_refers_to_ends(counter: enfold.Store) -> None:
    runtime = counter.runtime
    for _ in range(3):
        counter.send("increment")
        trace = runtime.trace()
        counter.send("increment")
        for entry in trace:
            assert entry["kind"] == "action"
            break
        assert readers(runtime) == 1
        del trace
        assert eventually(lambda: readers(runtime) == 0)
    with runtime.trace() as trace:
        counter.send("increment")
        assert next_of(trace)["revision"] == 7


def test_a_runtime_that_nobody_closes(script: Script) -> None:
    done = script(
        """
        import gc, warnings
        warnings.simplefilter("ignore")

        def leave():
            runtime = enfold.Runtime()
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            store.observe("/count", lambda event: None)
            trace = runtime.trace()
            store.send("increment")
            runtime.around = None

        class Runtime(enfold.Runtime):
            pass

        enfold.Runtime = Runtime
        leave()
        gc.collect()
        print("gone")
        """,
        "-X",
        "dev",
    )
    assert (done.stdout, done.stderr, done.returncode) == ("gone\n", "", 0)


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_one_that_nobody_closes(script: Script, loop: str) -> None:
    done = script(
        f"""
        import threading
        runtime = enfold.Runtime(loop={loop!r})
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        traces = [runtime.trace() for _ in range(3)]
        log = runtime.log_trace()
        threading.Thread(target=lambda: list(traces[0]), daemon=True).start()
        threading.Thread(target=lambda: traces[1].get(3600), daemon=True).start()
        for _ in range(2000):
            store.send("increment")
        store.send("factTapped")
        print("end")
        """,
        "-X",
        "dev",
    )
    assert (done.stdout, done.stderr, done.returncode) == ("end\n", "", 0)


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_threads_send_while_the_program_ends(script: Script, loop: str) -> None:
    done = script(
        f"""
        import threading, time
        runtime = enfold.Runtime(loop={loop!r})
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        traces = [runtime.trace(limit=10_000) for _ in range(2)]

        def work():
            try:
                while True:
                    store.send("increment")
            except (enfold.ClosedError, enfold.LimitError):
                pass

        for _ in range(3):
            threading.Thread(target=work, daemon=True).start()
        threading.Thread(target=lambda: list(traces[0]), daemon=True).start()
        time.sleep(0.1)
        """
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


INTERRUPTED = """
    import os, signal, sys, threading

    signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.main_thread().ident

    def waits(frame):
        caller = frame.f_back
        return frame.f_code.co_name == "wait" and caller.f_globals["__name__"] == "enfold._entries"

    def interrupt():
        while not waits(sys._current_frames()[main]):
            pass
        os.kill(os.getpid(), signal.SIGINT)

    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        with runtime.trace() as trace:
            threading.Thread(target=interrupt).start()
            try:
                {wait}
            except KeyboardInterrupt:
                print("interrupted")
            store.send("increment")
            print(trace.get(30)["revision"])
"""


@pytest.mark.parametrize("wait", ["next(trace)", "list(trace)", "trace.get()", "trace.get(3600)"])
def test_ctrl_c_ends_a_wait(script: Script, wait: str) -> None:
    done = script(textwrap.dedent(INTERRUPTED).format(wait=wait))
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n1\n", "", 0)


def test_a_forked_child_is_refused(script: Script) -> None:
    done = script(
        """
        import os, sys, warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        runtime = enfold.Runtime()
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        trace = runtime.trace()
        log = runtime.log_trace()
        child = os.fork()
        if child == 0:
            refused = 0
            for call in (trace.get, lambda: next(trace), trace.drain, runtime.trace,
                         runtime.log_trace):
                try:
                    call()
                except enfold.ForkedError:
                    refused += 1
            print("refused", refused, flush=True)
            trace.close()
            log.close()
            del trace
            sys.exit(7)
        print("child", os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        store.send("increment")
        print(trace.get(30)["revision"])
        """,
        "-X",
        "dev",
    )
    assert (done.stdout, done.stderr) == ("refused 5\nchild 7\n1\n", "")


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="ctypes may be missing in one")
def test_a_subinterpreter_has_none(script: Script) -> None:
    done = script(
        """
        import _xxsubinterpreters as interpreters
        made = interpreters.create()
        interpreters.run_string(made, '''if True:
            import enfold
            with enfold.Runtime() as runtime:
                try:
                    runtime.trace()
                except enfold.UnsupportedError as error:
                    print(error.message)
        ''')
        interpreters.destroy(made)
        """
    )
    told = "a trace is read in the main interpreter, and not here\n"
    assert (done.stdout, done.stderr) == (told, "")


# Arguments


def test_a_limit_is_a_number_of_bytes(runtime: enfold.Runtime) -> None:
    for begin in (runtime.trace, runtime.log_trace):
        for wrong in ("1", 1.5, None, True):
            with pytest.raises(TypeError, match="a limit is a number of bytes"):
                begin(limit=wrong)  # type: ignore[arg-type]
        for number in (0, -1, 2**63):
            with pytest.raises(enfold.InvalidError, match="1 byte or more"):
                begin(limit=number)
        begin(limit=2**63 - 1).close()
    with runtime.trace() as trace, pytest.raises(TypeError, match="a timeout"):
        trace.get("1")  # type: ignore[arg-type]
    runtime.close()
    for begin in (runtime.trace, runtime.log_trace):
        with pytest.raises(enfold.ClosedError):
            begin()
    assert eventually(lambda: readers(runtime) == 0)


def test_what_an_observer_raises_meanwhile_is_raised(inline: enfold.Runtime) -> None:
    """To begin a trace may reduce what waits. If that raises, there is no trace."""
    store = inline.open("Counter")
    begun = []

    def observe(event: enfold.Event) -> None:
        begun.append(inline.trace())
        raise LookupError("no")

    store.observe("/count", observe, initial=False)
    with pytest.raises(LookupError, match="no"):
        store.send("increment")
    [trace] = begun
    store.observe("/count", lambda event: None)
    trace.close()
    assert eventually(lambda: readers(inline) == 0)


def test_the_times_are_counted_without_a_reader() -> None:
    with enfold.Runtime(loop="inline", stats=True) as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        for _ in range(3):
            store.send("increment")
        times = runtime.stats()["times"]
        assert (times["commits"], times["whole"]["count"]) == (3, 3)
        assert (times["slow"] == 0) == (times["whole"]["max"] < 50_000_000)
        assert 0 < times["whole"]["p50"] <= times["whole"]["p99"] <= times["whole"]["max"]
    with enfold.Runtime(loop="inline") as runtime:
        assert "times" not in runtime.stats()


def test_the_environment_prints_each_commit() -> None:
    program = (
        "import enfold, sys\n"
        "with enfold.Runtime(loop='inline') as runtime:\n"
        "    runtime.load(sys.argv[1])\n"
        "    store = runtime.open('Counter')\n"
        "    store.send('increment')\n"
        "    store.tagged('ada').send('setCount', 7)\n"
        "    store.hold()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, str(COUNTER)],
        env={**os.environ, "ENFOLD_TRACE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    lines = re.sub(r"\(\d+\.\d{3} ms\)", "(… ms)", done.stderr).splitlines()
    assert lines == [
        "Counter#1 1 increment: /count = 1 (… ms)",
        'Counter#1 2 {"setCount":7}: /count = 7, tag ada (… ms)',
        "Counter#1 held",
    ]


def test_the_lines_of_the_environment_hold_no_control_characters() -> None:
    program = """
        import enfold
        with enfold.Runtime(loop="inline") as runtime:
            @runtime.feature("Any", state={"words": {}})
            def put(state, action):
                state["words"][action["key"]] = "\\x9b2J\\x7f"
            store = runtime.open("Any", name="a\\nb")
            store.send({"key": "x" * 90})  # the first change of such a state is told as a whole
            store.tagged("c\\u2028d").send({"key": "e\\nf\\x1b[31m"})
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        env={**os.environ, "ENFOLD_TRACE": "1"},
        capture_output=True,
        check=True,
    )
    lines = re.sub(r" \(\d+\.\d{3} ms\)", "", done.stderr.decode()).split("\n")
    assert lines == [
        rf'a\nb 1 {{"key":"{"x" * 72}…: the state = {{"words":{{"{"x" * 29}…',
        r'a\nb 2 {"key":"e\nf\u001b[31m"}: /words/e\nf\u001b[31m + "\u009b2J\u007f", tag c\u2028d',
        "",
    ]


@pytest.mark.parametrize(
    ("variables", "is_coloured"),
    [({}, True), ({"NO_COLOR": ""}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals_that_want_them(
    variables: dict[str, str], is_coloured: bool
) -> None:
    program = (
        "import enfold, sys\n"
        "with enfold.Runtime(loop='inline') as runtime:\n"
        "    runtime.load(sys.argv[1])\n"
        "    runtime.open('Counter').send('increment')\n"
    )
    others = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    try:
        subprocess.run(
            [sys.executable, "-c", program, str(COUNTER)],
            env={**others, "TERM": "xterm", "ENFOLD_TRACE": "1", **variables},
            stderr=theirs,
            check=True,
        )
        line = os.read(ours, 1 << 12)
    finally:
        os.close(theirs)
        os.close(ours)
    assert b"increment" in line
    assert (b"\x1b[" in line) == is_coloured
