"""The interpreter's exit: closes the runtimes that are still open, the newest first."""

from __future__ import annotations

import atexit
import sys
import time
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .runtime import Runtime

# How long the library's threads may take to leave this program's functions: callbacks, with
# `loop="inline"`, and the ends of the states of features that are written in Python.
_GRACE = 2.0

_open: dict[int, weakref.ref[Runtime]] = {}

# The features in Python that the library still has, by their keys. It ends their states, and then
# them, on any thread, with each loop, when the last effect of a store has ended: perhaps after the
# runtime was closed.
in_use: set[int] = set()


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
    _wait_while(lambda: bool(in_use))


def _let_callbacks_return(runtime: Runtime) -> None:
    if runtime.loop == "inline" and not runtime._library.is_forked:
        _wait_while(lambda: bool(runtime._receivers))


def _wait_while(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + _GRACE
    while condition() and time.monotonic() < end:
        time.sleep(0.001)


atexit.register(_close_all)
