"""What features ask of this program: handlers of every kind, and how requests end."""

from __future__ import annotations

import asyncio
import functools
import gc
import threading
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

import enfold
from enfold import _receivers

from .conftest import ASKER, Script, open_test_feature

LONG = 30  # seconds: long enough for any machine


@pytest.fixture(params=["host", "inline"])
def asker(request: pytest.FixtureRequest) -> Iterator[enfold.Store]:
    with enfold.Runtime(loop=request.param) as runtime:
        yield open_test_feature(runtime, ASKER, "Asker")


def until(store: enfold.Store, condition: Callable[[], object]) -> None:
    """Pumps until something is so, which threads bring about."""
    arrived = threading.Event()
    for _ in range(LONG * 1000):
        if condition():
            return
        store.runtime.pump()
        arrived.wait(0.001)
    pytest.fail("it never came about")


def open_requests(store: enfold.Store) -> int:
    return int(store.runtime.stats()["requests"])


# Functions


def test_what_a_function_returns_is_the_answer(asker: enfold.Store) -> None:
    @asker.runtime.handle("numberFact")
    def fact(number: int) -> str:
        return f"{number} is a number"

    assert fact(1) == "1 is a number"  # the decorator leaves it as it is
    asker.task("ask", 7).wait(LONG)
    assert asker.get("/facts") == ["7 is a number"]
    assert open_requests(asker) == 0


def test_none_is_null_and_bytes_are_json(asker: enfold.Store) -> None:
    saved: list[Any] = []
    assert asker.runtime.handle("save", saved.append) == saved.append
    asker.task("save", {"name": "letter", "pages": [1, 2]}).wait(LONG)
    assert saved == [{"name": "letter", "pages": [1, 2]}]
    assert asker.get("/hasSaved") is True
    asker.runtime.handle("numberFact", lambda number: b' "text" ')
    asker.task("ask", 1).wait(LONG)
    assert asker.get("/facts") == ["text"]


def test_what_has_no_payload_gets_none(asker: enfold.Store) -> None:
    asker.runtime.handle("more", lambda payload: 5 if payload is None else -1)
    asker.task("askForMore").wait(LONG)
    assert asker.get("/heard") == [5]


def test_what_a_function_raises_fails_the_request(asker: enfold.Store) -> None:
    class Unprintable(Exception):
        def __str__(self) -> str:
            raise ValueError

    problems: list[Any] = []
    for error in (LookupError("no \ud800 fact"), LookupError(), Unprintable()):

        def fail(number: int, error: Exception = error) -> str:
            raise error

        asker.runtime.handle("numberFact", fail)
        asker.task("askSafely", 1).wait(LONG)
        problems.append(asker.get("/problem"))
    assert [problem.rpartition("failed: ")[2] for problem in problems] == [
        "LookupError: no ? fact",
        "LookupError",
        "Unprintable",
    ]


def test_a_task_raises_the_failure(asker: enfold.Store) -> None:
    asker.runtime.log(None)

    @asker.runtime.handle("numberFact")
    def fail(number: int) -> str:
        raise LookupError("no fact")

    with pytest.raises(enfold.FailedError, match="LookupError: no fact"):
        asker.task("ask", 1).wait(LONG)


@pytest.mark.parametrize("answer", [5, {"a": 1}, None, object(), {1, 2}, b"{", float("nan")])
def test_what_is_no_answer_fails_the_request(asker: enfold.Store, answer: Any) -> None:
    asker.runtime.handle("numberFact", lambda number: answer)
    asker.task("askSafely", 1).wait(LONG)
    assert asker.get("/problem")
    assert (asker.get("/facts"), open_requests(asker)) == ([], 0)


def test_a_wrong_answer_names_its_place(asker: enfold.Store) -> None:
    asker.runtime.log(None)
    asker.runtime.handle("ticks", lambda start: (each for each in (start, {"a": [1]}, 3)))
    asker.task("listen", 1).wait(LONG)
    assert asker.get("/heard") in ([1], [])
    assert asker.get("/hasEnded") is False
    assert asker.get("/problem")


