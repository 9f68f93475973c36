"""`enfold.apply_patch`, and the patches of observers that it reads."""

from __future__ import annotations

import copy
from typing import Any

import pytest

import enfold

BOARD: Any = {"items": [{"id": 1, "title": "milk"}, {"id": 2, "title": "tea"}], "filter": None}


def test_a_patch_gives_a_new_value() -> None:
    before = copy.deepcopy(BOARD)
    patch = [
        {"op": "replace", "path": "/items/0/title", "value": "oat milk"},
        {"op": "remove", "path": "/items/1"},
        {"op": "add", "path": "/items/-", "value": {"id": 3, "title": "ä"}},
    ]
    after = {"items": [{"id": 1, "title": "oat milk"}, {"id": 3, "title": "ä"}], "filter": None}
    assert enfold.apply_patch(BOARD, patch) == after
    assert before == BOARD
    assert enfold.apply_patch(b"[1, 2]", b'[{"op":"remove","path":"/0"}]') == [2]


def test_a_keyed_patch_names_elements_and_is_taken_back() -> None:
    patch = [
        {"op": "move", "path": "/items/id=2", "after": None, "old": "id=1"},
        {"op": "add", "path": "/items/id=3", "after": "id=2", "value": {"id": 3}},
        {"op": "remove", "path": "/items/id=1", "old": BOARD["items"][0], "after": "id=3"},
        {"op": "replace", "path": "/filter", "value": "all", "old": None},
    ]
    after = enfold.apply_patch(BOARD, patch)
    assert [item["id"] for item in after["items"]] == [2, 3]
    assert enfold.apply_patch(after, patch, revert=True) == BOARD


def test_what_cannot_be_done_is_said() -> None:
    with pytest.raises(enfold.InvalidError, match=r'operation 0 \(remove\): nothing is at "/x"'):
        enfold.apply_patch(BOARD, [{"op": "remove", "path": "/x"}])
    with pytest.raises(enfold.InvalidError, match='operation 0: "old" is missing'):
        enfold.apply_patch(BOARD, [{"op": "remove", "path": "/items/0"}], revert=True)
    with pytest.raises(enfold.JSONError, match="document") as refused:
        enfold.apply_patch(b"[1,]", [])
    assert (refused.value.offset, refused.value.text) == (3, b"[1,]")
    with pytest.raises(enfold.JSONError, match="patch") as refused:
        enfold.apply_patch(BOARD, b"[}")
    assert (refused.value.offset, refused.value.text) == (1, b"[}")
    with pytest.raises(TypeError):
        enfold.apply_patch(BOARD, [{"op": "add", "path": "/x", "value": {1, 2}}])


@pytest.fixture
def told(todos: enfold.Store) -> list[Any]:
    """The patches of `/items`, keyed and with what was there before."""
    patches: list[Any] = []
    for title in ("milk", "tea", "rye"):
        todos.send("add", title=title)
    keyed: Any = {"patch": "keyed", "old": True, "value": False, "initial": False}
    todos.observe("/items", lambda event: patches.append(event.patch), **keyed)
    return patches


def test_observers_are_told_elements_by_id(todos: enfold.Store, told: list[Any]) -> None:
    items = todos.get("/items")
    todos.send("toggle", id=2)
    todos.send("delete", id=2)
    todos.send("add", title="oats")
    todos.send({"loaded": {"success": [{"id": 3, "title": "rye"}]}})
    new, loaded = (
        {"id": id, "title": title, "isDone": False} for id, title in ((4, "oats"), (3, "rye"))
    )
    assert told == [
        [{"op": "replace", "path": "/id=2/isDone", "value": True, "old": False}],
        [{"op": "remove", "path": "/id=2", "old": {**items[1], "isDone": True}, "after": "id=1"}],
        [{"op": "add", "path": "/id=4", "after": "id=3", "value": new}],
        [{"op": "replace", "path": "", "value": [loaded], "old": [items[0], items[2], new]}],
    ]
    value = todos.get("/items")
    for patch in reversed(told):
        value = enfold.apply_patch(value, patch, revert=True)
    assert value == items


def test_what_was_told_begins_anew_where_nothing_was(todos: enfold.Store, told: list[Any]) -> None:
    patches: list[Any] = []
    todos.observe("/items/id=1", lambda event: patches.append(event.patch), patch=True, old=True)
    scope = todos.scope("/items/id=1/title")
    scope.observe(
        "", lambda event: patches.append(event.patch), patch=True, old=True, coalesce="drain"
    )
    todos.send_batch(
        ["clearCompleted", {"rename": {"id": 1, "title": "soy"}}, {"delete": {"id": 1}}]
    )
    todos.send({"loaded": {"success": [{"id": 1, "title": "oat"}]}})
    milk = {"id": 1, "title": "milk", "isDone": False}
    assert patches == [
        [{"op": "replace", "path": "", "value": milk}],
        [{"op": "replace", "path": "", "value": "milk"}],
        [{"op": "replace", "path": "/title", "value": "soy", "old": "milk"}],
        [],
        [],
        [{"op": "replace", "path": "", "value": {**milk, "title": "oat"}}],
        [{"op": "replace", "path": "", "value": "oat"}],
    ]


def test_options_that_contradict_each_other_are_refused(todos: enfold.Store) -> None:
    with pytest.raises(enfold.InvalidError, match='"old" needs "patch"'):
        todos.observe("", print, old=True)
    with pytest.raises(enfold.InvalidError, match='"patch" is "ids"; known: "keyed"'):
        todos.observe("", print, patch="ids")  # type: ignore[call-overload]
