"""The functions that the library calls, and what becomes of the exceptions raised inside them.

There is one ctypes function of each kind for the whole process, made when the library is first used
and never freed: nothing that the library may still call is ever collected.

An exception raised by a callback is kept, and raised by the Enfold call inside which the callback
ran. If there is none on this thread, which happens with `loop="inline"` only, `sys.unraisablehook`
gets it.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

from . import _accelerated, _receivers
from ._entrance import address_of, entrance
from ._ffi import BAD_JSON, LIMIT, NO_OFFSET, EventRecord, Library, report
from ._loader import library
from ._place import named
from .errors import Error, error_class

# Exceptions of callbacks that no call has raised yet: by thread, in order.
kept: dict[int, list[BaseException]] = {}

_references = _receivers.references


class _Records(dict[int, EventRecord]):
    """Events by address.

    The library uses few places again and again, and a look-up is faster than a new structure.
    """

    def __missing__(self, address: int) -> EventRecord:
        if len(self) >= _MOST_RECORDS:
            self.clear()
        record = self[address] = EventRecord.from_address(address)
        return record


_MOST_RECORDS = 64
_records = _Records()


@entrance
def _called(
    body: Callable[..., None],
    key: int,
    *arguments: Any,
    earlier: list[BaseException] | None = None,
) -> None:
    """Calls a function with the receiver of a key, if that is still there."""
    try:
        reference = _references.get(key)
    except BaseException as signal:  # Ctrl-C: the receiver must be called all the same
        _keep(signal)
        reference = _references.get(key)
    try:
        if kept:
            earlier = _set_aside()
        receiver = None if reference is None else reference()
        if receiver is not None:
            body(receiver, *arguments)
    except BaseException as exception:
        _keep(exception)
    if earlier:
        _put_back(earlier)


def _observed(receiver: Any, address: int) -> None:
    receiver._receive(_records[address])


def _logged(receiver: Any, level: int, record: bytes, length: int) -> None:
    receiver._receive(level, record)


def _traced(receiver: Any, entry: bytes, length: int) -> None:
    receiver._receive(entry)


def _ended(receiver: Any, status: int, message: bytes, length: int) -> None:
    receiver._ended()


def _asked(receiver: Any, request: int, payload: bytes, length: int) -> None:
    receiver._asked(request, payload)


def _cancelled(receiver: Any, request: int) -> None:
    receiver._cancelled(request)


@entrance
def _released(key: int) -> None:
    try:
        _references.get(key)  # the first call handles signals
    except BaseException as signal:
        _keep(signal)
    try:
        receiver = _receivers.remove(key)
        if receiver is not None:
            receiver._released()
    except BaseException as exception:
        _keep(exception)


class Trampolines:
    """The addresses of the functions above, as C functions."""

    observe: int
    log: int
    trace: int
    end: int
    ask: int
    cancel: int
    release: int

    def __init__(self) -> None:
        if _accelerated.callbacks:
            self.__dict__.update(_accelerated.callbacks)
            return
        pointer, size = ctypes.c_void_p, ctypes.c_size_t
        text = (ctypes.c_char_p, size)
        self.observe = self._make(partial(_called, _observed), pointer)
        self.log = self._make(partial(_called, _logged), ctypes.c_int32, *text)
        self.trace = self._make(partial(_called, _traced), *text)
        self.end = self._make(partial(_called, _ended), ctypes.c_int32, *text)
        self.ask = self._make(partial(_called, _asked), ctypes.c_uint64, *text)
        self.cancel = self._make(partial(_called, _cancelled), ctypes.c_uint64)
        self.release = self._make(_released)

    def _make(self, function: Callable[..., None], *arguments: Any) -> int:
        return address_of(ctypes.CFUNCTYPE(None, ctypes.c_void_p, *arguments)(function))


_trampolines: Trampolines | None = None
_lock = threading.Lock()


def trampolines() -> Trampolines:
    """The trampolines, made at the first call."""
    global _trampolines
    if _trampolines is None:
        with _lock:
            _trampolines = _trampolines or Trampolines()
    return _trampolines


def _keep(exception: BaseException) -> None:
    # The frames: this one, the trampoline's, and, if this thread runs Python code, its caller's.
    if sys._getframe(1).f_back is None:
        raise exception
    kept.setdefault(threading.get_ident(), []).append(exception)


def _set_aside() -> list[BaseException] | None:
    """Takes what earlier callbacks of this call raised, so that the next one does not raise it."""
    return kept.pop(threading.get_ident(), None)


def _put_back(earlier: list[BaseException]) -> None:
    thread = threading.get_ident()
    kept[thread] = earlier + kept.pop(thread, [])


def check(status: int, text: bytes | None = None, before: int = 0) -> int:
    """Ends every call: returns its status, or raises a callback's exception or the status's.

    `text` is what the caller gave to be read, for the message; the library was given `before`
    bytes in front of it.
    """
    if status >= 0 and not kept:
        return status
    raised = kept.pop(threading.get_ident(), None)
    if raised:
        _raise_all(raised, None if status >= 0 else error_of(library(), status, text, before))
    if status < 0:
        # In no variable: the exception would hold its own frame, and so what the caller holds.
        raise error_of(library(), status, text, before)
    return status


def error_of(library: Library, status: int, text: bytes | None, before: int = 0) -> Error:
    """The exception for a call that has just failed on this thread."""
    record = report.record
    name = library.status_name(status).decode()
    if record.code == status:
        message = record.message.decode(errors="replace")
        offset = None if record.offset == NO_OFFSET else max(record.offset - before, 0)
        if status in (BAD_JSON, LIMIT):
            # Whoever gave a value has not seen the text: it says more than a byte.
            message = named(message, text, offset)
    else:
        message = library.status_message(status).decode()
        offset = None
    return error_class(status)(status, message, name, offset, text)


def _raise_all(exceptions: list[BaseException], failure: Error | None) -> NoReturn:
    """Raises one exception as it is, several as a group; what a group cannot hold is chained."""
    first = exceptions[0]
    if len(exceptions) > 1:
        # What is to end the program goes first: nobody looks for it in a group.
        ordered = sorted(exceptions, key=lambda exception: isinstance(exception, Exception))
        first = ordered[0]
        if sys.version_info >= (3, 11) and isinstance(first, Exception):
            first = BaseExceptionGroup("several callbacks failed", exceptions)  # noqa: F821
        else:
            for other in ordered[1:]:
                _chain(first, other)
    if failure is not None:
        _chain(first, failure)
    raise first


def _chain(exception: BaseException, cause: BaseException) -> None:
    seen = {id(exception)}
    while exception.__cause__ is not None and id(exception.__cause__) not in seen:
        exception = exception.__cause__
        seen.add(id(exception))
    if id(cause) not in seen:
        exception.__cause__ = cause
