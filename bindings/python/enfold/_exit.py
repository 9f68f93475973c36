"""The interpreter's exit: closes the open runtimes, and lets other threads finish."""

from __future__ import annotations

import atexit
import sys
import threading
import time
import weakref
from typing import TYPE_CHECKING

from . import _accelerated

if TYPE_CHECKING:
    from .runtime import Runtime

# How long other threads may take to finish, in seconds.
_GRACE = 2.0

is_ending = False  # the interpreter closes what is open

_open: dict[int, weakref.ref[Runtime]] = {}

# What other threads have to finish. When the interpreter ends, it ends each thread that wants to
# run Python code then; and if that is a thread of the library, the process with it.
#
# - The keys of receivers that the library has not released yet. It may do so on a thread of its
#   own, and after their runtime was closed or collected: when the last effect of a store has ended.
# - The requests that generators answer, which are to be closed.
# - The readers of traces whose entries are logged still.
unfinished: set[object] = set()


def add(runtime: Runtime) -> None:
    """A runtime was opened."""
    _open[runtime._handle] = weakref.ref(runtime)


def remove(runtime: Runtime) -> bool:
    """It is closed now. False if it was already: only one thread closes it."""
    return _open.pop(runtime._handle, None) is not None


def forget() -> None:
    """In a forked child there is nothing to close, and there are no other threads."""
    unfinished.clear()
    atexit.unregister(_end)


def _end() -> None:
    global is_ending
    is_ending = True
    for reference in reversed(list(_open.values())):
        runtime = reference()
        if runtime is not None:
            try:
                runtime.close()
            except BaseException:
                # As the interpreter does with what exit functions raise. The others are closed too.
                sys.excepthook(*sys.exc_info())
    end = time.monotonic() + _GRACE
    while (unfinished or _is_the_library_inside()) and time.monotonic() < end:
        time.sleep(0.001)
    _accelerated.end_threads()


def _is_the_library_inside() -> bool:
    """Whether a thread of the library runs Python code: its first function is one of this package.

    It may have finished everything but the return.
    """
    if _accelerated.threads_inside():
        return True
    for thread, frame in sys._current_frames().items():
        first = frame
        while first.f_back is not None:
            first = first.f_back
        name: str = first.f_globals.get("__name__", "")
        if name.startswith("enfold.") and thread != threading.get_ident():
            return True
    return False


atexit.register(_end)
