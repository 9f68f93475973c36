"""Subscription: an observer of a store or of a shared value."""

from __future__ import annotations

import ctypes
import functools
from collections.abc import Callable
from ctypes import c_uint64
from typing import TYPE_CHECKING, Literal, Union

from . import _json, _receivers
from ._accelerated import fast
from ._arguments import require_callback
from ._ffi import BAD_POINTER, CLOSED, STALE, Call, EventRecord, report, tag_of
from .callbacks import check, trampolines
from .events import UNREAD, Event

if TYPE_CHECKING:
    from .runtime import Runtime
    from .shared import SharedValue
    from .store import Store

Observer = Callable[[Event], object]
Patch = Union[bool, Literal["keyed"]]

# The defaults of an iteration over events, in `aio`: how many events wait, and what becomes of one
# more. A pump of an event loop delivers fewer. So an iteration that takes all that wait at each
# turn of the loop misses nothing that other threads send.
BUFFER = 1000
WhenFull = Literal["newest", "raise"]

_new_event = Event.__new__


@fast
class SubscriptionFields:
    """What a subscription needs to receive an event."""

    __slots__ = ("_callback", "_closed", "_handle", "_has_more", "is_active")


class Subscription(SubscriptionFields):
    """A callback that receives events: of one pointer of a store, its actions, or a shared value.

    It lives until it is cancelled, or its store is closed (a shared value's: its runtime), whether
    or not this object is kept. In a `with` or `async with` statement it is cancelled at the end.
    """

    __slots__ = (
        "__weakref__",
        "_key",
        "_runtime",
        "_shared",
        "_store",
        "pointer",
    )

    _key: int
    _handle: int
    pointer: str
    is_active: bool

    def __init__(
        self,
        runtime: Runtime,
        begin: Call,
        callback: Observer,
        options: bytes,
        closed: bool,
        *,
        store: Store | None = None,
        shared: SharedValue | None = None,
        pointer: str = "",
        place: bytes = b"",
        has_more: bool = False,
    ) -> None:
        """Calls `begin`, the library's function with its first arguments, those before the options.

        place:    the bytes of the pointer, if `begin` has one: an error may be about them.
        has_more: whether events may carry more than a value.
        """
        require_callback(callback)
        self._runtime = runtime
        self._store = store
        self._shared = shared
        self.pointer = pointer
        self.is_active = True
        self._callback = callback
        self._closed = closed
        self._has_more = has_more
        self._handle = 0
        handle = c_uint64()
        made = trampolines()
        _receivers.add(self)
        runtime._receivers[self._key] = self
        try:
            status = begin(
                *(options or None, len(options), made.observe, self._key, made.release),
                *(ctypes.byref(handle), report.address),
            )
            if handle.value:
                self._handle = handle.value
            check(status, place if place and status == BAD_POINTER else options)
        except BaseException:
            # The caller gets an exception instead of this object, so nothing stays subscribed.
            self._released()
            self.cancel()
            raise

    @property
    def store(self) -> Store:
        """The store that is observed. AttributeError if it is a shared value."""
        if self._store is None:
            raise AttributeError("a shared value is observed, and no store: ask for `shared`")
        return self._store

    @property
    def shared(self) -> SharedValue:
        """The shared value that is observed. AttributeError if it is a store."""
        if self._shared is None:
            raise AttributeError("a store is observed, and no shared value: ask for `store`")
        return self._shared

    def cancel(self) -> None:
        """Ends it at once, also from its own callback: no later event, not even `closed`.

        A second call does nothing.
        """
        self.is_active = False
        library = self._runtime._library
        if not self._handle or library.is_forked:
            return
        status = library.subscription_cancel(self._handle, report.address)
        check(0 if status == STALE else status)

    def _abandon(self) -> None:
        """`cancel` while objects are collected, which may be in the middle of another call."""
        self.is_active = False
        if self._handle and not self._runtime._library.is_forked:
            self._runtime._library.subscription_cancel(self._handle, None)

    def __enter__(self) -> Subscription:
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    async def __aenter__(self) -> Subscription:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.cancel()

    def __repr__(self) -> str:
        state = "" if self.is_active else " (ended)"
        if self._shared is None:
            return f"<enfold.Subscription {self.pointer!r} of {self._store!r}{state}>"
        return f"<enfold.Subscription of {self._shared!r}{state}>"

    def _receive(self, record: EventRecord) -> None:
        flags = record.flags
        if not self._handle:
            # The initial event comes before the library has returned the handle.
            self._handle = record.subscription
        if flags & CLOSED:
            self.is_active = False
            if not self._closed:
                return
        # Written out, because a call of `Event` takes longer than all of this.
        event = _new_event(Event)
        event.subscription = self
        event.flags = flags
        event.revision = record.revision
        event.raw_value = record.value
        event.tag = None if record.tag is None else tag_of(record)
        if self._has_more:
            event.raw_patch = record.patch
            event.raw_action = record.action
        else:
            event.raw_patch = event.raw_action = None
        event._value = event._patch = event._action = UNREAD
        self._callback(event)

    def _released(self) -> None:
        """The library does not use it any more."""
        self.is_active = False
        _receivers.remove(self._key)
        self._runtime._receivers.pop(self._key, None)


# Typed: 1 is no option, but True is.
@functools.lru_cache(maxsize=64, typed=True)
def encode_options(
    initial: bool,
    filter: str,
    coalesce: str,
    value: bool,
    patch: Patch,
    action: bool,
    skip_null: bool,
    old: bool = False,
) -> bytes:
    """The options that differ from the library's defaults, as JSON; empty if there are none."""
    options = {
        name: given
        for name, given, default in (
            ("initial", initial, True),
            ("filter", filter, "distinct"),
            ("coalesce", coalesce, "none"),
            ("value", value, True),
            ("patch", patch, False),
            ("action", action, False),
            ("skipNull", skip_null, False),
            ("old", old, False),
        )
        if given != default or type(given) is not type(default)
    }
    return _json.encode(options) if options else b""


def encode_action_options(phase: str, state: str | None, mutations: bool) -> bytes:
    """As `encode_options`, for observers of actions."""
    options: dict[str, object] = {}
    if phase != "reduced":
        options["phase"] = phase
    if state is not None:
        options["state"] = state
    if mutations is not False:
        options["mutations"] = mutations
    return _json.encode(options) if options else b""
