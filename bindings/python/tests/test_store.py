"""Stores: actions in, state out."""

from __future__ import annotations

from typing import Any

import pytest

import enfold


@pytest.mark.parametrize(
    "arguments",
    [
        ("setCount", 5),
        ({"setCount": 5},),
        (b'{"setCount":5}',),
        (bytearray(b'{"setCount":5}'),),
        (b'{"type":"setCount","payload":5}',),
    ],
)
def test_an_action_is_written_in_many_ways(counter: enfold.Store, arguments: Any) -> None:
    counter.send(*arguments)
    assert counter.get("/count") == 5


def test_a_bare_name_is_an_action(counter: enfold.Store) -> None:
    counter.send("increment")
    counter.send(b'"increment"')
    assert counter.state == {"count": 2, "isLoading": False, "fact": None}


def test_fields_are_the_payload(todos: enfold.Store) -> None:
    todos.send("add", title="rye flour 🌾")
    todos.send("rename", id=1, title="x")
    todos.send("rename", {"id": 1, "title": "y"})
    assert todos.get("/items/id=1/title") == "y"


@pytest.mark.parametrize("length", [11, 255, 256, 257, 70_000])
def test_an_action_is_sent_at_its_length(counter: enfold.Store, length: int) -> None:
    counter.send(b'"increment"'.ljust(length))
    assert counter.revision == 1
    with pytest.raises(enfold.JSONError) as caught:
        counter.send(b'"increment"'.ljust(length) + b"\0x")
    assert (caught.value.offset, counter.revision) == (length, 1)


def test_a_payload_and_fields_exclude_each_other(todos: enfold.Store) -> None:
    with pytest.raises(TypeError, match="not both"):
        todos.send("add", {"title": "x"}, title="y")
    with pytest.raises(TypeError, match="name before"):
        todos.send({"add": {"title": "x"}}, title="y")
    with pytest.raises(TypeError, match="not int"):
        todos.send(5)  # type: ignore[arg-type]
    assert todos.revision == 0


def test_what_has_no_json_form_is_refused_before_it_is_sent(counter: enfold.Store) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        counter.send("setCount", float("nan"))
    with pytest.raises(TypeError):
        counter.send("setCount", object())
    assert counter.revision == 0


def test_integers_are_exact(counter: enfold.Store) -> None:
    for number in (2**63 - 1, -(2**63), 2**53 + 1):
        counter.send("setCount", number)
        assert counter.get("/count") == number
    with pytest.raises(enfold.ActionError):
        counter.send("setCount", 2**63)


def test_a_batch_is_accepted_whole_or_not_at_all(todos: enfold.Store) -> None:
    assert todos.send_batch([{"add": {"title": "a"}}, "clearCompleted"]) == 2
    assert todos.send_batch(b'[{"add":{"title":"b"}}]') == 1
    assert todos.send_batch([]) == 0
    with pytest.raises(enfold.ActionError):
        todos.send_batch([{"add": {"title": "c"}}, "nonsense"])
    assert [item["title"] for item in todos.get("/items")] == ["a", "b"]
    assert todos.revision == 3


def test_the_revision_counts_actions(counter: enfold.Store) -> None:
    assert counter.revision == 0
    counter.send("setCount", 0)
    counter.send("increment")
    assert counter.revision == 2


def test_state_is_read_by_pointer(todos: enfold.Store) -> None:
    todos.send("add", title='a/"b"')
    assert todos.raw("/items/0") == b'{"id":1,"title":"a/\\"b\\"","isDone":false}'
    assert todos.get("/items/id=1/isDone") is False
    assert todos.get("") == todos.state
    for pointer in ("/items/7", "items", "/nothing"):
        with pytest.raises(enfold.PointerError):
            todos.get(pointer)


def test_a_store_is_opened_with_a_state(runtime: enfold.Runtime) -> None:
    assert runtime.open("Counter", state={"count": 7}).state["count"] == 7
    assert runtime.open("Counter", state=b' {"count":8}').state["count"] == 8
    assert runtime.open("org.enfold.counter/Counter").state["count"] == 0


def test_unknown_keys_are_refused_unless_they_are_to_be_ignored(runtime: enfold.Runtime) -> None:
    state = {"count": 7, "colour": "red"}
    with pytest.raises(enfold.StateError) as caught:
        runtime.open("Counter", state=state)
    assert caught.value.offset == len('{"count":7,')
    assert caught.value.text == b'{"count":7,"colour":"red"}'
    assert runtime.open("Counter", state=state, unknown_keys="ignore").get("/count") == 7
    with pytest.raises(enfold.InvalidError):
        runtime.open("Counter", unknown_keys="eat")  # type: ignore[arg-type]


def test_bytes_of_a_state_cannot_smuggle_options(runtime: enfold.Runtime) -> None:
    with pytest.raises(enfold.JSONError) as caught:
        runtime.open("Counter", state=b'{"count":7},"unknownKeys":"ignore"')
    assert caught.value.offset == 11


def test_no_failure_leaves_a_store_open(runtime: enfold.Runtime) -> None:
    for feature in ("Nope", "Cou\0nter", ""):
        with pytest.raises(enfold.Error):
            runtime.open(feature)
    assert runtime.stores == []
    assert runtime.stats()["stores"] == 0


def test_a_closed_store_says_so(counter: enfold.Store) -> None:
    counter.close()
    counter.close()
    assert counter.is_closed
    assert "closed" in repr(counter)
    for call in (
        lambda: counter.send("increment"),
        lambda: counter.send(b'"increment"'),
        lambda: counter.task("increment"),
        lambda: counter.state,
        lambda: counter.revision,
        lambda: counter.observe("/count", print),
        counter.wait,
    ):
        with pytest.raises(enfold.ClosedError):
            call()


def test_a_store_is_closed_by_its_with_statement(runtime: enfold.Runtime) -> None:
    with runtime.open("Counter") as store:
        assert runtime.stores == [store]
        assert not store.is_closed
    assert store.is_closed
    assert runtime.stores == []


def test_an_effect_changes_the_state_later(counter: enfold.Store) -> None:
    counter.send("setCount", 6)
    counter.send("factTapped")
    assert counter.get("/isLoading") is True
    counter.wait(timeout=10)
    assert counter.state == {"count": 6, "isLoading": False, "fact": "6 is divisible by 2, 3, 6"}


def test_a_file_is_loaded(todos: enfold.Store, tmp_path: Any) -> None:
    (tmp_path / "list.json").write_text('[{"id":4,"title":"four"}]')
    todos.task("load", path=str(tmp_path / "list.json")).wait(timeout=10)
    assert todos.get("/items") == [{"id": 4, "title": "four", "isDone": False}]
    todos.task("load", path=str(tmp_path / "none.json")).wait(timeout=10)
    assert "No such file" in todos.get("/error")


@pytest.mark.parametrize("one", ["increment", {"increment": {}}])
def test_one_action_is_no_batch(counter: enfold.Store, one: object) -> None:
    with pytest.raises(TypeError, match="send takes one"):
        counter.send_batch(one)  # type: ignore[arg-type]
    assert counter.revision == 0
