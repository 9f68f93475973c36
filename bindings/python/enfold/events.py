"""Event: what an observer receives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _json
from ._ffi import CHANGED, CLOSED, INITIAL, PULSE, REMOVED

if TYPE_CHECKING:
    from .store import Store
    from .subscription import Subscription

_FLAGS = {
    INITIAL: "initial",
    CHANGED: "changed",
    PULSE: "pulse",
    REMOVED: "removed",
    CLOSED: "closed",
}


class Event:
    """A value that a subscription delivers. It may be kept: nothing in it is borrowed.

    `raw_value`, `raw_patch` and `raw_action` are JSON, or None; `value`, `patch` and `action` are
    decoded when they are first read.
    """

    __slots__ = (
        "_action",
        "_patch",
        "_value",
        "flags",
        "raw_action",
        "raw_patch",
        "raw_value",
        "revision",
        "subscription",
    )

    subscription: Subscription
    flags: int
    revision: int
    raw_value: bytes | None
    raw_patch: bytes | None
    raw_action: bytes | None
    _value: Any
    _patch: Any
    _action: Any

    def __init__(
        self,
        subscription: Subscription,
        flags: int,
        revision: int,
        raw_value: bytes | None = None,
        raw_patch: bytes | None = None,
        raw_action: bytes | None = None,
    ) -> None:
        self.subscription = subscription
        self.flags = flags
        self.revision = revision
        self.raw_value = raw_value
        self.raw_patch = raw_patch
        self.raw_action = raw_action

    @property
    def store(self) -> Store:
        """The store that was observed."""
        return self.subscription.store

    @property
    def pointer(self) -> str:
        """The pointer, as subscribed."""
        return self.subscription.pointer

    @property
    def value(self) -> Any:
        """The value now; None where nothing is there (`removed`), and for `null`."""
        try:
            return self._value
        except AttributeError:
            self._value = _decoded(self.raw_value)
            return self._value

    @property
    def patch(self) -> Any:
        """What changed, as JSON Patch operations relative to the pointer; None unless asked for."""
        try:
            return self._patch
        except AttributeError:
            self._patch = _decoded(self.raw_patch)
            return self._patch

    @property
    def action(self) -> Any:
        """The action that caused it; None unless asked for."""
        try:
            return self._action
        except AttributeError:
            self._action = _decoded(self.raw_action)
            return self._action

    @property
    def initial(self) -> bool:
        """The value when the subscription began."""
        return bool(self.flags & INITIAL)

    @property
    def changed(self) -> bool:
        """The value differs from the one delivered before."""
        return bool(self.flags & CHANGED)

    @property
    def pulse(self) -> bool:
        """It was assigned, equal or not."""
        return bool(self.flags & PULSE)

    @property
    def removed(self) -> bool:
        """Nothing is there now."""
        return bool(self.flags & REMOVED)

    @property
    def closed(self) -> bool:
        """The store was closed: the last event."""
        return bool(self.flags & CLOSED)

    def __repr__(self) -> str:
        flags = "|".join(name for flag, name in _FLAGS.items() if self.flags & flag)
        text = "" if self.raw_value is None else f" {self.raw_value.decode()}"
        return f"<enfold.Event {self.pointer!r} #{self.revision} {flags}{text}>"


def _decoded(text: bytes | None) -> Any:
    return None if text is None else _json.decode(text)
