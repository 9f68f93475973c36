"""Events: those of a subscription, to iterate over."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TYPE_CHECKING

from ..events import Event
from ._attachment import BUDGET
from ._buffer import Buffer
from ._waiter import Waiter

if TYPE_CHECKING:
    from ..runtime import Runtime
    from ..subscription import Observer, Subscription, WhenFull


class Events(AsyncIterator[Event]):
    """Made by `Store.changes`, `Store.actions` and `SharedValue.events`.

        async for event in store.changes("/items"): ...

        async with store.actions() as actions:  # subscribes here
            await store.send("load")
            async for event in actions: ...

    It subscribes at its first step, or where an `async with` begins. Then the running event loop
    pumps the runtime, and the iteration stays with this loop: one task at a time takes events from
    it. It ends when the store is closed, after the events that wait. It unsubscribes when it has
    ended, at the end of the `async with`, by `aclose`, and when nobody refers to it any more, as
    after a `break`. Giving up a step, for example by a timeout, loses no event.

    Callbacks never wait for who iterates: neither do senders, nor does the loop. So a slow consumer
    finds at most `buffer` events waiting, and `when_full` says what one more does: with "newest" it
    pushes out the oldest, and `missed` counts that; with "raise" it ends the iteration, behind
    those that wait, with a `LimitError`.

    If the loop is closed before the iteration has ended, the next event or step ends it.
    """

    __slots__ = (
        "_buffer",
        "_in_a_row",
        "_is_waiting",
        "_loop",
        "_runtime",
        "_subscribe",
        "_subscription",
    )

    def __init__(
        self,
        runtime: Runtime,
        subscribe: Callable[[Observer], Subscription],
        buffer: int | None,
        when_full: WhenFull,
    ) -> None:
        self._subscription: Subscription | None = None
        self._buffer = Buffer(buffer, when_full)
        self._runtime = runtime
        self._subscribe = subscribe
        self._loop: asyncio.AbstractEventLoop | None = None
        self._in_a_row = 0  # events taken since this has last waited
        self._is_waiting = False

    @property
    def missed(self) -> int:
        """How many events were pushed out because they were not taken in time."""
        return self._buffer.missed

    def __aiter__(self) -> Events:
        return self

    async def __anext__(self) -> Event:
        self._begin()
        if self._in_a_row >= BUDGET:
            await self._let_others_run()
        while True:
            event = self._buffer.take()
            if event is not None:
                self._in_a_row += 1
                return event
            if self._buffer.is_over:
                await self.aclose()
                raise StopAsyncIteration
            await self._wait()

    async def aclose(self) -> None:
        """Unsubscribes and forgets what waits. A step that waits now ends the iteration."""
        self._buffer.end()
        if self._subscription is not None:
            self._subscription.cancel()

    async def __aenter__(self) -> Events:
        self._begin()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    def __del__(self) -> None:
        subscription: Subscription | None = getattr(self, "_subscription", None)
        if subscription is not None:
            subscription._abandon()

    def _begin(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is None:
            if not self._buffer.is_over:
                self._runtime._attach_if_host()
                self._subscription = self._subscribe(_observer(self._buffer, loop))
                self._loop = loop
        elif self._loop is not loop:
            if not self._loop.is_closed():
                raise RuntimeError("these events are iterated over in another event loop")
            self._buffer.end()

    async def _wait(self) -> None:
        if self._is_waiting:
            raise RuntimeError("another task waits for these events already")
        self._is_waiting = True
        try:
            waiter = Waiter()
            self._buffer.wait(waiter)
            await waiter.future
        finally:
            self._is_waiting = False
        self._in_a_row = 0

    async def _let_others_run(self) -> None:
        # Events that wait are taken without suspending. Before one is taken: none gets lost here.
        await asyncio.sleep(0)
        self._in_a_row = 0


def _observer(buffer: Buffer, loop: asyncio.AbstractEventLoop) -> Observer:
    """Knows nothing of the iterator, which is to be collected when nobody refers to it."""

    def receive(event: Event) -> None:
        if loop.is_closed():
            # What an observer raises would be raised by whoever sent an action.
            buffer.end()
            event.subscription.cancel()
        else:
            buffer.put(event)

    return receive
