"""Runtime: a runtime that an event loop drives."""

from __future__ import annotations

from typing import Any, Literal, cast

from .. import runtime as plain
from .._arguments import Timeout
from .._json import NOT_GIVEN
from ._idle import begin_and_wait, until_idle
from ._store import Store


class Runtime(plain.Runtime):
    """An `enfold.Runtime` for asyncio: use it in an `async with` statement, or close it.

        async with enfold.aio.Runtime() as runtime:
            runtime.load("build/plugins/libCounter.so")
            store = runtime.open("Counter")
            await store.send("factTapped")

    It takes what `enfold.Runtime` takes, and has what that one has. Its stores are `aio.Store`s.

    Where the `async with` begins, the running event loop begins to pump, and its thread becomes
    the loop's thread. From then on callbacks run there, and nowhere else (unless
    `loop="inline"` asks for something else): inside what this thread calls, such as `send`, or
    between the loop's other callbacks. The loop is given its turn again after so many actions
    (`aio.BUDGET`), however much other threads send. What a callback raises in between goes to
    the loop's exception handler. `send` and most other calls may be made on every thread; to
    await is for the loop's thread.

    At the end it is closed: what waits or runs is cancelled, an iteration over events ends, and
    an `await` of a task raises `ClosedError` or `CancelledError`. To let effects end, await
    `runtime.end()` before.
    """

    __slots__ = ()

    _store_type = Store

    def open(
        self,
        feature: str,
        *,
        state: Any = NOT_GIVEN,
        stub: bool = False,
        effects: Literal["run", "none"] = "run",
        dependencies: Any = NOT_GIVEN,
        name: str | None = None,
        unknown_keys: Literal["refuse", "ignore"] = "refuse",
    ) -> Store:
        """Opens a store of a feature, as `enfold.Runtime.open` does. Does not wait."""
        store = super().open(
            feature,
            state=state,
            stub=stub,
            effects=effects,
            dependencies=dependencies,
            name=name,
            unknown_keys=unknown_keys,
        )
        return cast("Store", store)

    async def wait(self, timeout: Timeout = None) -> None:  # type: ignore[override]
        """Waits until every store is idle, at most `timeout` seconds (`TimeoutError`).

        The event loop goes on, and pumps. Raises `ClosedError` if this is closed meanwhile. Stores
        that the program holds are as in `enfold.Runtime.wait`.
        """
        await until_idle(
            self, self._library.runtime_wait, self._handle, timeout, "some store was not idle"
        )

    async def end(  # type: ignore[override]
        self, *, flush: bool = True, wait: Timeout = 2.0
    ) -> bool:
        """As `enfold.Runtime.end`; the event loop goes on meanwhile, and pumps.

        Giving up the `await` does not close it: it takes nothing from outside any more, and can be
        ended anew, or closed.
        """
        ending = self._ending(flush, wait)
        await begin_and_wait(self, ending)
        return self._finish(ending)

    def _is_in_asyncio(self) -> bool:
        return True

    async def __aenter__(self) -> Runtime:
        self._stores.have_an_end = True
        self._attach_if_host()
        self.pump(1)  # makes this thread the loop's
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()
