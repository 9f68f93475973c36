"""The regular end: what is debounced begins at once, what was accepted is done, nothing is lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, Literal

import pytest

import enfold

from .asker import LONG, until
from .conftest import ASKER, BEHAVIOURS, COUNTER, TIMERS, Run, Script, open_responses, turns


@pytest.fixture(params=["host", "inline"])
def loop(request: pytest.FixtureRequest) -> Literal["host", "inline"]:
    found: Literal["host", "inline"] = request.param
    return found


@pytest.fixture(params=["system", "manual"])
def timers(
    request: pytest.FixtureRequest, loop: Literal["host", "inline"]
) -> Iterator[enfold.Store]:
    with enfold.Runtime(loop=loop, clock=request.param) as runtime:
        runtime.load(TIMERS)
        yield runtime.open("Timers")


@pytest.fixture
def responses(loop: Literal["host", "inline"]) -> Iterator[enfold.Store]:
    with enfold.Runtime(loop=loop) as runtime:
        runtime.load(BEHAVIOURS)
        yield runtime.open("Responses")


class Heard(list[Any]):
    """The values that a store's observer was told."""

    def __init__(self, store: enfold.Store, pointer: str) -> None:
        store.observe(pointer, self._hear, closed=True)

    def _hear(self, event: enfold.Event) -> None:
        self.append("closed" if event.closed else event.value)


class Log(list[Any]):
    """The warnings of a runtime."""

    def __init__(self, runtime: enfold.Runtime) -> None:
        runtime.log("warning", lambda level, record: self.append((level, record)))


# Flush


def test_what_is_debounced_begins(timers: enfold.Store) -> None:
    heard = Heard(timers, "/searches")
    timers.send("type", "ab")
    timers.send("type", "abc")
    timers.flush()
    assert heard == [[], ["abc"]]
    timers.flush()
    timers.scope("/text").flush()
    assert heard == [[], ["abc"]]
    timers.send("type", "d")
    timers.runtime.flush()
    assert heard[-1] == ["abc", "d"]
    timers.close()
    with pytest.raises(enfold.ClosedError):
        timers.flush()


def test_from_inside_a_callback_it_waits_its_turn(timers: enfold.Store) -> None:
    heard = Heard(timers, "/searches")

    def flush(event: enfold.Event) -> None:
        timers.flush()
        if event.value:
            assert heard == [[]]

    timers.observe("/text", flush)
    timers.send("type", "a")
    assert heard == [[], ["a"]]


# The end


def test_the_last_words_are_kept(timers: enfold.Store) -> None:
    heard = Heard(timers, "/searches")
    timers.send("type", "abc")
    assert timers.end() is True
    assert heard == [[], ["abc"], "closed"]
    assert timers.is_closed and timers.runtime.stores == []
    with pytest.raises(enfold.ClosedError):
        timers.send("tick")
    with pytest.raises(enfold.ClosedError):
        timers.end()
    timers.close()


def test_a_runtime_ends_with_all_its_stores(timers: enfold.Store) -> None:
    runtime = timers.runtime
    stores = [timers, *(runtime.open("Timers") for _ in range(3))]
    all_heard = [Heard(store, "/searches") for store in stores]
    for store in stores:
        store.send("type", "abc")
    assert runtime.end(wait=timedelta(seconds=LONG)) is True
    assert all(heard == [[], ["abc"], "closed"] for heard in all_heard)
    assert runtime.is_closed and all(store.is_closed for store in stores)
    with pytest.raises(enfold.ClosedError):
        runtime.end()
    runtime.close()


def test_without_a_flush_it_waits_for_what_is_debounced(loop: Literal["host", "inline"]) -> None:
    with enfold.Runtime(loop=loop, clock="manual") as runtime:
        runtime.load(TIMERS)
        store = runtime.open("Timers")
        log = Log(runtime)
        heard = Heard(store, "/searches")
        store.send("type", "abc")
        assert store.end(flush=False, wait=0) is False
        assert heard == [[], "closed"]
        runtime.pump()
        [(level, record)] = log
        assert (level, record["topic"]) == ("warning", "work-that-was-cut-off")
        assert "Timers.swift" in record["message"]


@pytest.mark.parametrize("what", ["store", "runtime"])
def test_what_is_cut_off_is_told(responses: enfold.Store, what: str) -> None:
    log = Log(responses.runtime)
    heard = Heard(responses, "/text")
    responses.send("never")
    ending = responses if what == "store" else responses.runtime
    assert ending.end(wait=0.01) is False
    assert responses.is_closed and heard == ["", "closed"]
    if what == "store":
        responses.runtime.pump()
    [(level, record)] = log
    assert (level, record["topic"]) == ("warning", "work-that-was-cut-off")
    assert "Behaviours.swift" in record["message"] and "cut off" in record["message"]


@pytest.mark.parametrize("what", ["store", "runtime"])
def test_an_answer_during_the_end_is_not_lost(asker: enfold.Store, what: str) -> None:
    runtime = asker.runtime
    heard = Heard(asker, "/facts")
    refused: list[BaseException] = []
    requests: list[enfold.Request] = []
    runtime.handle("numberFact", requests.append, raw=True)
    asker.send("ask", 1)
    until(asker, lambda: requests)
    store = asker if what == "store" else runtime.open("Asker")

    def answer() -> None:
        # As soon as it takes nothing any more.
        while not refused:
            try:
                store.send("stop")
            except enfold.ClosedError as error:
                refused.append(error)
        if what == "runtime":
            with pytest.raises(enfold.ClosedError):
                runtime.open("Asker")
        requests[0].resolve("one")

    thread = threading.Thread(target=answer)
    thread.start()
    assert (asker if what == "store" else runtime).end(wait=LONG) is True
    thread.join()
    assert heard == [[], ["one"], "closed"]


