"""A store that is held lets asyncio's event loop sleep, as if nothing was there to do.

No time is asserted. The loop runs for a second without a store that is held, and with one, and
both are compared. What a thousand turns of it cost is measured in the same run; a loop that turns
without work turns more often than that in a second.
"""

from __future__ import annotations

import asyncio
import gc
import selectors
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from typing import Any, NamedTuple

import pytest

import enfold

from .conftest import BEHAVIOURS

SECOND = 1.0
TURNS = 1000
PERIOD = 60


class Measure(NamedTuple):
    """What was counted, and the processor's time in ns."""

    turns: int  # how often the loop was woken, by whatever
    pumps: int  # how often by the descriptor
    thread: int
    process: int  # of all threads


class Selector(selectors.DefaultSelector):
    """What the event loop sleeps in. It counts."""

    turns = 0
    pumps = 0
    descriptor = -1

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        events = super().select(timeout)
        self.turns += 1
        self.pumps += any(key.fd == self.descriptor for key, _ in events)
        return events

    def now(self) -> Measure:
        return Measure(self.turns, self.pumps, time.thread_time_ns(), time.process_time_ns())

    async def measure(self, work: Coroutine[Any, Any, object]) -> Measure:
        """What is counted until a coroutine returns."""
        begin = self.now()
        await work
        measure = Measure(*(after - before for before, after in zip(begin, self.now())))
        print(measure)  # for those who look
        return measure


@pytest.fixture
def selector() -> Iterator[Selector]:
    gc.collect()
    gc.disable()  # what other tests have left would be collected in one of the measures
    yield Selector()
    gc.enable()


def run(selector: Selector, main: Callable[[], Coroutine[Any, Any, None]]) -> None:
    loop = asyncio.SelectorEventLoop(selector)
    try:
        loop.run_until_complete(asyncio.wait_for(main(), PERIOD))
    finally:
        loop.close()


def elsewhere(function: Callable[[], object]) -> None:
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()


async def turn(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


class Compared:
    """An idle loop and a thousand turns, measured; what others are compared with."""

    def __init__(self, selector: Selector, idle: Measure, busy: Measure) -> None:
        self._selector, self._idle, self._busy = selector, idle, busy

    @classmethod
    async def begin(cls, selector: Selector, runtime: enfold.Runtime) -> Compared:
        selector.descriptor = runtime.fd
        await turn(20)
        idle = await selector.measure(asyncio.sleep(SECOND))
        busy = await selector.measure(turn(TURNS))
        assert idle.pumps == busy.pumps == 0
        assert busy.turns >= TURNS
        return cls(selector, idle, busy)

    async def check_sleeps(self) -> None:
        """Nothing wakes the loop but its timer, and no other thread works instead."""
        await turn(20)  # what was to be told at once is told
        seen = await self._selector.measure(asyncio.sleep(SECOND))
        if seen.pumps > 0:  # what was to wake it before may do so late, but not again
            seen = await self._selector.measure(asyncio.sleep(SECOND))
        assert seen.pumps == 0
        assert seen.turns <= self._idle.turns + 2, (seen, self._idle)
        assert seen.thread < self._idle.thread + self._busy.thread, (seen, self._idle, self._busy)
        assert seen.process < self._idle.process + self._busy.process, (seen, self._idle)


def test_the_descriptor_is_counted(selector: Selector) -> None:
    """Without this the others would prove nothing."""

    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(BEHAVIOURS)
            store = runtime.open("Many")
            selector.descriptor = runtime.fd
            for count in range(1, 4):
                elsewhere(lambda: store.task("increment"))
                while store.get("/count") < count:
                    await asyncio.sleep(0.001)
                assert selector.pumps >= count

    run(selector, main)


def test_what_is_kept_back_wakes_nobody(selector: Selector) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(BEHAVIOURS)
            store = runtime.open("Many")
            compared = await Compared.begin(selector, runtime)
            store.hold()
            # An effect, an action of this thread, a state, and an action of another thread.
            store.send("flood", count=2, means="later")
            assert store.step() is True
            while runtime.stats()["pending"] < 2:  # 1 is the effect; until it has sent
                await asyncio.sleep(0.001)
            store.send("set", 7)
            store.restore({"count": 10})
            elsewhere(lambda: store.send("increment"))
            # Who waits for a value does not wake the loop, either.
            reached = asyncio.ensure_future(store.wait_for("/count", lambda count: count == 12))
            await compared.check_sleeps()
            assert (store.get("/count"), store.revision) == (0, 1)
            assert not reached.done()

            pumps = selector.pumps
            elsewhere(lambda: store.hold(False))
            assert await reached == 12
            assert selector.pumps > pumps
            await store.wait()
            stats = runtime.stats()
            assert (store.revision, stats["held"], stats["pending"]) == (6, 0, 0)

    run(selector, main)


@pytest.mark.parametrize("kind", [enfold.aio.Runtime, enfold.Runtime])
def test_a_breakpoint_wakes_nobody(selector: Selector, kind: type[enfold.Runtime]) -> None:
    async def main() -> None:
        with kind() as runtime:
            runtime.load(BEHAVIOURS)
            runtime.attach()
            store = runtime.open("Many")
            compared = await Compared.begin(selector, runtime)
            store.break_at("increment")
            tasks: list[enfold.Task] = []
            elsewhere(lambda: tasks.append(store.task("increment")))
            while not runtime.stats()["held"]:  # the loop takes the action, and stops
                await asyncio.sleep(0.001)
            elsewhere(lambda: tasks.append(store.task("increment")))
            tasks.append(store.task("set", 7))
            # At a breakpoint one may wait for tasks; that does not wake the loop, either.
            waiting = [asyncio.ensure_future(task.finish()) for task in tasks]
            await compared.check_sleeps()
            assert (store.get("/count"), store.revision) == (0, 0)
            assert [task.status for task in tasks] == ["running"] * 3
            assert not any(each.done() for each in waiting)

            # The release goes on to the next one that stops.
            elsewhere(lambda: store.hold(False))
            await waiting[0]
            await compared.check_sleeps()
            assert (store.get("/count"), runtime.stats()["held"]) == (1, 1)
            store.hold(False)
            await asyncio.gather(*waiting)
            stats = runtime.stats()
            assert (store.get("/count"), store.revision) == (7, 3)
            assert (stats["held"], stats["pending"]) == (0, 0)

    run(selector, main)
