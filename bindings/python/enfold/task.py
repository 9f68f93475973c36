"""Task: everything that one action causes."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from . import _wait
from ._ffi import report
from .callbacks import check

if TYPE_CHECKING:
    from .store import Store


class Task:
    """The effects of one action, the actions these sent, and so on. Made by `Store.task`.

    Forgetting this object cancels nothing. Inside asyncio, `await task` waits for it.
    """

    __slots__ = ("_handle", "_library", "store")

    store: Store

    def __init__(self, store: Store, handle: int) -> None:
        self.store = store
        self._handle = handle
        self._library = store.runtime._library

    def wait(self, timeout: float | None = None) -> None:
        """Waits until everything has ended, at most `timeout` seconds.

        The loop's thread pumps meanwhile. Raises `TimeoutError`, `CancelledError`, `FailedError`
        with the effect's error, and `ReentrantError` inside a callback.
        """
        _wait.wait(self._library.task_wait, self._handle, timeout, "the task was not done")

    def done(self) -> bool:
        """Whether everything has ended. Raises as `wait` does if it failed or was cancelled."""
        return _wait.is_done(self._library.task_wait, self._handle)

    def cancel(self) -> None:
        """Cancels what has not ended."""
        check(self._library.task_cancel(self._handle, report.address))

    def __await__(self) -> Generator[Any, None, None]:
        from . import aio  # asyncio takes its time to import

        return aio.finish(self).__await__()

    def __repr__(self) -> str:
        return f"<enfold.Task {self._handle:#x} of {self.store!r}>"

    def __del__(self) -> None:
        # Uses nothing but this object, so it works while the interpreter exits.
        if hasattr(self, "_library"):
            self._library.task_release(self._handle, None)
