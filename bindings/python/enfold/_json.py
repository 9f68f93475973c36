"""JSON texts: values and actions to bytes, bytes to values."""

from __future__ import annotations

import functools
import json
from typing import Any, Union

from ._ffi import BAD_JSON
from .errors import JSONError

Action = Union[str, bytes, dict[str, Any], list[Any]]

NOT_GIVEN: Any = object()

_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode
_decode = json.JSONDecoder().decode


def encode(value: object) -> bytes:
    """A value as JSON. Bytes are JSON already."""
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    return _encode(value).encode()


@functools.lru_cache(maxsize=256)
def _encode_name(name: str) -> bytes:
    return _encode(name).encode()


def decode(text: bytes) -> Any:
    """The value of a text that the library made."""
    return _decode(text.decode())


def encode_action(action: Action, payload: Any, fields: dict[str, Any]) -> bytes:
    """An action as JSON: `"name"`, `{"name":payload}`, `{"name":{fields}}`, or what was given."""
    if isinstance(action, str):
        if payload is NOT_GIVEN:
            if not fields:
                return _encode_name(action)
            payload = fields
        elif fields:
            raise TypeError("an action takes a payload or fields, not both")
        return b"{%b:%b}" % (_encode_name(action), encode(payload))
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
        json.loads(text)
    except json.JSONDecodeError as error:
        offset = len(error.doc[: error.pos].encode())
        raise JSONError(BAD_JSON, error.msg, offset=offset, text=text) from None
    except UnicodeDecodeError as error:
        raise JSONError(BAD_JSON, "not UTF-8", offset=error.start, text=text) from None
    return text
