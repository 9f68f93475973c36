"""Python's json, made ready once: values to bytes and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import _deep
from ._stack import is_deep, is_deep_text

_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
_decoder = json.JSONDecoder()


def _ready_encoder() -> Callable[[Any], str]:
    """What `JSONEncoder.encode` does, without making the encoder in C anew at each call.

    It does not look for circles: they end in a RecursionError, and then `_deep` finds them.
    """
    module: Any = json.encoder
    try:
        no_circles, indent, sort_keys, skip_keys, allow_nan = None, None, False, False, False
        parts = module.c_make_encoder(
            *(no_circles, _encoder.default, module.encode_basestring, indent),
            *(":", ",", sort_keys, skip_keys, allow_nan),
        )
        if "".join(parts({"a": [1, "ä"]}, 0)) == '{"a":[1,"ä"]}':
            join = "".join
            return lambda value: join(parts(value, 0))
    except (AttributeError, TypeError):
        pass  # another Python than this was written for
    return _encoder.encode


to_text = _ready_encoder()

# Reads one value and says where it ends. It does not skip the space around it.
_scan: Callable[[str, int], tuple[Any, int]] = getattr(_decoder, "scan_once", _decoder.raw_decode)

# For the accelerator, as in _orjson: whether it is orjson, what writes and what reads.
FUNCTIONS = (False, to_text, _scan)


def encode(value: object) -> bytes:
    """A value as JSON.

    Values that are too deep, and lone surrogates, are written as they are: the library refuses them
    and says where. A value that JSON cannot express raises json's error, with its place.
    """
    try:
        try:
            if is_deep(value):
                raise RecursionError
            text = to_text(value)
        except RecursionError:
            text = _deep.encode(value, _encoder.encode)
    except (TypeError, ValueError) as error:
        place = _deep.find_unencodable(value, _encoder.encode)
        if not place:
            raise
        raise type(error)(f"{error}, at {place}") from None
    try:
        return text.encode()
    except UnicodeEncodeError:
        # Inside a JSON string, which is the only place for it, \ud800 is its escape, too.
        return text.encode(errors="backslashreplace")


def decode(text: bytes) -> Any:
    """The value of a text that the library made."""
    string = text.decode()
    if is_deep_text(text):
        return _deep.decode(string)
    try:
        value, end = _scan(string, 0)
        return value if end == len(string) else _decoder.decode(string)
    except StopIteration:
        return _decoder.decode(string)
    except RecursionError:
        return _deep.decode(string)
