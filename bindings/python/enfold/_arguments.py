"""Checks of arguments whose wrong types would otherwise fail far from where they were given."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Union

from ._ffi import INVALID
from .errors import InvalidError

if TYPE_CHECKING:
    from datetime import timedelta

# How long to wait: a number of seconds; None: without end.
Timeout = Union[float, "timedelta", None]

_SECOND = 1_000_000_000
_LONGEST_TIME = 2**33  # seconds: the library counts nanoseconds with 64 bits


def encode_pointer(pointer: str) -> bytes:
    """A JSON Pointer as the library takes it, which refuses it if it is none."""
    if isinstance(pointer, str):
        return encode_text(pointer)
    if callable(pointer):
        raise TypeError(
            "a pointer comes before the callback: observe('/items', callback), or "
            "@store.observe('/items') above a function; the pointer '' is the whole state"
        )
    raise TypeError(f"a pointer is a str like '/items/0', not {_kind(pointer)}")


def encode_name(name: str, what: str) -> bytes:
    """A name as the library takes it."""
    if not isinstance(name, str):
        raise TypeError(f"{what} is a str, not {_kind(name)}")
    return encode_text(name)


def c_text(text: bytes) -> bytes:
    """A text that the library takes without its length."""
    if b"\0" in text:
        raise InvalidError(
            INVALID, "a name or path holds no NUL", offset=text.index(b"\0"), text=text
        )
    return text


def encode_text(text: str) -> bytes:
    """A text as UTF-8. Lone surrogates are no UTF-8, and the library says so."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return text.encode(errors="surrogatepass")


def require_count(number: int, what: str, least: int) -> None:
    """A number as the library takes it."""
    if not isinstance(number, int) or isinstance(number, bool):
        raise TypeError(f"{what} is a number, not {_kind(number)}")
    if not least <= number < 2**63:
        raise InvalidError(INVALID, f"{what} is {least} or more and fits 63 bits: {number}")


def require_callback(callback: Any, what: str = "a callback") -> None:
    if not callable(callback):
        raise TypeError(f"{what} is a function or the like, not {_kind(callback)}")


def nanoseconds(duration: Any, what: str = "a time") -> int:
    """Of a number of seconds, or of a `timedelta`. Whatever time is given goes through here.

    Raises TypeError, and `InvalidError` for NaN and for what 64 bits cannot hold.
    """
    longest: Any = _LONGEST_TIME
    unit: Any = None
    if not isinstance(duration, (int, float)) or isinstance(duration, bool):
        from datetime import timedelta  # takes its time to import

        if not isinstance(duration, timedelta):
            raise TypeError(f"{what} is a number of seconds or a timedelta, not {_kind(duration)}")
        longest = timedelta(seconds=_LONGEST_TIME)
        unit = timedelta(microseconds=1)
    if not -longest < duration < longest:  # also not a number
        is_long = isinstance(duration, int) and duration.bit_length() > 64
        shown = "a number of more than 64 bits" if is_long else duration
        raise InvalidError(INVALID, f"{what} is less than 2^33 seconds, not {shown}")
    found: int = round(duration * _SECOND) if unit is None else duration // unit * 1000
    return found


def seconds(duration: Any, what: str) -> float:
    """As `nanoseconds`, but in seconds."""
    return nanoseconds(duration, what) / _SECOND


def timeout_seconds(timeout: Timeout) -> float | None:
    """How long to wait: not at all if it is 0 or less, and without end if it is None."""
    return None if timeout is None else seconds(timeout, "a timeout")


def require_directory(directory: str | os.PathLike[str]) -> str:
    """The path of a directory. The library refuses one that is not absolute."""
    path = os.fspath(directory) if isinstance(directory, os.PathLike) else directory
    if not isinstance(path, str):
        raise TypeError(f"a directory is a str or a path, not {_kind(directory)}")
    return path


def _kind(value: object) -> str:
    return type(value).__name__
