"""Values that Enfold refuses and Python can hold; states deeper than its json can follow."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Callable

import pytest

import enfold
from enfold import _codec, _deep, _json
from enfold._place import named

FAR = 20_000  # levels, far beyond what Python's own stack allows


def nested(levels: int, innermost: Any = 0) -> Any:
    """[[[0]]], so many levels."""
    value = innermost
    for _ in range(levels):
        value = [value]
    return value


def depth(value: Any) -> int:
    levels = 0
    while isinstance(value, list):
        levels += 1
        value = value[0]
    return levels


@pytest.fixture
def deep_runtime(keep_plugin: Path) -> Iterator[enfold.Runtime]:
    """A runtime that accepts actions as deep as states."""
    with enfold.Runtime(limits={"depth": 1024}) as runtime:
        runtime.load(keep_plugin)
        yield runtime


# What goes in


Call = Callable[[enfold.Store, Any], object]

# How a value is given, and where in the text it stands.
WAYS = [
    pytest.param(lambda store, value: store.send("show", value), "/show", id="payload"),
    pytest.param(lambda store, value: store.send("show", x=value), "/show/x", id="fields"),
    pytest.param(lambda store, value: store.send({"show": {"x": value}}), "/show/x", id="dict"),
    pytest.param(lambda store, value: store.send(["show", value]), "/1", id="list"),
    pytest.param(lambda store, value: store.task("show", (value,)), "/show/0", id="task"),
    pytest.param(
        lambda store, value: store.send_batch(["addChild", {"show": value}]),
        "/1/show",
        id="batch",
    ),
    pytest.param(lambda store, value: store.set("/name", [1, value]), "/1", id="set"),
    pytest.param(
        lambda store, value: store.set("/name", "x", then={"renamed": {"to": value}}),
        "/renamed/to",
        id="then",
    ),
    pytest.param(
        lambda store, value: store.runtime.open("Panel", state={"name": value}),
        "/name",
        id="state",
    ),
    pytest.param(
        lambda store, value: store.scope("", {"a/b": {"c": value}, "here": "$action"}),
        "/a~1b/c",
        id="template",
    ),
    pytest.param(
        lambda store, value: enfold.Runtime(limits={"depth": value}), "/limits/depth", id="limits"
    ),
]


@pytest.mark.parametrize(("call", "place"), WAYS)
def test_too_deep_values_are_beyond_a_limit(panel: enfold.Store, call: Call, place: str) -> None:
    before = panel.raw()
    for levels in (200, 1100, FAR):
        # A state may be deeper than the rest, and its type is looked at first.
        if levels == 200 and place == "/name":
            continue
        with pytest.raises(enfold.Error) as caught:
            call(panel, nested(levels))
        error = caught.value
        assert (type(error), error.name) == (enfold.LimitError, "ENFOLD_LIMIT")
        assert "nested deeper than" in error.message
        assert f", at {place}/0/0/0/0" in error.message and error.message.endswith("…")
        assert len(error.message) < 200
        assert error.text is not None and error.offset is not None
        assert error.text[error.offset : error.offset + 1] == b"["
    assert (panel.raw(), panel.revision) == (before, 0)


@pytest.mark.parametrize("text", ["\udfaa", "\ud800", "a\ud800b", "\\\udfaa", "\ude00\ud83d"])
@pytest.mark.parametrize(("call", "place"), WAYS)
def test_lone_surrogates_are_no_json(
    panel: enfold.Store, call: Call, place: str, text: str
) -> None:
    before = panel.raw()
    with pytest.raises(enfold.Error) as caught:
        call(panel, text)
    error = caught.value
    assert (type(error), error.name) == (enfold.JSONError, "ENFOLD_BAD_JSON")
    assert "surrogate" in error.message
    assert error.message.endswith(f", at {place}")
    str(error).encode()
    assert (panel.raw(), panel.revision) == (before, 0)


def test_lone_surrogates_in_keys_and_names_are_no_json(panel: enfold.Store) -> None:
    lone = "\ud800"
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: panel.send("show", **{lone: 1}), ", in a key of /show"),
        (lambda: panel.send({"show": [{"x": {lone: 1}}]}), ", in a key of /show/0/x"),
        (lambda: panel.send({lone: 1}), ""),
        (lambda: panel.send(lone), ""),
        (lambda: panel.send(lone, 1), ""),
        (lambda: panel.send_batch(["addChild", lone]), ", at /1"),
        (lambda: panel.scope("", lone), ""),
        (lambda: panel.observe_actions(print, state=f"/{lone}"), ", at /state"),
    ]
    for call, place in calls:
        with pytest.raises(enfold.JSONError) as caught:
            call()
        assert "surrogate" in caught.value.message
        assert caught.value.message.endswith(place)
        assert (", at " in caught.value.message or ", in " in caught.value.message) == bool(place)
    assert panel.revision == 0


def test_a_pair_of_surrogates_is_the_character(todos: enfold.Store) -> None:
    todos.send("add", title="\ud83d\ude00")
    assert todos.get("/items/0/title") == "😀"


def test_lone_surrogates_in_pointers_and_names(panel: enfold.Store) -> None:
    pointer = "/na\ud800me"
    for call in (
        lambda: panel.get(pointer),
        lambda: panel.raw(pointer),
        lambda: panel.observe(pointer, print),
        lambda: panel.set(pointer, 1),
        lambda: panel.scope(pointer),
    ):
        with pytest.raises(enfold.PointerError, match="UTF-8") as caught:
            call()
        assert caught.value.offset is not None
    with pytest.raises(enfold.InvalidError, match="feature is not UTF-8"):
        panel.runtime.open("Pan\ud800el")
    assert panel.runtime.stats()["subscriptions"] == 0


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), {1, 2}, object(), {(): 1}])
@pytest.mark.parametrize(("call", "place"), WAYS)
def test_what_is_no_json_at_all_stays_pythons_error(
    panel: enfold.Store, call: Call, place: str, bad: Any
) -> None:
    before = panel.raw()
    for value in (bad, nested(20, bad), nested(FAR, bad)):
        with pytest.raises((TypeError, ValueError)) as caught:
            call(panel, value)
        assert not isinstance(caught.value, enfold.Error)
    assert (panel.raw(), panel.revision) == (before, 0)


def test_a_value_that_contains_itself_is_pythons_error(counter: enfold.Store) -> None:
    circle: list[Any] = []
    circle.append(nested(FAR, circle))
    small: list[Any] = []
    small.append(small)
    for value in (circle, small):
        with pytest.raises(ValueError, match="Circular reference"):
            counter.send("setCount", value)
        # Not left to the collector, which would follow it far down.
        value.clear()


def test_one_bad_action_of_a_batch_and_none_is_accepted(counter: enfold.Store) -> None:
    for bad in ({"setCount": nested(FAR)}, {"setCount": "\ud800"}, {"setCount": {1}}):
        with pytest.raises((enfold.Error, TypeError)):
            counter.send_batch(["increment", bad, "increment"])
    assert counter.revision == 0


def test_the_place_in_a_text_that_was_given_as_bytes(counter: enfold.Store) -> None:
    with pytest.raises(enfold.LimitError, match=", at /setCount/0/0"):
        counter.send(b'{"setCount":' + b"[" * 2000)
    with pytest.raises(enfold.JSONError, match=", at /setCount/a"):
        counter.send(b'{"setCount":{"a":"\\ud800"}}')
    with pytest.raises(enfold.JSONError, match=", at /count/1"):
        counter.runtime.open("Counter", state=b'{"count":[0,}]')


def test_a_state_of_bytes_is_one_value_whichever_bytes(counter: enfold.Store) -> None:
    for kind in (bytes, bytearray, memoryview):
        with pytest.raises(enfold.JSONError):
            counter.runtime.open("Counter", state=kind(b'{"count":1},"unknownKeys":"ignore"'))
        deep = kind(b"[" * 5000 + b"]" * 5000)
        with pytest.raises(enfold.LimitError):
            counter.runtime.open("Counter", state=deep)
        with pytest.raises(enfold.JSONError) as caught:
            counter.runtime.open("Counter", state=kind(b"[" * 5000 + b"}"))
        assert caught.value.offset == 5000


# What comes out


def test_a_state_as_deep_as_any_is_opened_and_read(deep_runtime: enfold.Runtime) -> None:
    value = nested(1024)
    for state in (value, _json.encode(value)):
        with deep_runtime.open("Keep", state=state) as store:
            assert depth(store.state) == 1024
            assert depth(store.get("/0/0")) == 1022
    with pytest.raises(enfold.LimitError, match=", at /0/0/0"):
        deep_runtime.open("Keep", state=nested(1025))


def test_events_with_deep_values_arrive(deep_runtime: enfold.Runtime) -> None:
    seen: list[tuple[int, int, int]] = []
    store = deep_runtime.open("Keep", state=nested(1024))

    @store.observe(patch=True, action=True)
    def observe(event: enfold.Event) -> None:
        patch = depth(event.patch[0]["value"]) if event.patch else -1
        seen.append((depth(event.value), patch, depth(event.action)))

    store.observe_actions(lambda event: seen.append((-2, -2, depth(event.action))))
    store.send(nested(1000))
    store.send(nested(1023))
    store.send([nested(1)])
    assert [event[0] for event in seen if event[0] != -2] == [1024, 1000, 1023, 2]
    assert [event[2] for event in seen if event[0] == -2] == [1000, 1023, 2]
    assert deep_runtime.pump() == 0


def test_deep_down_in_pythons_own_stack(deep_runtime: enfold.Runtime) -> None:
    """There Python's json gives up early: 128 levels are always read and written."""
    store = deep_runtime.open("Keep")
    room = sys.getrecursionlimit() - len(inspect.stack(0))

    def call(frames: int) -> int:
        if frames:
            return call(frames - 1)
        store.send(nested(128))
        return depth(store.state)

    assert call(room - 60) == 128