def test_what_ends_the_program_is_raised(asker: enfold.Store) -> None:
    if asker.runtime.loop == "inline":
        pytest.skip("a thread of Swift asks")

    def interrupt(number: int) -> str:
        raise KeyboardInterrupt

    asker.runtime.handle("numberFact", interrupt)
    task = asker.task("askSafely", 1)
    with pytest.raises(KeyboardInterrupt):
        task.wait(LONG)
    task.wait(LONG)
    assert "KeyboardInterrupt" in asker.get("/problem")


# Who handles


def test_nobody_handles(asker: enfold.Store) -> None:
    asker.task("askSafely", 1).wait(LONG)
    assert "numberFact" in asker.get("/problem")
    asker.runtime.handle("numberFact", str)
    asker.task("ask", 5).wait(LONG)
    asker.runtime.unhandle("numberFact")
    asker.runtime.unhandle("numberFact")
    asker.runtime.unhandle("never handled")
    asker.task("askSafely", 2).wait(LONG)
    assert asker.get("/facts") == ["5"]


def test_the_last_handler_answers(asker: enfold.Store) -> None:
    class First:
        def fact(self, number: int) -> str:
            return "first"

    first = First()
    reference = weakref.ref(first)
    asker.runtime.handle("numberFact", first.fact)
    del first
    asker.task("ask", 1).wait(LONG)
    asker.runtime.handle("numberFact", lambda number: "second")
    until(asker, lambda: gc.collect() >= 0 and reference() is None)
    asker.task("ask", 1).wait(LONG)
    assert asker.get("/facts") == ["first", "second"]


def test_arguments_are_checked(asker: enfold.Store) -> None:
    before = _receivers.count()
    runtime = asker.runtime
    for name, function, error in (
        (5, str, TypeError),
        ("a\0b", str, enfold.InvalidError),
        ("", str, enfold.InvalidError),
        ("\ud800", str, enfold.InvalidError),
        ("name", 5, TypeError),
    ):
        with pytest.raises(error):
            runtime.handle(name, function)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match="raw"):
        runtime.handle("name", str, raw=1)  # type: ignore[call-overload]
    for name in ("", "\ud800"):
        with pytest.raises(enfold.InvalidError):
            runtime.unhandle(name)
    runtime.close()
    with pytest.raises(enfold.ClosedError):
        runtime.handle("name", str)
    assert _receivers.count() <= before


def test_features_list_their_requests(asker: enfold.Store) -> None:
    features = {feature["name"]: feature for feature in asker.runtime.features()}
    requests = {request["name"]: request for request in features["Asker"]["requests"]}
    assert list(requests) == ["numberFact", "ticks", "save"]
    assert [request["stream"] for request in requests.values()] == [False, True, False]
    assert requests["numberFact"]["answer"]["type"] == "string"
    assert "requests" not in features["AskerParent"]


# Generators


def test_a_generator_is_a_stream(asker: enfold.Store) -> None:
    threads: set[int] = set()

    @asker.runtime.handle("ticks")
    def ticks(start: int) -> Iterator[int]:
        for number in range(start, start + 100):
            threads.add(threading.get_ident())
            yield number

    asker.task("listen", 3).wait(LONG)
    # There is room for 4 only: it waits.
    assert asker.get("/heard") == list(range(3, 103))
    assert asker.get("/hasEnded") is True
    assert len(threads) == 1
    assert threading.get_ident() not in threads


def test_a_generator_may_block(asker: enfold.Store) -> None:
    released = threading.Event()

    @asker.runtime.handle("ticks")
    def ticks(start: int) -> Iterator[int]:
        yield start
        assert released.wait(LONG)
        yield start + 1

    task = asker.task("listen", 1)
    until(asker, lambda: asker.get("/heard") == [1])
    asker.runtime.handle("numberFact", str)
    asker.task("ask", 5).wait(LONG)
    released.set()
    task.wait(LONG)
    assert asker.get("/heard") == [1, 2]


