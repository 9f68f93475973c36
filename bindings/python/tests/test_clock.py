"""The manual clock: debounces, timers and dates without waiting."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Literal

import pytest

import enfold

from .conftest import TIMERS, Run
from .test_testing_plugin import Session


@pytest.fixture(params=["host", "inline"])
def timers(request: pytest.FixtureRequest) -> Iterator[enfold.Store]:
    loop: Literal["host", "inline"] = request.param
    with enfold.Runtime(loop=loop, clock="manual", environment="test") as runtime:
        runtime.load(TIMERS)
        yield runtime.open("Timers")


def test_a_debounce(timers: enfold.Store) -> None:
    timers.send("type", "a")
    timers.runtime.advance(0.2)
    timers.send("type", "ab")
    timers.runtime.advance(0.299999999)
    assert timers.get("/searches") == []
    timers.runtime.advance(timedelta(microseconds=1))
    assert timers.get("/searches") == ["ab"]


def test_a_timer_that_is_heard(timers: enfold.Store) -> None:
    heard: list[Any] = []
    timers.observe("/ticks", lambda change: heard.append(change.value))
    timers.send("start")
    timers.runtime.advance(3)
    assert heard == [0, 1, 2, 3]
    timers.send("stop")
    timers.runtime.advance(timedelta(hours=1))
    assert heard == [0, 1, 2, 3]
    timers.runtime.wait(timeout=30)
    stats = timers.runtime.stats()
    assert stats["sleepers"] == 0
    assert stats["now"] == 3_603_000_000_000


def test_a_wait_says_that_time_stands_still(timers: enfold.Store) -> None:
    timers.send("type", "a")
    timers.runtime.advance(0)
    with pytest.raises(enfold.TimeoutError, match=r"on the manual clock: 1; Runtime\.advance"):
        timers.wait(0.001)


def test_the_date(timers: enfold.Store) -> None:
    timers.runtime.advance(1.5)
    timers.send("look")
    timers.runtime.advance(0)
    assert timers.get("/time") == "2001-02-03T04:05:07.5Z"


def test_an_effect_that_asks_python(timers: enfold.Store) -> None:
    asked: list[int] = []

    @timers.runtime.handle("fact")
    def fact(_: None) -> str:
        asked.append(timers.runtime.stats()["now"])
        return "seven"

    timers.send("ask")
    timers.runtime.advance(1)
    assert timers.get("/facts") == ["seven"]
    assert asked == [10_000_000]


def test_mistakes(timers: enfold.Store) -> None:
    runtime = timers.runtime
    with pytest.raises(enfold.InvalidError, match="time never goes back"):
        runtime.advance(-1)
    for wrong in (math.inf, -math.inf, math.nan, 1e300):
        with pytest.raises(enfold.InvalidError):
            runtime.advance(wrong)
    for no_time in ("1", None, True):
        with pytest.raises(TypeError, match="a time is a number"):
            runtime.advance(no_time)  # type: ignore[arg-type]
    with pytest.raises(enfold.InvalidError, match="manual"):
        enfold.Runtime(clock="slow")  # type: ignore[arg-type]
    with enfold.Runtime() as other, pytest.raises(enfold.UnsupportedError, match="manual"):
        other.advance(1)
    runtime.close()
    with pytest.raises(enfold.ClosedError):
        runtime.advance(1)


def test_not_in_callbacks(timers: enfold.Store) -> None:
    raised: list[BaseException] = []

    def advance(_: Any) -> None:
        try:
            timers.runtime.advance(1)
        except enfold.ReentrantError as error:
            raised.append(error)

    timers.observe("/ticks", advance)
    timers.send("start")
    timers.runtime.advance(1)
    assert len(raised) == 2


def test_in_asyncio(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime(clock="manual") as runtime:
            runtime.load(TIMERS)
            store = runtime.open("Timers")

            @runtime.handle("fact")
            async def fact(_: None) -> str:
                return "seven"

            sending = store.send("ask")
            runtime.advance(0.01)
            while runtime.stats()["requests"]:  # the answer needs the event loop
                await asyncio.sleep(0)
            runtime.advance(0.01)
            await sending
            assert store.get("/facts") == ["seven"]

    run(main())


def test_the_fixtures_have_it(tmp_path: Path) -> None:
    session = Session(
        f"""
        TIMERS = {str(TIMERS)!r}

        @enf(TIMERS, "Timers")
        def test_advance(enfold_runtime, enfold_store):
            enfold_store.send("type", "a")
            enfold_runtime.advance(0.3)
            assert enfold_store.get("/searches") == ["a"]

        @enf(TIMERS, "Timers")
        def test_asleep(enfold_store):
            enfold_store.send("start")

        @enf(TIMERS, "Timers", allow={{"effects"}})
        def test_allowed(enfold_store):
            enfold_store.send("start")

        @enf(TIMERS, "Timers", clock="slow")
        def test_mistake(enfold_store):
            pass
        """,
        tmp_path,
    )
    session.has("PASSED", "test_advance")
    session.has("FAILED", "test_asleep", "effects sleep at the end of the test: 1")
    session.has("PASSED", "test_allowed")
    session.has("ERROR", "test_mistake", "clock is one of manual, system")
