"""W7, asyncio: eight threads send while an event loop pumps and iterates over what changes."""

from __future__ import annotations

import asyncio
import threading
import time

import enfold
from measure import RUNS, row

PRODUCERS = 8
EACH = 2_500
INCREMENT = b'{"increment":{}}'


async def hear_all(runtime: enfold.Runtime) -> float:
    """Nanoseconds for one of the actions, from the first send until the last event was heard."""
    with runtime.open("Counter") as store:

        def produce() -> None:
            for _ in range(EACH):
                store.send(INCREMENT)

        threads = [threading.Thread(target=produce) for _ in range(PRODUCERS)]
        start = time.perf_counter_ns()
        async for event in store.changes("/count", when_full="raise"):
            if event.initial:
                for thread in threads:
                    thread.start()
            if event.value == PRODUCERS * EACH:
                break
        elapsed = time.perf_counter_ns() - start
        for thread in threads:
            thread.join()
        return elapsed / (PRODUCERS * EACH)


async def through_a_queue() -> float:
    """The same with what asyncio has for it: each thread hands its actions to the loop."""
    loop = asyncio.get_running_loop()
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    count = 0

    def produce() -> None:
        for _ in range(EACH):
            loop.call_soon_threadsafe(queue.put_nowait, INCREMENT)

    threads = [threading.Thread(target=produce) for _ in range(PRODUCERS)]
    start = time.perf_counter_ns()
    for thread in threads:
        thread.start()
    while count < PRODUCERS * EACH:
        await queue.get()
        count += 1
    elapsed = time.perf_counter_ns() - start
    for thread in threads:
        thread.join()
    return elapsed / (PRODUCERS * EACH)


async def measure_all(runtime: enfold.Runtime) -> None:
    runtime.attach()
    queues, stores = [], []
    for _ in range(RUNS):
        queues.append(await through_a_queue())
        stores.append(await hear_all(runtime))
    row("W7 asyncio, 8 producer threads", "call_soon_threadsafe and a queue", queues)
    row("W7 asyncio, 8 producer threads", "Python", stores)


def measure(plugins: str) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(f"{plugins}/libCounter.so")
        asyncio.run(measure_all(runtime))
