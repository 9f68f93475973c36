"""The open stores of a runtime. A warning tells of one that nobody refers to; it stays open."""

from __future__ import annotations

import threading
import warnings
import weakref
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._ffi import Library
    from .c_callback import Callback
    from .runtime import Runtime
    from .store import Store


class _Open:
    """What is known of an open store.

    callbacks: its C functions, by the store or the scope that they were made of. They hold it.
    is_held: whether the program holds it by `Store.hold`. That of a breakpoint does not count.
    """

    __slots__ = ("callbacks", "feature", "is_held", "store")

    def __init__(self, store: weakref.ref[Store], feature: str) -> None:
        self.store = store
        self.feature = feature
        self.callbacks: dict[int, set[Callback]] = {}
        self.is_held = False


class Stores:
    """The open stores, by handle.

    It holds those alone that C functions use: subscriptions and tasks hold their stores themselves.
    Any thread may call it.

    have_an_end: their runtime was opened in a `with` statement, at whose end they are closed.
    """

    __slots__ = ("__weakref__", "_library", "_lock", "_open", "have_an_end")

    have_an_end: bool

    def __init__(self, library: Library) -> None:
        self._library = library
        self.have_an_end = False
        self._open: dict[int, _Open] = {}  # by handle
        # Of `_Open.store`. A signal handler, or a finalizer, may ask for the stores meanwhile.
        self._lock = threading.RLock()

    def add(self, store: Store) -> None:
        name = f"enfold.Store {store.feature} {store._handle:#x}"
        on_dropped = partial(_dropped, weakref.ref(self), store._handle, name)
        self._open[store._handle] = _Open(weakref.ref(store, on_dropped), store.feature)

    def remove(self, handle: int) -> None:
        self._open.pop(handle, None)

    def clear(self) -> None:
        self._open.clear()

    def __contains__(self, handle: int) -> bool:
        return handle in self._open

    def hold(self, callback: Callback) -> None:
        """Keeps it, and its store, until one of them is closed. C code may use its function."""
        if (found := self._of(callback.store)) is not None:
            found.callbacks.setdefault(callback.store._handle, set()).add(callback)

    def let_go(self, callback: Callback) -> None:
        if (found := self._of(callback.store)) is not None:
            found.callbacks.get(callback.store._handle, set()).discard(callback)

    def let_go_all(self, scope: Store) -> None:
        """A scope has ended, and its C functions with it."""
        if (found := self._of(scope)) is not None:
            found.callbacks.pop(scope._handle, None)

    def note_hold(self, store: Store, is_on: bool) -> None:
        """The program holds it, or not any more. For a scope, the whole store."""
        if (found := self._of(store)) is not None:
            found.is_held = is_on

    def held(self, store: Store | None = None) -> list[int]:
        """Which stores the program holds: this one, if it does, or all of them."""
        if store is None:
            return [handle for handle, each in list(self._open.items()) if each.is_held]
        found = self._of(store)
        return [(store._root or store)._handle] if found is not None and found.is_held else []

    def _of(self, store: Store) -> _Open | None:
        return self._open.get((store._root or store)._handle)

    def find(self, handle: int, runtime: Runtime) -> Store:
        """The store with a handle. One that this package does not know counts as closed."""
        each = self._open.get(handle)
        if each is None:
            return runtime._store_type(runtime, "", handle)
        return each.store() or self._renewed(each, handle, runtime)

    def all(self, runtime: Runtime) -> list[Store]:
        """All of them, in the order in which they were opened."""
        found = []
        for handle, each in list(self._open.items()):
            found.append(each.store() or self._renewed(each, handle, runtime))
        return found

    def _renewed(self, each: _Open, handle: int, runtime: Runtime) -> Store:
        """An object for a store that nobody refers to any more. All get the same."""
        made = runtime._store_type(runtime, each.feature, handle)
        reference = weakref.ref(made)
        with self._lock:
            store = each.store()
            if store is None:
                each.store, store = reference, made
        return store


def _dropped(owner: weakref.ref[Stores], handle: int, name: str, _: weakref.ref[Store]) -> None:
    """Warns that nobody refers to a store any more; if its runtime goes too, only of that."""
    stores = owner()
    if stores is None or handle not in stores or stores.have_an_end or stores._library.is_forked:
        return
    warnings.warn(
        f"unclosed {name}: nobody refers to it any more, and it stays open until its runtime is "
        "closed; close it, or open it or the runtime in a `with` statement",
        ResourceWarning,
        stacklevel=2,
    )
