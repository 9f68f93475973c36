"""The form of pydantic's models. pydantic is imported by whoever has made a model, never here."""

from __future__ import annotations

import copy
import importlib
from collections.abc import Iterator
from typing import Any

from .. import _stack
from ._pointers import NOTHING, find
from ._values import MOST_DEPTH, BadValueError, TooDeepError, escaped
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
            name: _written_name(name, field) for name, field in kind.model_fields.items()
        }
        self._known = _known_keys(kind) if _is_closed(kind) else None

    @property
    def has_defaults(self) -> bool:
        return not any(field.is_required() for field in self.kind.model_fields.values())

    def schema(self, definitions: Definitions) -> Any:
        return definitions.refer(self.kind, self.kind.__name__, self.described)

    def described(self, definitions: Definitions) -> dict[str, Any]:
        name = self.kind.__name__
        schema: dict[str, Any] = self.kind.model_json_schema(
            by_alias=True,
            mode="serialization",
            ref_template=f"#/$defs/{name}.{{model}}",
            schema_generator=_generator(definitions.is_read_only),
        )
        schema = _told(schema)
        for inner, described in schema.pop("$defs", {}).items():
            definitions.schemas[f"{name}.{inner}"] = _without_computed(described)
        return schema

    def read(self, value: Any) -> Any:
        if self._known is not None and isinstance(value, dict):
            # The library has looked for them; but in a union another type may have them.
            for key in value:
                if key not in self._known:
                    raise BadValueError(TypeError, f"{self.kind.__name__} has no key {key!r}")
        if _stack.is_deep_for_models(value):
            raise TooDeepError(_stack.stack.model_levels)
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
        names |= set(_computed(self.kind))
        if names:
            first, second = self._dump(old, include=names), self._dump(new, include=names)
            compare_written(first, second, place, changed)

    def _dump(self, value: Any, **options: Any) -> Any:
        if not isinstance(value, self.kind):
            raise wrong(value, f"{self.kind.__name__}")
        if _stack.is_deep_for_models(value):
            raise TooDeepError(_stack.stack.model_levels)
        try:
            return _dumped(value, **options)
        except ValueError as error:
            bad = _bad(error, f"{self.kind.__name__}: ")
            raise _placed(bad, value, self.kind.__name__) from None


def _dumped(value: Any, **options: Any) -> Any:
    # As JSON: what pydantic writes as a string or a number, such as times, is one then.
    return value.model_dump(mode="json", by_alias=True, warnings="error", **options)


def _placed(bad: BadValueError, model: Any, name: str) -> BadValueError:
    """The error with its place, which pydantic does not tell: each part is written alone.

    What holds itself has no last place: its place is where it comes again.
    """
    path: list[Any] = []
    tokens: list[str] = []
    inner, around = model, {id(model)}
    while len(path) < MOST_DEPTH:
        for token, written, member in _parts(inner):
            include: Any = True
            for each in reversed((*path, token)):
                include = {each: include}
            try:
                _dumped(model, include=include)
            except ValueError as error:
                bad = _bad(error, f"{name}: ")
                path.append(token)
                tokens.append(str(written))
                inner = member
                break
        else:
            break
        if id(inner) in around:
            break
        around.add(id(inner))
    bad.tokens = bad.tokens or tokens[::-1]
    return bad


def _parts(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """What is directly inside: how pydantic selects it, its key or index in JSON, the value."""
    if isinstance(value, (list, tuple)):
        for index, member in enumerate(value):
            yield index, index, member
    elif isinstance(value, dict):
        for key, member in value.items():
            yield key, key, member
    elif is_model(type(value)):
        for name, field in type(value).model_fields.items():
            yield name, _written_name(name, field), getattr(value, name, None)


# The names of a model's fields. They may be written under one, and read under several


def _written_name(name: str, field: Any) -> str:
    found: str = field.serialization_alias or field.alias or name
    return found


def _read_names(kind: Any, name: str, field: Any) -> Iterator[tuple[str, bool]]:
    """Under which keys a field is read; and whether its value is there, not somewhere inside."""
    config = kind.model_config
    alias = field.alias if field.validation_alias is None else field.validation_alias
    by_alias = config.get("validate_by_alias") is not False
    by_name = config.get("validate_by_name") or config.get("populate_by_name")
    if alias is not None and by_alias:
        for each in getattr(alias, "choices", [alias]):  # AliasChoices
            path = getattr(each, "path", [each])  # AliasPath
            yield path[0], len(path) == 1
    if alias is None or by_name or not by_alias:
        yield name, True


def _known_keys(kind: Any) -> set[str]:
    """The keys that are read, and those of what is computed, which is written and not read."""
    found = {field.alias or name for name, field in _computed(kind).items()}
    for name, field in kind.model_fields.items():
        found.update(each for each, _ in _read_names(kind, name, field))
    return found


def _computed(kind: Any) -> dict[str, Any]:
    return getattr(kind, "model_computed_fields", {})


def _is_closed(kind: Any) -> bool:
    """Whether a model refuses keys that it does not know: it does unless it says otherwise."""
    return kind.model_config.get("extra", "forbid") == "forbid" and not _is_root_model(kind)


def _is_root_model(kind: Any) -> bool:
    """Whether a model is written as its only field is."""
    return bool(getattr(kind, "__pydantic_root_model__", False))


def _generator(is_read_only: bool) -> Any:
    """What makes schemas of models for pydantic, those inside of other types too."""
    pydantic: Any = importlib.import_module("pydantic.json_schema")

    class Generator(pydantic.GenerateJsonSchema):  # type: ignore[misc]
        def model_schema(self, schema: Any) -> Any:
            described = super().model_schema(schema)
            if not _is_root_model(schema["cls"]) and "properties" in described:
                _describe_keys(described, schema["cls"], is_read_only)
            return described

    return Generator


def _describe_keys(schema: dict[str, Any], kind: Any, is_read_only: bool) -> None:
    """Names all keys that may be read. What is written has all; what is read may lack defaults."""
    properties: dict[str, Any] = schema["properties"]
    required = []
    for name, field in kind.model_fields.items():
        written = _written_name(name, field)
        names = list(_read_names(kind, name, field))
        described = properties.get(written, {})
        if is_read_only and written not in dict(names):
            properties.pop(written, None)
        for each, is_whole in names:
            properties.setdefault(each, copy.deepcopy(described) if is_whole else {})
        if field.is_required() and (is_read_only or written in dict(names)) and len(names) == 1:
            required.append(names[0][0])
    schema.pop("required", None)
    if required:
        schema["required"] = required
    if _is_closed(kind):
        schema["additionalProperties"] = False


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
