"""JSON texts of states: to the byte those that features in Swift write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from .. import _codec, _orjson
from .._stack import is_deep

# Floats that Python, or orjson, may write in another way. The same may stand in a string; then the
# slower way is taken for nothing.
_exponent = re.compile(rb"[0-9]e[-+0-9]|0\.0000").search
_long = re.compile(rb"[0-9]{16}\.0").search

_quote: Callable[[str], str] = json.JSONEncoder(ensure_ascii=False).encode

# From here on Swift writes exponents, but Python only from 1e16 on.
_EXACT = 2.0**53


def encode(value: Any) -> bytes:
    """A value of a state as JSON. Raises ValueError if it is nested too deeply for that."""
    if _orjson.is_installed and not is_deep(value):
        try:
            text: bytes = _orjson._dumps(value)
        except TypeError:
            pass  # integers beyond 64 bits, or too deep
        else:
            return text if _exponent(text) is None and _long(text) is None else _slow(value)
    return _slow(value)


def _slow(value: Any) -> bytes:
    text = _codec.encode(value)
    return text if _long(text) is None else "".join(_pieces(value)).encode()


def _pieces(value: Any) -> list[str]:
    if isinstance(value, dict):
        pieces = ["{"]
        for key, member in value.items():
            pieces += (_quote(key), ":", *_pieces(member), ",")
        pieces[-1] = pieces[-1] if len(pieces) == 1 else ""
        return [*pieces, "}"]
    if isinstance(value, (list, tuple)):
        pieces = ["["]
        for member in value:
            pieces += (*_pieces(member), ",")
        pieces[-1] = pieces[-1] if len(pieces) == 1 else ""
        return [*pieces, "]"]
    return [number(value) if type(value) is float else _quote(value)]


def number(value: float) -> str:
    """A float in its shortest form: 9007199254740994.0 as 9.007199254740994e+15."""
    text = repr(value)
    if not _EXACT < abs(value) < 1e16:
        return text
    sign, digits = ("-", text[1:-2]) if value < 0 else ("", text[:-2])
    fraction = digits[1:].rstrip("0")
    return f"{sign}{digits[0]}{'.' if fraction else ''}{fraction}e+{len(digits) - 1}"
