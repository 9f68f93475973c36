"""Requests answered later, and how they end: cancelled, forgotten, at exit, after a fork."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
import weakref
from collections.abc import Iterator
from typing import Any, Literal

import pytest

import enfold
from enfold import _receivers

from .asker import LONG, open_requests, until
from .conftest import ASKER, Script, open_test_feature

# Answering later


def test_a_request_is_answered_later(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", requests.append, raw=True)
    task = asker.task("ask", 5)
    until(asker, lambda: requests)
    [request] = requests
    assert (request.name, request.payload, request.is_cancelled) == ("numberFact", 5, False)
    assert "numberFact" in repr(request) and "open" in repr(request)
    assert open_requests(asker) == 1
    with pytest.raises(enfold.InvalidError):
        request.emit("five")
    thread = threading.Thread(target=request.resolve, args=("five",))
    thread.start()
    thread.join()
    task.wait(LONG)
    assert asker.get("/facts") == ["five"]
    for answer in (request.resolve, lambda: request.emit(1), request.fail):
        with pytest.raises(enfold.ClosedError):
            answer()
    assert "over" in repr(request)


def test_a_raw_stream(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("ticks", requests.append, raw=True)
    task = asker.task("listen", 1)
    until(asker, lambda: requests)
    [request] = requests
    kept = [number for number in range(10_000) if request.emit(number)]
    with pytest.raises(enfold.InvalidError):
        request.resolve(5)
    request.resolve()
    task.wait(LONG)
    assert asker.get("/heard") == kept
    assert len(kept) >= 4
    with pytest.raises(enfold.ClosedError):
        request.emit(1)


def test_wrong_answers_raise(asker: enfold.Store) -> None:
    asker.runtime.log(None)
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", requests.append, raw=True)
    for answer, error, problem in (
        ({"a": 1}, enfold.StateError, ""),
        (b'{"a"', enfold.JSONError, ""),
        ([[[[]]]] * 2, enfold.StateError, ""),
    ):
        task = asker.task("askSafely", 1)
        until(asker, lambda: requests)
        request = requests.pop()
        with pytest.raises(TypeError):
            request.resolve({1})  # nothing was sent
        with pytest.raises(error) as caught:
            request.resolve(answer)
        assert caught.value.offset is not None
        with pytest.raises(enfold.ClosedError):
            request.resolve("right")
        task.wait(LONG)
        assert problem in asker.get("/problem")


def test_a_request_fails(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", requests.append, raw=True)
    for message in ("", "no fact"):
        task = asker.task("askSafely", 1)
        until(asker, lambda: requests)
        request = requests.pop()
        with pytest.raises(TypeError):
            request.fail(LookupError("x"))  # type: ignore[arg-type]
        with pytest.raises(enfold.InvalidError):
            request.fail("\ud800")
        request.fail(message)
        task.wait(LONG)
        assert asker.get("/problem").endswith(message)


def test_a_request_hears_that_it_is_cancelled(asker: enfold.Store) -> None:
    heard: list[str] = []
    requests: list[enfold.Request] = []

    @asker.runtime.handle("numberFact", raw=True)
    def ask(request: enfold.Request) -> None:
        request.on_cancel(lambda: heard.append("first"))
        request.on_cancel(lambda: heard.append("second"))
        requests.append(request)

    asker.send("ask", 1)
    until(asker, lambda: requests)
    [request] = requests
    asker.send("forget", 1)
    until(asker, lambda: request.is_cancelled)
    until(asker, lambda: len(heard) == 2)
    assert heard == ["first", "second"]
    request.on_cancel(lambda: heard.append("late"))
    assert heard == ["first", "second", "late"]
    assert "cancelled" in repr(request)
    with pytest.raises(enfold.ClosedError):
        request.resolve("late")
    assert open_requests(asker) == 0


def test_what_on_cancel_raises_is_raised_by_the_call(asker: enfold.Store) -> None:
    heard: list[str] = []
    requests: list[enfold.Request] = []

    def fail() -> None:
        raise LookupError("mine")

    @asker.runtime.handle("numberFact", raw=True)
    def ask(request: enfold.Request) -> None:
        request.on_cancel(fail)
        request.on_cancel(lambda: heard.append("all the same"))
        requests.append(request)

    asker.send("ask", 1)
    until(asker, lambda: requests)
    with pytest.raises(LookupError, match="mine"):
        asker.send("forget", 1)
        until(asker, lambda: heard)
    assert heard == ["all the same"]


def test_a_raw_function_that_raises_has_failed(asker: enfold.Store) -> None:
    def fail(request: enfold.Request) -> None:
        raise LookupError("no fact")

    asker.runtime.handle("numberFact", fail, raw=True)
    asker.task("askSafely", 1).wait(LONG)
    assert "LookupError: no fact" in asker.get("/problem")


def test_what_is_raised_after_the_answer_is_logged(
    asker: enfold.Store, caplog: pytest.LogCaptureFixture
) -> None:
    over = threading.Event()

    @asker.runtime.handle("numberFact", raw=True)
    def answer_and_fail(request: enfold.Request) -> None:
        request.resolve("a fact")
        raise LookupError("too late")

    @asker.runtime.handle("ticks")
    def tick_and_fail(start: int) -> Iterator[int]:
        try:
            while True:
                yield start
        finally:
            over.set()
            raise ValueError("while it was closed")

    asker.task("ask", 1).wait(LONG)
    assert asker.get("/facts") == ["a fact"]
    asker.task("listenOnce", 1).wait(LONG)
    until(asker, lambda: over.is_set() and len(caplog.records) == 2)
    for record, name, error in zip(caplog.records, ("numberFact", "ticks"), ("too", "while")):
        assert (record.name, record.levelname) == ("enfold", "ERROR")
        assert name in record.getMessage()
        assert record.exc_info is not None and error in str(record.exc_info[1])


def test_handlers_close_what_asks(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    runtime = asker.runtime

    @runtime.handle("numberFact", raw=True)
    def close_store(request: enfold.Request) -> None:
        asker.close()
        requests.append(request)

    @runtime.handle("save", raw=True)
    def close_runtime(request: enfold.Request) -> None:
        runtime.close()
        with pytest.raises(enfold.ClosedError):
            request.resolve()
        requests.append(request)

    asker.send("ask", 1)
    until(asker, lambda: requests and requests[0].is_cancelled)
    with pytest.raises(enfold.ClosedError):
        requests[0].resolve("late")
    other = runtime.open("Asker")
    arrived = threading.Event()
    with contextlib.suppress(enfold.ClosedError):
        other.send("save", {})
        while len(requests) < 2:
            runtime.pump()
            arrived.wait(0.001)
    assert runtime.is_closed
    assert requests[1].is_cancelled


def test_a_wait_that_takes_too_long_names_them(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", requests.append, raw=True)
    asker.runtime.handle("ticks", requests.append, raw=True)
    task = asker.task("ask", 1)
    asker.send("ask", 2)
    asker.send("listen", 1)
    until(asker, lambda: len(requests) == 3)
    names = 'requests have no answer: "numberFact" (2 times), "ticks"'
    for wait in (asker.wait, asker.runtime.wait, task.wait):
        with pytest.raises(enfold.TimeoutError) as caught:
            wait(0.001)
        assert names in str(caught.value)
    for request in requests:
        request.fail()
    asker.wait(LONG)


# Lifetimes


def test_a_warning_names_what_was_never_answered(asker: enfold.Store) -> None:
    records: list[str] = []
    requests: list[enfold.Request] = []
    asker.runtime.log("warning", lambda level, record: records.append(record["message"]))
    asker.runtime.handle("numberFact", requests.append, raw=True)
    asker.send("ask", 1)
    until(asker, lambda: requests)
    asker.close()
    until(asker, lambda: any("numberFact" in record for record in records))


def test_handlers_are_let_go(asker: enfold.Store) -> None:
    class Held:
        def fact(self, number: int) -> str:
            return str(number)

    runtime = asker.runtime
    for end in ("unhandle", "close"):
        held = Held()
        reference = weakref.ref(held)
        runtime.handle("numberFact", held.fact)
        asker.task("ask", 1).wait(LONG)
        del held
        if end == "close":
            runtime.close()
        else:
            runtime.unhandle("numberFact")
        gc.collect()
        assert reference() is None, end


def test_a_forgotten_runtime_with_handlers_is_collected() -> None:
    gc.disable()
    try:
        runtime = enfold.Runtime()
        runtime.handle("numberFact", str)
        runtime.handle("more", print, raw=True)
        reference = weakref.ref(runtime)
        with pytest.warns(ResourceWarning, match="unclosed"):
            del runtime
        assert reference() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("loop", ["host", "inline"])
@pytest.mark.parametrize("has_cycle", [False, True])
def test_a_forgotten_runtime_cancels_its_requests(
    loop: Literal["host", "inline"], has_cycle: bool, caplog: pytest.LogCaptureFixture
) -> None:
    heard: list[str] = []
    requests: list[enfold.Request] = []

    def run() -> None:
        runtime = enfold.Runtime(loop=loop)
        runtime.log("warning")
        store = open_test_feature(runtime, ASKER, "Asker")

        def answer(request: enfold.Request) -> None:
            request.on_cancel(lambda: heard.append("cancelled"))
            requests.append(request)
            if has_cycle:
                assert runtime.stats()["requests"] == 1

        runtime.handle("numberFact", answer if has_cycle else requests.append, raw=True)
        store.send("ask", 1)
        until(store, lambda: requests)
        requests[0].on_cancel(lambda: heard.append("cancelled"))

    with pytest.warns(ResourceWarning, match="unclosed"):
        run()
        gc.collect()
    assert heard == ["cancelled"] * (2 if has_cycle else 1)
    assert requests[0].is_cancelled
    assert any("numberFact" in record.getMessage() for record in caplog.records)


def test_what_a_forgotten_runtime_raises_is_no_business_of_others(
    asker: enfold.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[Any] = []
    requests: list[enfold.Request] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda each: raised.append(each.exc_value))

    def fail() -> None:
        raise LookupError("cancelled")

    def forget() -> None:
        runtime = enfold.Runtime()
        store = open_test_feature(runtime, ASKER, "Asker")
        runtime.handle("numberFact", requests.append, raw=True)
        store.send("ask", 1)
        until(store, lambda: requests)
        requests[0].on_cancel(fail)

    with pytest.warns(ResourceWarning, match="unclosed"):
        forget()
        gc.collect()
    asker.send("stop")
    assert [str(each) for each in raised] == ["cancelled"]


def test_nothing_leaks(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", str)
    asker.runtime.handle("more", requests.append, raw=True)

    def use_everything() -> None:
        asker.task("ask", 1).wait(LONG)
        task = asker.task("askForMore")
        until(asker, lambda: requests)
        requests.pop().resolve(1)
        task.wait(LONG)
        asker.runtime.handle("ticks", lambda start: iter(()))

    for _ in range(3):
        use_everything()
    gc.collect()
    objects, receivers = len(gc.get_objects()), _receivers.count()
    for _ in range(200):
        use_everything()
    gc.collect()
    assert _receivers.count() == receivers
    assert len(gc.get_objects()) < objects + 200


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_exit_with_open_requests_is_clean(script: Script, loop: str) -> None:
    done = script(
        f"""
        import asyncio, threading, time
        runtime = enfold.Runtime(loop={loop!r})
        runtime.load({str(ASKER)!r})
        store = runtime.open("Asker")
        requests, begun = [], threading.Event()
        runtime.handle("numberFact", requests.append, raw=True)
        @runtime.handle("ticks")
        def ticks(start):
            begun.set()
            while True:
                time.sleep(1000)
                yield start
        @runtime.handle("more", raw=True)
        def more(request):
            request.on_cancel(lambda: print("cancelled"))
            requests.append(request)
        runtime.handle("save", requests.append)
        store.send("ask", 1)
        store.send("listen", 1)
        store.send("askForMore")
        while len(requests) < 2 or not begun.is_set():
            runtime.pump()
            time.sleep(0.001)
        """,
        "-X",
        "dev",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "cancelled\n", "")


@pytest.mark.parametrize("loop", ["host", "inline"])
@pytest.mark.parametrize("end", ["pass", "runtime.close()"])
def test_exit_closes_generators(script: Script, loop: str, end: str) -> None:
    done = script(
        f"""
        import threading, time
        runtime = enfold.Runtime(loop={loop!r})
        runtime.load({str(ASKER)!r})
        store = runtime.open("Asker")
        begun = threading.Event()
        @runtime.handle("ticks")
        def ticks(start):
            try:
                while True:
                    begun.set()
                    time.sleep(0.3)  # longer than the interpreter needs to end
                    yield start
            finally:
                print("closed")
        store.send("listen", 1)
        while not begun.is_set():
            runtime.pump()
        {end}
        """,
        "-X",
        "dev",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "closed\n", "")


def test_exit_waits_for_what_a_closed_runtime_still_calls(script: Script) -> None:
    done = script(
        f"""
        import threading, time
        runtime = enfold.Runtime(loop="inline")
        runtime.load({str(ASKER)!r})
        store = runtime.open("Asker")
        requests, begun = [], threading.Event()
        def observe(event):
            begun.set()
            time.sleep(0.3)  # longer than the interpreter needs to end
            print("left")
        store.observe("/facts", observe, initial=False)
        runtime.handle("numberFact", requests.append, raw=True)
        store.send("ask", 1)
        requests.pop().resolve("a fact")
        begun.wait()
        runtime.close()
        """,
        "-X",
        "dev",
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "left\n", "")


def test_a_forked_child_is_refused(script: Script) -> None:
    done = script(
        f"""
        import os, sys, time, warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        runtime = enfold.Runtime()
        runtime.load({str(ASKER)!r})
        store = runtime.open("Asker")
        requests = []
        runtime.handle("numberFact", requests.append, raw=True)
        store.send("ask", 1)
        while not requests:
            runtime.pump()
            time.sleep(0.001)
        child = os.fork()
        if child == 0:
            calls = [
                lambda: requests[0].resolve("x"), lambda: requests[0].fail(),
                lambda: requests[0].emit(1), lambda: runtime.handle("numberFact", str),
                lambda: runtime.unhandle("numberFact"),
            ]
            refused = 0
            for call in calls:
                try:
                    call()
                except enfold.ForkedError:
                    refused += 1
            print("refused", refused == len(calls), flush=True)
            sys.exit(7)
        _, status = os.waitpid(child, 0)
        print("child", os.WEXITSTATUS(status))
        requests[0].resolve("parent")
        store.wait(10)
        print(store.get("/facts"))
        """,
        "-X",
        "dev",
    )
    assert (done.stdout, done.stderr) == ("refused True\nchild 7\n['parent']\n", "")
    assert done.returncode == 0
