"""SharedValue: a value that all stores and plugins of a runtime share, and this program."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from ctypes import c_uint32
from functools import partial
from threading import local
from typing import TYPE_CHECKING, Any, ClassVar, Literal, overload

from . import _json
from ._arguments import c_text, encode_name, require_callback
from ._ffi import Text, report
from .callbacks import check
from .errors import NotFoundError
from .subscription import BUFFER, Observer, Subscription, WhenFull, encode_options

if TYPE_CHECKING:
    from .aio import Events
    from .runtime import Runtime

Filter = Literal["distinct", "raw"]


class _Updates(local):
    """The values that functions given to `update` change right now, on this thread."""

    values: tuple[SharedValue, ...] = ()


_updates = _Updates()


class SharedValues:
    """The shared values of a runtime, by key. `Runtime.shared` gives it.

    A key is the one that is written in the feature, or "plugin-id/Type.property", such as
    "org.example.shop/Panel.State.cart": the feature's state schema says it as "x-enfold-shared".
    There is no list of keys, so this cannot be iterated over; `"session" in runtime.shared` says
    whether somebody uses one right now.
    """

    __slots__ = ("_runtime",)

    __iter__: ClassVar[None] = None  # or Python would try the keys 0, 1, ...

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def __getitem__(self, key: str) -> SharedValue:
        """The value of a key, whether or not somebody uses it yet. Asks nobody."""
        return SharedValue(self._runtime, key)

    def __setitem__(self, key: str, value: Any) -> None:
        """Replaces a value: the same as `self[key].value = value`."""
        self[key].value = value

    def __contains__(self, key: str) -> bool:
        try:
            self[key].raw()
        except NotFoundError:
            return False
        return True

    def __repr__(self) -> str:
        return f"<enfold.SharedValues of {self._runtime!r}>"


class SharedValue:
    """One shared value. Made by `runtime.shared["session"]`.

        session = runtime.shared["session"]
        session.value                      # {"name": "Ada", "visits": 3}, a copy
        session["name"]                    # "Ada"
        session["name"] = "Grace"          # changes this part, and no other
        session.value = {"name": "", "visits": 0}

    A value is there while somebody uses it: an open store whose state has it, or a subscription.
    What is kept in files, in defaults or as a "memorySingleton" stays until the runtime is closed.
    Everything here raises `NotFoundError` for a key that nobody uses, and that names those that are
    used; `StateError` for what is no value of the key's type, and then nothing has changed.

    All of it may be called on any thread and inside callbacks. A write is seen at once by whoever
    asks for the value. Each store whose state has it gets a commit of its own, without an action,
    in its turn: with `loop="host"` at the latest in the next `Runtime.pump` or `Runtime.wait`.

    `session["visits"] += 1` and `session.value = f(session.value)` read, and write later: what
    others write in between is lost. `update` loses nothing.
    """

    __slots__ = ("_library", "_name", "key", "runtime")

    __iter__: ClassVar[None] = None  # each step would read the value anew
    __contains__: ClassVar[None] = None

    runtime: Runtime
    key: str

    def __init__(self, runtime: Runtime, key: str) -> None:
        self._name = c_text(encode_name(key, "the key of a shared value"))
        self._library = runtime._library
        self.runtime = runtime
        self.key = key

    # Reading

    @property
    def value(self) -> Any:
        """The newest value. It is a copy: changing what is in it changes nothing else.

        Setting it replaces the value, whatever it is now: the last writer wins. Bytes are the value
        as JSON. An equal value is no change.
        """
        return _json.decode(self.raw())

    @value.setter
    def value(self, value: Any) -> None:
        self._refuse_inside_update()
        text = _json.encode(value)
        status = self._library.shared_set(
            self.runtime._handle, self._name, text, len(text), report.address
        )
        check(status, text)

    def raw(self) -> bytes:
        """The newest value, as JSON. Waits for nobody's code."""
        out = Text()
        status = self._library.shared_get(
            self.runtime._handle, self._name, ctypes.byref(out), report.address
        )
        check(status)
        return self._library.take(out)

    def __getitem__(self, key: str | int | slice) -> Any:
        """A part of the newest value: that of a key of an object, or of an index of a list.

        It is a copy, too. Raises what dicts and lists raise: KeyError, IndexError, TypeError.
        """
        return self.value[key]

    # Changing

    def __setitem__(self, key: str | int | slice, part: Any) -> None:
        """Changes a part of the value, and loses nothing that others write meanwhile; see `update`.

        This is for one level: `session["address"]["city"] = "Lund"` changes a copy, and nothing
        else. For what lies deeper there is `update`.
        """

        def change(value: Any) -> Any:
            if isinstance(value, dict) and not isinstance(key, str):
                raise TypeError(f"a key of an object is a str, not {type(key).__name__}")
            value[key] = part
            return value

        self.update(change)

    def update(self, change: Callable[[Any], Any]) -> Any:
        """Changes the value, and loses nothing that others write meanwhile. Returns the new value.

            session.update(lambda session: {**session, "visits": session["visits"] + 1})

        `change` gets the value and returns the new one, or bytes of JSON. If somebody else has
        written before that could be set, `change` is called again, with what is there then: it
        should do nothing but compute. If it writes the same value itself, that is a RuntimeError.
        No lock is held while it runs. If it raises, nothing has changed.

        It may change what it gets, which is a copy; but it must return it. A `change` that does so
        and returns None has forgotten that, which is a TypeError. Otherwise None is the new value:
        `null`.
        """
        require_callback(change, "what changes a value")
        self._refuse_inside_update()
        done = c_uint32()
        while True:
            expected = self.raw()
            value = _json.decode(expected)
            with self._being_updated():
                changed = change(value)
            if changed is None and _json.encode(value) != _json.encode(_json.decode(expected)):
                raise TypeError(
                    "the function has changed the value that it got, and returned None: "
                    "it must return the new value"
                )
            text = _json.encode(changed)
            status = self._library.shared_replace(
                *(self.runtime._handle, self._name, expected, len(expected), text, len(text)),
                *(ctypes.byref(done), report.address),
            )
            check(status, text)
            if done.value:
                return changed

    @contextmanager
    def _being_updated(self) -> Iterator[None]:
        _updates.values = (*_updates.values, self)
        try:
            yield
        finally:
            _updates.values = _updates.values[:-1]

    def _refuse_inside_update(self) -> None:
        """A function that writes the value that it is to change would be called again, for ever."""
        if self in _updates.values:
            raise RuntimeError(
                f"the function that changes the shared value {self.key!r} writes it itself: "
                "it must return the new value, and nothing else"
            )

    # Observing

    @overload
    def observe(
        self,
        callback: Observer,
        *,
        initial: bool = ...,
        filter: Filter = ...,
        value: bool = ...,
        skip_null: bool = ...,
        closed: bool = ...,
    ) -> Subscription: ...

    @overload
    def observe(
        self,
        callback: None = ...,
        *,
        initial: bool = ...,
        filter: Filter = ...,
        value: bool = ...,
        skip_null: bool = ...,
        closed: bool = ...,
    ) -> Callable[[Observer], Subscription]: ...

    def observe(
        self,
        callback: Observer | None = None,
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        value: bool = True,
        skip_null: bool = False,
        closed: bool = False,
    ) -> Subscription | Callable[[Observer], Subscription]:
        """Observes the value. Without a callback it is a decorator, which returns the subscription.

        Each event has the newest value then, so that several writes may be told as one. Events come
        one after the other where callbacks may run, but not in the order of those of stores.
        `Event.shared` is this value, and `Event.revision` counts the writes. The value is used as
        long as it is observed.

        initial:   begin with an event for the value now.
        filter:    "distinct": only when the value differs from the last one; "raw": on every write,
                   equal or not.
        value:     whether events carry the value.
        skip_null: no event for null. The null counts as seen nevertheless, so 1, null, 1 gives two
                   events.
        closed:    end with an event (`closed`) when the runtime is closed.

        If the callback raises at the initial event, this raises, and nothing is subscribed.
        """
        options = encode_options(initial, filter, "none", value, False, False, skip_null)

        def subscribe(callback: Observer) -> Subscription:
            return self._subscribe(callback, options, closed)

        return subscribe if callback is None else subscribe(callback)

    def events(
        self,
        *,
        initial: bool = True,
        filter: Filter = "distinct",
        value: bool = True,
        skip_null: bool = False,
        buffer: int | None = BUFFER,
        when_full: WhenFull = "newest",
    ) -> Events:
        """The events of `observe`, to iterate over in asyncio until the runtime is closed.

            async for event in runtime.shared["session"].events(): ...

        Attaches the runtime to the running event loop. Nothing is subscribed before the first step.
        `buffer` and `when_full` are those of `Store.changes`.
        """
        from . import aio  # asyncio takes its time to import

        options = encode_options(initial, filter, "none", value, False, False, skip_null)
        return aio.Events(
            self.runtime,
            lambda callback: self._subscribe(callback, options, closed=True),
            buffer,
            when_full,
        )

    def _subscribe(self, callback: Observer, options: bytes, closed: bool) -> Subscription:
        begin = partial(self._library.shared_observe, self.runtime._handle, self._name)
        return Subscription(self.runtime, begin, callback, options, closed, shared=self)

    # Comparing

    def __eq__(self, other: object) -> bool:
        """Whether it is the same key of the same runtime. Values are compared by `value`."""
        if not isinstance(other, SharedValue):
            return NotImplemented
        return self.runtime is other.runtime and self.key == other.key

    def __bool__(self) -> bool:
        raise TypeError(
            f"the shared value {self.key!r} is neither true nor false: "
            f"use runtime.shared[{self.key!r}].value"
        )

    def __hash__(self) -> int:
        return hash((id(self.runtime), self.key))

    def __repr__(self) -> str:
        return f"<enfold.SharedValue {self.key!r} of {self.runtime!r}>"
