"""The tables of enfold_plugin.h as ctypes sees them, and the functions of this program in them."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from ctypes import c_char_p, c_int32, c_size_t, c_uint32, c_void_p
from functools import partial
from types import SimpleNamespace
from typing import Any

from .. import _accelerated, _receivers, callbacks
from .._entrance import address_of, entrance
from .._ffi import BAD_POINTER, FAILED, LIMIT, NO_OFFSET, OK, ErrorReport
from ..errors import LimitError, error_class
from ..requests import described


class Reducer(ctypes.Structure):
    """`enfold_reducer`."""

    _fields_ = (
        ("struct_size", c_uint32),
        ("user", c_void_p),
        ("open", c_void_p),
        ("close", c_void_p),
        ("check", c_void_p),
        ("reduce", c_void_p),
        ("state", c_void_p),
    )


class FeatureTable(ctypes.Structure):
    """`enfold_plugin_feature`."""

    _fields_ = (
        ("struct_size", c_uint32),
        ("name", c_char_p),
        ("state_schema", c_char_p),
        ("action_schema", c_char_p),
        ("engine", c_void_p),
        ("reducer", c_void_p),
        ("get_extension", c_void_p),
    )


class Extension(ctypes.Structure):
    """`enfold_effect_reducer` and `enfold_parts`: one function."""

    _fields_ = (("struct_size", c_uint32), ("function", c_void_p))


class Changes(ctypes.Structure):
    """`enfold_changes`."""

    _fields_ = (("struct_size", c_uint32), ("changed", c_void_p))


class Effects(ctypes.Structure):
    """`enfold_effects`."""

    _fields_ = (
        ("struct_size", c_uint32),
        ("send", c_void_p),
        ("request", c_void_p),
        ("cancel", c_void_p),
    )


class Functions(dict[int, Callable[..., Any]]):
    """C functions of one kind, by address. There are few: they are the library's own."""

    def __init__(self, kind: Any) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, address: int) -> Callable[..., Any]:
        function: Callable[..., Any] = self._kind(address)
        self[address] = function
        return function


# These two only append bytes to a buffer: the interpreter's lock is kept.
_write = Functions(ctypes.PYFUNCTYPE(None, c_void_p, c_char_p, c_size_t))
_changed = Functions(ctypes.PYFUNCTYPE(None, c_void_p, c_char_p))
# send and cancel; request
_one_text = Functions(ctypes.CFUNCTYPE(c_int32, c_void_p, c_char_p, c_size_t, c_void_p))
_three_texts = Functions(ctypes.CFUNCTYPE(c_int32, c_void_p, *(c_char_p, c_size_t) * 3, c_void_p))


class Follow:
    """What `reduce` is given to ask for what follows. Raises what the library refuses."""

    __slots__ = ("_address", "_table")

    def __init__(self, address: int) -> None:
        self._address = address
        self._table = Effects.from_address(address)

    def send(self, action: bytes) -> None:
        self._one(self._table.send, action)

    def cancel(self, id: bytes) -> None:
        self._one(self._table.cancel, id)

    def request(self, name: bytes, payload: bytes, options: bytes) -> None:
        record = ErrorReport(ctypes.sizeof(ErrorReport), 0, NO_OFFSET, b"")
        status = _three_texts[self._table.request](
            self._address,
            *(name, len(name), payload, len(payload), options, len(options)),
            ctypes.addressof(record),
        )
        _check(status, record)

    def _one(self, function: int, text: bytes) -> None:
        record = ErrorReport(ctypes.sizeof(ErrorReport), 0, NO_OFFSET, b"")
        address = ctypes.addressof(record)
        _check(_one_text[function](self._address, text, len(text), address), record)


def _check(status: int, record: ErrorReport) -> None:
    if status < 0:
        raise error_class(status)(status, record.message.decode(errors="replace"))


