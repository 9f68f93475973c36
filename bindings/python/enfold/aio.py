"""asyncio: a runtime pumped by an event loop, events to iterate over, tasks to await."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from . import _receivers
from ._ffi import report
from .callbacks import check, trampolines
from .events import Event

if TYPE_CHECKING:
    from .runtime import Runtime
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
    runtime: Runtime, subscribe: Callable[[Observer], Subscription]
) -> AsyncIterator[Event]:
    """Events of a subscription, none left out, until one says that it was the last.

    The subscription, made at the first step, asks for that one. Its iterator belongs to the event
    loop of that step. An event that finds this loop closed ends both: what an observer
    raises would be raised by whoever sent an action.
    """
    runtime._attach_if_host()
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


class _End:
    """Wakes who awaits a task, in the event loop that awaits. The runtime owns it."""

    __slots__ = ("__weakref__", "_future", "_key", "_loop", "_owner")

    _key: int

    def __init__(self, task: Task, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._future: asyncio.Future[None] = loop.create_future()
        self._owner = task.store.runtime._receivers
        _receivers.add(self)
        self._owner[self._key] = self
        made = trampolines()
        library = task.store.runtime._library
        check(library.task_on_end(task._handle, made.end, self._key, made.release, report.address))

    async def wait(self) -> None:
        await self._future

    def _ended(self) -> None:
        """The release follows at once, and wakes: then nothing is left of this."""

    def _released(self) -> None:
        self._owner.pop(self._key, None)
        self._wake()

    def _wake(self) -> None:
        try:
            self._loop.call_soon_threadsafe(self._set)
        except RuntimeError:
            if not self._loop.is_closed():
                raise

    def _set(self) -> None:
        if not self._future.done():
            self._future.set_result(None)


async def finish(task: Task) -> None:
    """Waits for a task without blocking the event loop: the end of the task wakes it."""
    task.store.runtime._attach_if_host()
    if not task.done():
        await _End(task, asyncio.get_running_loop()).wait()
        task.done()  # raises if it failed


def running_loop(loop: asyncio.AbstractEventLoop | None) -> asyncio.AbstractEventLoop:
    """The given loop or else the one that runs now."""
    if loop is None:
        return asyncio.get_running_loop()
    if not isinstance(loop, asyncio.AbstractEventLoop):
        raise TypeError(f"a loop is one of asyncio's event loops, not {type(loop).__name__}")
    return loop
