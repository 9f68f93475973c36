"""JSON without recursion, for what is nested more deeply than Python's own functions can follow.

Python's json module recurses, and how far it gets depends on the stack of its caller. What Enfold
accepts must not depend on it: Enfold has its own limit, and says where a text exceeds it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Callable

_skip = re.compile(r"[ \t\n\r]*").match
_decoder = json.JSONDecoder()


def encode(value: Any, encode_flat: Callable[[Any], str]) -> str:
    """A value as JSON; `encode_flat` is used for what holds nothing else."""
    parts: list[str] = []
    members = [iter([("", value)])]
    ends = [""]
    inside: list[int] = []  # the ids of the containers that are being written
    known: set[int] = set()  # the same
    while True:
        for before, member in members[-1]:
            parts.append(before)
            if not isinstance(member, (dict, list, tuple)):
                parts.append(encode_flat(member))
                continue
            if id(member) in known:
                raise ValueError("Circular reference detected")
            inside.append(id(member))
            known.add(id(member))
            if isinstance(member, dict):
                parts.append("{")
                members.append(_members(member, encode_flat))
                ends.append("}")
            else:
                parts.append("[")
                members.append(_elements(member))
                ends.append("]")
            break
        else:
            members.pop()
            parts.append(ends.pop())
            if not members:
                return "".join(parts)
            known.remove(inside.pop())


def find_unencodable(value: Any, encode_flat: Callable[[Any], str]) -> str:
    """Where the first thing is that JSON cannot express, as a JSON Pointer; "" if it is `value`."""
    waiting: list[tuple[Any, Any]] = [
        (value, None)
    ]  # with its place: a token and the place outside
    known: set[int] = set()
    while waiting:
        member, place = waiting.pop()
        try:
            if isinstance(member, (dict, list, tuple)):
                if id(member) not in known:
                    known.add(id(member))
                    waiting += [
                        (inner, (token, place)) for token, inner in _inside(member, encode_flat)
                    ][::-1]
            else:
                encode_flat(member)
        except (TypeError, ValueError):
            tokens = []
            while place is not None:
                token, place = place
                tokens.append(str(token).replace("~", "~0").replace("/", "~1"))
            return "".join(f"/{token}" for token in reversed(tokens))
    return ""


def _inside(
    container: dict[Any, Any] | list[Any] | tuple[Any, ...], encode_flat: Callable[[Any], str]
) -> Iterator[tuple[Any, Any]]:
    """What is inside a container, with its tokens."""
    if not isinstance(container, dict):
        yield from enumerate(container)
        return
    for key, value in container.items():
        yield next(iter(json.loads(encode_flat({key: None})))), value


def _members(
    members: dict[Any, Any], encode_flat: Callable[[Any], str]
) -> Iterator[tuple[str, Any]]:
    comma = ""
    for key, value in members.items():
        # Keys need not be text: they become what they become in a flat object.
        yield comma + encode_flat({key: None})[1 : -len("null}")], value
        comma = ","


def _elements(elements: list[Any] | tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    comma = ""
    for value in elements:
        yield comma, value
        comma = ","


def decode(text: str) -> Any:
    """The value of a text. Raises `json.JSONDecodeError`."""
    outer: list[Any] = []  # the containers around the position
    keys: list[Any] = []  # and where in them the next value goes, if they are objects
    position = _after_space(text, 0)
    while True:
        # A value begins here.
        opening = text[position : position + 1]
        if opening == "[" or opening == "{":
            value: Any = [] if opening == "[" else {}
            position = _after_space(text, position + 1)
            if text[position : position + 1] != _end(value):
                outer.append(value)
                keys.append(None)
                if opening == "{":
                    keys[-1], position = _read_key(text, position)
                continue
            position += 1
        else:
            value, position = _decoder.raw_decode(text, position)
        # It has ended. Perhaps what is around it has, too.
        while True:
            position = _after_space(text, position)
            if not outer:
                if position != len(text):
                    raise json.JSONDecodeError("Extra data", text, position)
                return value
            container = outer[-1]
            if isinstance(container, dict):
                container[keys[-1]] = value
            else:
                container.append(value)
            delimiter = text[position : position + 1]
            if delimiter == ",":
                position = _after_space(text, position + 1)
                if isinstance(container, dict):
                    keys[-1], position = _read_key(text, position)
                break
            if delimiter != _end(container):
                raise json.JSONDecodeError("Expecting ',' delimiter", text, position)
            value = outer.pop()
            keys.pop()
            position += 1


def _read_key(text: str, position: int) -> tuple[str, int]:
    """The key at a position, and where its value begins."""
    if text[position : position + 1] != '"':
        expected = "Expecting property name enclosed in double quotes"
        raise json.JSONDecodeError(expected, text, position)
    key, position = _decoder.raw_decode(text, position)
    position = _after_space(text, position)
    if text[position : position + 1] != ":":
        raise json.JSONDecodeError("Expecting ':' delimiter", text, position)
    return key, _after_space(text, position + 1)


def _end(container: Any) -> str:
    return "}" if isinstance(container, dict) else "]"


def _after_space(text: str, position: int) -> int:
    match = _skip(text, position)
    assert match is not None
    return match.end()
