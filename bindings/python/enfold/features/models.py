"""The form of pydantic's models. pydantic is imported by whoever has made a model, never here."""

from __future__ import annotations

from typing import Any

from ._pointers import NOTHING, find
from ._values import BadValueError, escaped
from .forms import Definitions, Form, compare_written, wrong


def is_model(kind: Any) -> bool:
    """Whether a class is a model of pydantic 2."""
    return (
        isinstance(kind, type)
        and hasattr(kind, "model_json_schema")
        and hasattr(kind, "model_validate")
        and hasattr(kind, "model_fields")
    )


class ModelForm(Form):
    """A model: its own schema, its own way to be read and written."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self._names = {
            name: field.serialization_alias or field.alias or name
            for name, field in kind.model_fields.items()
        }

    @property
    def has_defaults(self) -> bool:
        return not any(field.is_required() for field in self.kind.model_fields.values())

    def schema(self, definitions: Definitions) -> Any:
        return definitions.refer(self.kind, self.kind.__name__, self.described)

    def described(self, definitions: Definitions) -> dict[str, Any]:
        name = self.kind.__name__
        schema: dict[str, Any] = dict(
            self.kind.model_json_schema(
                by_alias=True, mode="serialization", ref_template=f"#/$defs/{name}.{{model}}"
            )
        )
        schema = _told(schema)
        for inner, described in schema.pop("$defs", {}).items():
            definitions.schemas[f"{name}.{inner}"] = _without_computed(described)
        if "properties" in schema:
            # What is written has all of them; what is read may leave out those with defaults.
            required = [
                self._names[each]
                for each, field in self.kind.model_fields.items()
                if field.is_required()
            ]
            schema.pop("required", None)
            if required:
                schema["required"] = required
        return schema

    def read(self, value: Any) -> Any:
        try:
            return self.kind.model_validate(value)
        except ValueError as error:
            raise _bad(error) from None

    def has(self, value: Any) -> bool:
        return isinstance(value, self.kind)

    def write(self, value: Any) -> Any:
        return self._dump(value)

    def part(self, value: Any, tokens: list[str]) -> Any:
        if not tokens:
            return self.write(value)
        for name, written in self._names.items():
            if written == tokens[0]:
                dumped = self._dump(value, include={name})
                return find(dumped, "".join(f"/{escaped(token)}" for token in tokens))
        return find(self.write(value), "".join(f"/{escaped(token)}" for token in tokens))

    def compare(self, old: Any, new: Any, place: str, changed: list[str]) -> None:
        if old is new:
            return
        if type(old) is not type(new) or getattr(new, "model_extra", None):
            compare_written(self.write(old), self.write(new), place, changed)
            return
        names = {
            name
            for name in self._names
            if getattr(old, name, NOTHING) is not getattr(new, name, NOTHING)
        }
        names |= set(getattr(self.kind, "model_computed_fields", ()))
        if names:
            first, second = self._dump(old, include=names), self._dump(new, include=names)
            compare_written(first, second, place, changed)

    def _dump(self, value: Any, **options: Any) -> Any:
        if not isinstance(value, self.kind):
            raise wrong(value, f"{self.kind.__name__}")
        try:
            # As JSON: what pydantic writes as a string or a number, such as times, is one then.
            return value.model_dump(mode="json", by_alias=True, warnings="error", **options)
        except ValueError as error:
            raise _bad(error, f"{self.kind.__name__}: ") from None


def _without_computed(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema that does not require what a model computes: who writes one has no such value."""
    computed = {
        name for name, each in schema.get("properties", {}).items() if each.get("readOnly") is True
    }
    if not computed or "required" not in schema:
        return schema
    return {**schema, "required": [each for each in schema["required"] if each not in computed]}


# Keywords whose values are no schemas.
_PLAIN = ("const", "enum", "default", "examples", "discriminator", "required")


def _told(schema: Any) -> Any:
    """A schema in which regular expressions are annotations: libenfold cannot check them."""
    if isinstance(schema, list):
        return [_told(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    told = {}
    for keyword, value in schema.items():
        if keyword in ("pattern", "patternProperties"):
            told[f"x-{keyword}"] = value
        elif keyword in ("properties", "$defs"):
            told[keyword] = {name: _told(each) for name, each in value.items()}
        else:
            told[keyword] = value if keyword in _PLAIN else _told(value)
    return told


def _bad(error: ValueError, what: str = "") -> BadValueError:
    """What is wrong, in one line, and where."""
    errors = getattr(error, "errors", None)
    found = errors(include_url=False) if callable(errors) else []
    if not found:
        return BadValueError(ValueError, what + " ".join(str(error).split()))
    bad = BadValueError(ValueError, what + str(found[0].get("msg", error)))
    bad.tokens = [str(token) for token in reversed(found[0].get("loc", ()))]
    return bad
