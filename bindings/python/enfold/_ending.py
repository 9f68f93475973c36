"""The regular end of a store or a runtime: nothing is lost silently."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from . import callbacks
from ._arguments import Timeout, timeout_seconds
from ._awaits import refuse_await
from ._ffi import OK, TIMEOUT, Call, report
from ._wait import is_stuck, milliseconds, slices
from .callbacks import check

if TYPE_CHECKING:
    from .runtime import Runtime
    from .store import Store

_RIGHT = "it blocks the thread. The stores and runtimes of enfold.aio have an end to await"


class Ending:
    """An end in three parts: `begin`, a wait, and `finish`.

    So signals are heard in between, and an event loop goes on. An end that was given up in between
    may begin anew. What callbacks raise meanwhile is raised at the end of it all.
    """

    def __init__(
        self,
        runtime: Runtime,
        end: Call,
        idle: Call,
        handle: int,
        flush: bool,
        wait: Timeout,
        store: Store | None = None,
    ) -> None:
        """`end` and `idle`: how the library ends it, and waits until it is idle.

        store: the one that ends; None: the runtime does.
        """
        if not isinstance(flush, bool):
            raise TypeError(f"flush is True or False, not {type(flush).__name__}")
        self.seconds = timeout_seconds(wait)
        self.idle = idle
        self.handle = handle
        self.store = store
        self._runtime = runtime
        self._end = end
        self._flush = flush
        self._problems: list[BaseException] = []
        runtime._is_driven = True

    def begin(self) -> None:
        """From now on it takes nothing from outside."""
        options = b'{"close":false,"flush":%b,"wait":0}' % (b"true" if self._flush else b"false")
        self._call(self._end, self.handle, options, len(options))

    def begin_and_wait(self) -> None:
        """Waits until everything is done, or the time is over.

        A wait without end looks once while the program holds what ends.
        """
        if "asyncio" in sys.modules:
            refuse_await("end", _RIGHT)
        self.begin()
        held = self._runtime._stores.held(self.store)
        never = self.seconds is None and is_stuck(self._runtime, held, self._look)
        for seconds in slices(0.0 if never else self.seconds):
            if self._look(self.idle, self.handle, seconds):
                return

    def finish(self) -> bool:
        """Closes it. Whether everything was done."""
        options = b'{"flush":false,"wait":0}'
        status = self._call(self._end, self.handle, options, len(options))
        if self._problems:
            callbacks._raise_all(self._problems, None)
        return status != TIMEOUT

    def _look(self, function: Call, handle: int, seconds: float = 0.0) -> bool:
        """As `_wait.is_done`."""
        return self._call(function, handle, milliseconds(seconds)) != TIMEOUT

    def _call(self, function: Call, handle: int, *arguments: Any) -> int:
        status = function(handle, *arguments, report.address)
        try:
            check(OK)
        except Exception as raised:
            self._problems.append(raised)
        return check(status)
