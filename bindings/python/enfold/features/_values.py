"""JSON values as Python has them: which may be in a state, and when two of them are the same."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from sys import getrecursionlimit
from typing import Any

from .. import _stack
from .._ffi import LIMIT
from ..errors import LimitError

CONTAINERS = (dict, list, tuple)

# Deeper states are refused: functions that follow them, those of Python too, use the stack.
MOST_DEPTH = 256


class BadValueError(Exception):
    """What cannot be in a state. `kind` is the exception that its author gets."""

    def __init__(self, kind: type[Exception], reason: str) -> None:
        super().__init__(reason)
        self.kind = kind
        self.tokens: list[str] = []  # where it is, the innermost first

    def at(self, pointer: str) -> Exception:
        """The exception for its author. `pointer` is the place of the value that it is in."""
        place = pointer + "".join(f"/{escaped(token)}" for token in reversed(self.tokens))
        return self.kind(f"{self}, at {place}" if place else str(self))


class TooDeepError(BadValueError):
    """A value that is nested more deeply than it can be followed.

    levels: for how many the stack of this thread has room. None: Python itself does not follow it.
    """

    def __init__(self, levels: int | None = None) -> None:
        reason = (
            f"it is nested too deeply for Python, whose recursion limit is {getrecursionlimit()}; "
            f"a value that a function puts into a state may be nested {MOST_DEPTH} deep"
        )
        if levels is not None:
            reason = _stack.described(levels, MOST_DEPTH)
        super().__init__(ValueError, reason)

    def at(self, pointer: str) -> Exception:
        return DepthError(LIMIT, f"{self}, below {pointer}" if pointer else str(self))


class DepthError(LimitError, ValueError):
    """What the author of such a value gets."""


def escaped(key: str) -> str:
    """A key as a token of a JSON Pointer."""
    if "~" in key or "/" in key:
        return key.replace("~", "~0").replace("/", "~1")
    return key


def leaf(value: Any) -> Any:
    """A value that holds no other, as it is kept. Raises `BadValueError` if it cannot be."""
    kind = type(value)
    if kind is str:
        if not value.isascii():
            _check_text(value)
        return value
    if value is None or kind is bool or kind is int:
        return value
    if kind is float:
        if not math.isfinite(value):
            raise BadValueError(ValueError, f"{value} is no number in JSON")
        return value
    # Enumerations with values of these types, numpy.float64 and the like.
    if isinstance(value, str):
        return leaf(str.__str__(value))
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return leaf(float(value))
    raise BadValueError(TypeError, f"{described(value)} is no JSON value{_advice(value)}")


def check_key(key: Any) -> str:
    """A key as it is kept."""
    if type(key) is str:
        if not key.isascii():
            _check_text(key)
        return key
    if isinstance(key, str):
        return check_key(str.__str__(key))
    raise BadValueError(
        TypeError, f"a key is a str, not {type(key).__name__} ({_shortened(repr(key))})"
    )


def check(value: Any, inside: set[int], depth: int = 0) -> None:
    """Raises `BadValueError` if a container holds what cannot be in a state.

    inside: the ids of the containers that it must not hold, because they hold it.
    """
    if id(value) in inside:
        raise BadValueError(ValueError, "it would hold itself")
    if depth > MOST_DEPTH:
        raise BadValueError(ValueError, f"it is nested more than {MOST_DEPTH} deep")
    if depth == 0 and _stack.is_deep_for_python(value):
        raise TooDeepError(_stack.stack.levels)
    inside.add(id(value))
    token: Any = None
    try:
        if isinstance(value, dict):
            for key, member in value.items():
                token = key
                check_key(key)
                if isinstance(member, CONTAINERS):
                    check(member, inside, depth + 1)
                else:
                    leaf(member)
        else:
            for index, member in enumerate(value):
                token = index
                if isinstance(member, CONTAINERS):
                    check(member, inside, depth + 1)
                else:
                    leaf(member)
    except BadValueError as error:
        error.tokens.append(str(token))
        raise
    inside.remove(id(value))


def same(first: Any, second: Any) -> bool:
    """Whether two values have the same JSON, to the byte.

    1, 1.0 and True are three values, 0.0 and -0.0 are two, and so are two orders of the same keys.
    """
    if first is second:
        return True
    if isinstance(first, dict):
        if not isinstance(second, dict) or len(first) != len(second):
            return False
        for (key, member), (other_key, other) in zip(first.items(), second.items()):
            if key != other_key or not same(member, other):
                return False
        return True
    if isinstance(first, (list, tuple)):
        if not isinstance(second, (list, tuple)) or len(first) != len(second):
            return False
        # Not with `all`: a generator would need another frame of the stack for each level.
        for member, other in zip(first, second):  # noqa: SIM110
            if not same(member, other):
                return False
        return True
    if type(first) is not type(second) or first != second:
        return False
    return type(first) is not float or math.copysign(1, first) == math.copysign(1, second)


def reordered(old: Collection[str], new: Mapping[str, Any]) -> bool:
    """Whether keys have changed places, or others have come between them.

    Only a report of their container says that: a key that is reported alone goes behind all others.
    """
    known = set(old)
    kept = [key for key in old if key in new]
    return kept + [key for key in new if key not in known] != list(new)


def plain(value: Any) -> Any:
    """A copy that is dicts and lists all the way."""
    if isinstance(value, dict):
        copy = {}
        for key, member in value.items():
            copy[key] = plain(member)
        return copy
    if isinstance(value, (list, tuple)):
        elements = []
        for member in value:
            elements.append(plain(member))
        return elements
    return value


def _check_text(text: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadValueError(
            ValueError, f"{text[error.start]!r} is half a character (a lone surrogate)"
        ) from None


def described(value: Any) -> str:
    return f"{type(value).__name__} ({_shortened(_shown(value))})"


def _shown(value: Any) -> str:
    try:
        return repr(value)
    except Exception:
        return "…"


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _advice(value: Any) -> str:
    advice: str | None = None
    if isinstance(value, (bytes, bytearray)):
        advice = "decode it"
    elif isinstance(value, (set, frozenset)):
        advice = "use a list, or a dict whose values are True"
    elif hasattr(value, "__dataclass_fields__"):
        advice = "use dataclasses.asdict, or give the whole state a type"
    elif hasattr(value, "model_dump"):
        advice = "use its model_dump, or give the whole state a type"
    elif hasattr(value, "isoformat"):
        advice = "use its isoformat()"
    return f": {advice}" if advice else ""
