"""The interpreter's exit: closes the runtimes that are still open, the newest first."""

from __future__ import annotations

import atexit
import sys
import time
import weakref
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .runtime import Runtime

# How long callbacks that are running on the library's threads (`loop="inline"`) may take to return.
_GRACE = 2.0

_open: dict[int, weakref.ref[Runtime]] = {}


def add(runtime: Runtime) -> None:
    """A runtime was opened."""
    _open[runtime._handle] = weakref.ref(runtime)


def remove(runtime: Runtime) -> None:
    """It was closed."""
    _open.pop(runtime._handle, None)


def _close_all() -> None:
    for reference in reversed(list(_open.values())):
        runtime = reference()
        if runtime is not None:
            try:
                runtime.close()
                _let_callbacks_return(runtime)
            except BaseException:
                # As the interpreter does with what exit functions raise. The others are closed too.
                sys.excepthook(*sys.exc_info())


def _let_callbacks_return(runtime: Runtime) -> None:
    if runtime.loop == "host" or runtime._library.is_forked:
        return
    end = time.monotonic() + _GRACE
    while runtime._receivers and time.monotonic() < end:
        time.sleep(0.001)


atexit.register(_close_all)
