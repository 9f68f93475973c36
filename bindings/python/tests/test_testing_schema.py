"""enfold.testing: the checker, strategies from schemas, mutations and patches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import enfold
from enfold import testing
from enfold.testing import mutations, patch
from enfold.testing.schema import Checker

from .conftest import COUNTERS, PANEL, PLUGINS, TODOS, Script

TREE = {
    "$ref": "#/$defs/Tree",
    "$defs": {
        "Tree": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "rows": {"type": "array", "items": {"$ref": "#/$defs/Tree"}},
            },
            "required": ["name"],
            "additionalProperties": False,
        }
    },
}
SMALL = {"type": "integer", "minimum": 0, "maximum": 255}


@pytest.mark.parametrize(
    ("value", "schema", "pointer"),
    [
        ({"name": "a", "rows": [{"name": 1}]}, TREE, "/rows/0/name"),
        ({"name": "a", "a/b": 1}, TREE, "/a~1b"),
        ({}, TREE, ""),
        (True, SMALL, ""),
        (5.0, SMALL, ""),
        (256, SMALL, ""),
        (-1, SMALL, ""),
        (1, {"const": True}, ""),
        ("b", {"enum": ["a"]}, ""),
        ([1], {"type": "array", "prefixItems": [SMALL], "items": False, "minItems": 2}, ""),
        ([1, 2], {"type": "array", "prefixItems": [SMALL], "items": False}, "/1"),
        ([1, 1], {"type": "array", "uniqueItems": True}, "/1"),
        ("x", {"anyOf": [SMALL, {"type": "null"}]}, ""),
        (1, {"oneOf": [SMALL, {"type": "number"}]}, ""),
        ("no", {"type": "string", "format": "uuid"}, ""),
        ("2001-02-30T00:00:00Z", {"type": "string", "format": "date-time"}, ""),
        ("?", {"type": "string", "contentEncoding": "base64"}, ""),
        ("#12", {"type": "string", "pattern": "^#[0-9]{6}$"}, ""),
        ({"a": "x"}, {"type": "object", "additionalProperties": SMALL}, "/a"),
        (float("nan"), {"type": "number"}, ""),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(value: Any, schema: Any, pointer: str) -> None:
    with pytest.raises(testing.SchemaError) as caught:
        testing.check(value, schema)
    assert caught.value.pointer == pointer
    assert caught.value.reason


def test_what_fits() -> None:
    testing.check({"name": "a", "rows": [{"name": "b", "rows": []}]}, TREE)
    testing.check(255, SMALL)
    testing.check(object(), None)
    testing.check("2001-02-03T04:05:06.789+01:00", {"type": "string", "format": "date-time"})
    with pytest.raises(ValueError, match="does not define"):
        testing.check(1, {"$ref": "#/$defs/Absent"})


@pytest.mark.parametrize("plugin", [TODOS, PANEL, COUNTERS, PLUGINS / "libPrimeTime.so"])
def test_what_is_made_fits(plugin: Path) -> None:
    with enfold.Runtime(environment="test") as runtime:
        runtime.load(plugin)
        for feature in runtime.features():
            check_values(runtime, feature)


def check_values(runtime: enfold.Runtime, feature: dict[str, Any]) -> None:
    @settings(max_examples=10, deadline=None, database=None)
    @given(testing.from_schema(feature["state"]), testing.from_schema(feature["action"]))
    def check(state: Any, action: Any) -> None:
        testing.check(state, feature["state"])
        testing.check(action, feature["action"])
        with runtime.open(feature["name"], state=state) as store:
            testing.check(store.state, feature["state"])

    check()


@settings(max_examples=30, deadline=None)
@given(testing.from_schema(TREE, strategies={"/rows/*/name": st.just("row")}))
def test_places_get_their_own_strategies_and_trees_end(tree: Any) -> None:
    testing.check(tree, TREE)
    assert all(row["name"] == "row" for row in tree.get("rows", ()))


def test_mistakes_in_places_name_what_there_is() -> None:
    with pytest.raises(ValueError, match="'/nmae', but the top has no 'nmae'; it has name, rows"):
        testing.from_schema(TREE, strategies={"/nmae": st.none()})
    with pytest.raises(ValueError, match="JSON Pointer"):
        testing.from_schema(TREE, strategies={"name": st.none()})
    with pytest.raises(TypeError, match="not a str"):
        testing.from_schema(TREE, ignore="name")
    with pytest.raises(TypeError, match="is a strategy, not str"):
        testing.from_schema(TREE, strategies={"/name": "x"})  # type: ignore[dict-item]


@settings(max_examples=40, deadline=None)
@given(mutations.wrong_actions(TREE, testing.from_schema(TREE)))
def test_wrong_values_do_not_fit(wrong: mutations.Wrong) -> None:
    assert isinstance(wrong.action, bytes) or not Checker(TREE).fits(wrong.action, TREE)


def test_patches() -> None:
    old = {"a": [1, 2], "b/c": {"d": 1}}
    operations = [
        {"op": "test", "path": "/a/0", "value": 1},
        {"op": "add", "path": "/a/-", "value": 3},
        {"op": "remove", "path": "/a/0"},
        {"op": "replace", "path": "/b~1c/d", "value": {"e": None}},
        {"op": "move", "from": "/b~1c/d", "path": "/f"},
        {"op": "copy", "from": "/a", "path": "/g"},
    ]
    new = {"a": [2, 3], "b/c": {}, "f": {"e": None}, "g": [2, 3]}
    assert patch.apply(old, operations) == new
    assert old == {"a": [1, 2], "b/c": {"d": 1}}
    for wrong in (
        {"op": "replace", "path": "/x", "value": 1},
        {"op": "remove", "path": "/a/2"},
        {"op": "add", "path": "/a/01", "value": 1},
        {"op": "test", "path": "/a/0", "value": True},
        {"op": "what", "path": ""},
    ):
        with pytest.raises(patch.PatchError):
            patch.apply(old, [wrong])


def test_enfold_imports_neither_pytest_nor_hypothesis(script: Script) -> None:
    done = script(
        """
        import sys
        import enfold.testing
        assert not {"pytest", "hypothesis"} & set(sys.modules)
        sys.modules["pytest"] = sys.modules["hypothesis"] = None
        for code in ("from enfold.testing import StoreMachine", "import enfold.testing.plugin"):
            try:
                exec(code)
            except ImportError as error:
                print(error)
        """
    )
    assert done.stdout.splitlines() == [
        "enfold.testing.StoreMachine needs Hypothesis: pip install hypothesis",
        "enfold.testing.plugin needs pytest: pip install pytest",
    ], done.stderr
