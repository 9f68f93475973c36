"""Waiting. On the main thread in slices, so that Ctrl-C works meanwhile."""

from __future__ import annotations

import math
import select
import sys
import threading
import time
from collections import Counter
from ctypes import byref, c_int
from typing import TYPE_CHECKING

from . import _ffi
from ._arguments import Timeout, timeout_seconds
from ._awaits import refuse_await
from ._ffi import Call, report
from .callbacks import check
from .errors import TimeoutError

if TYPE_CHECKING:
    from .runtime import Runtime

SLICE = 0.2  # only the main thread hears of signals
_LONGEST = 86_400.0

_RIGHT = (
    "it blocks the thread. A task is awaited itself (await task), and the stores and runtimes of "
    "enfold.aio have a wait to await"
)


def wait(runtime: Runtime, function: Call, handle: int, timeout: Timeout, what: str) -> None:
    """Calls one of the library's wait functions until it is done or the time is over."""
    if "asyncio" in sys.modules:
        refuse_await("wait", _RIGHT)
    given = timeout_seconds(timeout)
    runtime._is_driven = True
    end = None if given is None else time.monotonic() + given
    longest = SLICE if threading.current_thread() is threading.main_thread() else _LONGEST
    while True:
        left = longest if end is None else max(0.0, min(longest, end - time.monotonic()))
        if is_done(function, handle, left):
            return
        if end is not None and time.monotonic() >= end:
            raise too_late(runtime, what, given or 0.0, _nobody_pumps(runtime))


def too_late(runtime: Runtime, what: str, timeout: float, *reasons: str) -> TimeoutError:
    """The exception after `timeout` seconds. It says what the runtime waits for, if that is known.

    The store itself may wait for something else: other stores of the runtime have requests, too.
    """
    reasons += (_unanswered(runtime), _sleeping(runtime))
    message = "; ".join([f"{what} within {timeout:g} s", *filter(None, reasons)])
    return TimeoutError(_ffi.TIMEOUT, message)


def _unanswered(runtime: Runtime) -> str:
    from .handlers import open_requests  # inspect takes its time to import

    names = Counter(open_requests(runtime))
    told = [
        f'"{name}"' if count == 1 else f'"{name}" ({count} times)'
        for name, count in sorted(names.items())
    ]
    return f"requests have no answer: {', '.join(told)}" if told else ""


def _sleeping(runtime: Runtime) -> str:
    sleepers = runtime.stats().get("sleepers", 0)
    advice = "Runtime.advance lets time pass"
    return f"effects that sleep on the manual clock: {sleepers}; {advice}" if sleepers else ""


def _nobody_pumps(runtime: Runtime) -> str:
    """Says so if there is work that only a pump does. A wait on the loop's thread has done it."""
    out = c_int(-1)
    if runtime._library.runtime_fd(runtime._handle, byref(out), None) != _ffi.OK:
        return ""
    poller = select.poll()
    poller.register(out.value, select.POLLIN)
    if not poller.poll(0):
        return ""
    return (
        "work waits for Runtime.pump, which nobody calls: call it or `wait` on the loop's "
        "thread, or `attach` the runtime to an event loop"
    )


def is_done(function: Call, handle: int, seconds: float = 0.0) -> bool:
    """One call of a wait function."""
    return check(function(handle, math.ceil(seconds * 1000), report.address)) != _ffi.TIMEOUT
