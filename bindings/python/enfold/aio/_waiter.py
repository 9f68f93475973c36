"""Waiter: what a coroutine waits for, and any thread may settle."""

from __future__ import annotations

import asyncio
import threading
from typing import Any


class Waiter:
    """A future of the running loop. `settle` may be called on any thread, and more than once.

    The first call counts. Nothing happens if the loop is closed, or if nobody waits any more.
    """

    __slots__ = ("_loop", "_thread", "future")

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self.future: asyncio.Future[Any] = self._loop.create_future()

    @property
    def is_forgotten(self) -> bool:
        """Whether its loop was closed, so that nobody can be woken any more."""
        return self._loop.is_closed()

    def settle(self, value: object = None, problem: BaseException | None = None) -> None:
        try:
            if threading.get_ident() == self._thread:
                # At once: the coroutine goes on before the loop pumps again.
                self._settle(value, problem)
            else:
                self._loop.call_soon_threadsafe(self._settle, value, problem)
        except Exception:
            # Asked afterwards: another thread may close the loop at any moment.
            if not self._loop.is_closed():
                raise

    def _settle(self, value: object, problem: BaseException | None) -> None:
        if self.future.done():
            return
        if isinstance(problem, StopIteration):
            # asyncio refuses to raise it where somebody awaits.
            stopped, problem = problem, RuntimeError("StopIteration was raised")
            problem.__cause__ = stopped
        if problem is None:
            self.future.set_result(value)
        else:
            self.future.set_exception(problem)
