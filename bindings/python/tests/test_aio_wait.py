"""enfold.aio: waiting for a value, and until nothing is left to do."""

from __future__ import annotations

import asyncio
import gc
import threading

import pytest

import enfold
from enfold import _receivers

from .conftest import ASKER, COUNTER, Run, open_responses, turns

# Waiting for a value


def test_a_value_is_waited_for(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            known = _receivers.count()
            asked: list[int] = []

            def is_two(count: int) -> bool:
                asked.append(count)
                return count == 2

            wait = asyncio.ensure_future(store.wait_for("/count", is_two))
            await turns(3)
            # Nobody misses a value that is gone again at once.
            store.send_batch(["increment"] * 4)
            assert await wait == 2
            assert asked == [0, 1, 2]
            assert await store.wait_for("/count", lambda count: count == 4) == 4
            assert await store.wait_for("") == store.state
            assert await store.wait_for("/fact", lambda fact: fact is None) is None
            assert runtime.stats()["subscriptions"] == 0
            assert _receivers.count() == known

    run(main())


def test_what_a_predicate_raises_is_raised_by_the_wait(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            wait = asyncio.ensure_future(store.wait_for("/count", lambda count: 1 // (1 - count)))
            assert await wait == 0
            wait = asyncio.ensure_future(
                store.wait_for("/count", lambda count: count // (1 - count))
            )
            await turns(3)
            store.send("increment")
            with pytest.raises(ZeroDivisionError):
                await wait
            with pytest.raises(RuntimeError, match="StopIteration"):
                await store.wait_for("/count", lambda count: next(iter(())))
            with pytest.raises(enfold.PointerError):
                await store.wait_for("/cuont")
            assert runtime.stats()["subscriptions"] == 0

    run(main())


def test_giving_up_a_wait_for_a_value_ends_it(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(store.wait_for("/count"), 0.001)
            assert runtime.stats()["subscriptions"] == 0
            store.send("increment")

    run(main())


@pytest.mark.parametrize("what", ["store", "runtime"])
def test_closing_ends_a_wait_for_a_value(run: Run, what: str) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            wait = asyncio.ensure_future(store.wait_for("/count"))
            await turns(3)
            (store if what == "store" else runtime).close()
            with pytest.raises(enfold.ClosedError, match="/count"):
                await wait

    run(main())


def test_a_wait_of_a_closed_loop_ends_at_the_next_event() -> None:
    with enfold.aio.Runtime() as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        loop = asyncio.new_event_loop()
        never = store.wait_for("/count", lambda count: False)
        wait = asyncio.ensure_future(never, loop=loop)
        loop.run_until_complete(turns(3))
        loop.close()
        assert runtime.stats()["subscriptions"] == 1
        store.send("increment")
        assert runtime.stats()["subscriptions"] == 0
        wait._log_destroy_pending = False  # type: ignore[attr-defined]
        del wait
        gc.collect()


# Waiting until nothing is left to do


def test_idleness_is_awaited(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            stores = [runtime.open("Counter") for _ in range(3)]
            for store in stores:
                store.send("factTapped")
            await stores[0].wait()
            assert stores[0].get("/fact") is not None
            await runtime.wait(timeout=30)
            assert all(store.get("/fact") is not None for store in stores)
            await asyncio.gather(runtime.wait(), *(store.wait() for store in stores))

    run(main())


def join_waits() -> None:
    for thread in threading.enumerate():
        if thread.name == "enfold-wait":
            thread.join(30)
            assert not thread.is_alive()


def test_a_wait_that_takes_too_long_names_requests(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(ASKER)
            store = runtime.open("Asker")
            requests: list[enfold.Request] = []
            runtime.handle("numberFact", requests.append, raw=True)
            store.send("ask", 1)
            while not requests:
                await asyncio.sleep(0)
            for wait in (store.wait, runtime.wait):
                with pytest.raises(enfold.TimeoutError, match='have no answer: "numberFact"'):
                    await wait(timeout=0.001)

    run(main())
    join_waits()


def test_idleness_that_does_not_come(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            store = open_responses(runtime)
            store.send("never")
            for wait in (store.wait, runtime.wait):
                with pytest.raises(enfold.TimeoutError, match=r"not idle within 0\.001 s"):
                    await wait(timeout=0.001)
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(wait(), 0.001)
            join_waits()  # nobody waits any more
            with pytest.raises(TypeError):
                await store.wait("soon")  # type: ignore[arg-type]
            waits = [asyncio.ensure_future(wait()) for wait in (store.wait, runtime.wait)]
            await turns(3)
            runtime.close()
            for each in waits:
                with pytest.raises(enfold.ClosedError):
                    await each

    run(main())
    join_waits()
