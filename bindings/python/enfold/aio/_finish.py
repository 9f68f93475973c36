"""Awaiting a task: its end wakes who awaits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _receivers
from .._ffi import report
from .._wait import too_late
from ..callbacks import check, trampolines
from ..task import WHAT
from ._waiter import Waiter

if TYPE_CHECKING:
    from ..task import Task


async def finish(task: Task) -> None:
    """Waits for a task without blocking the event loop. Raises what `Task.wait` raises."""
    runtime = task.store.runtime
    runtime._attach_if_host()
    if task.status == "running":
        if runtime._stores.held(task.store):
            raise too_late(runtime, WHAT, None, task.store)
        await _End(task).waiter.future
    # Pumps nothing: the loop does, within its budget.
    check(task._library.task_status(task._handle, report.address))


class _End:
    """Receives the end of a task. The runtime owns it."""

    __slots__ = ("__weakref__", "_key", "_owner", "waiter")

    _key: int

    def __init__(self, task: Task) -> None:
        self.waiter = Waiter()
        self._owner = task.store.runtime._receivers
        _receivers.add(self)
        self._owner[self._key] = self
        made = trampolines()
        library = task._library
        check(library.task_on_end(task._handle, made.end, self._key, made.release, report.address))

    def _ended(self) -> None:
        """The release follows at once, and wakes: then nothing is left of this."""

    def _released(self) -> None:
        self._owner.pop(self._key, None)
        self.waiter.settle()
