"""asyncio: a runtime pumped by an event loop, events to iterate over, tasks to await."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from .events import Event

if TYPE_CHECKING:
    from .runtime import Runtime
    from .store import Store
    from .subscription import Observer, Subscription
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
        if self.loop.is_closed():
            return  # it has forgotten the descriptor
        try:
            self.loop.remove_reader(self._descriptor)
        except Exception:
            # Another thread may close the loop at any moment.
            if not self.loop.is_closed():
                raise


async def events(
    store: Store, subscribe: Callable[[Observer], Subscription]
) -> AsyncIterator[Event]:
    """Events of a subscription, none left out, until the store is closed.

    The subscription, made at the first step, asks for the event that says so. Its iterator belongs
    to the event loop of that step. An event that finds this loop closed ends both: what an observer
    raises would be raised by whoever sent an action.
    """
    store.runtime._attach_if_host()
    loop = asyncio.get_running_loop()
    waiting: deque[Event] = deque()
    arrived = asyncio.Event()

    def receive(event: Event) -> None:
        waiting.append(event)
        try:
            loop.call_soon_threadsafe(arrived.set)
        except Exception:
            # Asked afterwards: another thread may close the loop at any moment.
            if not loop.is_closed():
                raise
            waiting.clear()
            event.subscription.cancel()

    with subscribe(receive):
        while True:
            while waiting:
                event = waiting.popleft()
                if event.closed:
                    return
                yield event
            if asyncio.get_running_loop() is not loop:
                if loop.is_closed():
                    return
                raise RuntimeError("these events are iterated over in another event loop")
            arrived.clear()
            if not waiting:
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
    if loop is None:
        return asyncio.get_running_loop()
    if not isinstance(loop, asyncio.AbstractEventLoop):
        raise TypeError(f"a loop is one of asyncio's event loops, not {type(loop).__name__}")
    return loop
