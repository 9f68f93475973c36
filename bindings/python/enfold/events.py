"""Event: what an observer receives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _json
from ._accelerated import fast
from ._ffi import CHANGED, CLOSED, INITIAL, MUTATION, PULSE, REMOVED

if TYPE_CHECKING:
    from .shared import SharedValue
    from .store import Store
    from .subscription import Subscription

_FLAGS = {
    INITIAL: "initial",
    CHANGED: "changed",
    PULSE: "pulse",
    REMOVED: "removed",
    CLOSED: "closed",
    MUTATION: "mutation",
}

UNREAD: Any = object()  # a text that was not decoded yet


@fast
class Event:
    """A value that a subscription delivers. It may be kept: nothing in it is borrowed.

    `raw_value`, `raw_patch` and `raw_action` are JSON, or None; `value`, `patch` and `action` are
    decoded when they are first read. `tag` is that of the action, also if other actions of effects
    came between; None if it had none: see `Store.tagged`.
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
        "tag",
    )

    subscription: Subscription
    flags: int
    revision: int
    raw_value: bytes | None
    raw_patch: bytes | None
    raw_action: bytes | None
    tag: str | None
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
        tag: str | None = None,
    ) -> None:
        self.subscription = subscription
        self.flags = flags
        self.revision = revision
        self.raw_value = raw_value
        self.raw_patch = raw_patch
        self.raw_action = raw_action
        self.tag = tag
        self._value = self._patch = self._action = UNREAD

    @property
    def store(self) -> Store:
        """The store that was observed. AttributeError if it was a shared value."""
        return self.subscription.store

    @property
    def shared(self) -> SharedValue:
        """The shared value that was observed. AttributeError if it was a store."""
        return self.subscription.shared

    @property
    def pointer(self) -> str:
        """The pointer, as subscribed; "" for a shared value."""
        return self.subscription.pointer

    @property
    def value(self) -> Any:
        """The value now; None where nothing is there (`removed`), and for `null`."""
        value = self._value
        if value is UNREAD:
            text = self.raw_value
            value = self._value = None if text is None else _json.decode(text)
        return value

    @property
    def patch(self) -> Any:
        """What changed, as JSON Patch operations relative to the pointer; None unless asked for."""
        patch = self._patch
        if patch is UNREAD:
            text = self.raw_patch
            patch = self._patch = None if text is None else _json.decode(text)
        return patch

    @property
    def action(self) -> Any:
        """The action that caused it, or the mutation (`is_mutation`); None unless asked for."""
        action = self._action
        if action is UNREAD:
            text = self.raw_action
            action = self._action = None if text is None else _json.decode(text)
        return action

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
        """The store, or the shared value's runtime, was closed: the last event."""
        return bool(self.flags & CLOSED)

    @property
    def is_mutation(self) -> bool:
        """It is a mutation of a reactor, and no action."""
        return bool(self.flags & MUTATION)

    def __repr__(self) -> str:
        shared = self.subscription._shared
        place = self.pointer if shared is None else shared.key
        flags = "|".join(name for flag, name in _FLAGS.items() if self.flags & flag)
        value, patch, action = (
            "" if text is None else f" {name}{text.decode()}"
            for name, text in (
                ("", self.raw_value),
                ("patch=", self.raw_patch),
                ("action=", self.raw_action),
            )
        )
        tag = "" if self.tag is None else f" tag={self.tag!r}"
        return f"<enfold.Event {place!r} #{self.revision} {flags}{value}{patch}{action}{tag}>"
