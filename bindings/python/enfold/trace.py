"""Trace: everything that happens in the stores of a runtime, as entries to read."""

from __future__ import annotations

import ctypes
import sys
import weakref
from collections.abc import AsyncIterator, Iterator
from ctypes import c_uint64
from typing import TYPE_CHECKING, Any, TypeVar

from . import _fork, _json, _receivers
from ._arguments import Timeout, timeout_seconds
from ._awaits import refuse_await
from ._entries import Entries
from ._ffi import INVALID, NOT_FOUND, STALE, UNSUPPORTED, report
from ._wait import slices
from .callbacks import check, trampolines
from .errors import InvalidError, UnsupportedError

if TYPE_CHECKING:
    from .runtime import Runtime

LIMIT = 16 << 20

_Self = TypeVar("_Self", bound="Trace")

_RIGHT = "it blocks the thread. `async for entry in trace` awaits the next entry"


class TraceReader:
    """What the library calls with the entries, on a thread of its own: it only keeps them.

    The runtime owns it until the library releases it. It does not own the runtime.
    """

    __slots__ = ("__weakref__", "_handle", "_key", "_library", "_number", "_runtime", "entries")

    _key: int

    def __init__(self, runtime: Runtime, limit: int) -> None:
        """See `Runtime.trace`. Nobody reads if this raises."""
        if not isinstance(limit, int) or isinstance(limit, bool):
            raise TypeError(f"a limit is a number of bytes, not {type(limit).__name__}")
        if not 1 <= limit < 2**63:
            raise InvalidError(INVALID, f"a limit is 1 byte or more and fits 63 bits: {limit}")
        _require_main_interpreter()
        self.entries = Entries(limit)
        self._library = runtime._library
        self._handle = runtime._handle
        self._runtime = weakref.ref(runtime)
        self._number = 0
        options = b'{"bytes":%d}' % limit
        number = c_uint64()
        made = trampolines()
        _receivers.add(self)
        runtime._receivers[self._key] = self
        try:
            status = self._library.runtime_trace(
                *(self._handle, options, len(options), made.trace, self._key, made.release),
                *(ctypes.byref(number), report.address),
            )
            self._number = number.value
            check(status, options)
        except BaseException:
            # The caller gets an exception instead of this object, so nobody reads.
            self._number = number.value
            self._released()
            self.abandon()
            raise

    def poll(self) -> tuple[bytes | None, bool]:
        """The oldest entry, and whether there will be none any more if it is None."""
        self.require_parent()
        is_over = self.entries.is_over  # first: another thread may put one in, and end
        return self.entries.take(), is_over

    def require_parent(self) -> None:
        """Raises ForkedError in a forked child, where nobody puts anything in."""
        if self._library.is_forked:
            _fork._refuse()

    @property
    def is_forked(self) -> bool:
        return self._library.is_forked

    def end(self) -> None:
        """The library calls it no more. A second call does nothing."""
        number, self._number = self._number, 0
        if number and not self._library.is_forked:
            status = self._library.runtime_trace_end(self._handle, number, report.address)
            check(0 if status in (NOT_FOUND, STALE) else status)

    def abandon(self) -> None:
        """`end` while objects are collected, which may be in the middle of another call."""
        number, self._number = self._number, 0
        if number and not self._library.is_forked:
            self._library.runtime_trace_end(self._handle, number, None)

    def _receive(self, entry: bytes) -> None:
        self.entries.put(entry)

    def _released(self) -> None:
        """The library does not use it any more."""
        _receivers.remove(self._key)
        runtime = self._runtime()
        if runtime is not None:
            runtime._receivers.pop(self._key, None)
        self.entries.finish()


class Trace:
    """What happens in the stores of a runtime, one entry after the other. Made by `Runtime.trace`.

        with runtime.trace() as trace:
            for entry in trace:
                print(entry.get("name"), entry["kind"], entry.get("revision"))

    An entry is a dict; `Runtime.trace` tells what is in it. The iteration waits for the next one,
    and ends when the trace is closed, or when its runtime is closed and all that waits was read.
    Several threads may read: each entry is given to one of them. Reading pumps nothing: with
    `loop="host"` read on another thread than the loop's, or take turns: `runtime.pump()` and
    `trace.drain()`.

    In asyncio, `async for entry in trace` does not block the event loop.

    The trace ends when it is closed, at the end of a `with` or `async with` statement, and when
    nobody refers to it any more.

    runtime: the one that it is of.
    """

    __slots__ = ("__weakref__", "_reader", "runtime")

    runtime: Runtime

    def __init__(self, runtime: Runtime, limit: int = LIMIT) -> None:
        """See `Runtime.trace`."""
        self.runtime = runtime
        self._reader = TraceReader(runtime, limit)

    def get(self, timeout: Timeout = None) -> dict[str, Any] | None:
        """The next entry. Waits for it, at most `timeout` seconds (0: not at all).

        None: none has come in time, or the trace is over; see `is_over`.
        """
        if "asyncio" in sys.modules:
            refuse_await("get", _RIGHT)
        return _decoded(self._next(timeout_seconds(timeout)))

    def drain(self) -> list[dict[str, Any]]:
        """The entries that are here now. Does not wait.

        An entry comes here a moment after what it tells.
        """
        self._reader.require_parent()
        return [_json.decode(entry) for entry in self._reader.entries.take_all()]

    @property
    def is_over(self) -> bool:
        """Whether it has ended, and all entries were read."""
        return self._reader.entries.is_done

    def close(self) -> None:
        """Ends it, and forgets the entries that wait. A second call does nothing.

        May be called on any thread: an iteration that waits on another one ends.
        """
        if not self._reader.is_forked:
            self._reader.entries.end()
            self._reader.end()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return self

    def __next__(self) -> dict[str, Any]:
        entry = _decoded(self._next(None))
        if entry is None:
            raise StopIteration
        return entry

    def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        from .aio._trace import Steps  # asyncio takes its time to import

        return Steps(self)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    async def __aenter__(self: _Self) -> _Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        reader: TraceReader | None = getattr(self, "_reader", None)
        if reader is not None:
            reader.abandon()

    def __repr__(self) -> str:
        state = " (over)" if self.is_over else ""
        return f"<enfold.Trace of {self.runtime!r}{state}>"

    def _next(self, seconds: float | None) -> bytes | None:
        for left in slices(seconds):
            entry, is_over = self._reader.poll()
            if entry is not None or is_over:
                return entry
            self._reader.entries.wait(left)
        return self._reader.entries.take()


def _decoded(entry: bytes | None) -> dict[str, Any] | None:
    if entry is None:
        return None
    decoded: dict[str, Any] = _json.decode(entry)
    return decoded


def _require_main_interpreter() -> None:
    """A thread of the library can run Python code of the main interpreter only."""
    if sys.implementation.name != "cpython":
        return
    # By name: other code may use the attributes, with other types.
    current = ctypes.pythonapi["PyInterpreterState_Get"]
    current.restype = ctypes.c_void_p
    number = ctypes.pythonapi["PyInterpreterState_GetID"]
    number.argtypes = (ctypes.c_void_p,)
    number.restype = ctypes.c_int64
    if number(current()) != 0:
        raise UnsupportedError(UNSUPPORTED, "a trace is read in the main interpreter, and not here")
