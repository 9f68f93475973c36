"""Steps: the entries of a trace, for `async for`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

from .. import _json
from ._attachment import BUDGET
from ._waiter import Waiter

if TYPE_CHECKING:
    from ..trace import Trace


class Steps(AsyncIterator[dict[str, Any]]):
    """What `async for` makes of a `Trace`.

    Giving up a step, for example by a timeout, loses no entry.
    """

    __slots__ = ("_in_a_row", "_trace")

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self._in_a_row = 0  # entries taken since this has last waited

    async def __anext__(self) -> dict[str, Any]:
        if self._in_a_row >= BUDGET:
            # Entries that wait are taken without suspending.
            await asyncio.sleep(0)
            self._in_a_row = 0
        while True:
            entry, is_over = self._trace._reader.poll()
            if entry is not None:
                self._in_a_row += 1
                decoded: dict[str, Any] = _json.decode(entry)
                return decoded
            if is_over:
                raise StopAsyncIteration
            await self._wait()

    async def _wait(self) -> None:
        entries = self._trace._reader.entries
        waiter = Waiter()
        entries.watch(waiter.settle)
        try:
            await waiter.future
        finally:
            entries.unwatch(waiter.settle)
        self._in_a_row = 0
