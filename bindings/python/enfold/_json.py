"""JSON texts: values and actions to bytes, bytes to values."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any, Union

from . import _accelerated, _codec, _deep, _orjson
from ._ffi import BAD_JSON
from ._place import named
from ._stack import is_deep_text
from .errors import JSONError

Action = Union[str, bytes, dict[str, Any], list[Any]]

NOT_GIVEN: Any = object()

# A value as JSON, and the value of a text that the library made.
_encode: Callable[[object], bytes]
decode: Callable[[bytes], Any]


def use(codec: Any) -> None:
    """Lets everything go through a module: `_orjson` or `_codec`."""
    global _encode, decode
    _encode, decode = codec.encode, codec.decode
    _accelerated.use_codec(codec)


use(_orjson if _orjson.is_installed else _codec)


def encode(value: object) -> bytes:
    """A value as JSON. Bytes are JSON already."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    return _encode(value)


@functools.lru_cache(maxsize=256)
def _encode_name(name: str) -> bytes:
    return encode(name)


@functools.lru_cache(maxsize=256)
def _encode_without_fields(name: str) -> bytes:
    return b"{%b:{}}" % encode(name)


def encode_action(action: Action, payload: Any, fields: dict[str, Any]) -> bytes:
    """An action as JSON: `"name"`, `{"name":payload}`, `{"name":{fields}}`, or what was given."""
    if type(action) is dict and payload is NOT_GIVEN and not fields:
        if len(action) == 1:
            [(name, inner)] = action.items()
            if not inner and type(inner) is dict and type(name) is str:
                return _encode_without_fields(name)
        return _encode(action)
    if isinstance(action, str):
        if payload is NOT_GIVEN:
            if not fields:
                return _encode_name(action)
            payload = fields
        elif fields:
            raise TypeError("an action takes a payload or fields, not both")
        try:
            return b"{%b:%b}" % (_encode_name(action), encode(payload))
        except (TypeError, ValueError):
            return encode({action: payload})  # raises the same, with the place in the whole action
    if payload is not NOT_GIVEN or fields:
        raise TypeError("a payload or fields need the action's name before them")
    if isinstance(action, (bytes, bytearray, memoryview, dict, list)):
        return encode(action)
    raise TypeError(
        f"an action is a name, a dict, a list or bytes of JSON, not {type(action).__name__}"
    )


def encode_template(action: Action) -> bytes:
    """A template with the place "$action"; a bare name is `{"name":"$action"}`."""
    if not isinstance(action, str):
        return encode_action(action, NOT_GIVEN, {})
    if "$action" in action:
        raise TypeError("a template is a dict or bytes of JSON; a str is the name of an action")
    return b'{%b:"$action"}' % _encode_name(action)


def check_json(text: bytes) -> bytes:
    """Returns a text that is one JSON value; raises `JSONError` otherwise."""
    try:
        try:
            if is_deep_text(text):
                raise RecursionError
            json.loads(text)
        except RecursionError:
            _deep.decode(text.decode())
    except json.JSONDecodeError as error:
        offset = len(error.doc[: error.pos].encode(errors="surrogatepass"))
        message = named(error.msg, text, offset)
        raise JSONError(BAD_JSON, message, offset=offset, text=text) from None
    except UnicodeDecodeError as error:
        raise JSONError(BAD_JSON, "not UTF-8", offset=error.start, text=text) from None
    return text
