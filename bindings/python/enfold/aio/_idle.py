"""Waiting in asyncio until a store or a runtime is idle."""

from __future__ import annotations

import contextlib
import threading
import time
from typing import TYPE_CHECKING

from .._arguments import Timeout, timeout_seconds
from .._wait import SLICE, is_done, is_stuck, too_late
from ..errors import TimeoutError
from ._waiter import Waiter

if TYPE_CHECKING:
    from .._ending import Ending
    from .._ffi import Call
    from ..runtime import Runtime
    from ..store import Store


async def until_idle(
    runtime: Runtime,
    function: Call,
    handle: int,
    timeout: Timeout,
    what: str,
    store: Store | None = None,
) -> None:
    """Calls one of the library's wait functions on a thread of its own; meanwhile the loop pumps.

    The library tells nobody that a store has become idle: it has to be waited for. No callback
    runs on that thread. It ends a moment after the await was given up.

    store: the one that is waited for; None: all of the runtime. A wait without end that begins
        while the program holds it looks once.
    """
    given = timeout_seconds(timeout)
    runtime._attach_if_host()
    waiter = Waiter()
    given_up = threading.Event()

    start = time.monotonic()
    held = [] if given is not None else runtime._stores.held(store)

    def watch() -> None:
        problem: BaseException | None = None
        try:
            never = is_stuck(runtime, held)
            end = start if never else None if given is None else start + given
            # It looks at least once, whatever the timeout is.
            while not given_up.is_set():
                left = SLICE if end is None else max(0.0, min(SLICE, end - time.monotonic()))
                if is_done(function, handle, left):
                    break
                if end is not None and time.monotonic() >= end:
                    raise too_late(runtime, what, given, store)
        except BaseException as raised:
            problem = raised
        waiter.settle(None, problem)

    threading.Thread(target=watch, name="enfold-wait", daemon=True).start()
    try:
        await waiter.future
    finally:
        given_up.set()
        waiter.future.cancel()


async def begin_and_wait(runtime: Runtime, ending: Ending) -> None:
    """As `Ending.begin_and_wait`. To give it up ends the waiting alone."""
    ending.begin()
    with contextlib.suppress(TimeoutError):
        await until_idle(runtime, ending.idle, ending.handle, ending.seconds, "", ending.store)
