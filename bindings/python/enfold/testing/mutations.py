"""Mutations: actions that are nearly valid, and that a store must refuse."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from .. import _json
from .schema import Checker, Schema, shown

_UNKNOWN = "no such name"


class Wrong(NamedTuple):
    """An action that must be refused, and why."""

    action: Any  # bytes: a text that is no JSON
    reason: str

    def __repr__(self) -> str:
        return f"({shown(self.action)}, {self.reason!r})"


class _Place(NamedTuple):
    path: tuple[Any, ...]
    schema: Schema
    value: Any


def wrong_actions(schema: Schema, valid: SearchStrategy[Any]) -> SearchStrategy[Wrong]:
    """A strategy for actions that the schema does not allow, made from valid ones.

    A reader takes more than the schema says, such as `null` for no payload. So only those changes
    are made that no reader takes.
    """
    return _wrong_actions(Checker(schema), valid)


@st.composite
def _wrong_actions(draw: DrawFn, checker: Checker, valid: SearchStrategy[Any]) -> Wrong:
    action = draw(valid)
    changes = [
        change
        for change in _changes(checker, action)
        if not checker.fits(change.action, checker.schema)
    ]
    text = b"" if isinstance(action, bytes) else _json.encode(action)[:-1]
    changes.append(Wrong(text, "the text ends too early"))
    wrong: Wrong = draw(st.sampled_from(changes))
    return wrong


def _changes(checker: Checker, action: Any) -> Iterator[Wrong]:
    for place in _places(checker, checker.schema, action, ()):
        for new, reason in _replacements(place):
            where = "/".join(map(str, place.path))
            yield Wrong(_replaced(action, place.path, new), f"/{where}: {reason}")


def _places(
    checker: Checker, schema: Schema, value: Any, path: tuple[Any, ...]
) -> Iterator[_Place]:
    """The places in a value for which the schema says one thing."""
    schema = checker.resolved(schema)
    if not isinstance(schema, dict):
        return
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            fitting = [choice for choice in schema[keyword] if checker.fits(value, choice)]
            if len(fitting) == 1:
                yield from _places(checker, fitting[0], value, path)
            return
    yield _Place(path, schema, value)
    if isinstance(value, dict):
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                yield from _places(checker, inner, value[name], (*path, name))
    elif isinstance(value, list):
        first = schema.get("prefixItems", [])
        for index, element in enumerate(value):
            inner = first[index] if index < len(first) else schema.get("items", True)
            yield from _places(checker, inner, element, (*path, index))


def _replacements(place: _Place) -> Iterator[tuple[Any, str]]:
    schema, value = place.schema, place.value
    kind = schema.get("type")
    if isinstance(value, dict) and schema.get("additionalProperties") is False:
        yield {**value, _UNKNOWN: 0}, "a key that is unknown"
        for name in schema.get("required", ()):
            others = {key: each for key, each in value.items() if key != name}
            yield others, f"without {name!r}"
            yield {**others, _UNKNOWN: value[name]}, f"another name than {name!r}"
    elif isinstance(value, list) and "maxItems" in schema:
        yield [*value, 0], "an element too many"
    elif "const" in schema or ("enum" in schema and isinstance(value, str)):
        yield f"{value}, {_UNKNOWN}", "a name that is unknown"
    elif kind == "integer":
        for new in (str(value), True, 0.5, [value]):
            yield new, f"{type(new).__name__} instead of an integer"
        for bound, step in (("minimum", -1), ("maximum", 1)):
            if bound in schema:
                yield schema[bound] + step, f"beyond the {bound}"
    elif kind == "boolean":
        for new in (int(value), str(value).lower()):
            yield new, f"{type(new).__name__} instead of a boolean"
    elif kind == "string" and schema.keys() == {"type"}:
        for new in (0, True, [value]):
            yield new, f"{type(new).__name__} instead of a string"


def _replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    value = copy.copy(value)
    value[path[0]] = _replaced(value[path[0]], path[1:], new)
    return value
