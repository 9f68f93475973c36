"""Schemas by which libenfold checks actions, beside the table of the Swift tests and jsonschema."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import enfold
from enfold.features import feature
from enfold.features.actions import Actions
from enfold.features.annotations import Forms
from enfold.features.kinds import kind_of

from . import twins
from .conftest import ROOT, TODOS

jsonschema = pytest.importorskip("jsonschema")

TABLE = (ROOT / "Tests" / "Schemas" / "cases.json").read_text()
CASES = json.loads(TABLE)
# The cases, but a number such as 10e-1 is a text, between two characters that no other text has.
WRITTEN = json.loads(TABLE, parse_float=lambda number: f"\ue000{number}\ue001")


def as_written(value: Any) -> bytes:
    """A value of the table as JSON: numbers as they are written there."""
    return re.sub(r'"\\ue000(.*?)\\ue001"', r"\1", json.dumps(value)).encode()


class Given(Actions):
    """Any action, but with a schema of its own."""

    def __init__(self, schema: Any) -> None:
        super().__init__(Any, Forms(dict))
        self._schema = schema

    def schema(self) -> Any:
        return self._schema


def register(runtime: enfold.Runtime, schema: Any) -> None:
    kind = kind_of("Test", {}, Any, Forms(dict))
    with mock.patch.object(feature, "_types", lambda *_: (kind, Given(schema))):
        runtime.feature("Test", lambda state, action: None, state={})


class Checked:
    """A store whose actions are checked by a schema."""

    def __init__(self, store: enfold.Store) -> None:
        self._store = store

    def error(self, value: Any) -> str | None:
        """Why a value is no action. Bytes are JSON already."""
        try:
            self._store.send(value if isinstance(value, bytes) else json.dumps(value).encode())
        except enfold.ActionError as error:
            return str(error)
        return None

    def fits(self, value: Any) -> bool:
        return self.error(value) is None


@contextmanager
def checked(runtime: enfold.Runtime, schema: Any) -> Iterator[Checked]:
    register(runtime, schema)
    with runtime.open("Test") as store:
        yield Checked(store)


@pytest.fixture(scope="module")
def runtime() -> Iterator[enfold.Runtime]:
    with enfold.Runtime(loop="inline") as runtime:
        yield runtime


def python_fits(schema: Any, value: Any) -> bool:
    """What jsonschema says, but that 5.0 is no integer, and that a number is finite."""
    return bool(Python(schema).is_valid(value))


Python = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine_many(
        {
            "integer": lambda _, value: isinstance(value, int) and not isinstance(value, bool),
            "number": lambda _, value: (
                isinstance(value, (int, float))
                and not isinstance(value, bool)
                and math.isfinite(value)
            ),
        }
    ),
)


@pytest.mark.parametrize(
    ("case", "written"), list(zip(CASES, WRITTEN)), ids=[case["about"] for case in CASES]
)
def test_the_table(runtime: enfold.Runtime, case: Any, written: Any) -> None:
    with checked(runtime, case["schema"]) as check:
        for value in map(as_written, written["fits"]):
            assert check.error(value) is None, value
        for value in map(as_written, written["not"]):
            assert not check.fits(value), value


@pytest.mark.parametrize(
    "case",
    # The others are about what Python does not tell apart, or what jsonschema does in another way.
    [case for case in CASES if case.get("python", True)],
    ids=lambda case: case["about"],
)
def test_the_table_with_jsonschema(case: Any) -> None:
    for value in case["fits"]:
        assert python_fits(case["schema"], value), value
    for value in case["not"]:
        assert not python_fits(case["schema"], value), value


def test_what_is_stricter_than_jsonschema(runtime: enfold.Runtime) -> None:
    strict = jsonschema.Draft202012Validator
    for schema, text in [
        ({"type": "integer"}, b"5.0"),
        ({"type": "integer"}, b"1e2"),
        ({"const": 5}, b"5.0"),
        ({"enum": [1, 5]}, b"5.0"),
        ({"type": "number"}, b"1e400"),
        # Of a key that occurs twice each value must fit, as in Swift; jsonschema sees the last one.
        ({"properties": {"a": {"type": "integer"}}}, b'{"a":"x","a":1}'),
    ]:
        assert strict(schema).is_valid(json.loads(text))
        with checked(runtime, schema) as check:
            assert not check.fits(text), text
    # Not in arrays and objects: their numbers are compared by their values.
    with checked(runtime, {"const": [5]}) as check:
        assert check.fits(b"[5.0]")


# Random schemas and values. All of them are small, so that much fits.

TEXTS = st.sampled_from(["", "a", "b", "ab", "é", "ää", "\U0001f600", "a\nb", "a/b"])
KEYS = st.sampled_from(["a", "b", "c", "a/b", "é"])
# Only numbers that equal none of the other kind: 5.0 is another matter.
NUMBERS = st.one_of(st.integers(-4, 8), st.integers(-9, 17).map(lambda n: n + 0.5))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=8,
)
KINDS = st.sampled_from(["null", "boolean", "string", "integer", "number", "array", "object"])
DEFINITIONS = 3


@st.composite
def schemas(draw: st.DrawFn, depth: int = 3, first: int = 0) -> Any:
    """A schema. `first`: the first definition that it may apply to the value itself: otherwise it
    would apply itself without end."""
    if depth == 0 or draw(st.integers(0, 9)) == 0:
        return draw(st.sampled_from([True, True, {}, False]))
    same = schemas(depth - 1, first)
    inner = schemas(depth - 1, 0)
    keywords: dict[str, Any] = {}

    def some(name: str, strategy: st.SearchStrategy[Any]) -> None:
        if draw(st.integers(0, 3)) == 0:
            keywords[name] = draw(strategy)

    def counts(least: str, most: str) -> None:
        some(least, st.integers(0, 3))
        some(most, st.integers(keywords.get(least, 0), 4))

    group = draw(st.integers(0, 6))
    if draw(st.booleans()):
        keywords["type"] = draw(
            st.one_of(KINDS, st.lists(KINDS, min_size=1, max_size=3, unique=True))
        )
    if group == 0:
        some("minimum", NUMBERS)
        some("maximum", NUMBERS)
        some("exclusiveMinimum", NUMBERS)
        some("exclusiveMaximum", NUMBERS)
        some("multipleOf", st.sampled_from([1, 2, 3, 0.5, 1.5]))
        counts("minLength", "maxLength")
    elif group == 1:
        some("properties", st.dictionaries(KEYS, inner, max_size=3))
        some("required", st.lists(KEYS, max_size=2, unique=True))
        some("additionalProperties", inner)
        some("propertyNames", schemas(depth - 1, first))
        counts("minProperties", "maxProperties")
    elif group == 2:
        some("prefixItems", st.lists(inner, min_size=1, max_size=3))
        some("items", inner)
        some("uniqueItems", st.booleans())
        counts("minItems", "maxItems")
        if draw(st.booleans()):
            keywords["contains"] = draw(inner)
            some("minContains", st.integers(0, 2))
            some("maxContains", st.integers(max(1, keywords.get("minContains", 1)), 3))
    elif group == 3:
        some("enum", st.lists(VALUES, max_size=4))
        some("const", VALUES)
    elif group == 4:
        # Alternatives that a constant, a key or a tag tells apart.
        cases = st.lists(st.tuples(KEYS, inner), min_size=1, max_size=3)
        made: list[Any] = []
        for key, schema in draw(cases):
            made.append(
                draw(
                    st.sampled_from(
                        [
                            {"const": key},
                            {
                                "properties": {key: schema},
                                "required": [key],
                                "additionalProperties": False,
                            },
                            {"properties": {"a": {"const": key}, "b": schema}, "required": ["a"]},
                            {"properties": {"a": {"const": key}, "c": schema}},
                        ]
                    )
                )
            )
        keywords[draw(st.sampled_from(["oneOf", "anyOf"]))] = made
    elif group == 5:
        for name in ("anyOf", "oneOf", "allOf"):
            some(name, st.lists(same, min_size=1, max_size=3))
        some("not", same)
        if draw(st.booleans()):
            keywords["if"] = draw(same)
            some("then", same)
            some("else", same)
    elif first < DEFINITIONS:
        keywords["$ref"] = f"#/$defs/{draw(st.integers(first, DEFINITIONS - 1))}"
    return keywords


@st.composite
def documents(draw: st.DrawFn) -> Any:
    schema = draw(schemas())
    if isinstance(schema, dict):
        # A definition applies only later ones to the value itself.
        schema["$defs"] = {str(index): draw(schemas(2, index + 1)) for index in range(DEFINITIONS)}
    return schema


@settings(max_examples=400, deadline=None)
@given(schema=documents(), values=st.lists(VALUES, min_size=1, max_size=12))
def test_random_schemas_with_jsonschema(
    runtime: enfold.Runtime, schema: Any, values: list[Any]
) -> None:
    with checked(runtime, schema) as check:
        for value in values:
            error = check.error(value)
            assert (error is None) == python_fits(schema, value), (schema, value, error)


# Features in Swift refuse the same actions, at the same byte, with the same words.


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (b'"ad"', 'unknown action "ad"; known: '),
        (b'{"ad":{}}', 'unknown action "ad"; known: '),
        (b'"add"', "add needs a payload; it has: title"),
        (b'{"add":"x"}', "add: a string where an object is expected"),
        (b'{"add":{"title":5}}', "title: a number where a string is expected"),
        (b'{"add":{}}', 'missing key "title" of '),
        (b'{"add":{"title":"x","more":1}}', ' has no key "more"; it has: title'),
        (b'{"add":{"title":"x"},"zap":{}}', 'one case at a time: "add" is followed by "zap"'),
        (b'{"toggle":{"id":1.0}}', "id: 1.0 is no integer: digits alone make one"),
        (b'{"setFilter":"al"}', 'setFilter: "al" is no '),
        (b'{"setFilter":"al"}', '; it is one of "all", "active", "completed"'),
        (b'{"setFilter":5}', "setFilter: a number where a string is expected"),
        (b'{"loaded":{"success":[{"id":1,"title":5}]}}', ": a number where a string is expected"),
        (b'{"loaded":{"success":[{"id":1}]}}', 'missing key "title" of '),
        (b"{}", "an object without a case; known: "),
        (b"null", "null where an object "),
    ],
)
def test_the_same_words_as_in_swift(action: bytes, words: str) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(TODOS)
        twins.register_value_todos(runtime)
        refused = []
        for feature in ("Todos", "ValueTodos"):
            with pytest.raises(enfold.ActionError) as caught:
                runtime.open(feature).send(action)
            assert words in caught.value.message
            refused.append(caught.value.offset)
        assert refused[0] == refused[1]


def test_what_cannot_be_checked_is_refused(runtime: enfold.Runtime) -> None:
    schema = {"properties": {"sku": {"type": "string", "pattern": "^[a-z]+$"}}}
    with pytest.raises(enfold.PluginError) as caught:
        register(runtime, schema)
    assert 'action_schema cannot be used: /properties/sku/pattern: the keyword "pattern"' in str(
        caught.value
    )


def test_given_states_are_checked(runtime: enfold.Runtime) -> None:
    twins.register_value_todos(runtime)
    for state, message in [
        ({"nextID": "1"}, "/nextID: a string where an integer is expected"),
        (
            {"items": [{"id": 1}]},
            '/items/0: missing key "title" of Item; it has: id, title, isDone',
        ),
        ({"filter": "al"}, '/filter: "al" is no filter; it is one of "all", "active", "completed"'),
        ({"item": []}, 'Todos has no key "item"; it has: items, '),
        ([], "an array where an object is expected"),
    ]:
        with pytest.raises(enfold.StateError) as caught:
            runtime.open("ValueTodos", state=state)
        assert message in caught.value.message
        store = runtime.open("ValueTodos")
        before = store.raw()
        with pytest.raises(enfold.StateError) as caught:
            store.restore(state)
        assert message in caught.value.message
        assert store.raw() == before
