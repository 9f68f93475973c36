"""Traces in asyncio: `async for` over entries, which blocks no event loop."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import chain
from typing import Any

import pytest

import enfold

from .asker import LONG
from .conftest import COUNTER, Run, Script


async def eventually(condition: Any) -> bool:
    end = time.monotonic() + LONG
    while not condition() and time.monotonic() < end:
        await asyncio.sleep(0.001)
    return bool(condition())


@pytest.mark.parametrize("kind", [enfold.aio.Runtime, enfold.Runtime])
def test_an_iteration_waits_and_the_loop_goes_on(run: Run, kind: type[enfold.Runtime]) -> None:
    async def main() -> None:
        with kind() as runtime:
            runtime.attach()
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            kinds = []
            async with runtime.trace() as trace:
                store.send("factTapped")  # whose effect the loop pumps meanwhile
                async for entry in trace:
                    kinds.append((entry["kind"], entry["revision"]))
                    if entry["kind"] == "effect ended":
                        break
            assert kinds == [
                ("action", 1),
                ("effect began", 1),
                ("action", 2),
                ("effect ended", 2),
            ]
            assert trace.is_over and [entry async for entry in trace] == []

    run(main())


def test_closing_ends_an_iteration(run: Run) -> None:
    async def main() -> None:
        runtime = enfold.aio.Runtime()
        runtime.load(COUNTER)
        async with runtime:
            store = runtime.open("Counter")
            trace, other = runtime.trace(), runtime.trace()

            async def read(trace: enfold.Trace) -> list[int]:
                return [entry["revision"] async for entry in trace]

            reading = [asyncio.ensure_future(read(each)) for each in (trace, other)]
            await asyncio.sleep(0.01)
            other.close()
            assert await reading[1] == []
            enfold.Store.send_batch(store, ["increment"] * 500)
        # What waits is told when the runtime is closed.
        assert await reading[0] == [*range(1, 501), 500]  # the last one is the end of the store

    run(main())


def test_other_threads_send(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime(loop="inline") as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")

            def work() -> None:
                for _ in range(1000):
                    enfold.Store.send(store, "increment")

            threads = [threading.Thread(target=work) for _ in range(4)]
            turns = 0

            async def count() -> None:
                nonlocal turns
                while True:
                    turns += 1
                    await asyncio.sleep(0)

            counting = asyncio.ensure_future(count())
            numbers = []
            async with runtime.trace() as trace:
                for thread in threads:
                    thread.start()
                async for entry in trace:
                    numbers.append(entry["seq"])
                    if len(numbers) == 4000:
                        break
            for thread in threads:
                thread.join()
            counting.cancel()
            assert numbers == list(range(1, 4001))
            assert turns >= 4000 // enfold.aio.BUDGET

    run(main())


def test_several_tasks_read(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            taken: list[list[int]] = [[], []]
            trace = runtime.trace()

            async def read(mine: list[int]) -> None:
                async for entry in trace:
                    mine.append(entry["revision"])
                    await asyncio.sleep(0)

            reading = [asyncio.ensure_future(read(mine)) for mine in taken]
            for _ in range(100):
                store.send("increment")
                await asyncio.sleep(0)
            assert await eventually(lambda: sum(map(len, taken)) == 100)
            trace.close()
            await asyncio.gather(*reading)
            assert sorted(chain(*taken)) == list(range(1, 101))

    run(main())


def test_giving_up_a_step_loses_nothing(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            async with runtime.trace() as trace:
                steps = trace.__aiter__()
                for _ in range(5):
                    with pytest.raises(asyncio.TimeoutError):
                        await asyncio.wait_for(steps.__anext__(), 0.001)
                assert trace._reader.entries._watchers == []
                for _ in range(3):
                    store.send("increment")
                numbers = [(await steps.__anext__())["revision"] for _ in range(3)]
                assert numbers == [1, 2, 3]

    run(main())


def test_to_await_get_is_refused(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            with runtime.trace() as trace, pytest.raises(TypeError, match="async for"):
                await trace.get()  # type: ignore[misc]

    run(main())


def test_a_loop_that_is_closed_meanwhile() -> None:
    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        trace = runtime.trace()

        async def begin() -> None:
            steps = trace.__aiter__()
            task = asyncio.ensure_future(steps.__anext__())
            await asyncio.sleep(0)
            waiting.append(task)

        waiting: list[asyncio.Future[Any]] = []
        loop = asyncio.new_event_loop()
        loop.run_until_complete(begin())
        loop.close()
        store.send("increment")
        entry = trace.get(LONG)
        assert entry is not None and entry["revision"] == 1
        waiting[0]._log_destroy_pending = False  # type: ignore[attr-defined]


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_leaving_the_program_from_inside_an_iteration(script: Script, loop: str) -> None:
    done = script(
        f"""
        import asyncio, sys

        async def read(trace):
            async for entry in trace:
                pass

        async def main():
            asyncio.get_running_loop().slow_callback_duration = 3600  # says no word about times
            async with enfold.aio.Runtime(loop={loop!r}) as runtime:
                runtime.load(COUNTER)
                store = runtime.open("Counter")
                trace, other = runtime.trace(), runtime.trace()
                tasks = [asyncio.ensure_future(read(each)) for each in (trace, trace, other)]
                await asyncio.sleep(0)
                for _ in range(1000):
                    store.send("increment")
                async for entry in trace:
                    store.send("increment")
                    print("open")
                    sys.exit(3)

        asyncio.run(main())
        """,
        "-X",
        "dev",
    )
    assert (done.stdout, done.stderr, done.returncode) == ("open\n", "", 3)