def test_a_generator_is_closed_when_nobody_listens(asker: enfold.Store) -> None:
    ended = threading.Event()

    @asker.runtime.handle("ticks")
    def ticks(start: int) -> Iterator[int]:
        try:
            while True:
                yield start
        finally:
            ended.set()

    for stop in (lambda: asker.send("stop"), asker.close):
        ended.clear()
        asker.send("listen", 1)
        until(asker, lambda: len(asker.get("/heard")) > 20)
        stop()
        until_closed = threading.Event()
        for _ in range(LONG * 1000):
            if ended.is_set():
                break
            asker.runtime.pump()
            until_closed.wait(0.001)
        assert ended.is_set()
    assert asker.runtime.stats()["requests"] == 0


def test_one_element_is_enough(asker: enfold.Store) -> None:
    ended = threading.Event()

    @asker.runtime.handle("ticks")
    def ticks(start: int) -> Iterator[int]:
        try:
            while True:
                yield start
        finally:
            ended.set()

    asker.task("listenOnce", 4).wait(LONG)
    until(asker, ended.is_set)
    assert asker.get("/heard") == [4]


def test_what_a_generator_raises_fails_the_stream(asker: enfold.Store) -> None:
    @asker.runtime.handle("ticks")
    def ticks(start: int) -> Iterator[int]:
        yield start
        raise LookupError("no more")

    asker.task("listen", 1).wait(LONG)
    assert "LookupError: no more" in asker.get("/problem")
    assert asker.get("/hasEnded") is False


def test_a_generator_is_no_function_and_the_other_way_round(asker: enfold.Store) -> None:
    def one(number: int) -> Iterator[str]:
        yield "one"

    asker.runtime.handle("numberFact", one)
    asker.task("askSafely", 1).wait(LONG)
    assert asker.get("/problem")
    asker.runtime.handle("ticks", lambda start: start)
    asker.task("listen", 1).wait(LONG)
    assert asker.get("/hasEnded") is False
    # Nothing is the end of a stream.
    asker.runtime.handle("ticks", lambda start: None)
    asker.task("listen", 1).wait(LONG)
    assert asker.get("/hasEnded") is True
    assert open_requests(asker) == 0


# What is async


def test_an_async_function_answers(asker: enfold.Store) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()

        @asker.runtime.handle("numberFact")
        async def fact(number: int) -> str:
            await asyncio.sleep(0)
            assert asyncio.get_running_loop() is loop
            return str(number)

        await asyncio.wait_for(asyncio.gather(*(asker.task("ask", n) for n in range(20))), LONG)

    asyncio.run(main())
    assert sorted(asker.get("/facts"), key=int) == [str(n) for n in range(20)]


def test_an_async_generator_waits_for_room(asker: enfold.Store) -> None:
    async def main() -> None:
        @asker.runtime.handle("ticks")
        async def ticks(start: int) -> AsyncIterator[int]:
            for number in range(start, start + 100):
                yield number

        await asyncio.wait_for(asker.task("listen", 3), LONG)

    asyncio.run(main())
    assert asker.get("/heard") == list(range(3, 103))
    assert asker.get("/hasEnded") is True


def test_what_async_handlers_raise_fails(asker: enfold.Store) -> None:
    async def main() -> None:
        @asker.runtime.handle("numberFact")
        async def fact(number: int) -> str:
            raise LookupError("no fact")

        @asker.runtime.handle("ticks")
        async def ticks(start: int) -> AsyncIterator[int]:
            yield start
            raise ArithmeticError("no more")

        await asyncio.wait_for(asker.task("askSafely", 1), LONG)
        assert "LookupError: no fact" in asker.get("/problem")
        await asyncio.wait_for(asker.task("listen", 1), LONG)
        assert "ArithmeticError: no more" in asker.get("/problem")

    asyncio.run(main())


