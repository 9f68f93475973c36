"""Strategies: random values that fit a schema, for Hypothesis."""

from __future__ import annotations

import base64
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from .heights import NEVER, heights, least
from .places import Places
from .schema import Checker, Schema, same

# How deep a value goes before it ends as soon as it can, and how many elements an array has.
DEPTH = 6
MOST = 4

# Without full_range integers are within these bounds: sums of many of them still fit 64 bits.
LOW, HIGH = -(2**31), 2**31 - 1

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_KEYS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
_ANY = st.recursive(
    st.none() | st.booleans() | st.integers(LOW, HIGH) | _TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=5,
)
# From a year to another that every type for times has.
_TIMES = st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1)).map(
    lambda time: time.isoformat() + "Z"
)


def from_schema(
    schema: Schema,
    *,
    strategies: Mapping[str, SearchStrategy[Any]] | None = None,
    ignore: Collection[str] = (),
    full_range: bool = False,
) -> SearchStrategy[Any]:
    """A strategy for values that fit a schema.

    strategies: strategies of your own for places in the value, by JSON Pointer: "/add/title". A
        token `*` stands for every element of an array. "" is the whole value.
    ignore: the names of cases that are left out: "factTapped"; inside others, "child/reset".
    full_range: True: integers from the whole range of their types. Otherwise they have at most 32
        bits, because a sum that does not fit traps in Swift, which ends the process.

    Arrays of objects with an "id" get elements with different ids.
    """
    places = Places(schema, strategies or {}, ignore)
    return _values(Generator(schema, places, full_range))


@st.composite
def _values(draw: DrawFn, generator: Generator) -> Any:
    return generator.value(draw, generator.checker.schema, (), 0)


