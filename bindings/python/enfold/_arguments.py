"""Checks of arguments whose wrong types would otherwise fail far from where they were given."""

from __future__ import annotations

import os
from datetime import timedelta
from typing import Any

from ._ffi import INVALID
from .errors import InvalidError


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


def require_callback(callback: Any, what: str = "a callback") -> None:
    if not callable(callback):
        raise TypeError(f"{what} is a function or the like, not {_kind(callback)}")


def require_timeout(timeout: Any) -> None:
    if timeout is not None and not isinstance(timeout, (int, float)):
        raise TypeError(f"a timeout is a number of seconds or None, not {_kind(timeout)}")


def nanoseconds(duration: Any) -> int:
    """Of a number of seconds, or of a `timedelta`. The library refuses what is less than 0."""
    if isinstance(duration, timedelta):
        return (duration // timedelta(microseconds=1)) * 1000
    if not isinstance(duration, (int, float)) or isinstance(duration, bool):
        raise TypeError(f"a time is a number of seconds or a timedelta, not {_kind(duration)}")
    if not -(2**33) < duration < 2**33:  # also not a number
        raise InvalidError(INVALID, f"a time is less than 2^33 seconds, not {duration}")
    return round(duration * 1_000_000_000)


def require_directory(directory: str | os.PathLike[str]) -> str:
    """The path of a directory. The library refuses one that is not absolute."""
    path = os.fspath(directory) if isinstance(directory, os.PathLike) else directory
    if not isinstance(path, str):
        raise TypeError(f"a directory is a str or a path, not {_kind(directory)}")
    return path


def _kind(value: object) -> str:
    return type(value).__name__
