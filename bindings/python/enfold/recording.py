"""Recording: what happens in the stores of a runtime, written into a file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeVar

from ._arguments import c_text, require_count
from ._ffi import NOT_FOUND, STALE, report
from .callbacks import check

if TYPE_CHECKING:
    from .runtime import Runtime

_Self = TypeVar("_Self", bound="Recording")


class Recording:
    """Writes a session file, until it or its runtime is closed. Made by `Runtime.record`.

        with runtime.record("session.enfold.jsonl"):
            ...

    When it is closed, all that has happened until then is in the file.
    """

    __slots__ = ("_handle", "_is_closed", "_library")

    def __init__(
        self, runtime: Runtime, path: str | os.PathLike[str], limit: int, checkpoint: int
    ) -> None:
        """See `Runtime.record`."""
        name = c_text(os.fsencode(path))
        require_count(limit, "limit", 1)
        require_count(checkpoint, "checkpoint", 0)
        self._library = runtime._library
        self._handle = runtime._handle
        self._is_closed = True
        options = b'{"bytes":%d,"checkpoint":%d}' % (limit, checkpoint)
        status = self._library.runtime_record(
            self._handle, name, options, len(options), report.address
        )
        check(status, options)
        self._is_closed = False

    def close(self) -> None:
        """Ends it. A second call does nothing.

        It raises `enfold.IOError` if not all could be written. The file has what came before.
        """
        if self._is_closed:
            return
        self._is_closed = True
        if self._library.is_forked:
            return
        status = self._library.runtime_record(self._handle, None, None, 0, report.address)
        check(0 if status in (NOT_FOUND, STALE) else status)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
