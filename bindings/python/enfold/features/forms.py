"""Forms: how values of Python's types are written as JSON, read, described and compared."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ._pointers import NOTHING, find
from ._values import BadValueError, check, escaped, leaf, plain, reordered, same


class Definitions:
    """The types with names that a schema refers to.

    is_read_only: values of this schema are read, and never written, such as actions.
    """

    def __init__(self, is_read_only: bool = False) -> None:
        self.is_read_only = is_read_only
        self.schemas: dict[str, Any] = {}
        self._names: dict[Any, str] = {}

    def refer(self, kind: Any, name: str, describe: Callable[[Definitions], Any]) -> Any:
        """A reference to a type, which is described if it was not before."""
        if kind not in self._names:
            number = 2
            given = name
            while given in self.schemas:
                given, number = f"{name}{number}", number + 1
            self._names[kind] = given
            self.schemas[given] = True  # until it is described: it may refer to itself
            self.schemas[given] = describe(self)
        return {"$ref": f"#/$defs/{self._names[kind]}"}

    def document(self, schema: Any) -> dict[str, Any]:
        """A schema with what it refers to."""
        document = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        if isinstance(schema, dict):
            document |= schema
        if self.schemas:
            document["$defs"] = self.schemas  # type: ignore[assignment]
        return document


class Form:
    """The JSON of one type."""

    def schema(self, definitions: Definitions) -> Any:
        """The JSON Schema. Types with a name are put into `definitions`."""
        raise NotImplementedError

    def read(self, value: Any) -> Any:
        """The value of a JSON value. Raises `BadValueError` if it is none."""
        raise NotImplementedError

    def has(self, value: Any) -> bool:
        """Whether a value is, at first sight, one of this type."""
        return True

    def write(self, value: Any) -> Any:
        """The value as dicts, lists and so on. Raises `BadValueError` if it is none."""
        raise NotImplementedError

    def part(self, value: Any, tokens: list[str]) -> Any:
        """What `write` has at a place; NOTHING if nothing is there."""
        written = self.write(value)
        return find(written, "".join(f"/{escaped(token)}" for token in tokens))

    def compare(self, old: Any, new: Any, place: str, changed: list[str]) -> None:
        """Adds the pointers of what differs in JSON. Raises `BadValueError`."""
        if old is new:
            return
        written = self.write(new)
        compare_written(self.write(old), written, place, changed)


def compare_written(old: Any, new: Any, place: str, changed: list[str]) -> None:
    """The pointers of what differs in two values of dicts, lists and so on."""
    if isinstance(old, dict) and isinstance(new, dict) and not reordered(old, new):
        for key in (*old, *(key for key in new if key not in old)):
            _compare_at(old.get(key, NOTHING), new.get(key, NOTHING), place, key, changed)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (first, second) in enumerate(zip(old, new)):
            compare_written(first, second, f"{place}/{index}", changed)
    elif not same(old, new):
        changed.append(place)


def _compare_at(old: Any, new: Any, place: str, key: str, changed: list[str]) -> None:
    if old is NOTHING or new is NOTHING:
        changed.append(f"{place}/{escaped(key)}")
    else:
        compare_written(old, new, f"{place}/{escaped(key)}", changed)


def wrong(value: Any, expected: str) -> BadValueError:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return BadValueError(TypeError, f"{expected} was expected, not {shown}")


class AnyForm(Form):
    """Whatever JSON there is."""

    def schema(self, definitions: Definitions) -> Any:
        return True

    def read(self, value: Any) -> Any:
        return value

    def write(self, value: Any) -> Any:
        if isinstance(value, (dict, list, tuple)):
            check(value, set())
            return plain(value)
        return leaf(value)


class ScalarForm(Form):
    """bool, int, float, str or None."""

    _NAMES: ClassVar[dict[type, str]] = {
        bool: "boolean",
        int: "integer",
        float: "number",
        str: "string",
        type(None): "null",
    }

    def __init__(self, type: type) -> None:
        self.type = type

    def schema(self, definitions: Definitions) -> Any:
        return {"type": self._NAMES[self.type]}

    def read(self, value: Any) -> Any:
        if self.type is float and type(value) is int:
            try:
                return float(value)
            except OverflowError:
                raise wrong(value, "a float") from None
        if type(value) is not self.type:
            raise wrong(value, f"{self._NAMES[self.type]}")
        return value

    def has(self, value: Any) -> bool:
        return type(value) is self.type

    def write(self, value: Any) -> Any:
        if type(value) is not self.type:
            value = leaf(value)
        return leaf(self.read(value))


class ChoiceForm(Form):
    """A Literal, or an enumeration: some values."""

    def __init__(self, choices: list[tuple[Any, Any]]) -> None:
        self.choices = choices  # what Python has, and the JSON

    def schema(self, definitions: Definitions) -> Any:
        return {"enum": [written for _, written in self.choices]}

    def read(self, value: Any) -> Any:
        for choice, written in self.choices:
            if same(written, value):
                return choice
        raise wrong(value, f"one of {', '.join(repr(written) for _, written in self.choices)}")

    def has(self, value: Any) -> bool:
        return any(type(choice) is type(value) and choice == value for choice, _ in self.choices)

    def write(self, value: Any) -> Any:
        for choice, written in self.choices:
            if choice is value or (type(choice) is type(value) and choice == value):
                return written
        return self.write(self.read(value))


class UnionForm(Form):
    """One of several types. The first that fits is taken."""

    def __init__(self, forms: list[Form]) -> None:
        self.forms = forms

    def schema(self, definitions: Definitions) -> Any:
        return {"anyOf": [form.schema(definitions) for form in self.forms]}

    def read(self, value: Any) -> Any:
        return self._first(lambda form: form.read(value))

    def has(self, value: Any) -> bool:
        return any(form.has(value) for form in self.forms)

    def write(self, value: Any) -> Any:
        form = self._form(value)
        if form is not None:
            return form.write(value)
        return self._first(lambda form: form.write(value))

    def part(self, value: Any, tokens: list[str]) -> Any:
        form = self._form(value)
        return super().part(value, tokens) if form is None else form.part(value, tokens)

    def compare(self, old: Any, new: Any, place: str, changed: list[str]) -> None:
        form = self._form(new)
        if form is None or self._form(old) is not form:
            super().compare(old, new, place, changed)
        else:
            form.compare(old, new, place, changed)

    def _form(self, value: Any) -> Form | None:
        return next((form for form in self.forms if form.has(value)), None)

    def _first(self, use: Callable[[Form], Any]) -> Any:
        error: BadValueError | None = None
        for form in self.forms:
            try:
                return use(form)
            except BadValueError as problem:
                # The one that went deepest is the one that was meant.
                if error is None or len(problem.tokens) > len(error.tokens):
                    error = problem
        assert error is not None
        raise error
