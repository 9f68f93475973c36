"""Inspection: a runtime into which an inspector may look."""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, TypeVar

from ._arguments import require_count
from ._ffi import NOT_FOUND, STALE, Text, report
from .callbacks import check

if TYPE_CHECKING:
    from .runtime import Runtime

_Self = TypeVar("_Self", bound="Inspection")


class Inspection:
    """Listens for an inspector, until it or its runtime is closed. Made by `Runtime.inspect`.

    path: where the Unix socket is.
    """

    __slots__ = ("_handle", "_is_closed", "_library", "path")

    path: str

    def __init__(self, runtime: Runtime, control: bool, limit: int) -> None:
        """See `Runtime.inspect`."""
        require_count(limit, "limit", 1)
        self._library = runtime._library
        self._handle = runtime._handle
        self._is_closed = True
        options = b'{"control":%s,"bytes":%d}' % (b"true" if control else b"false", limit)
        out = Text()
        status = self._library.runtime_inspect(
            self._handle, options, len(options), ctypes.byref(out), report.address
        )
        check(status, options)
        self.path = os.fsdecode(self._library.take(out))
        self._is_closed = False

    def close(self) -> None:
        """Ends it: the socket is gone then. A second call does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        if self._library.is_forked:
            return
        options = b'{"off":true}'
        status = self._library.runtime_inspect(
            self._handle, options, len(options), None, report.address
        )
        check(0 if status in (NOT_FOUND, STALE) else status, options)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
