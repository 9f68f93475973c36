"""A child made by fork() has handles but not the threads behind them: it is refused every call."""

from __future__ import annotations

import os
from typing import Any, NoReturn

from . import _accelerated, _exit, _receivers
from ._ffi import READY, SIGNATURES, STALE, Library
from .errors import ForkedError

_library: Library | None = None


def protect(library: Library) -> None:
    """Makes the functions raise `ForkedError` in children forked after a runtime was opened."""
    global _library
    _library = library
    os.register_at_fork(after_in_child=_after_in_child)


def _after_in_child() -> None:
    if _library is None or not _library.is_used:
        return
    _library.is_forked = True
    for name in (*SIGNATURES, *READY):
        setattr(_library, name, _refuse)
    _library.task_release = _ignore  # called when objects are collected
    _accelerated.forget()
    _receivers.forget()
    _exit.forget()


def _refuse(*arguments: Any) -> NoReturn:
    raise ForkedError(
        STALE,
        "this process was forked from one that had opened a runtime, which does not survive that; "
        "start it afresh, for example with multiprocessing's 'spawn' method",
    )


def _ignore(*arguments: Any) -> int:
    return 0
