"""Handlers of requests that run in asyncio."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import AsyncIterator

import pytest

import enfold

from .asker import LONG, open_requests


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


def test_an_async_function_knows_who_asks(asker: enfold.Store) -> None:
    other = asker.runtime.open("Asker")
    told: set[tuple[enfold.Store, str, str | None]] = set()

    async def main() -> None:
        @asker.runtime.handle("numberFact", raw=True)
        async def fact(request: enfold.Request) -> str:
            await asyncio.sleep(0)
            told.add((request.store, request.action, request.tag))
            return str(request.payload)

        tasks = asker.task("ask", 1), other.tagged("ada").task("ask", 2)
        await asyncio.wait_for(asyncio.gather(*tasks), LONG)

    asyncio.run(main())
    assert told == {(asker, "ask(_:)", None), (other, "ask(_:)", "ada")}
    assert (asker.get("/facts"), other.get("/facts")) == (["1"], ["2"])


def test_an_async_generator_knows_who_asks(asker: enfold.Store) -> None:
    async def main() -> None:
        @asker.runtime.handle("ticks", raw=True)
        async def ticks(request: enfold.Request) -> AsyncIterator[int]:
            assert (request.store, request.tag) == (asker, "ada")
            for number in range(request.payload, 100):
                yield number

        await asyncio.wait_for(asker.tagged("ada").task("listen", 3), LONG)

    asyncio.run(main())
    assert (asker.get("/heard"), asker.get("/hasEnded")) == (list(range(3, 100)), True)


def test_an_async_handler_may_answer_the_request_itself(
    asker: enfold.Store, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        @asker.runtime.handle("numberFact", raw=True)
        async def fact(request: enfold.Request) -> None:
            if request.payload == 1:
                request.resolve("one")
            else:
                request.fail("no fact")

        await asyncio.wait_for(asker.task("ask", 1), LONG)
        await asyncio.wait_for(asker.task("askSafely", 2), LONG)

    asyncio.run(main())
    assert (asker.get("/facts"), caplog.records) == (["one"], [])
    assert asker.get("/problem").endswith("no fact")


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
