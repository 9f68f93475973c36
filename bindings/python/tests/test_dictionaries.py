"""Dictionaries that record what is written to them, and plain collections, in Python."""

from __future__ import annotations

import random
from typing import Any

import jsonpatch
import pytest

import enfold

from .conftest import TEST_PLUGINS


@pytest.fixture
def prices(runtime: enfold.Runtime) -> enfold.Store:
    """A store with dictionaries; see Tests/Plugins/Prices.swift."""
    runtime.load(TEST_PLUGINS / "libPrices.so")
    return runtime.open("Prices")


def test_a_value_is_observed_by_its_key(prices: enfold.Store) -> None:
    told: list[Any] = []
    prices.observe("/prices/milk/cents", lambda event: told.append(event.value))
    prices.observe(
        "/stock/9", lambda event: told.append("nothing" if event.removed else event.value)
    )
    prices.send("raise", key="milk", by=1)
    prices.send("raise", key="tea", by=1)
    prices.send("put", key="milk", cents=120)
    prices.send("count", key=9, number=4)
    prices.send("count", key=9, number=None)
    assert told == [119, "nothing", 120, 4, "nothing"]
    assert prices.get("/prices/milk") == {"cents": 120, "notes": []}


def test_patches_have_one_operation_for_each_key(prices: enfold.Store) -> None:
    patches: list[Any] = []
    prices.observe(
        "/prices", lambda event: patches.extend(event.patch), patch=True, value=False, initial=False
    )
    prices.send("raise", key="milk", by=1)
    prices.send("note", key="tea", text="green")
    prices.send("raise", key="a/b", by=5)
    prices.send("remove", key="tea")
    prices.send("remove", key="tea")
    assert patches == [
        {"op": "replace", "path": "/milk/cents", "value": 120},
        {"op": "replace", "path": "/tea/notes", "value": ["green"]},
        {"op": "add", "path": "/a~1b", "value": {"cents": 5, "notes": []}},
        {"op": "remove", "path": "/tea"},
    ]


def test_patches_of_plain_collections_have_the_elements_that_differ(prices: enfold.Store) -> None:
    patches: list[Any] = []
    prices.observe(
        "", lambda event: patches.append(event.patch), patch=True, value=False, initial=False
    )
    prices.send("name", index=1, text="rooibos")
    prices.send("plain", key="tea", number=3)
    prices.send("plain", key="oil", number=4)
    assert patches == [
        [{"op": "replace", "path": "/names/1", "value": "rooibos"}],
        [{"op": "replace", "path": "/plain/tea", "value": 3}],
        [{"op": "replace", "path": "/plain", "value": {"milk": 1, "oil": 4, "tea": 3}}],
    ]


def test_a_property_of_a_value_is_written_by_pointer(prices: enfold.Store) -> None:
    prices.set("/prices/tea/cents", 7)
    assert prices.get("/prices/tea/cents") == 7
    prices.set("/stock", {"1": 2, "10": 3})
    assert prices.get("/stock") == {"1": 2, "10": 3}
    with pytest.raises(enfold.NotFoundError):
        prices.set("/prices/oil/cents", 7)
    with pytest.raises(enfold.UnsupportedError):
        prices.set("/prices/tea/notes", ["x"])
    with pytest.raises(enfold.PointerError):
        prices.get("/stock/x")


def test_a_scope_of_a_value(prices: enfold.Store) -> None:
    milk = prices.scope("/prices/milk")
    told: list[Any] = []
    milk.observe("/cents", lambda event: told.append(event.value))
    prices.send("raise", key="milk", by=2)
    assert told == [119, 121]


def test_the_state_can_be_opened_again_and_its_schema_is_that_of_an_object(
    runtime: enfold.Runtime, prices: enfold.Store
) -> None:
    prices.send("raise", key="é", by=1)
    state = prices.state
    assert list(state["prices"]) == ["milk", "tea", "é"]
    assert runtime.open("Prices", state=state).state == state
    with pytest.raises(enfold.StateError, match="/stock"):
        runtime.open("Prices", state={**state, "stock": {"x": 1}})


def test_a_mirror_of_random_changes(prices: enfold.Store) -> None:
    seed = random.randrange(1_000_000)
    chance = random.Random(seed)
    mirror = prices.state

    def receive(event: enfold.Event) -> None:
        nonlocal mirror
        mirror = jsonpatch.apply_patch(mirror, event.patch)

    prices.observe("", receive, patch=True, value=False, initial=False)
    keys = ["", "milk", "tea", "a/b", "~", "é", "e\u0301", "x", "y", "z"]
    for _ in range(1_000):
        key = chance.choice(keys)
        kind = chance.randrange(7)
        if kind <= 1:
            prices.send("raise", key=key, by=chance.randrange(3))
        elif kind == 2:
            prices.send("note", key=key, text=chance.choice(keys))
        elif kind == 3:
            prices.send("put", key=key, cents=chance.randrange(3))
        elif kind == 4:
            prices.send("remove", key=key)
        elif kind == 5:
            prices.send("count", key=chance.randrange(20), number=chance.choice([None, 1, 2]))
        elif chance.randrange(2):
            prices.send("name", index=chance.randrange(3), text=key)
        else:
            prices.send("plain", key=key, number=chance.randrange(3))
        assert mirror == prices.state, f"seed {seed}"
    prices.send("clear")
    assert mirror == prices.state


def test_a_bindable_list_or_dictionary_is_set_as_a_whole(prices: enfold.Store) -> None:
    prices.set("/shelves", [{"id": 1, "label": "left"}, {"id": 2, "label": "right"}])
    told: list[Any] = []
    prices.observe("/shelves", lambda event: told.extend(event.patch), patch=True, initial=False)
    prices.set("/shelves/id=2/label", "top")
    prices.set("/shelves", [{"id": 2, "label": "top"}])
    assert told == [
        {"op": "replace", "path": "/1/label", "value": "top"},
        {"op": "replace", "path": "", "value": [{"id": 2, "label": "top"}]},
    ]
    prices.set("/stock", {"1": 5})
    assert prices.get("/stock") == {"1": 5}
    with pytest.raises(enfold.StateError):
        prices.set("/shelves", {"id": 2})
    assert prices.get("/shelves") == [{"id": 2, "label": "top"}]
