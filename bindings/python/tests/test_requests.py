"""What features ask of this program: handlers of every kind, and how requests end."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Iterator
from typing import Any

import pytest

import enfold
from enfold import _receivers

from .asker import LONG, open_requests, until

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
    def interrupt(number: int) -> str:
        raise KeyboardInterrupt

    asker.runtime.handle("numberFact", interrupt)
    with pytest.raises(KeyboardInterrupt):
        asker.task("askSafely", 1).wait(LONG)
    asker.wait(LONG)
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


def test_an_iterator_is_a_stream(asker: enfold.Store) -> None:
    asker.runtime.handle("ticks", lambda start: map(abs, [start, -2, -3]))
    asker.task("listen", -1).wait(LONG)
    assert (asker.get("/heard"), asker.get("/hasEnded")) == ([1, 2, 3], True)


def test_a_generator_knows_who_asks(asker: enfold.Store) -> None:
    @asker.runtime.handle("ticks", raw=True)
    def ticks(request: enfold.Request) -> Iterator[int]:
        assert (request.store, request.tag) == (asker, "ada")
        yield from range(request.payload, 100)

    asker.tagged("ada").task("listen", 3).wait(LONG)
    assert (asker.get("/heard"), asker.get("/hasEnded")) == (list(range(3, 100)), True)


def test_what_a_plain_function_gives_is_not_lost(asker: enfold.Store) -> None:
    """Also if it got the request, and so could have answered itself."""

    async def late(request: enfold.Request) -> str:
        return "late"

    asker.runtime.handle("ticks", lambda request: iter([request.payload, 7]), raw=True)
    asker.task("listen", 3).wait(LONG)
    assert (asker.get("/heard"), asker.get("/hasEnded")) == ([3, 7], True)
    # No async function to Enfold, but one that gives a coroutine.
    asker.runtime.handle("numberFact", lambda request: late(request), raw=True)  # noqa: PLW0108
    asker.task("askSafely", 1).wait(LONG)
    assert "the handler gave coroutine, which nobody awaits" in asker.get("/problem")


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
    assert "'numberFact' is no stream: return its answer" in asker.get("/problem")
    for wrong in (5, [1, 2], "text"):
        asker.runtime.handle("ticks", lambda start, wrong=wrong: wrong)
        asker.task("listen", 1).wait(LONG)
        assert "'ticks' is a stream: yield its elements" in asker.get("/problem")
        assert type(wrong).__name__ in asker.get("/problem")
    assert (asker.get("/hasEnded"), asker.get("/heard")) == (False, [])
    # Nothing is the end of a stream.
    asker.runtime.handle("ticks", lambda start: None)
    asker.task("listen", 1).wait(LONG)
    assert asker.get("/hasEnded") is True
    assert open_requests(asker) == 0
