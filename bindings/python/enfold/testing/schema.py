"""The checker: whether a value fits a JSON Schema of the kind that features have."""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

Schema = Any  # a dict, True, False, or None: nothing is said

_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\Z")
_TIME = re.compile(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)\Z")

_TYPES: dict[str, Callable[[Any], bool]] = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: (
        isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    ),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


class SchemaError(ValueError):
    """A value that does not fit a schema.

    pointer: the place in the value, as a JSON Pointer. reason: what is wrong there.
    """

    pointer: str
    reason: str

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"at {pointer or 'the top'}: {reason}")
        self.pointer = pointer
        self.reason = reason


def check(value: Any, schema: Schema) -> None:
    """Raises `SchemaError` if a value does not fit a schema.

    It knows the keywords that Enfold writes: "type", "properties", "required",
    "additionalProperties", "items", "prefixItems", "minItems", "maxItems", "uniqueItems",
    "minimum", "maximum", "const", "enum", "oneOf", "anyOf", "pattern", "contentEncoding", "$ref"
    to "$defs", and "format" with "uuid" and "date-time". Others say nothing to it. `5.0` is no
    integer, as in Enfold.
    """
    Checker(schema).check(value)


class Checker:
    """Checks values against one schema document."""

    __slots__ = ("definitions", "schema")

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self.definitions: dict[str, Schema] = {}
        if isinstance(schema, dict):
            self.definitions = schema.get("$defs", {})

    def check(self, value: Any) -> None:
        self._check(value, self.schema, "")

    def fits(self, value: Any, schema: Schema) -> bool:
        """Whether a value fits a part of the document."""
        try:
            self._check(value, schema, "")
        except SchemaError:
            return False
        return True

    def resolved(self, schema: Schema) -> Schema:
        """The definition that a schema refers to, or the schema itself."""
        while isinstance(schema, dict) and "$ref" in schema:
            reference = schema["$ref"]
            name = reference.rpartition("/")[2]
            if reference != f"#/$defs/{name}" or name not in self.definitions:
                raise ValueError(f"the schema refers to {reference!r}, which it does not define")
            schema = self.definitions[name]
        return schema

    def _check(self, value: Any, schema: Schema, pointer: str) -> None:
        if schema is None or schema is True:
            return
        if schema is False:
            raise SchemaError(pointer, "nothing may be here")
        if "$ref" in schema:
            self._check(value, self.resolved(schema), pointer)
        kind = schema.get("type")
        if kind is not None and not _TYPES[kind](value):
            raise SchemaError(pointer, f"{shown(value)} is no {kind}")
        if "const" in schema and not same(value, schema["const"]):
            raise SchemaError(pointer, f"{shown(value)} is not {shown(schema['const'])}")
        if "enum" in schema and not any(same(value, each) for each in schema["enum"]):
            known = ", ".join(shown(each) for each in schema["enum"])
            raise SchemaError(pointer, f"{shown(value)} is none of {known}")
        self._check_choices(value, schema, pointer)
        if isinstance(value, str):
            _check_text(value, schema, pointer)
        elif isinstance(value, list):
            self._check_elements(value, schema, pointer)
        elif isinstance(value, dict):
            self._check_members(value, schema, pointer)
        elif isinstance(value, (int, float)) and not isinstance(value, bool):
            _check_bounds(value, schema, pointer)

    def _check_choices(self, value: Any, schema: Schema, pointer: str) -> None:
        for keyword in ("oneOf", "anyOf"):
            if keyword not in schema:
                continue
            errors = []
            for choice in schema[keyword]:
                try:
                    self._check(value, choice, pointer)
                except SchemaError as error:
                    errors.append(error)
            fitting = len(schema[keyword]) - len(errors)
            if fitting == 0:
                # The choice that went deepest is the one that was meant.
                deepest = max(errors, key=lambda error: error.pointer.count("/"), default=None)
                if deepest is not None and deepest.pointer != pointer:
                    raise deepest
                raise SchemaError(pointer, f"{shown(value)} fits none of {keyword}")
            if keyword == "oneOf" and fitting > 1:
                raise SchemaError(pointer, f"{shown(value)} fits {fitting} of oneOf, not one")

    def _check_elements(self, value: list[Any], schema: Schema, pointer: str) -> None:
        if len(value) < schema.get("minItems", 0):
            raise SchemaError(pointer, f"{len(value)} elements, at least {schema['minItems']}")
        if len(value) > schema.get("maxItems", len(value)):
            raise SchemaError(pointer, f"{len(value)} elements, at most {schema['maxItems']}")
        first = schema.get("prefixItems", [])
        for index, element in enumerate(value):
            inner = first[index] if index < len(first) else schema.get("items", True)
            self._check(element, inner, f"{pointer}/{index}")
        if schema.get("uniqueItems"):
            for index, element in enumerate(value):
                if any(same(element, earlier) for earlier in value[:index]):
                    raise SchemaError(f"{pointer}/{index}", f"{shown(element)} is there twice")

    def _check_members(self, value: dict[str, Any], schema: Schema, pointer: str) -> None:
        properties = schema.get("properties", {})
        for name in schema.get("required", ()):
            if name not in value:
                raise SchemaError(pointer, f"the key {shown(name)} is missing")
        for name, member in value.items():
            place = f"{pointer}/{escaped(name)}"
            if name in properties:
                self._check(member, properties[name], place)
            elif schema.get("additionalProperties") is False:
                raise SchemaError(place, "no such key")
            else:
                self._check(member, schema.get("additionalProperties", True), place)


def _check_bounds(value: float, schema: Schema, pointer: str) -> None:
    if "minimum" in schema and value < schema["minimum"]:
        raise SchemaError(pointer, f"{value} is less than {schema['minimum']}")
    if "maximum" in schema and value > schema["maximum"]:
        raise SchemaError(pointer, f"{value} is more than {schema['maximum']}")


def _check_text(value: str, schema: Schema, pointer: str) -> None:
    pattern = schema.get("pattern", schema.get("x-pattern"))
    if pattern is not None and re.search(pattern, value) is None:
        raise SchemaError(pointer, f"{shown(value)} does not match {pattern}")
    form = schema.get("format")
    if form == "uuid" and _UUID.match(value) is None:
        raise SchemaError(pointer, f"{shown(value)} is no UUID")
    if form == "date-time" and not _is_time(value):
        raise SchemaError(pointer, f"{shown(value)} is no time of RFC 3339")
    if schema.get("contentEncoding") == "base64":
        try:
            base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            raise SchemaError(pointer, f"{shown(value)} is no Base64") from None


def _is_time(text: str) -> bool:
    found = _TIME.match(text)
    if found is None:
        return False
    try:
        datetime.strptime(f"{found[1]}T{found[2]}", "%Y-%m-%dT%H:%M:%S")
    except ValueError:
        return False
    return True


def same(first: Any, second: Any) -> bool:
    """Whether two values are the same JSON: True is not 1, and 1.0 is not 1."""
    if type(first) is not type(second):
        return False
    if isinstance(first, list):
        return len(first) == len(second) and all(map(same, first, second))
    if isinstance(first, dict):
        return first.keys() == second.keys() and all(same(first[key], second[key]) for key in first)
    return bool(first == second)


def escaped(name: str) -> str:
    """A key as a token of a JSON Pointer."""
    return name.replace("~", "~0").replace("/", "~1")


def unescaped(token: str) -> str:
    """The key of a token."""
    return token.replace("~1", "/").replace("~0", "~")


def shown(value: Any) -> str:
    """A value in a message, shortened."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
