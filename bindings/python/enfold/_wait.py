"""Waiting. On the main thread in slices, so that Ctrl-C works meanwhile."""

from __future__ import annotations

import math
import select
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from ctypes import byref, c_int
from typing import TYPE_CHECKING, Any

from . import _ffi
from ._arguments import Timeout, timeout_seconds
from ._awaits import refuse_await
from ._ffi import Call, report
from .callbacks import check
from .errors import ClosedError, TimeoutError

if TYPE_CHECKING:
    from .runtime import Runtime
    from .store import Store

SLICE = 0.2  # only the main thread hears of signals
_LONGEST = 86_400.0

_RIGHT = (
    "it blocks the thread. A task is awaited itself (await task), and the stores and runtimes of "
    "enfold.aio have a wait to await"
)


def wait(
    runtime: Runtime,
    function: Call,
    handle: int,
    timeout: Timeout,
    what: str,
    store: Store | None = None,
) -> None:
    """Calls one of the library's wait functions until it is done or the time is over.

    store: the one that is waited for; None: all of the runtime. A wait without end that begins
        while the program holds it looks once.
    """
    if "asyncio" in sys.modules:
        refuse_await("wait", _RIGHT)
    given = timeout_seconds(timeout)
    runtime._is_driven = True
    never = given is None and is_stuck(runtime, runtime._stores.held(store))
    for left in slices(0.0 if never else given):
        if is_done(function, handle, left):
            return
    raise too_late(runtime, what, given, store, _nobody_pumps(runtime))


def slices(seconds: float | None) -> Iterator[float]:
    """How long to wait at a time, at least once, until the time is over; None: without end."""
    end = None if seconds is None else time.monotonic() + seconds
    longest = SLICE if threading.current_thread() is threading.main_thread() else _LONGEST
    while True:
        yield longest if end is None else max(0.0, min(longest, end - time.monotonic()))
        if end is not None and time.monotonic() >= end:
            return


def is_done(function: Call, handle: int, seconds: float = 0.0) -> bool:
    """One call of a wait function."""
    return check(function(handle, milliseconds(seconds), report.address)) != _ffi.TIMEOUT


def is_stuck(
    runtime: Runtime, held: list[int], look: Callable[[Call, int], bool] = is_done
) -> bool:
    """Whether one of these stores, which the program holds, has something to do.

    Then nobody but the program can end a wait. `look` calls a wait function once.
    """
    return not all(_is_idle(runtime, handle, look) for handle in held)


def _is_idle(runtime: Runtime, handle: int, look: Callable[[Call, int], bool]) -> bool:
    try:
        return look(runtime._library.store_wait, handle)
    except ClosedError:  # by another thread: nothing is kept back any more
        return True


def too_late(
    runtime: Runtime, what: str, timeout: float | None, store: Store | None, *reasons: str
) -> TimeoutError:
    """The exception after `timeout` seconds. It says what the runtime waits for, if that is known.

    timeout: None: at once, because the program holds what it would wait for.
    store: the one that was waited for; None: all. It may wait for something else than what is told:
        other stores of the runtime have requests, too.
    """
    within = "" if timeout is None else f" within {timeout:g} s"
    stats = runtime.stats()
    reasons += (_held(runtime, stats, store), _unanswered(runtime), _sleeping(stats))
    message = "; ".join([f"{what}{within}", *filter(None, reasons)])
    return TimeoutError(_ffi.TIMEOUT, message)


def _held(runtime: Runtime, stats: dict[str, Any], store: Store | None) -> str:
    """Says so if the store is held, or others are, also by breakpoints."""
    if store is not None and runtime._stores.held(store):
        return "the store is held: `store.hold(False)` releases it"
    count = stats.get("held", 0)
    return f"stores that are held: {count}; `store.hold(False)` releases one" if count else ""


def _unanswered(runtime: Runtime) -> str:
    from .handlers import open_requests  # inspect takes its time to import

    names = Counter(open_requests(runtime))
    told = [
        f'"{name}"' if count == 1 else f'"{name}" ({count} times)'
        for name, count in sorted(names.items())
    ]
    return f"requests have no answer: {', '.join(told)}" if told else ""


def _sleeping(stats: dict[str, Any]) -> str:
    sleepers = stats.get("sleepers", 0)
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


def milliseconds(seconds: float) -> int:
    """As the library takes a time: never shorter."""
    return math.ceil(seconds * 1000)
