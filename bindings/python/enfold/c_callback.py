"""Callback: a C function that sends actions."""

from __future__ import annotations

import ctypes
from ctypes import c_uint64, c_void_p
from typing import TYPE_CHECKING, Any, TypeVar

from . import _json
from ._arguments import c_text, encode_name
from ._ffi import STALE, report
from ._json import NOT_GIVEN, Action
from .callbacks import check

if TYPE_CHECKING:
    from .store import Store

_Function = TypeVar("_Function")
_Self = TypeVar("_Self", bound="Callback")


class Callback:
    """A C function to be handed to any C library. Made by `Store.callback`.

    It needs no Python when it is called, so it may be called on any thread. It lives until it is
    closed, or its store is, whether or not this object is kept. In a `with` statement it is closed
    at the end. A C library may still call it after that: it does nothing then.

    pointer: its address.
    """

    __slots__ = ("_handle", "_is_closed", "pointer", "prototype", "store")

    pointer: int
    prototype: str
    store: Store

    def __init__(
        self,
        store: Store,
        prototype: str,
        action: Action,
        returns: bool | int | float | None,
        signal: bool,
    ) -> None:
        declaration = c_text(encode_name(prototype, "a prototype"))
        template = _json.encode_action(action, NOT_GIVEN, {})
        given: dict[str, Any] = {}
        if returns is not None:
            given["returns"] = returns
        if signal is not False:
            given["signal"] = signal
        options = _json.encode(given) if given else b""
        function, handle = c_void_p(), c_uint64()
        status = store._library.store_callback(
            *(store._handle, declaration, template, len(template), options or None, len(options)),
            *(ctypes.byref(function), ctypes.byref(handle), report.address),
        )
        if status < 0:
            told = report.record.message[:40]
            texts = {b": prototype: ": declaration, b": options: ": options}
            check(status, next((texts[place] for place in texts if place in told), template))
        check(status)
        self.store = store
        self.prototype = prototype
        self.pointer = function.value or 0
        self._handle = handle.value
        self._is_closed = False
        store.runtime._stores.hold(self)

    def as_ctypes(self, kind: type[_Function]) -> _Function:
        """The function for ctypes: `callback.as_ctypes(ctypes.CFUNCTYPE(None, ctypes.c_int))`."""
        return kind(self.pointer)  # type: ignore[call-arg]

    def close(self) -> None:
        """From now on the function does nothing. A second call does nothing."""
        if self._is_closed:
            return
        self._is_closed = True
        self.store.runtime._stores.let_go(self)
        library = self.store._library
        if library.is_forked:
            return
        status = library.callback_close(self._handle, report.address)
        check(0 if status == STALE else status)

    @property
    def is_closed(self) -> bool:
        """Whether it or its store was closed."""
        return self._is_closed or self.store.is_closed

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = " (closed)" if self.is_closed else ""
        return f"<enfold.Callback {self.prototype!r} at {self.pointer:#x}{state}>"