def test_async_handlers_are_cancelled(asker: enfold.Store) -> None:
    async def main() -> None:
        begun, ended, closed = asyncio.Event(), asyncio.Event(), asyncio.Event()

        @asker.runtime.handle("numberFact")
        async def fact(number: int) -> str:
            begun.set()
            try:
                await asyncio.sleep(LONG)
            except asyncio.CancelledError:
                ended.set()
                raise
            return "late"

        @asker.runtime.handle("ticks")
        async def ticks(start: int) -> AsyncIterator[int]:
            try:
                while True:
                    yield start
            finally:
                closed.set()

        asker.send("ask", 1)
        await asyncio.wait_for(begun.wait(), LONG)
        asker.send("forget", 1)
        await asyncio.wait_for(ended.wait(), LONG)
        await asyncio.wait_for(asker.task("listenOnce", 1), LONG)
        await asyncio.wait_for(closed.wait(), LONG)
        assert open_requests(asker) == 0

    asyncio.run(main())
    assert asker.get("/facts") == []


def test_without_a_loop_async_handlers_are_refused(asker: enfold.Store) -> None:
    class Fact:
        async def __call__(self, number: int) -> str:
            return str(number)

    async def fact(number: int) -> str:
        return str(number)

    async def ticks(start: int) -> AsyncIterator[int]:
        yield start

    for function in (fact, ticks, functools.partial(fact, 1), Fact()):
        with pytest.raises(RuntimeError, match="no event loop runs here"):
            asker.runtime.handle("numberFact", function)

    async def main() -> None:
        with pytest.raises(TypeError, match="plain function"):
            asker.runtime.handle("numberFact", fact, raw=True)

    asyncio.run(main())
    asker.runtime.handle("numberFact", lambda number: fact(number))  # noqa: PLW0108
    asker.task("askSafely", 1).wait(LONG)
    assert "nobody awaits" in asker.get("/problem")


def test_the_loop_of_a_handler_has_closed(asker: enfold.Store) -> None:
    async def main() -> None:
        @asker.runtime.handle("numberFact")
        async def fact(number: int) -> str:
            return str(number)

    asyncio.run(main())
    asker.task("askSafely", 1).wait(LONG)
    assert "RuntimeError" in asker.get("/problem")


def test_a_loop_that_ends_fails_what_it_was_doing(asker: enfold.Store) -> None:
    async def main() -> None:
        begun = asyncio.Event()

        @asker.runtime.handle("numberFact")
        async def fact(number: int) -> str:
            begun.set()
            await asyncio.sleep(LONG)
            return str(number)

        asker.send("askSafely", 1)
        await asyncio.wait_for(begun.wait(), LONG)

    asyncio.run(main())
    asker.wait(LONG)
    assert "CancelledError" in asker.get("/problem")


# Lower: requests


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
    if asker.runtime.loop == "inline":
        pytest.skip("it may be called on a thread of Swift")
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

    def answer_and_fail(request: enfold.Request) -> None:
        request.resolve("a fact")
        raise LookupError("too late")

    asker.runtime.handle("numberFact", fail, raw=True)
    asker.task("askSafely", 1).wait(LONG)
    assert "LookupError: no fact" in asker.get("/problem")
    asker.runtime.handle("numberFact", answer_and_fail, raw=True)
    asker.task("ask", 1).wait(LONG)
    assert asker.get("/facts") == ["a fact"]


def test_handlers_close_what_asks(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []

    @asker.runtime.handle("numberFact", raw=True)
    def close(request: enfold.Request) -> None:
        requests.append(request)
        asker.close()
        with pytest.raises(enfold.ClosedError):
            request.resolve("late")

    @asker.runtime.handle("save")
    def close_all(document: Any) -> None:
        asker.runtime.close()

    asker.send("ask", 1)
    until(asker, lambda: requests and requests[0].is_cancelled)
    other = asker.runtime.open("Asker")
    other.send("save", {})
    arrived = threading.Event()
    while not asker.runtime.is_closed:
        with_closed = enfold.ClosedError
        try:
            asker.runtime.pump()
        except with_closed:
            break
        arrived.wait(0.001)
    assert asker.runtime.is_closed


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
