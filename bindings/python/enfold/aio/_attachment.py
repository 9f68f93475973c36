"""Attachment: an event loop that pumps a runtime."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..errors import ClosedError

if TYPE_CHECKING:
    from ..runtime import Runtime

# So many actions are reduced before the event loop's other callbacks get their turn again.
BUDGET = 100


class Attachment:
    """A runtime that an event loop pumps.

    The descriptor is level-triggered: what one pump leaves wakes the loop again.
    """

    __slots__ = ("_descriptor", "_runtime", "loop")

    def __init__(self, runtime: Runtime, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._runtime = runtime
        self._descriptor = runtime.fd
        loop.add_reader(self._descriptor, self._pump)

    def _pump(self) -> None:
        try:
            self._runtime.pump(BUDGET)
        except ClosedError:
            # Another thread may close the runtime at any moment.
            if not self._runtime.is_closed:
                raise

    def require_stopped(self, other: asyncio.AbstractEventLoop) -> None:
        """Another loop is to pump. Raises RuntimeError while this one runs."""
        # In a forked child the parent's loop looks as if it ran.
        if self.loop.is_running() and not self._runtime._library.is_forked:
            raise RuntimeError(
                f"{self._runtime!r} belongs to the event loop {self.loop!r}, which runs still, and "
                f"{other!r} cannot pump it, too: await in the first one, or open a runtime for each"
            )

    def end(self) -> None:
        # A forked child shares the selector with its parent, where the loop goes on.
        if self.loop.is_closed() or self._runtime._library.is_forked:
            return
        try:
            self.loop.remove_reader(self._descriptor)
        except Exception:
            # Another thread may close the loop at any moment.
            if not self.loop.is_closed():
                raise


def running_loop(loop: asyncio.AbstractEventLoop | None) -> asyncio.AbstractEventLoop:
    """The given loop or else the one that runs now."""
    if loop is None:
        return asyncio.get_running_loop()
    if not isinstance(loop, asyncio.AbstractEventLoop):
        raise TypeError(f"a loop is one of asyncio's event loops, not {type(loop).__name__}")
    return loop
