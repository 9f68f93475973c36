"""The open stores of a runtime. A warning tells of one that nobody refers to; it stays open."""

from __future__ import annotations

import warnings
import weakref
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._ffi import Library
    from .runtime import Runtime
    from .store import Store


class Stores:
    """The open stores, by handle.

    It holds those alone that C functions use: subscriptions and tasks hold their stores themselves.

    have_an_end: their runtime was opened in a `with` statement, at whose end they are closed.
    """

    __slots__ = ("__weakref__", "_held", "_library", "_open", "have_an_end")

    have_an_end: bool

    def __init__(self, library: Library) -> None:
        self._library = library
        self.have_an_end = False
        self._open: dict[int, tuple[weakref.ref[Store], str]] = {}  # with its feature
        self._held: dict[int, Store] = {}

    def add(self, store: Store) -> None:
        name = f"enfold.Store {store.feature} {store._handle:#x}"
        told = partial(_dropped, weakref.ref(self), store._handle, name)
        self._open[store._handle] = (weakref.ref(store, told), store.feature)

    def remove(self, handle: int) -> None:
        self._open.pop(handle, None)
        self._held.pop(handle, None)

    def clear(self) -> None:
        self._open.clear()
        self._held.clear()

    def __contains__(self, handle: int) -> bool:
        return handle in self._open

    def hold(self, store: Store) -> None:
        """Keeps it until it is closed, or let go."""
        if store._handle in self._open:
            self._held[store._handle] = store

    def let_go(self, store: Store) -> None:
        self._held.pop(store._handle, None)

    def all(self, runtime: Runtime) -> list[Store]:
        """All of them, in the order in which they were opened."""
        found = []
        for handle, (reference, feature) in list(self._open.items()):
            store = reference()
            if store is None:
                store = runtime._store_type(runtime, feature, handle)
                self._open[handle] = (weakref.ref(store), feature)
            found.append(store)
        return found


def _dropped(owner: weakref.ref[Stores], handle: int, name: str, _: weakref.ref[Store]) -> None:
    """Warns that nobody refers to a store any more; if its runtime goes, too, of that alone."""
    stores = owner()
    if stores is None or handle not in stores or stores.have_an_end or stores._library.is_forked:
        return
    warnings.warn(
        f"unclosed {name}: nobody refers to it any more, and it stays open until its runtime is "
        "closed; close it, or open it or the runtime in a `with` statement",
        ResourceWarning,
        stacklevel=2,
    )
