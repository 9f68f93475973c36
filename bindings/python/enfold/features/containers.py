"""The forms of lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ._pointers import NOTHING, is_written, position
from ._values import BadValueError, check_key, escaped, reordered
from .forms import Definitions, Form, wrong


class ListForm(Form):
    """Elements of one type: a list or a tuple."""

    def __init__(self, element: Form, type: type) -> None:
        self.element = element
        self.type = type

    def schema(self, definitions: Definitions) -> Any:
        return {"type": "array", "items": self.element.schema(definitions)}

    def read(self, value: Any) -> Any:
        return self.type(self._each(value, list, self.element.read))

    def has(self, value: Any) -> bool:
        return isinstance(value, (list, tuple))

    def write(self, value: Any) -> Any:
        return self._each(value, (list, tuple), self.element.write)

    def _each(self, value: Any, types: Any, use: Any) -> list[Any]:
        if not isinstance(value, types):
            raise wrong(value, "an array")
        found: list[Any] = []
        try:
            for each in value:
                found.append(use(each))
        except BadValueError as error:
            error.tokens.append(str(len(found)))
            raise
        return found

    def part(self, value: Any, tokens: list[str]) -> Any:
        if not tokens:
            return self.write(value)
        index = position(tokens[0])
        if index is not None:
            return self.element.part(value[index], tokens[1:]) if index < len(value) else NOTHING
        name, equals, text = tokens[0].partition("=")
        if name and equals:
            for each in value:
                found = self.element.part(each, [name])
                if found is not NOTHING and is_written(found, text):
                    return self.element.part(each, tokens[1:])
        return NOTHING

    def compare(self, old: Any, new: Any, place: str, changed: list[str]) -> None:
        if old is new:
            return
        if not isinstance(new, (list, tuple)):
            raise wrong(new, "an array")
        if len(old) != len(new):
            self.write(new)
            changed.append(place)
            return
        index = 0
        try:
            for index, (first, second) in enumerate(zip(old, new)):
                if first is not second:
                    self.element.compare(first, second, f"{place}/{index}", changed)
        except BadValueError as error:
            error.tokens.append(str(index))
            raise


class TupleForm(Form):
    """A fixed number of elements, each with a type of its own."""

    def __init__(self, elements: list[Form]) -> None:
        self.elements = elements

    def schema(self, definitions: Definitions) -> Any:
        count = len(self.elements)
        return {
            "type": "array",
            "prefixItems": [element.schema(definitions) for element in self.elements],
            "minItems": count,
            "maxItems": count,
        }

    def read(self, value: Any) -> Any:
        return tuple(self._each(value, lambda form, each: form.read(each)))

    def has(self, value: Any) -> bool:
        return isinstance(value, (list, tuple)) and len(value) == len(self.elements)

    def write(self, value: Any) -> Any:
        return self._each(value, lambda form, each: form.write(each))

    def _each(self, value: Any, use: Any) -> list[Any]:
        if not isinstance(value, (list, tuple)) or len(value) != len(self.elements):
            raise wrong(value, f"an array of {len(self.elements)} elements")
        found: list[Any] = []
        try:
            for form, each in zip(self.elements, value):
                found.append(use(form, each))
        except BadValueError as error:
            error.tokens.append(str(len(found)))
            raise
        return found


class DictForm(Form):
    """Any keys, with values of one type."""

    def __init__(self, member: Form) -> None:
        self.member = member

    def schema(self, definitions: Definitions) -> Any:
        return {"type": "object", "additionalProperties": self.member.schema(definitions)}

    def read(self, value: Any) -> Any:
        return self._each(value, self.member.read)

    def has(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def write(self, value: Any) -> Any:
        return self._each(value, self.member.write)

    def _each(self, value: Any, use: Any) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise wrong(value, "an object")
        found: dict[str, Any] = {}
        key: Any = ""
        try:
            for key, each in value.items():
                found[check_key(key)] = use(each)
        except BadValueError as error:
            error.tokens.append(str(key))
            raise
        return found

    def part(self, value: Any, tokens: list[str]) -> Any:
        if not tokens:
            return self.write(value)
        found = value.get(tokens[0], NOTHING)
        return NOTHING if found is NOTHING else self.member.part(found, tokens[1:])

    def compare(self, old: Any, new: Any, place: str, changed: list[str]) -> None:
        if old is new:
            return
        if not isinstance(new, Mapping):
            raise wrong(new, "an object")
        if reordered(old, new):
            self.write(new)
            changed.append(place)
            return
        key: Any = ""
        try:
            for key in (*old, *(key for key in new if key not in old)):
                text = check_key(key)
                if key in old and key in new:
                    inner = f"{place}/{escaped(text)}"
                    self.member.compare(old[key], new[key], inner, changed)
                else:
                    if key in new:
                        self.member.write(new[key])
                    changed.append(f"{place}/{escaped(text)}")
        except BadValueError as error:
            error.tokens.append(str(key))
            raise
