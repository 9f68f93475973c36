"""Checks of arguments whose wrong types would otherwise fail far from where they were given."""

from __future__ import annotations

from typing import Any


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


def _kind(value: object) -> str:
    return type(value).__name__
