"""Breakpoint: where a store stops, to be looked at."""

from __future__ import annotations

import ctypes
from ctypes import c_uint64
from typing import TYPE_CHECKING, TypeVar

from . import _json
from ._arguments import encode_name, encode_pointer
from ._ffi import NOT_FOUND, STALE, report
from .callbacks import check

if TYPE_CHECKING:
    from .store import Store

_Self = TypeVar("_Self", bound="Breakpoint")


class Breakpoint:
    """A place at which a store is held as by `Store.hold`. Made by `Store.break_at`.

    It stops the store until it is removed, or the store is closed, whether or not this object is
    kept. One behind a path of a scope ends with the scope. In a `with` statement it is removed at
    the end.

    number: what diagnostics call it. The store's other breakpoints have other numbers.
    store: the store or the scope that it was made of.
    """

    __slots__ = ("_is_removed", "_what", "number", "store")

    number: int
    store: Store

    def __init__(self, store: Store, action: str | None, path: str | None) -> None:
        """See `Store.break_at`. Nothing is added if this raises."""
        if action is not None and path is None:
            encode_name(action, "the name of an action")
            text = _json.encode({"action": action})
            self._what = f"before {action!r}"
        elif path is not None and action is None:
            encode_pointer(path)
            text = _json.encode({"path": path})
            self._what = f"behind {path!r}"
        else:
            raise TypeError(
                "break_at takes an action or a path, and not both: break_at('add') stops before "
                "each action with this name, break_at(path='/items') behind each change there"
            )
        self.store = store
        self._is_removed = False
        out = c_uint64()
        status = store._library.store_break(
            store._handle, text, len(text), ctypes.byref(out), report.address
        )
        self.number = out.value
        try:
            check(status, text)
        except BaseException:
            # The caller gets an exception instead of this object, so nothing stays.
            if self.number:
                self.remove()
            raise

    def remove(self) -> None:
        """Removes it. A store that is held stays held. If it is gone already, this does nothing."""
        if self._is_removed:
            return
        self._is_removed = True
        library = self.store._library
        if library.is_forked:
            return
        # A scope may be closed before its store.
        root = self.store._root or self.store
        options = b'{"remove":%d}' % self.number
        status = library.store_break(root._handle, options, len(options), None, report.address)
        check(0 if status in (NOT_FOUND, STALE) else status)

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def __repr__(self) -> str:
        state = " (removed)" if self._is_removed else ""
        return f"<enfold.Breakpoint {self.number} {self._what} of {self.store!r}{state}>"
