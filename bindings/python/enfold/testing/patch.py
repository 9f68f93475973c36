"""JSON Patch (RFC 6902): a copy of a value with the operations applied that an event tells."""

from __future__ import annotations

import copy
from typing import Any

from .schema import same, unescaped

NOTHING: Any = object()


class PatchError(ValueError):
    """An operation that cannot be applied."""


def apply(value: Any, patch: list[dict[str, Any]]) -> Any:
    """A new value: the old one with the operations applied. The old one stays as it is."""
    value = copy.deepcopy(value)
    for operation in patch:
        try:
            value = _apply(value, operation)
        except (LookupError, TypeError, ValueError) as error:
            raise PatchError(f"{operation} cannot be applied: {error}") from None
    return value


def _apply(value: Any, operation: dict[str, Any]) -> Any:
    kind, path = operation["op"], tokens(operation["path"])
    if kind in ("add", "replace"):
        return _put(value, path, copy.deepcopy(operation["value"]), is_new=kind == "add")
    if kind == "remove":
        return _without(value, path)
    if kind == "test":
        if not same(value_at(value, path), operation["value"]):
            raise ValueError("another value is there")
        return value
    source = tokens(operation["from"])
    moved = copy.deepcopy(value_at(value, source))
    if kind == "move":
        return _put(_without(value, source), path, moved, is_new=True)
    if kind == "copy":
        return _put(value, path, moved, is_new=True)
    raise ValueError("no such operation")


def tokens(pointer: str) -> list[str]:
    """The tokens of a JSON Pointer."""
    if pointer and not pointer.startswith("/"):
        raise ValueError("a pointer begins with /")
    return [unescaped(token) for token in pointer.split("/")[1:]]


def _index(container: list[Any], token: str, last: int) -> int:
    if not (token.isascii() and token.isdigit()) or (token[0] == "0" and len(token) > 1):
        raise ValueError(f"{token!r} is no index")
    if int(token) > last:
        raise IndexError(f"there are {len(container)} elements")
    return int(token)


def value_at(value: Any, path: list[str]) -> Any:
    """The value at a path. Raises LookupError, TypeError or ValueError if nothing is there."""
    for token in path:
        if isinstance(value, list):
            value = value[_index(value, token, len(value) - 1)]
        else:
            value = value[token]
    return value


def find(value: Any, path: list[str]) -> Any:
    """The value at a path; `NOTHING` if nothing is there."""
    try:
        return value_at(value, path)
    except (LookupError, TypeError, ValueError):
        return NOTHING


def _put(value: Any, path: list[str], new: Any, *, is_new: bool) -> Any:
    if not path:
        return new
    container, token = value_at(value, path[:-1]), path[-1]
    if isinstance(container, list):
        if is_new:
            at = len(container) if token == "-" else _index(container, token, len(container))
            container.insert(at, new)
        else:
            container[_index(container, token, len(container) - 1)] = new
    elif is_new or token in container:
        container[token] = new
    else:
        raise KeyError(token)
    return value


def _without(value: Any, path: list[str]) -> Any:
    if not path:
        raise ValueError("the whole value cannot be removed")
    container, token = value_at(value, path[:-1]), path[-1]
    if isinstance(container, list):
        del container[_index(container, token, len(container) - 1)]
    else:
        del container[token]
    return value
