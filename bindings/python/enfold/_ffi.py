"""The C API as ctypes sees it: structures, signatures, and the object that holds the functions."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from ctypes import c_char, c_char_p, c_int32, c_int64, c_size_t, c_uint32, c_uint64, c_void_p
from typing import Any, ClassVar

ABI_VERSION = 1

OK = 0
QUEUED = 1
MORE = 2
TIMEOUT = 3
INVALID = -1
STALE = -3
BAD_JSON = -4
BAD_ACTION = -5
BAD_STATE = -6
BAD_POINTER = -7
NOT_FOUND = -8
LIMIT = -12
CANCELLED = -13
FAILED = -14
UNSUPPORTED = -16

INITIAL = 1
CHANGED = 2
PULSE = 4
REMOVED = 8
CLOSED = 16
MUTATION = 32

NO_OFFSET = 2**64 - 1


class ErrorReport(ctypes.Structure):
    """`enfold_error`."""

    _fields_ = (
        ("struct_size", c_uint32),
        ("code", c_int32),
        ("offset", c_uint64),
        ("message", c_char * 496),
    )


class Text(ctypes.Structure):
    """`enfold_string`."""

    _fields_ = (("data", c_void_p), ("length", c_size_t))


class EventRecord(ctypes.Structure):
    """`enfold_event`.

    Its texts hold no NUL, which JSON escapes, and end with one: reading a field copies it. A tag is
    no JSON: `tag_of` reads it.
    """

    _fields_ = (
        ("struct_size", c_uint32),
        ("flags", c_uint32),
        ("store", c_uint64),
        ("subscription", c_uint64),
        ("revision", c_uint64),
        ("pointer", c_char_p),
        ("pointer_length", c_size_t),
        ("value", c_char_p),
        ("value_length", c_size_t),
        ("patch", c_char_p),
        ("patch_length", c_size_t),
        ("action", c_char_p),
        ("action_length", c_size_t),
        ("tag", c_void_p),
        ("tag_length", c_size_t),
    )


def tag_of(record: EventRecord) -> str:
    """The tag of an event that has one. A plugin may have made it: it may be no UTF-8."""
    return ctypes.string_at(record.tag, record.tag_length).decode(errors="replace")


class _Lent:
    """A report that a thread has. Another thread gets it next: it is never freed.

    When the interpreter ends, it frees what other threads have. A daemon thread may be inside the
    library then, which writes into the report of its call.
    """

    _spare: ClassVar[list[ErrorReport]] = []

    def __init__(self) -> None:
        try:
            self.record = self._spare.pop()
        except IndexError:
            self.record = ErrorReport(ctypes.sizeof(ErrorReport), 0, NO_OFFSET, b"")
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(self.record))

    def __del__(self) -> None:
        self._spare.append(self.record)


class _ThreadReport(threading.local):
    """One `enfold_error` per thread, used by all its calls."""

    def __init__(self) -> None:
        self._lent = _Lent()
        self.record = self._lent.record
        self.address = ctypes.addressof(self.record)
        self.argument = ctypes.byref(self.record)  # ready for `Library.store_send_ready`


report = _ThreadReport()

_HANDLE = c_uint64
_CHARS = c_char_p
_SIZE = c_size_t
_POINTER = c_void_p  # outputs, errors, callbacks
_RECEIVER = (_POINTER,) * 5  # function, user, release, its handle or number, error

# Every function of enfold.h that returns a status, without its prefix.
SIGNATURES: dict[str, tuple[Any, ...]] = {
    "runtime_open": (_CHARS, _SIZE, _POINTER, _POINTER),
    "runtime_close": (_HANDLE, _POINTER),
    "runtime_flush": (_HANDLE, _POINTER),
    "runtime_end": (_HANDLE, _CHARS, _SIZE, _POINTER),
    "runtime_fd": (_HANDLE, _POINTER, _POINTER),
    "runtime_pump": (_HANDLE, c_uint32, _POINTER, _POINTER),
    "runtime_wait": (_HANDLE, c_int64, _POINTER),
    "clock_advance": (_HANDLE, c_int64, _POINTER),
    "runtime_stats": (_HANDLE, _POINTER, _POINTER),
    "runtime_log": (_HANDLE, c_int32, _POINTER, _POINTER, _POINTER, _POINTER),
    "runtime_trace": (_HANDLE, _CHARS, _SIZE, *_RECEIVER),
    "runtime_trace_end": (_HANDLE, c_uint64, _POINTER),
    "runtime_inspect": (_HANDLE, _CHARS, _SIZE, _POINTER, _POINTER),
    "runtime_record": (_HANDLE, _CHARS, _CHARS, _SIZE, _POINTER),
    "runtime_mark": (_HANDLE, _CHARS, _SIZE, _POINTER),
    "runtime_features": (_HANDLE, _POINTER, _POINTER),
    "plugin_load": (_HANDLE, _CHARS, _CHARS, _SIZE, _POINTER, _POINTER),
    "plugin_info": (_HANDLE, _POINTER, _POINTER),
    "feature_register": (_HANDLE, _POINTER, _POINTER, _POINTER, _POINTER),
    "store_open": (_HANDLE, _CHARS, _CHARS, _SIZE, _POINTER, _POINTER),
    "store_close": (_HANDLE, _POINTER),
    "store_send": (_HANDLE, _CHARS, _SIZE, _POINTER, _POINTER),
    "store_send_with": (_HANDLE, _CHARS, _SIZE, _CHARS, _SIZE, _POINTER, _POINTER),
    "store_send_batch": (_HANDLE, _CHARS, _SIZE, _POINTER, _POINTER),
    "store_state": (_HANDLE, _CHARS, _SIZE, _POINTER, _POINTER),
    "store_revision": (_HANDLE, _POINTER, _POINTER),
    "store_set": (_HANDLE, _CHARS, _SIZE, _CHARS, _SIZE, _CHARS, _SIZE, _POINTER),
    "store_restore": (_HANDLE, _CHARS, _SIZE, _POINTER),
    "store_scope": (_HANDLE, _CHARS, _SIZE, _CHARS, _SIZE, _POINTER, _POINTER),
    "store_wait": (_HANDLE, c_int64, _POINTER),
    "store_flush": (_HANDLE, _POINTER),
    "store_hold": (_HANDLE, c_uint32, _POINTER),
    "store_step": (_HANDLE, _POINTER, _POINTER),
    "store_break": (_HANDLE, _CHARS, _SIZE, _POINTER, _POINTER),
    "store_end": (_HANDLE, _CHARS, _SIZE, _POINTER),
    "store_observe": (_HANDLE, _CHARS, _SIZE, _CHARS, _SIZE, *_RECEIVER),
    "store_observe_actions": (_HANDLE, _CHARS, _SIZE, *_RECEIVER),
    "subscription_cancel": (_HANDLE, _POINTER),
    "task_wait": (_HANDLE, c_int64, _POINTER),
    "task_status": (_HANDLE, _POINTER),
    "task_on_end": (_HANDLE, _POINTER, _POINTER, _POINTER, _POINTER),
    "task_cancel": (_HANDLE, _POINTER),
    "task_release": (_HANDLE, _POINTER),
    "runtime_handle": (_HANDLE, _CHARS, _POINTER, _POINTER, _POINTER, _POINTER, _POINTER),
    "request_emit": (_HANDLE, _CHARS, _SIZE, _POINTER),
    "request_resolve": (_HANDLE, _CHARS, _SIZE, _POINTER),
    "request_fail": (_HANDLE, _CHARS, _SIZE, _POINTER),
    "request_store": (_HANDLE, _POINTER, _POINTER),
    "request_action": (_HANDLE, _POINTER, _POINTER),
    "request_tag": (_HANDLE, _POINTER, _POINTER),
    "runtime_bind": (_HANDLE, _CHARS, _POINTER, _CHARS, _SIZE, _POINTER),
    "store_callback": (
        *(_HANDLE, _CHARS, _CHARS, _SIZE, _CHARS, _SIZE),
        *(_POINTER, _POINTER, _POINTER),
    ),
    "callback_close": (_HANDLE, _POINTER),
    "shared_get": (_HANDLE, _CHARS, _POINTER, _POINTER),
    "shared_set": (_HANDLE, _CHARS, _CHARS, _SIZE, _POINTER),
    "shared_replace": (_HANDLE, _CHARS, _CHARS, _SIZE, _CHARS, _SIZE, _POINTER, _POINTER),
    "shared_observe": (_HANDLE, _CHARS, _CHARS, _SIZE, *_RECEIVER),
    "json_quote": (_CHARS, _SIZE, _POINTER, _POINTER),
    "patch_apply": (*(_CHARS, _SIZE) * 3, _POINTER, _POINTER),
}

# The others: result and arguments.
PLAIN_SIGNATURES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "version": (c_char_p, ()),
    "abi_version": (c_uint32, ()),
    "status_name": (c_char_p, (c_int32,)),
    "status_message": (c_char_p, (c_int32,)),
    "string_free": (None, (_POINTER,)),
}

# Functions a second time, for calls that must be fast: ctypes takes their arguments as they are,
# because none are declared. Callers give bytes, None, and what `handle_argument`,
# `size_argument`, `size_arguments` and `report.argument` have made ready.
READY: dict[str, str] = {"store_send_ready": "store_send"}

handle_argument: Callable[[int], Any] = c_uint64.from_param
size_argument: Callable[[int], Any] = c_size_t.from_param

# Those of most texts, made once.
SIZES = 256
size_arguments = [size_argument(length) for length in range(SIZES)]

Call = Callable[..., int]


class Library:
    """A loaded libenfold: its functions, bound once, under their names without the prefix."""

    version: Callable[[], bytes]
    abi_version: Callable[[], int]
    status_name: Callable[[int], bytes]
    status_message: Callable[[int], bytes]
    string_free: Callable[[Any], None]
    json_quote: Call
    patch_apply: Call
    runtime_open: Call
    runtime_close: Call
    runtime_flush: Call
    runtime_end: Call
    runtime_fd: Call
    runtime_pump: Call
    runtime_wait: Call
    clock_advance: Call
    runtime_stats: Call
    runtime_log: Call
    runtime_trace: Call
    runtime_trace_end: Call
    runtime_inspect: Call
    runtime_record: Call
    runtime_mark: Call
    runtime_features: Call
    plugin_load: Call
    plugin_info: Call
    feature_register: Call
    store_open: Call
    store_close: Call
    store_send: Call
    store_send_ready: Call
    store_send_with: Call
    store_send_batch: Call
    store_state: Call
    store_revision: Call
    store_set: Call
    store_restore: Call
    store_scope: Call
    store_wait: Call
    store_flush: Call
    store_hold: Call
    store_step: Call
    store_break: Call
    store_end: Call
    store_observe: Call
    store_observe_actions: Call
    subscription_cancel: Call
    task_wait: Call
    task_status: Call
    task_on_end: Call
    task_cancel: Call
    task_release: Call
    runtime_handle: Call
    request_emit: Call
    request_resolve: Call
    request_fail: Call
    request_store: Call
    request_action: Call
    request_tag: Call
    runtime_bind: Call
    store_callback: Call
    callback_close: Call
    shared_get: Call
    shared_set: Call
    shared_replace: Call
    shared_observe: Call

    def __init__(self, path: str) -> None:
        """Raises OSError if the file cannot be loaded, AttributeError if it lacks a function."""
        self.path = path
        self.is_used = False  # a runtime was opened
        self.is_forked = False  # this process is a child of the one that opened it
        self._image = ctypes.CDLL(path)
        for name, arguments in SIGNATURES.items():
            self._bind(name, c_int32, arguments)
        for name, (result, arguments) in PLAIN_SIGNATURES.items():
            self._bind(name, result, arguments)
        for name, declared in READY.items():
            # Each time the image is asked, it gives a new object for the function.
            function = self._image[f"enfold_{declared}"]
            function.restype = c_int32
            setattr(self, name, function)

    def _bind(self, name: str, result: Any, arguments: tuple[Any, ...]) -> None:
        function = self._image[f"enfold_{name}"]
        function.restype = result
        function.argtypes = arguments
        setattr(self, name, function)

    def take(self, text: Text) -> bytes:
        """The bytes of a text that the library allocated, which is freed."""
        try:
            return ctypes.string_at(text.data, text.length)
        finally:
            self.string_free(ctypes.byref(text))
