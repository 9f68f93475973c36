"""Store: a store whose actions, changes and ends are awaited."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import store as plain
from .. import tagged as plain_tagged
from .._arguments import Timeout
from .._ffi import STALE
from .._json import NOT_GIVEN, Action
from ..errors import ClosedError
from ._idle import begin_and_wait, until_idle
from ._waiter import Waiter

if TYPE_CHECKING:
    from ..events import Event
    from ..task import Task


class Tagged(plain_tagged.Tagged):
    """Made by `aio.Store.tagged`. Its `send` can be awaited, as that of the store."""

    __slots__ = ()

    def send(  # type: ignore[override]
        self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any
    ) -> Task:
        """Sends an action at once, and returns its task, as `aio.Store.send` does."""
        return self.task(action, payload, **fields)


class Given(Tagged, plain_tagged.Given):
    """Made by `aio.Store.given`. Its `send` can be awaited, as that of the store."""

    __slots__ = ()


class Store(plain.Store):
    """Made by `aio.Runtime.open`: an `enfold.Store` that never blocks the event loop.

    `send`, `wait` and `end` can be awaited, and `wait_for` waits for a value. `state`, `get`,
    `set`, `restore`, `observe`, `changes`, `actions`, `scope`, `hold` and the rest are those of
    `enfold.Store`; none of them waits. Scopes and bindings are such stores, too.

    An `async with` closes it at its end.
    """

    __slots__ = ()

    def send(  # type: ignore[override]  # a plain `send` gives nothing to wait for
        self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any
    ) -> Task:
        """Sends an action at once, and returns its task: `await` waits for all that it causes.

            store.send("increment")             # sends, and does not wait
            await store.send("load", path="x")  # sends, and waits for its effects, too

        Whether or not somebody awaits, the action is reduced as with `enfold.Store.send`: on the
        loop's thread before this returns. What is wrong with the action is raised here. The
        `await` raises `FailedError` with the effect's error, and `CancelledError`.

        Giving up the `await` cancels nothing. `store.send("load").finish(cancel=True)` can be
        awaited instead: giving that up cancels the effects. An `await` of what has ended already
        does not let other tasks run, as with asyncio's own futures.
        """
        return self.task(action, payload, **fields)

    def tagged(self, tag: str) -> Tagged:
        """This store for actions with a tag, as `enfold.Store.tagged`."""
        return Tagged(self, tag)

    def given(self, dependencies: Any, *, tag: str = "") -> Given:
        """This store for actions with values for dependencies, as `enfold.Store.given`."""
        return Given(self, dependencies, tag)

    async def wait(self, timeout: Timeout = None) -> None:  # type: ignore[override]
        """Waits until nothing is queued and no effect runs, at most `timeout` seconds.

        Raises `TimeoutError`, and `ClosedError` if the store is closed meanwhile. The event loop
        goes on, and pumps. A store that the program holds is as in `enfold.Store.wait`.
        """
        await until_idle(
            self.runtime,
            self._library.store_wait,
            self._handle,
            timeout,
            "the store was not idle",
            self,
        )

    async def wait_for(self, pointer: str, predicate: Callable[[Any], object] = bool) -> Any:
        """Waits until the value at a pointer is one that `predicate` finds true, and returns it.

            await store.wait_for("/done")
            total = await store.wait_for("/total", lambda total: total > 10)

        The value that is there now counts; so does every later one, however short it is there. It
        is None where nothing is. `predicate` is called where callbacks run; what it raises is
        raised here. If the store is closed first, this raises `ClosedError`. Giving up the wait,
        as `asyncio.wait_for` does after its timeout, ends it and nothing else.
        """
        self.runtime._attach_if_host()
        waiter = Waiter()

        def receive(event: Event) -> None:
            if waiter.is_forgotten:
                event.subscription.cancel()
                return
            if event.closed:
                message = f"the store was closed before {pointer!r} was as expected"
                waiter.settle(problem=ClosedError(STALE, message))
                return
            try:
                if predicate(event.value):
                    waiter.settle(event.value)
                    event.subscription.cancel()
            except Exception as problem:
                waiter.settle(problem=problem)
                event.subscription.cancel()

        with self.observe(pointer, receive, closed=True):
            return await waiter.future

    async def end(  # type: ignore[override]
        self, *, flush: bool = True, wait: Timeout = 2.0
    ) -> bool:
        """As `enfold.Store.end`; the event loop goes on meanwhile, and pumps.

        Giving up the `await` does not close it: it takes nothing from outside any more, and can be
        ended anew, or closed.
        """
        ending = self._ending(flush, wait)
        await begin_and_wait(self.runtime, ending)
        return self._finish(ending)

    async def __aenter__(self) -> Store:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
