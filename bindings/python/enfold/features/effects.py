"""What a feature's function may return: actions that follow, requests, and their end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _json
from .._json import NOT_GIVEN, Action

# An action as JSON: that of the feature's types, or what `Store.send` takes.
EncodeAction = Callable[[Any, Any, dict[str, Any]], bytes]


class Effect:
    """What follows an action. See `Send`, `Ask` and `Cancel`."""

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        given = (f"{name}={getattr(self, name)!r}" for name in self.__slots__)
        return f"enfold.{type(self).__name__}({', '.join(given)})"


class Send(Effect):
    """An action that follows: it is reduced after this one, and after what waits already.

    It is written in the ways of `Store.send`, or is an instance of one of the feature's actions:

        return enfold.Send("add", sku="x")
        return enfold.Send(Add(sku="x"))
    """

    __slots__ = ("action", "fields", "payload")

    def __init__(self, action: Any, payload: Any = NOT_GIVEN, /, **fields: Any) -> None:
        self.action = action
        self.payload = payload
        self.fields = fields

    def __repr__(self) -> str:
        given = [repr(self.action)]
        if self.payload is not NOT_GIVEN:
            given.append(repr(self.payload))
        given += (f"{name}={value!r}" for name, value in self.fields.items())
        return f"enfold.Send({', '.join(given)})"


class Ask(Effect):
    """A request: whoever handles the name (`Runtime.handle`) answers, and an action follows.

        return enfold.Ask("numberFact", 7, answer="learned", failure="failed")

    answer: the action that is sent with the answer, or with each element of a stream. A name is the
        action {"learned": "$answer"}; a dict, or bytes of JSON, has "$answer" where the answer
        goes: {"learned": {"fact": "$answer"}}. Without it the answer is dropped.
    failure: the action that is sent if the request fails, in the same way, with "$error" for the
        reason, a text. Without it the action's task fails.
    id: a text by which `Cancel` finds it.
    cancel_in_flight: True: those with the same id are cancelled first.
    stream: True: a stream, which has elements and ends. buffer: how many elements may wait (256).
    """

    __slots__ = (
        "answer",
        "buffer",
        "cancel_in_flight",
        "failure",
        "id",
        "name",
        "payload",
        "stream",
    )

    def __init__(
        self,
        name: str,
        payload: Any = None,
        *,
        answer: Action | None = None,
        failure: Action | None = None,
        id: str | None = None,
        cancel_in_flight: bool = False,
        stream: bool = False,
        buffer: int | None = None,
    ) -> None:
        self.name = _text("the name of a request", name)
        self.payload = payload
        self.answer = answer
        self.failure = failure
        self.id = None if id is None else _text("the id of a request", id)
        self.cancel_in_flight = cancel_in_flight
        self.stream = stream
        self.buffer = buffer

    def options(self, encode_action: EncodeAction) -> bytes:
        """The options as the library takes them."""
        parts = []
        for key, template, place in (
            (b"answer", self.answer, "$answer"),
            (b"failure", self.failure, "$error"),
        ):
            if template is not None:
                parts.append(b'"%b":%b' % (key, _template(template, place, encode_action)))
        if self.id is not None:
            parts.append(b'"id":%b' % _json.encode(self.id))
        if self.cancel_in_flight:
            parts.append(b'"cancelInFlight":%b' % _json.encode(self.cancel_in_flight))
        if self.stream:
            parts.append(b'"stream":%b' % _json.encode(self.stream))
        if self.buffer is not None:
            parts.append(b'"buffer":%b' % _json.encode(self.buffer))
        return b"{%b}" % b",".join(parts)


class Cancel(Effect):
    """Cancels the requests that this store has asked with an id."""

    __slots__ = ("id",)

    def __init__(self, id: str) -> None:
        self.id = _text("the id of a request", id)


def _template(template: Any, place: str, encode_action: EncodeAction) -> bytes:
    if isinstance(template, str):
        if "$" in template:
            raise TypeError(
                f"{template!r} is no template: a str is the name of an action, and a dict has "
                f'"{place}" in its place'
            )
        return encode_action({template: place}, NOT_GIVEN, {})
    return encode_action(template, NOT_GIVEN, {})


def _text(what: str, value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} is a str, not {type(value).__name__}")
    return value