def test_edits_of_many_threads_are_kept(loop: Literal["host", "inline"]) -> None:
    with enfold.Runtime(loop=loop) as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        heard = Heard(store, "/count")
        accepted: list[int] = []
        begun = threading.Semaphore(0)

        def edit() -> None:
            count = 0
            try:
                while True:
                    store.send("increment")
                    count += 1
                    begun.release()
            except enfold.ClosedError:
                accepted.append(count)

        threads = [threading.Thread(target=edit) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(100):
            begun.acquire()
        assert store.end(wait=LONG) is True
        for thread in threads:
            thread.join()
        assert heard[-2:] == [sum(accepted), "closed"]


def test_what_callbacks_raise_does_not_stop_it(timers: enfold.Store) -> None:
    heard: list[Any] = []

    def observe(event: enfold.Event) -> None:
        heard.append("closed" if event.closed else event.value)
        if event.value:
            raise ValueError(event.value)

    timers.observe("/searches", observe, closed=True)
    timers.send("type", "abc")
    with pytest.raises(ValueError, match="abc"):
        timers.end()
    assert heard == [[], ["abc"], "closed"]
    assert timers.is_closed


def test_mistakes(timers: enfold.Store) -> None:
    for ending in (timers, timers.runtime):
        with pytest.raises(TypeError, match="flush is True or False"):
            ending.end(flush=1)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a timeout is a number"):
            ending.end(wait="long")  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            ending.end(True)  # type: ignore[misc]
    with pytest.raises(enfold.UnsupportedError, match="a scope is a part of its store"):
        timers.scope("/text").end()
    timers.send("type", "still here")
    assert timers.get("/text") == "still here"


def test_not_in_callbacks(timers: enfold.Store) -> None:
    raised: list[enfold.ReentrantError] = []

    def end(_: object) -> None:
        for ending in (timers, timers.runtime):
            try:
                ending.end()
            except enfold.ReentrantError as error:
                raised.append(error)

    timers.observe("/text", end)
    timers.send("type", "a")
    assert len(raised) == 4 and not timers.is_closed


INTERRUPTED = """
    import os, signal, sys, threading

    signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.main_thread().ident

    def interrupt():
        while not ending.is_set():
            try:
                store.send("respond", "x")
            except enfold.ClosedError:
                ending.set()
        os.kill(os.getpid(), signal.SIGINT)

    ending = threading.Event()
    with enfold.Runtime() as runtime:
        runtime.log("warning", lambda level, record: print(record["topic"]))
        runtime.load(BEHAVIOURS)
        store = runtime.open("Responses")
        task = store.task("never")
        threading.Thread(target=interrupt).start()
        try:
            {what}.end(wait=None)
        except KeyboardInterrupt:
            print("interrupted", task.status, store.is_closed)
        try:
            store.send("respond", "x")
        except enfold.ClosedError:
            print("refused")
        print({what}.end(wait=0), store.is_closed)
"""


@pytest.mark.parametrize("what", ["store", "runtime"])
def test_ctrl_c_ends_the_wait(script: Script, what: str) -> None:
    done = script(INTERRUPTED.replace("{what}", what))
    expected = {"interrupted running False", "refused", "work-that-was-cut-off", "False True"}
    assert (set(done.stdout.splitlines()), done.stderr) == (expected, "")


# In asyncio


def test_an_end_is_awaited(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(TIMERS)
            runtime.load(ASKER)
            threads: list[int] = []
            store, other = runtime.open("Timers"), runtime.open("Asker")

            @runtime.handle("numberFact")
            async def fact(number: int) -> str:
                await asyncio.sleep(0.01)
                return str(number)

            async with store.changes("/searches") as changes, other.changes("/facts") as facts:
                store.send("type", "abc")
                assert await store.end() is True
                assert [event.value async for event in changes] == [[], ["abc"]]
                other.observe("", lambda event: threads.append(threading.get_ident()), closed=True)
                other.send("ask", 1)
                assert await runtime.end(wait=None) is True
                assert [event.value async for event in facts] == [[], ["1"]]
                assert set(threads) == {threading.get_ident()} and len(threads) >= 3

    run(main())


def test_an_end_in_asyncio_that_is_cut_off_or_given_up(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            log = Log(runtime)
            stores = [open_responses(runtime), open_responses(runtime), open_responses(runtime)]
            for store in stores:
                store.send("never")
            with pytest.raises(TypeError):
                await stores[0].end(wait="soon")  # type: ignore[arg-type]
            stores[0].send("respond", "x")
            assert await stores[0].end(wait=0.001) is False
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(stores[1].end(wait=None), 0.001)
            assert not stores[1].is_closed
            with pytest.raises(enfold.ClosedError):
                stores[1].send("respond", "x")
            assert await stores[1].end(wait=0) is False
            waiting = asyncio.ensure_future(stores[2].end(wait=None))
            await turns(3)
            stores[2].close()
            with pytest.raises(enfold.ClosedError):
                await waiting
            assert await runtime.end(wait=0) is True
            assert [record["topic"] for _, record in log] == 2 * ["work-that-was-cut-off"]

    run(main())


def test_a_plain_end_cannot_be_awaited(counter: enfold.Store) -> None:
    async def main() -> None:
        for ending in (counter, counter.runtime):
            with pytest.raises(TypeError, match="end gives nothing to await"):
                await ending.end()  # type: ignore[misc]

    asyncio.run(main())
    counter.send("increment")
