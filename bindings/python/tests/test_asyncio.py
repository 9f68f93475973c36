"""asyncio pumps, iterates and awaits."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import enfold


def test_the_event_loop_pumps(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    async def main() -> None:
        runtime.attach()
        runtime.attach()
        arrived = asyncio.Event()

        @counter.observe("/fact", initial=False)
        def observe(event: enfold.Event) -> None:
            arrived.set()

        threading.Thread(target=counter.send, args=("factTapped",)).start()
        await asyncio.wait_for(arrived.wait(), 10)
        await counter.task("factTapped")

    asyncio.run(main())
    assert counter.get("/fact") == "0 has no divisor from 2 to 9"


def test_events_are_iterated_over_until_the_store_closes(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    async def main() -> list[int]:
        async def drive() -> None:
            for _ in range(3):
                await asyncio.sleep(0)
                counter.send("increment")
            for _ in range(3):
                counter.send("increment")
            counter.close()

        driver = asyncio.ensure_future(drive())
        values = [event.value async for event in counter.changes("/count")]
        await driver
        return values

    assert asyncio.run(main())[-4:] == [3, 4, 5, 6]
    assert runtime.stats()["subscriptions"] == 0


def test_leaving_the_iteration_unsubscribes(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    async def main() -> None:
        async for event in counter.changes("/count"):
            assert event.initial
            break

    asyncio.run(main())
    assert runtime.stats()["subscriptions"] == 0


def test_events_of_other_threads_are_iterated_over(inline: enfold.Runtime) -> None:
    async def main() -> str:
        store = inline.open("Counter")
        store.send("factTapped")
        async for event in store.changes("/fact"):
            if event.value is not None:
                return str(event.value)
        raise AssertionError

    assert asyncio.run(asyncio.wait_for(main(), 10)) == "0 has no divisor from 2 to 9"


def test_tasks_are_awaited_together(runtime: enfold.Runtime) -> None:
    stores = [runtime.open("Counter", state={"count": count}) for count in range(20)]

    async def main() -> None:
        await asyncio.wait_for(asyncio.gather(*(wait(store) for store in stores)), 10)

    async def wait(store: enfold.Store) -> None:
        await store.task("factTapped")

    asyncio.run(main())
    assert all(store.get("/fact") for store in stores)


def test_awaiting_a_cancelled_task_raises(counter: enfold.Store) -> None:
    async def main() -> None:
        task = counter.task("factTapped")
        task.cancel()
        await task

    with pytest.raises(enfold.CancelledError):
        asyncio.run(main())


def test_giving_up_an_await_leaves_the_task_alone(counter: enfold.Store) -> None:
    async def main() -> None:
        task = counter.task("factTapped")
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(wait(task), 0.005)
        await task

    async def wait(task: enfold.Task) -> None:
        await task

    asyncio.run(main())
    assert counter.get("/fact") is not None


def test_an_exception_in_a_callback_reaches_the_loops_handler(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    problems: list[Any] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        told = asyncio.Event()

        def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            problems.append(context["exception"])
            told.set()

        loop.set_exception_handler(handle)
        runtime.attach()

        @counter.observe("/count", initial=False)
        def fail(event: enfold.Event) -> None:
            raise LookupError("mine")

        threading.Thread(target=counter.send, args=("increment",)).start()
        await asyncio.wait_for(told.wait(), 10)

    asyncio.run(main())
    assert [str(problem) for problem in problems] == ["mine"]


def test_a_runtime_moves_from_loop_to_loop(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    async def main() -> None:
        await counter.task("factTapped")

    for _ in range(3):
        asyncio.run(main())
    runtime.detach()
    runtime.detach()
    with pytest.raises(RuntimeError):
        runtime.attach()


def test_closing_detaches(runtime: enfold.Runtime) -> None:
    async def main() -> None:
        runtime.attach()
        descriptor = runtime.fd
        runtime.close()
        assert not asyncio.get_running_loop().remove_reader(descriptor)

    asyncio.run(main())