# The functions behind it


VALUES: list[Any] = [
    *(0, -1.5, 1e300, True, None, "", 'a"\\\n\x01å😀', [], {}, (), [[]], [{}], {"a": []}),
    {"a": 1, "b": [1, 2.5, {"c": None, "d": [[], {}, [True]]}], "": ""},
    {1: 2, 2.5: 3, False: 4, None: 5},
    [1, (2, [3, (4,)])],
    [[1, 2], [3, 4], {"x": [5]}],
]


@pytest.mark.parametrize("value", VALUES)
def test_both_ways_of_writing_and_reading_are_one(value: Any) -> None:
    text = _json.encode(value).decode()
    assert _deep.encode(value, _codec.to_text) == text
    for layout in (text, json.dumps(value, indent=2), f" {text}\n"):
        assert _deep.decode(layout) == json.loads(layout)


def test_one_list_in_two_places_is_no_circle() -> None:
    shared = [1]
    assert _deep.encode([shared, shared, [shared]], _codec.to_text) == "[[1],[1],[[1]]]"


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "[]]", "1 2"),
        *('{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{"a" 1}', "{a:1}", "{1:2}", '{"a":1]'),
        *('"', '"a', "nul", "-", "[01]", '["a\n"]', '{"a":{"b":[}}', '{"a":,}', "\ufeff1"),
    ],
)
def test_both_ways_of_reading_refuse_the_same(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as expected:
        json.JSONDecoder().decode(text)
    with pytest.raises(json.JSONDecodeError) as caught:
        _deep.decode(text)
    if text not in ("[1,]", '{"a":1,}'):  # newer Pythons are more helpful about these
        assert caught.value.pos == expected.value.pos


def test_places() -> None:
    text = b'{"a":[1,{"b":"x,]","c/~":[[],"y"]},{"\\"":2}],"d":{}}'

    def place(part: bytes) -> str:
        return named("no", text, text.index(part))

    assert place(b'{"a') == "no"
    assert place(b'a"') == "no"
    assert place(b"[1") == "no, at /a"
    assert place(b"1") == "no, at /a/0"
    assert place(b'{"b') == "no, at /a/1"
    assert place(b'b"') == "no, in a key of /a/1"
    assert place(b",]") == "no, at /a/1/b"
    assert place(b"[]") == "no, at /a/1/c~1~0/0"
    assert place(b'y"') == "no, at /a/1/c~1~0/1"
    assert place(b"2}") == 'no, at /a/2/\\"'
    assert place(b"{}}") == "no, at /d"
    assert named("no", text, len(text)) == "no"
    assert named("no", text, None) == named("no", None, 3) == named("no", text, 1000) == "no"
    assert named("no", b"}],\xff", 3) == "no"
