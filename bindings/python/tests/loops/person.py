"""Uses an example of Examples/loops from inside its process, while it runs, as person.c does.

    person.py EXAMPLE DEED PLUGIN

sends   other threads send: each single send wakes the loop, and so do many at once
effect  an effect that ends on another thread wakes the loop
flood   an observer sends for ever: each pump keeps its budget, and the loop serves other sources
close   an observer closes the runtime
"""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import os
import sys
import threading
from typing import Any

import enfold

example, deed, plugin = sys.argv[1:]
opened: list[enfold.Store] = []
is_ready = threading.Event()
pumped: list[int] = []
has_flooded = threading.Event()
failures: list[BaseException] = []

library_observe = enfold.Store._subscribe
library_pump = enfold.Runtime.pump


def observe(store: enfold.Store, *arguments: Any, **options: Any) -> Any:
    """The example has opened its store, and observes it: it is ready."""
    result = library_observe(store, *arguments, **options)
    opened.append(store)
    is_ready.set()
    return result


def pump(runtime: enfold.Runtime, max_actions: int = 0) -> int:
    done = library_pump(runtime, max_actions)
    assert 0 <= done <= max_actions > 0
    pumped.append(done)
    if pumped.count(max_actions) >= 3:
        has_flooded.set()
    return done


def sends(store: enfold.Store) -> None:
    for count in range(1, 101):
        store.send("increment")
        store.wait(60)  # nobody but the example pumps
        assert store.revision == count

    def send_many() -> None:
        for _ in range(1000):
            store.send("increment")

    threads = [threading.Thread(target=send_many) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.wait(60)
    assert store.get("/count") == 4100


def effect(store: enfold.Store) -> None:
    store.task("factTapped").wait(60)
    assert store.get("/fact") == "0 has no divisor from 2 to 9"


def flood(store: enfold.Store) -> None:
    store.observe("/count", lambda event: store.send("increment"))
    assert has_flooded.wait(60)


def close(store: enfold.Store) -> None:
    def receive(event: enfold.Event) -> None:
        if event.value == 3:
            store.runtime.close()

    store.observe("/count", receive)
    store.send_batch(["increment"] * 5)


def act(output: int) -> None:
    """Does the deed. The end of the input ends the example; after `close` it ends by itself."""
    try:
        assert is_ready.wait(60)
        globals()[deed](opened[0])
    except BaseException as error:
        failures.append(error)
    if deed != "close" or failures:
        os.close(output)


specification = importlib.util.spec_from_file_location("example", example)
assert specification is not None and specification.loader is not None
module = importlib.util.module_from_spec(specification)
specification.loader.exec_module(module)
enfold.Store._subscribe = observe  # type: ignore[method-assign]
enfold.Runtime.pump = pump  # type: ignore[method-assign]
read, write = os.pipe()
os.dup2(read, 0)
actor = threading.Thread(target=act, args=(write,))
actor.start()
result = module.main(plugin)
if inspect.iscoroutine(result):
    asyncio.run(result)
actor.join()
if failures:
    raise failures[0]
assert opened[0].runtime.is_closed
