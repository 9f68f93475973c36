"""orjson, where it is installed: the results and the errors of Python's json, but faster.

What orjson treats in another way is left to json. Only texts of floats may differ: 1e16, 1e+16.
"""

from __future__ import annotations

import importlib
import marshal
from collections.abc import Callable
from typing import Any

from . import _codec
from ._stack import is_deep, is_deep_text

_module: Any
try:
    _module = importlib.import_module("orjson")
    _OPTIONS: int = (
        _module.OPT_PASSTHROUGH_SUBCLASS
        | _module.OPT_PASSTHROUGH_DATACLASS
        | _module.OPT_PASSTHROUGH_DATETIME
    )
except (ImportError, AttributeError):
    _module = None

is_installed = _module is not None

if is_installed:
    _dumps = _module.dumps
    _loads = _module.loads
    FUNCTIONS = (True, _dumps, _loads)

_only_digits = bytes(byte if 48 <= byte <= 57 else 32 for byte in range(256))
_only_digits = _only_digits.translate(bytes.maketrans(b"123456789", b"000000000"))
_LONG = 19  # numbers with fewer digits fit 64 bits
_LONG_NUMBER = b"0" * _LONG

_marshalled: Callable[[Any], bytes] = marshal.dumps


def encode(value: object) -> bytes:
    """A value as JSON."""
    if is_deep(value):
        return _codec.encode(value)
    try:
        # orjson writes enums, UUIDs and its own fragments, which json refuses. marshal refuses
        # them, and every subclass: it is a fast look at the types of everything inside.
        _marshalled(value)
        text: bytes = _dumps(value, None, _OPTIONS)
    except (TypeError, ValueError, RecursionError):
        return _codec.encode(value)
    if b"null" in text and _loads(text) != value:
        # NaN is null for orjson, and an error for json.
        return _codec.encode(value)
    return text


def decode(text: bytes) -> Any:
    """The value of a text that the library made."""
    if is_deep_text(text):
        return _codec.decode(text)
    if len(text) >= _LONG and _LONG_NUMBER in text.translate(_only_digits):
        # An integer beyond 64 bits is a float for orjson.
        return _codec.decode(text)
    try:
        return _loads(text)
    except ValueError:
        # Lone surrogates, numbers beyond floats, and what is nested too deeply for orjson.
        return _codec.decode(text)
