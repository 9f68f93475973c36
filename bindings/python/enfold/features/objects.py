"""The forms of dataclasses and TypedDicts: objects whose keys are known."""

from __future__ import annotations

import copy
import dataclasses
from typing import Any

from ._pointers import NOTHING
from ._values import BadValueError, escaped
from .forms import Definitions, Form, wrong


class Property:
    """One property of an object."""

    __slots__ = ("form", "is_required", "name")

    def __init__(self, name: str, form: Form, is_required: bool) -> None:
        self.name = name
        self.form = form
        self.is_required = is_required


class ObjectForm(Form):
    """What both have in common. `properties` are filled in when the class is known."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.properties: list[Property] = []

    def schema(self, definitions: Definitions) -> Any:
        return definitions.refer(self.kind, self.kind.__name__, self.described)

    def described(self, definitions: Definitions) -> dict[str, Any]:
        schema: dict[str, Any] = {
            "type": "object",
            "properties": {each.name: each.form.schema(definitions) for each in self.properties},
        }
        required = [each.name for each in self.properties if each.is_required]
        if required:
            schema["required"] = required
        schema["additionalProperties"] = False
        return schema

    @property
    def has_defaults(self) -> bool:
        return not any(each.is_required for each in self.properties)

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise wrong(value, f"an object, {self.kind.__name__},")
        found: dict[str, Any] = {}
        for each in self.properties:
            if each.name in value:
                found[each.name] = self._use(each, each.form.read, value[each.name])
            elif each.is_required:
                raise wrong(value, f"{self.kind.__name__} with the key {each.name!r}")
        return self._made(found)

    def write(self, value: Any) -> Any:
        self._check(value)
        found: dict[str, Any] = {}
        for each in self.properties:
            member = self._member(value, each)
            if member is not NOTHING:
                found[each.name] = self._use(each, each.form.write, member)
        return found

    def part(self, value: Any, tokens: list[str]) -> Any:
        if not tokens:
            return self.write(value)
        for each in self.properties:
            if each.name == tokens[0]:
                member = self._member(value, each)
                return NOTHING if member is NOTHING else each.form.part(member, tokens[1:])
        return NOTHING

    def compare(self, old: Any, new: Any, place: str, changed: list[str]) -> None:
        if old is new:
            return
        self._check(new)
        for each in self.properties:
            first, second = self._member(old, each), self._member(new, each)
            if first is second:
                continue
            inner = f"{place}/{escaped(each.name)}"
            if first is NOTHING or second is NOTHING:
                if second is not NOTHING:
                    self._use(each, each.form.write, second)
                changed.append(inner)
            else:
                try:
                    each.form.compare(first, second, inner, changed)
                except BadValueError as error:
                    error.tokens.append(each.name)
                    raise

    def _use(self, each: Property, use: Any, value: Any) -> Any:
        try:
            return use(value)
        except BadValueError as error:
            error.tokens.append(each.name)
            raise

    def _check(self, value: Any) -> None:
        if not self.has(value):
            raise wrong(value, f"{self.kind.__name__}")

    def _made(self, members: dict[str, Any]) -> Any:
        raise NotImplementedError

    def _member(self, value: Any, each: Property) -> Any:
        raise NotImplementedError


class DataclassForm(ObjectForm):
    """A dataclass. Fields with `init=False` are left out: they are made of the others."""

    def has(self, value: Any) -> bool:
        return isinstance(value, self.kind)

    def _made(self, members: dict[str, Any]) -> Any:
        try:
            return self.kind(**members)
        except (TypeError, ValueError) as error:  # __post_init__ refuses it
            raise BadValueError(ValueError, f"{self.kind.__name__}: {error}") from None

    def _member(self, value: Any, each: Property) -> Any:
        return getattr(value, each.name)


class TypedDictForm(ObjectForm):
    """A TypedDict. Its values are dicts."""

    def has(self, value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        known = {each.name for each in self.properties}
        return known.issuperset(value) and all(
            each.name in value for each in self.properties if each.is_required
        )

    def _made(self, members: dict[str, Any]) -> Any:
        return members

    def _member(self, value: Any, each: Property) -> Any:
        return value.get(each.name, NOTHING)

    def _check(self, value: Any) -> None:
        if not isinstance(value, dict):
            super()._check(value)
        known = {each.name for each in self.properties}
        for key in value:
            if key not in known:
                raise BadValueError(TypeError, f"{self.kind.__name__} has no key {key!r}")
        for each in self.properties:
            if each.is_required and each.name not in value:
                raise wrong(value, f"{self.kind.__name__} with the key {each.name!r}")


def is_required(field: dataclasses.Field[Any]) -> bool:
    return field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING


def fresh(value: Any) -> Any:
    """A value as a new store may have it: nothing that another store could change."""
    return copy.deepcopy(value)
