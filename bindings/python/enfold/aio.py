"""asyncio: a runtime pumped by an event loop, events to iterate over, tasks to await."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from .events import Event

if TYPE_CHECKING:
    from .runtime import Runtime
    from .store import Store
    from .task import Task

# So many actions are reduced before the event loop gets its turn again.
_BUDGET = 1000


class Attachment:
    """A runtime that an event loop pumps.

    The descriptor is level-triggered: what one pump leaves wakes the loop again.
    """

    __slots__ = ("_descriptor", "loop")

    def __init__(self, runtime: Runtime, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._descriptor = runtime.fd
        loop.add_reader(self._descriptor, runtime.pump, _BUDGET)

    def end(self) -> None:
        if not self.loop.is_closed():
            self.loop.remove_reader(self._descriptor)


async def changes(store: Store, pointer: str, **options: Any) -> AsyncIterator[Event]:
    """Events of a pointer, none left out, until the store is closed."""
    store.runtime._attach_if_host()
    loop = asyncio.get_running_loop()
    events: deque[Event] = deque()
    arrived = asyncio.Event()

    def receive(event: Event) -> None:
        events.append(event)
        loop.call_soon_threadsafe(arrived.set)

    with store.observe(pointer, receive, closed=True, **options):
        while True:
            while events:
                event = events.popleft()
                if event.closed:
                    return
                yield event
            arrived.clear()
            if not events:
                await arrived.wait()


async def finish(task: Task) -> None:
    """Waits for a task without blocking the event loop.

    No descriptor tells that a task has ended, so this asks: after 1 ms, and then whenever an eighth
    of the time waited so far has passed, at least ten times a second.
    """
    task.store.runtime._attach_if_host()
    start = time.monotonic()
    while not task.done():
        await asyncio.sleep(min(max((time.monotonic() - start) / 8, 0.001), 0.1))


def running_loop(loop: asyncio.AbstractEventLoop | None) -> asyncio.AbstractEventLoop:
    """The given loop or else the one that runs now."""
    return asyncio.get_running_loop() if loop is None else loop
