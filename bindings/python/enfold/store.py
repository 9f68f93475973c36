"""Store: the state of one feature, and the actions that change it."""

from __future__ import annotations

import ctypes
from collections.abc import AsyncIterator, Callable, Iterable
from ctypes import c_size_t, c_uint64
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _json, _wait
from ._ffi import STALE, Text, report
from ._json import NOT_GIVEN, Action
from .callbacks import check, kept
from .events import Event
from .subscription import Observer, Subscription, encode_options
from .task import Task

if TYPE_CHECKING:
    from .runtime import Runtime

Filter = Literal["distinct", "raw"]


class Store:
    """An open store. Made by `Runtime.open`; lives until it or its runtime is closed.

    Actions are written in four ways, which mean the same:

        store.send("rename", id=7, title="x")           # a name and its fields
        store.send("rename", {"id": 7, "title": "x"})   # a name and its payload
        store.send({"rename": {"id": 7, "title": "x"}})
        store.send(b'{"rename":{"id":7,"title":"x"}}')  # ready JSON: the fastest
    """

    __slots__ = ("__weakref__", "_handle", "_library", "feature", "runtime")

    runtime: Runtime
    feature: str

    def __init__(self, runtime: Runtime, feature: str, handle: int) -> None:
        self.runtime = runtime
        self.feature = feature
        self._handle = handle
        self._library = runtime._library

    # Actions

    def send(self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any) -> None:
        """Sends an action.

        On the loop's thread it has been reduced, and its observers were called, when this returns.
        From inside a callback or on another thread it is queued and reduced later, in order.
        """
        if payload is not NOT_GIVEN or fields or not isinstance(action, bytes):
            action = _json.encode_action(action, payload, fields)
        status = self._library.store_send(self._handle, action, len(action), None, report.address)
        if status < 0 or kept:
            check(status, action)

    def task(self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any) -> Task:
        """Sends an action and returns a task over everything that it causes."""
        text = _json.encode_action(action, payload, fields)
        handle = c_uint64()
        status = self._library.store_send(
            self._handle, text, len(text), ctypes.byref(handle), report.address
        )
        task = Task(self, handle.value)
        check(status, text)
        return task

    def send_batch(self, actions: bytes | Iterable[Action]) -> int:
        """Sends several actions at once and returns their number. If one is bad, none is accepted.

        Bytes are a JSON array of actions.
        """
        if not isinstance(actions, bytes):
            if isinstance(actions, (str, dict)):
                kind = type(actions).__name__
                raise TypeError(f"send_batch takes a list, not a {kind}; send takes one")
            encoded = (_json.encode_action(action, NOT_GIVEN, {}) for action in actions)
            actions = b"[%b]" % b",".join(encoded)
        accepted = c_size_t()
        status = self._library.store_send_batch(
            self._handle, actions, len(actions), ctypes.byref(accepted), report.address
        )
        check(status, actions)
        return accepted.value

    def wait(self, timeout: float | None = None) -> None:
        """Waits until nothing is queued and no effect runs, at most `timeout` seconds.

        Raises `TimeoutError`. The loop's thread pumps meanwhile.
        """
        _wait.wait(self._library.store_wait, self._handle, timeout, "the store was not idle")

    # State

    @property
    def state(self) -> Any:
        """The whole state. Inside a callback: that of the event; elsewhere: of the last commit."""
        return _json.decode(self.raw())

    def get(self, pointer: str) -> Any:
        """The value at a JSON Pointer.

        In arrays, `name=value` selects an element: "/items/id=7/title".
        """
        return _json.decode(self.raw(pointer))

    def raw(self, pointer: str = "") -> bytes:
        """The value at a pointer, as JSON."""
        text = pointer.encode()
        out = Text()
        status = self._library.store_state(
            self._handle, text, len(text), ctypes.byref(out), report.address
        )
        check(status, text)
        return self._library.take(out)

    @property
    def revision(self) -> int:
        """The number of commits so far: every reduced action is one."""
        out = c_uint64()
        check(self._library.store_revision(self._handle, ctypes.byref(out), report.address))
        return out.value

    # Observation

    @overload
    def observe(
        self,
        pointer: str,
        callback: Observer,
        *,
        initial: bool = ...,
        filter: Filter = ...,
        value: bool = ...,
        patch: bool = ...,
        action: bool = ...,
        closed: bool = ...,
    ) -> Subscription: ...

    @overload
    def observe(
        self,
        pointer: str = ...,
        callback: None = ...,
        *,
        initial: bool = ...,
        filter: Filter = ...,
        value: bool = ...,
        patch: bool = ...,
        action: bool = ...,
        closed: bool = ...,
    ) -> Callable[[Observer], Subscription]: ...

    def observe(
        self,
        pointer: str = "",
        callback: Observer | None = None,
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        value: bool = True,
        patch: bool = False,
        action: bool = False,
        closed: bool = False,
    ) -> Subscription | Callable[[Observer], Subscription]:
        """Observes the value at a pointer.

        Without a callback it is a decorator, which returns the subscription.

        initial: begin with an event for the value now.
        filter:  "distinct": only when the value differs from the last one; "raw": on every commit.
        value, patch, action: what events carry.
        closed:  end with an event (`closed`) when the store is closed.

        If the callback raises at the initial event, this raises, and nothing is subscribed.
        """
        options = encode_options(initial, filter, value, patch, action)

        def subscribe(callback: Observer) -> Subscription:
            return Subscription(self, pointer, callback, options, closed)

        return subscribe if callback is None else subscribe(callback)

    def changes(
        self,
        pointer: str = "",
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        value: bool = True,
        patch: bool = False,
        action: bool = False,
    ) -> AsyncIterator[Event]:
        """The same events, to iterate over in asyncio until the store is closed.

            async for event in store.changes("/items"): ...

        Attaches the runtime to the running event loop. Nothing is subscribed before the first step.
        """
        options = {
            "initial": initial,
            "filter": filter,
            "value": value,
            "patch": patch,
            "action": action,
        }
        from . import aio  # asyncio takes its time to import

        return aio.changes(self, pointer, **options)

    # Closing

    def close(self) -> None:
        """Closes it: what waits or runs is cancelled, observers that asked get a last event.

        Twice is fine.
        """
        self.runtime._stores.pop(self._handle, None)
        if self._library.is_forked:
            return
        status = self._library.store_close(self._handle, report.address)
        check(0 if status == STALE else status)

    @property
    def is_closed(self) -> bool:
        """Whether it or its runtime was closed."""
        return self._handle not in self.runtime._stores

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = " (closed)" if self.is_closed else ""
        return f"<enfold.Store {self.feature} {self._handle:#x}{state}>"
