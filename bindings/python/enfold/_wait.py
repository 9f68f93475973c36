"""Waiting, in slices, so that Ctrl-C works meanwhile."""

from __future__ import annotations

import math
import time

from . import _ffi
from ._arguments import require_timeout
from ._ffi import Call, report
from .callbacks import check
from .errors import TimeoutError

_SLICE = 0.2


def wait(function: Call, handle: int, timeout: float | None, what: str) -> None:
    """Calls one of the library's wait functions until it is done or `timeout` seconds are over."""
    require_timeout(timeout)
    end = None if timeout is None else time.monotonic() + timeout
    while True:
        left = _SLICE if end is None else max(0.0, min(_SLICE, end - time.monotonic()))
        if is_done(function, handle, left):
            return
        if end is not None and time.monotonic() >= end:
            raise TimeoutError(_ffi.TIMEOUT, f"{what} within {timeout:g} s")


def is_done(function: Call, handle: int, seconds: float = 0.0) -> bool:
    """One call of a wait function."""
    return check(function(handle, math.ceil(seconds * 1000), report.address)) != _ffi.TIMEOUT
