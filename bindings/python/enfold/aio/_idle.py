"""Waiting in asyncio until a store or a runtime is idle."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from .._arguments import Timeout, timeout_seconds
from .._wait import SLICE, is_done, too_late
from ._waiter import Waiter

if TYPE_CHECKING:
    from .._ffi import Call
    from ..runtime import Runtime


async def until_idle(
    runtime: Runtime, function: Call, handle: int, timeout: Timeout, what: str
) -> None:
    """Calls one of the library's wait functions on a thread of its own; meanwhile the loop pumps.

    The library tells nobody that a store has become idle: it has to be waited for. No callback
    runs on that thread. It ends a moment after the await was given up.
    """
    given = timeout_seconds(timeout)
    runtime._attach_if_host()
    waiter = Waiter()
    given_up = threading.Event()

    end = None if given is None else time.monotonic() + given

    def watch() -> None:
        problem: BaseException | None = None
        try:
            # It looks at least once, whatever the timeout is.
            while not given_up.is_set():
                left = SLICE if end is None else max(0.0, min(SLICE, end - time.monotonic()))
                if is_done(function, handle, left):
                    break
                if end is not None and time.monotonic() >= end:
                    raise too_late(runtime, what, given or 0.0)
        except BaseException as raised:
            problem = raised
        waiter.settle(None, problem)

    threading.Thread(target=watch, name="enfold-wait", daemon=True).start()
    try:
        await waiter.future
    finally:
        given_up.set()
        waiter.future.cancel()
