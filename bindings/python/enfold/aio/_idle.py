"""Waiting in asyncio until a store or a runtime is idle."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

from .. import _ffi
from .._arguments import require_timeout
from .._wait import SLICE, is_done
from ..errors import TimeoutError
from ._waiter import Waiter

if TYPE_CHECKING:
    from .._ffi import Call
    from ..runtime import Runtime


async def until_idle(
    runtime: Runtime, function: Call, handle: int, timeout: float | None, what: str
) -> None:
    """Calls one of the library's wait functions on a thread of its own; meanwhile the loop pumps.

    The library tells nobody that a store has become idle: it has to be waited for. No callback
    runs on that thread. It ends a moment after the await was given up.
    """
    require_timeout(timeout)
    runtime._attach_if_host()
    waiter = Waiter()
    given_up = threading.Event()

    def watch() -> None:
        problem: BaseException | None = None
        try:
            while not given_up.is_set() and not is_done(function, handle, SLICE):
                pass
        except BaseException as raised:
            problem = raised
        waiter.settle(None, problem)

    threading.Thread(target=watch, name="enfold-wait", daemon=True).start()
    try:
        await asyncio.wait({waiter.future}, timeout=timeout)
        if not waiter.future.done():
            raise TimeoutError(_ffi.TIMEOUT, f"{what} within {timeout:g} s")
        waiter.future.result()
    finally:
        given_up.set()
        waiter.future.cancel()