class Tables:
    """The functions as C functions, and the tables of the extensions. They are never freed."""

    def __init__(self) -> None:
        self._kept: list[Any] = []
        text = (c_void_p, c_void_p, c_size_t)  # the instance, or `user`, and a text
        made = _accelerated.feature_callbacks(refused) or {
            "reduce": self._function(_reduce, *text, c_void_p),
            "reduce_with_effects": self._function(_reduce, *text, c_void_p, c_void_p),
            "state": self._function(_state, c_void_p, c_void_p, c_void_p),
            "part": self._function(_part, *text, c_void_p, c_void_p),
        }
        self.open = self._function(_open, *text, c_void_p)
        self.reduce = made["reduce"]
        self.state = made["state"]
        self._extensions = {
            (b"enfold.effects", 1): self._extension(made["reduce_with_effects"]),
            (b"enfold.parts", 1): self._extension(made["part"]),
        }
        kind = ctypes.CFUNCTYPE(c_void_p, c_char_p, c_uint32)
        self.get_extension = address_of(kind(partial(_get_extension, self._extensions)))

    def _function(self, body: Callable[..., int | None], *arguments: Any) -> int:
        """The last argument is where to tell errors."""
        kind = ctypes.CFUNCTYPE(c_int32, *arguments, c_void_p)
        return address_of(kind(partial(_guarded, body)))

    def _extension(self, function: int) -> int:
        table = Extension(ctypes.sizeof(Extension), function)
        self._kept.append(table)
        return ctypes.addressof(table)


_tables: Tables | None = None
_lock = threading.Lock()


def tables() -> Tables:
    """The tables, made at the first call."""
    global _tables
    if _tables is None:
        with _lock:
            _tables = _tables or Tables()
    return _tables


# What the library calls, with the feature or the instance.


def _open(feature: Any, text: int | None, length: int, out: int) -> None:
    given = None if text is None else ctypes.string_at(text, length)
    c_void_p.from_address(out).value = feature._open(given)


def _reduce(instance: Any, text: int, length: int, changes: int, effects: int = 0) -> None:
    pointers = instance._reduce(ctypes.string_at(text, length), effects)
    if pointers:
        changed = _changed[Changes.from_address(changes).changed]
        for pointer in pointers:
            changed(changes, pointer.encode())


def _state(instance: Any, write: int, context: int) -> None:
    found = instance._state.text()
    _write[write](context, found, len(found))


def _part(instance: Any, pointer: int, length: int, write: int, context: int) -> int:
    found = instance._state.part(ctypes.string_at(pointer, length).decode())
    if found is None:
        return BAD_POINTER
    _write[write](context, found, len(found))
    return OK


@entrance
def _get_extension(
    extensions: dict[tuple[bytes, int], int], name: bytes | None, version: int
) -> int | None:
    try:
        return None if name is None else extensions.get((name, version))
    except BaseException as signal:  # as in callbacks.py
        _keep(signal)
        return None if name is None else extensions.get((name, version))


@entrance
def _guarded(
    body: Callable[..., int | None],
    key: int,
    *arguments: Any,
    earlier: list[BaseException] | None = None,
) -> int:
    """Calls a function with a feature or an instance. The library learns whatever it raises."""
    try:
        reference = _receivers.references.get(key)
    except BaseException as signal:  # as in callbacks.py
        _keep(signal)
        reference = _receivers.references.get(key)
    error = arguments[-1]
    try:
        if callbacks.kept:
            earlier = callbacks._set_aside()
        receiver = None if reference is None else reference()
        if receiver is None:
            return _tell(error, FAILED, "its runtime is gone")
        return body(receiver, *arguments[:-1]) or OK
    except BaseException as problem:
        if not isinstance(problem, Exception):
            _keep(problem)
        try:
            return refused(problem, error)
        except BaseException as signal:
            _keep(signal)
            return _tell(error, FAILED, "interrupted")
    finally:
        if earlier:
            callbacks._put_back(earlier)


def refused(problem: BaseException, address: int) -> int:
    """Tells the library what was raised; returns the status."""
    if isinstance(problem, Refusal):
        return _tell(address, problem.code, str(problem))
    if isinstance(problem, LimitError):
        return _tell(address, LIMIT, problem.message)
    return _tell(address, FAILED, described(problem))


class Refusal(Exception):
    """What the library gets with a status."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def _keep(problem: BaseException) -> None:
    """The Enfold call inside which this runs raises what ends the program."""
    frame: Any = sys._getframe(1)
    while frame is not None and frame.f_globals is globals():
        frame = frame.f_back
    if frame is None:
        kind, trace = type(problem), problem.__traceback__
        sys.unraisablehook(
            SimpleNamespace(
                exc_type=kind, exc_value=problem, exc_traceback=trace, err_msg=None, object=_open
            )
        )
    else:
        callbacks.kept.setdefault(threading.get_ident(), []).append(problem)


def _tell(address: int, status: int, message: str) -> int:
    record = ErrorReport.from_address(address)
    record.code = status
    text = message.replace("\0", "\ufffd").encode(errors="replace")
    room = ErrorReport.message.size - 1
    record.message = text[:room].decode(errors="ignore").encode()
    return status
