"""Breakpoints: where a store stops, what is told of it, and how they end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import enfold
from enfold._ffi import report
from enfold.callbacks import check

from .asker import LONG, until
from .conftest import COUNTER, TODOS


@pytest.fixture(params=["host", "inline"])
def runtime(request: pytest.FixtureRequest) -> Iterator[enfold.Runtime]:
    """A runtime with each loop and both plugins, for the fixtures of conftest.py, too."""
    with enfold.Runtime(loop=request.param) as runtime:
        runtime.load(COUNTER)
        runtime.load(TODOS)
        yield runtime


def titles(store: enfold.Store) -> list[str]:
    return [item["title"] for item in store.get("/items")]


def number(store: enfold.Store, what: str) -> int:
    return int(store.runtime.stats()[what])


def stops(store: enfold.Store, action: Any) -> bool:
    """Whether an action is stopped, before or behind it. It is reduced either way."""
    store.send(action)
    stopped = number(store, "held") == 1
    store.hold(False)
    assert number(store, "held") == number(store, "pending") == 0
    return stopped


# Where


def test_it_stops_before_each_action_of_a_name(todos: enfold.Store) -> None:
    with todos.break_at("add"):
        todos.send_batch([{"add": {"title": "a"}}, {"add": {"title": "b"}}, "clearCompleted"])
        assert (titles(todos), number(todos, "held")) == ([], 1)
        todos.hold(False)
        assert (titles(todos), number(todos, "held"), todos.revision) == (["a"], 1, 1)
        assert todos.step() is True
        assert (titles(todos), number(todos, "held"), todos.revision) == (["a", "b"], 1, 2)
        todos.hold(False)
        assert (todos.revision, number(todos, "held")) == (3, 0)
        assert not stops(todos, {"rename": {"id": 1, "title": "add"}})
        assert stops(todos, {"add": {"title": "c"}})
    assert not stops(todos, {"add": {"title": "d"}})
    assert titles(todos) == ["add", "b", "c", "d"]


def test_an_action_that_is_a_text_has_a_name(counter: enfold.Store) -> None:
    with counter.break_at("increment"):
        assert stops(counter, "increment")
        assert stops(counter, {"increment": {}})
        assert not stops(counter, "decrement")
    assert counter.get("/count") == 1


def test_a_name_leads_inside(panel: enfold.Store) -> None:
    panel.send("addChild")
    with panel.break_at("child/setCount"):
        assert not stops(panel, {"child": {"increment": {}}})
        assert not stops(panel, "reset")
        panel.send("addChild")
        assert stops(panel, {"child": {"setCount": 7}})
    child = panel.scope("/child", "child")
    with panel.break_at("child"):
        assert stops(child, "increment")
    assert child.get("/count") == 8
    with pytest.raises(enfold.UnsupportedError, match="template"):
        child.break_at("increment")


def test_it_stops_behind_each_change_of_a_place(panel: enfold.Store) -> None:
    with panel.break_at(path="/title"):
        panel.send_batch([{"setLevel": 1}, {"setTitle": "a"}, {"setLevel": 2}])
        assert (panel.get("/level"), panel.get("/title")) == (1, "a")
        assert number(panel, "held") == 1
        panel.hold(False)
        assert (panel.get("/level"), number(panel, "held")) == (2, 0)
        assert not stops(panel, {"setTitle": "a"})
        assert stops(panel, {"setTitle": "b"})
    assert not stops(panel, {"setTitle": "c"})
    with panel.break_at(path="/name"):
        panel.set("/name", "Ada")
        assert number(panel, "held") == 1
        panel.hold(False)


def test_a_path_of_a_scope_begins_there(todos: enfold.Store) -> None:
    todos.send_batch([{"add": {"title": "a"}}, {"add": {"title": "b"}}])
    item = todos.scope("/items/id=2")
    with item.break_at(path="/title") as breakpoint:
        assert breakpoint.store is item
        assert not stops(todos, {"rename": {"id": 1, "title": "x"}})
        assert stops(todos, {"rename": {"id": 2, "title": "x"}})
    item.break_at(path="/title")
    item.close()
    assert not stops(todos, {"rename": {"id": 2, "title": "y"}})


def test_a_breakpoint_before_an_action_outlives_its_scope(todos: enfold.Store) -> None:
    scope = todos.scope("/items")
    breakpoint = scope.break_at("add")
    scope.close()
    assert stops(todos, {"add": {"title": "a"}})
    breakpoint.remove()
    assert not stops(todos, {"add": {"title": "a"}})


def test_it_stops_before_what_effects_send(runtime: enfold.Runtime) -> None:
    @runtime.feature("Steps", state={"heard": []})
    def steps(state: Any, action: Any) -> Any:
        state["heard"].append(action)
        return enfold.Send("next") if action == "first" else None

    store = runtime.open("Steps")
    with store.break_at("next"):
        task = store.task("first")
        until(store, lambda: number(store, "held") == 1)
        assert (store.get("/heard"), task.status) == (["first"], "running")
        store.hold(False)
        task.wait(LONG)
        assert store.get("/heard") == ["first", "next"]


# What is told


def test_each_stop_is_told(todos: enfold.Store) -> None:
    records: list[tuple[str, dict[str, Any]]] = []

    def note(level: str, record: dict[str, Any]) -> None:
        if record.get("topic") == "a-store-is-held":
            records.append((level, record))

    todos.runtime.log("info", note)
    behind = todos.break_at(path="/items")
    before = todos.break_at("add")
    assert before.number != behind.number and 0 not in (before.number, behind.number)
    todos.tagged("ada").send("add", title="a")
    todos.runtime.pump()
    [(level, record)] = records
    assert (level, record["tag"]) == ("info", "ada")
    assert record["action"].startswith("add")
    assert (record["store"], record["name"]) == (todos._handle, "Todos#1")
    assert f"breakpoint {before.number} " in record["message"]
    todos.hold(False)
    todos.runtime.pump()
    _, (level, record) = records
    assert level == "info"
    assert (record["store"], record["name"]) == (todos._handle, "Todos#1")
    assert f"breakpoint {behind.number} " in record["message"] and "/items" in record["message"]
    todos.hold(False)
    # To hold it is no stop.
    todos.hold()
    todos.hold(False)
    todos.runtime.pump()
    assert len(records) == 2


# How they end


def test_they_are_removed(todos: enfold.Store) -> None:
    before, behind = todos.break_at("add"), todos.break_at(path="/items")
    assert (before.store, number(todos, "subscriptions")) == (todos, 1)
    assert "'add'" in repr(before) and "'/items'" in repr(behind)
    assert "removed" not in repr(before)
    before.remove()
    before.remove()
    assert repr(before).endswith("(removed)>")
    todos.send("add", title="a")
    # It is the other one that has stopped.
    assert (titles(todos), number(todos, "held")) == (["a"], 1)
    behind.remove()
    assert (number(todos, "held"), number(todos, "subscriptions")) == (1, 0)
    todos.hold(False)
    assert not stops(todos, {"add": {"title": "b"}})


def test_a_removed_breakpoint_releases_nothing(todos: enfold.Store) -> None:
    with todos.break_at("add"):
        todos.send("add", title="a")
    assert (titles(todos), number(todos, "held")) == ([], 1)
    todos.hold(False)
    assert titles(todos) == ["a"]


def test_all_of_a_store_are_cleared(todos: enfold.Store) -> None:
    other = todos.runtime.open("Todos")
    others = other.break_at("add")
    cleared = [todos.break_at("add"), todos.break_at(path=""), todos.break_at("add")]
    assert len({each.number for each in cleared}) == 3
    todos.clear_breakpoints()
    todos.clear_breakpoints()
    assert number(todos, "subscriptions") == 0
    assert not stops(todos, {"add": {"title": "a"}})
    again = todos.break_at("add")
    for each in cleared:
        each.remove()  # is gone, and no other one has its number
    assert stops(todos, {"add": {"title": "b"}})
    again.remove()
    assert stops(other, {"add": {"title": "c"}})
    others.remove()


def test_the_library_knows_its_numbers(todos: enfold.Store) -> None:
    known = todos.break_at("add").number
    for unknown in (known + 1, 0):
        text = b'{"remove":%d}' % unknown
        status = todos._library.store_break(todos._handle, text, len(text), None, report.address)
        with pytest.raises(enfold.NotFoundError, match=f"no breakpoint {unknown}"):
            check(status, text)
    assert stops(todos, {"add": {"title": "a"}})


def test_they_end_with_their_store(todos: enfold.Store) -> None:
    with todos.break_at("add") as before, todos.break_at(path="/items"):
        todos.close()
    before.remove()
    assert number(todos, "subscriptions") == 0
    with pytest.raises(enfold.ClosedError):
        todos.break_at("add")


# Mistakes


def test_one_place_is_needed(todos: enfold.Store) -> None:
    calls: list[Callable[[], object]] = [
        todos.break_at,
        lambda: todos.break_at("add", path="/items"),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=r"an action or a path.*break_at\(path='/items'\)"):
            call()
    for wrong in (5, b"add", ["add"]):
        with pytest.raises(TypeError, match="the name of an action is a str"):
            todos.break_at(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a pointer is a str"):
            todos.break_at(path=wrong)  # type: ignore[arg-type]
    assert not stops(todos, {"add": {"title": "a"}})


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"action": ""}, enfold.InvalidError, "name of an action"),
        ({"action": "child//add"}, enfold.InvalidError, "child//add"),
        ({"action": "\ud800"}, enfold.JSONError, "at /action"),
        ({"path": "items"}, enfold.PointerError, "begins with"),
        ({"path": "/nothing"}, enfold.PointerError, "nothing"),
    ],
)
def test_what_is_no_place_is_refused(
    todos: enfold.Store, options: dict[str, str], error: type[enfold.Error], message: str
) -> None:
    with pytest.raises(error, match=message):
        todos.break_at(**options)
    assert number(todos, "subscriptions") == 0
    assert not stops(todos, {"add": {"title": "a"}})
