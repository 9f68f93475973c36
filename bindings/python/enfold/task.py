"""Task: everything that one action causes."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Literal

from . import _wait
from ._arguments import Timeout
from ._ffi import CANCELLED, FAILED, OK, TIMEOUT, report
from .callbacks import check

if TYPE_CHECKING:
    from .store import Store

# What a wait says that took too long.
WHAT = "the task was not done"

_Status = Literal["running", "finished", "cancelled", "failed", "closed"]
_STATUSES: dict[int, _Status] = {
    OK: "finished",
    TIMEOUT: "running",
    CANCELLED: "cancelled",
    FAILED: "failed",
}


class Task:
    """The effects of one action, the actions these sent, and so on. Made by `Store.task`.

    Forgetting this object cancels nothing. Inside asyncio, `await task` waits for it; giving up
    that wait cancels nothing either, unless `finish(cancel=True)` was awaited.
    """

    __slots__ = ("_handle", "_library", "store")

    store: Store

    def __init__(self, store: Store, handle: int) -> None:
        self.store = store
        self._handle = handle
        self._library = store.runtime._library

    def wait(self, timeout: Timeout = None) -> None:
        """Waits until everything has ended, at most `timeout` seconds.

        The loop's thread pumps meanwhile. Raises `TimeoutError`, `CancelledError`, `FailedError`
        with the effect's error, and `ReentrantError` inside a callback. If the program itself holds
        the store (`Store.hold`), a wait without a timeout raises `TimeoutError` at once.
        """
        _wait.wait(
            self.store.runtime,
            self._library.task_wait,
            self._handle,
            timeout,
            WHAT,
            self.store,
        )

    def done(self) -> bool:
        """Whether everything has ended. Raises as `wait` does if it failed or was cancelled."""
        return _wait.is_done(self._library.task_wait, self._handle)

    @property
    def status(self) -> _Status:
        """What became of it. Pumps nothing, and may be asked anywhere.

        "closed": its runtime was closed, or this process was forked.
        """
        if self._library.is_forked:
            return "closed"
        return _STATUSES.get(self._library.task_status(self._handle, None), "closed")

    def cancel(self) -> None:
        """Cancels what has not ended."""
        check(self._library.task_cancel(self._handle, report.address))

    async def finish(self, *, cancel: bool = False) -> None:
        """Waits inside asyncio, as `await task` does.

        If the task has not ended and the program itself holds the store (`Store.hold`), this raises
        `TimeoutError` at once: nobody else would end the waiting.

        cancel: what becomes of this task if the waiting is given up, for example by the timeout of
            `asyncio.wait_for`. False: it goes on, and only the waiting ends, as with
            `wait_for(task, 1)`. True: it is cancelled, as with asyncio's own tasks:
            `wait_for(task.finish(cancel=True), 1)`.
        """
        import asyncio

        from . import aio  # asyncio takes its time to import

        try:
            await aio.finish(self)
        except asyncio.CancelledError:
            if cancel:
                self.cancel()
            raise

    def __await__(self) -> Generator[Any, None, None]:
        return self.finish().__await__()

    def __repr__(self) -> str:
        return f"<enfold.Task {self._handle:#x} {self.status} of {self.store!r}>"

    def __del__(self) -> None:
        # Uses nothing but this object, so it works while the interpreter exits.
        if hasattr(self, "_library"):
            self._library.task_release(self._handle, None)