class Generator:
    """Draws values of one schema document."""

    def __init__(self, schema: Schema, places: Places, full_range: bool) -> None:
        self.checker = Checker(schema)
        self._places = places
        self._low, self._high = (-(2**63), 2**64 - 1) if full_range else (LOW, HIGH)
        self._heights = heights(self.checker.definitions)

    def value(self, draw: DrawFn, schema: Schema, path: tuple[str, ...], depth: int) -> Any:
        own = self._places.strategy(path)
        if own is not None:
            return draw(own)
        if isinstance(schema, dict) and "$ref" in schema:
            schema = self.checker.resolved(schema)
        if schema is None or schema is True:
            return draw(_ANY)
        if schema is False:
            raise ValueError(f"the schema lets nothing be at /{'/'.join(path)}")
        for keyword in ("oneOf", "anyOf"):
            if keyword in schema:
                choice = self._choice(draw, schema[keyword], path, depth)
                return self.value(draw, choice, path, depth)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return draw(st.sampled_from(schema["enum"]))
        kind = schema.get("type")
        if kind == "object":
            return self._object(draw, schema, path, depth)
        if kind == "array":
            return self._array(draw, schema, path, depth)
        if kind == "integer":
            return draw(self._integers(schema))
        return draw(_simple(schema, kind))

    def _choice(
        self, draw: DrawFn, choices: list[Schema], path: tuple[str, ...], depth: int
    ) -> Schema:
        possible = [
            choice
            for choice in choices
            if not self._places.is_ignored(choice, path) and self._height(choice) < NEVER
        ]
        if not possible:
            raise ValueError(f"nothing is left to be at /{'/'.join(path)}: too much is ignored")
        if depth >= DEPTH:
            lowest = min(map(self._height, possible))
            possible = [choice for choice in possible if self._height(choice) == lowest]
        return draw(st.sampled_from(possible))

    def _height(self, schema: Schema) -> float:
        return least(schema, self._heights)

    def _object(self, draw: DrawFn, schema: Schema, path: tuple[str, ...], depth: int) -> Any:
        required = schema.get("required", ())
        counted = self._counted(draw, schema)
        value = {}
        for name, inner in schema.get("properties", {}).items():
            if counted is not None:
                if name not in counted:
                    continue
            elif name not in required:
                is_end = depth >= DEPTH and self._places.strategy((*path, name)) is None
                # An element says its id. Without it, it would have the default, as all others.
                is_id = name == "id" and path[-1:] and path[-1].isdigit()
                if not is_id and (is_end or _is_read_only(inner) or not draw(st.booleans())):
                    continue
            value[name] = self.value(draw, inner, (*path, name), depth + 1)
        others = schema.get("additionalProperties", False)
        if others is not False and depth < DEPTH:
            for key in draw(st.lists(_KEYS, max_size=MOST, unique=True)):
                if key not in value:
                    value[key] = self.value(draw, others, (*path, key), depth + 1)
        return value

    def _counted(self, draw: DrawFn, schema: Schema) -> Collection[str] | None:
        """The members of an object whose schema says how many it has; None for all others."""
        if "minProperties" not in schema and "maxProperties" not in schema:
            return None
        properties, required = schema.get("properties", {}), list(schema.get("required", ()))
        optional = [
            name
            for name, inner in properties.items()
            if name not in required and not _is_read_only(inner)
        ]
        most = schema.get("maxProperties", len(properties)) - len(required)
        most = max(min(most, len(optional)), 0)
        fewest = max(min(schema.get("minProperties", 0) - len(required), most), 0)
        if not optional:
            return required
        names = st.lists(st.sampled_from(optional), min_size=fewest, max_size=most, unique=True)
        return [*required, *draw(names)]

    def _array(self, draw: DrawFn, schema: Schema, path: tuple[str, ...], depth: int) -> Any:
        first = schema.get("prefixItems", [])
        value = [
            self.value(draw, inner, (*path, str(index)), depth + 1)
            for index, inner in enumerate(first)
        ]
        inner = schema.get("items", True)
        least_items = schema.get("minItems", 0)
        if inner is False:
            return value
        most = 0 if depth >= DEPTH else schema.get("maxItems", max(MOST, least_items))
        count = draw(st.integers(least_items, max(least_items, most)))
        while len(value) < count:
            value.append(self.value(draw, inner, (*path, str(len(value))), depth + 1))
        if schema.get("uniqueItems"):
            return _distinct(value)
        element = self.checker.resolved(inner)
        if isinstance(element, dict) and "id" in element.get("properties", {}):
            return _with_distinct_ids(value)
        return value

    def _integers(self, schema: Schema) -> SearchStrategy[int]:
        low = max(self._low, schema.get("minimum", self._low))
        high = min(self._high, schema.get("maximum", self._high))
        if "minimum" not in schema and "maximum" not in schema:
            low, high = max(low, -(2**63)), min(high, 2**63 - 1)
        if low > high:  # what the schema allows lies outside of 32 bits
            low, high = schema.get("minimum", low), schema.get("maximum", high)
        wide = st.integers(low, high)
        # Small ones often, so that an id is one that is there.
        return st.integers(max(low, 0), min(high, 8)) | wide if low <= 8 and high >= 0 else wide


def _simple(schema: Schema, kind: str | None) -> SearchStrategy[Any]:
    if kind == "null":
        return st.none()
    if kind == "boolean":
        return st.booleans()
    if kind == "number":
        # Those of 32 bits are numbers for Float, too.
        low, high = schema.get("minimum"), schema.get("maximum")
        return st.floats(low, high, allow_nan=False, allow_infinity=False, width=32)
    if kind != "string":
        return _ANY
    pattern = schema.get("pattern", schema.get("x-pattern"))
    if pattern is not None:
        return st.from_regex(pattern)
    if schema.get("contentEncoding") == "base64":
        return st.binary(max_size=12).map(lambda data: base64.b64encode(data).decode())
    form = schema.get("format")
    if form == "uuid":
        return st.uuids().map(str)
    if form == "date-time":
        return _TIMES
    if form == "uri-reference":
        return st.from_regex(r"\A(https://example\.org/)?[a-z0-9/]{1,8}\Z")
    return _TEXTS


def _is_read_only(schema: Schema) -> bool:
    return isinstance(schema, dict) and schema.get("readOnly") is True


def _distinct(values: list[Any]) -> list[Any]:
    kept: list[Any] = []
    for value in values:
        if not any(same(value, each) for each in kept):
            kept.append(value)
    return kept


def _with_distinct_ids(values: list[Any]) -> list[Any]:
    kept: list[Any] = []
    for value in values:
        if not any(same(_id(value), _id(each)) for each in kept):
            kept.append(value)
    return kept


def _id(value: Any) -> Any:
    return value.get("id") if isinstance(value, dict) else None
