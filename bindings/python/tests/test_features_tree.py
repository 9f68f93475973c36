"""States that are dicts: they behave as dicts and lists do, and know what was written to them."""

from __future__ import annotations

import copy
import json
import operator
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from enfold.features import _text
from enfold.features._pointers import NOTHING, find, tokens
from enfold.features._values import same
from enfold.features.drafts import DraftDict, DraftList
from enfold.features.tree import Tree

# A model: random functions run on a state, and on plain dicts and lists

KEYS = st.sampled_from(["a", "b", "c", "", "a/b", "m~n", "ä", "n\0l"])
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 2),
    st.sampled_from([0.0, -0.0, 1.0, 1e16, 0.1]),
    st.sampled_from(["", "x", "é"]),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=6,
)
STATES = st.dictionaries(KEYS, VALUES, max_size=4)
INDICES = st.integers(-3, 3)
SLICES = st.builds(
    slice,
    st.none() | INDICES,
    st.none() | INDICES,
    st.none() | st.sampled_from([1, 2, -1]),
)
# Where a value comes from: it is made, or it is found elsewhere in the state.
PATH = st.lists(st.integers(0, 3), max_size=3)
SOURCES = st.one_of(VALUES.map(lambda value: ("made", value)), PATH.map(lambda path: ("at", path)))


def text_key(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def swap(elements: list[Any], first: int, second: int) -> None:
    elements[first], elements[second] = elements[second], elements[first]


DICT_STEPS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "set": (operator.setitem, (KEYS, SOURCES)),
    "del": (operator.delitem, (KEYS,)),
    "pop": (lambda each, key: each.pop(key), (KEYS,)),
    "pop or": (lambda each, key: each.pop(key, 5), (KEYS,)),
    "popitem": (lambda each: each.popitem(), ()),
    "setdefault": (lambda each, key, value: each.setdefault(key, value), (KEYS, SOURCES)),
    "update": (lambda each, value: each.update(value), (STATES,)),
    "update pairs": (lambda each, value: each.update(value.items(), z=1), (STATES,)),
    "ior": (operator.ior, (STATES,)),
    "clear": (lambda each: each.clear(), ()),
}
LIST_STEPS: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]] = {
    "set": (operator.setitem, (INDICES, SOURCES)),
    "set slice": (operator.setitem, (SLICES, st.lists(VALUES, max_size=3))),
    "del": (operator.delitem, (INDICES,)),
    "del slice": (operator.delitem, (SLICES,)),
    "append": (lambda each, value: each.append(value), (SOURCES,)),
    "insert": (lambda each, index, value: each.insert(index, value), (INDICES, SOURCES)),
    "extend": (lambda each, values: each.extend(values), (st.lists(VALUES, max_size=3),)),
    "iadd": (operator.iadd, (st.lists(VALUES, max_size=2),)),
    "imul": (operator.imul, (st.integers(-1, 2),)),
    "pop": (lambda each: each.pop(), ()),
    "pop at": (lambda each, index: each.pop(index), (INDICES,)),
    "remove": (lambda each, value: each.remove(value), (LEAVES,)),
    "clear": (lambda each: each.clear(), ()),
    "sort": (lambda each: each.sort(), ()),
    "sort by": (lambda each, reverse: each.sort(key=text_key, reverse=reverse), (st.booleans(),)),
    "reverse": (lambda each: each.reverse(), ()),
    "swap": (swap, (INDICES, INDICES)),
    "filter": (
        lambda each: operator.setitem(each, slice(None), [one for one in each if one != 1]),
        (),
    ),
    "twice": (lambda each: operator.setitem(each, slice(1, 1), each), ()),
}


def steps(table: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]) -> Any:
    return st.one_of(
        *(st.tuples(st.just(name), st.tuples(*arguments)) for name, (_, arguments) in table.items())
    )


STEPS = st.tuples(PATH, steps(DICT_STEPS), steps(LIST_STEPS), st.booleans())


def at(value: Any, path: list[int]) -> Any:
    """The container where a path leads to, as far as it goes."""
    for number in path:
        members = list(value.values()) if isinstance(value, dict) else list(value)
        inner = [each for each in members if isinstance(each, (dict, list))]
        if not inner:
            break
        value = inner[number % len(inner)]
    return value


def perform(root: Any, step: Any, kept: list[Any]) -> Any:
    """One step; returns what it gave, or the exception that it raised."""
    path, dict_step, list_step, keeps = step
    target = at(root, path)
    table, (name, arguments) = (
        (DICT_STEPS, dict_step) if isinstance(target, dict) else (LIST_STEPS, list_step)
    )
    ready = []
    for argument in arguments:
        if isinstance(argument, tuple) and argument[0] in ("made", "at"):
            if argument[0] == "at":
                ready.append(at(root, argument[1]))
            else:
                ready.append(copy.deepcopy(argument[1]))
                if keeps:
                    kept.append(ready[-1])  # the function goes on to change it
        else:
            ready.append(copy.deepcopy(argument))
    try:
        return table[name][0](target, *ready)
    except (IndexError, KeyError, ValueError, TypeError) as error:
        return error


def is_circle(value: Any) -> bool:
    try:
        json.dumps(value)
    except ValueError:
        return True
    return False


def change_kept(kept: list[Any]) -> None:
    for value in kept:
        if isinstance(value, dict):
            value["kept"] = 1
        elif isinstance(value, list):
            value.append("kept")


def plain(value: Any) -> Any:
    return json.loads(json.dumps(value))


def put(document: Any, pointer: str, value: Any) -> Any:
    """A document with what is at a pointer now."""
    if pointer == "":
        return value
    *outer, last = tokens(pointer)
    holder = document
    for token in outer:
        holder = holder[int(token)] if isinstance(holder, list) else holder[token]
    if isinstance(holder, list):
        if int(last) == len(holder):
            holder.append(value)
        elif value is NOTHING:
            assert int(last) == len(holder) - 1
            holder.pop()
        else:
            holder[int(last)] = value
    elif value is NOTHING:
        holder.pop(last, None)
    else:
        holder[last] = value
    return document


@settings(max_examples=300, deadline=None)
@given(STATES, st.lists(st.tuples(st.lists(STEPS, max_size=6), st.booleans()), max_size=3))
def test_a_state_behaves_as_dicts_and_lists_do(state: Any, functions: Any) -> None:
    model = plain(state)
    tree = Tree("Test", state)
    for function, fails in functions:
        before = _text.encode(tree.root)
        kept: list[Any] = []
        kept_in_model: list[Any] = []
        given_state = tree.begin()
        for step in function:
            found = perform(given_state, step, kept)
            if isinstance(found, ValueError) and "hold itself" in str(found):
                continue  # dicts may hold themselves
            expected = perform(model, step, kept_in_model)
            if isinstance(expected, Exception):
                assert type(found) is type(expected), (found, expected)
                assert str(found).replace("Draft", "").lower() == str(expected).lower()
            if is_circle(model):
                break
            assert given_state == model
        is_lost = is_circle(model)
        if is_lost:
            # What is not in the state yet is changed without anybody's knowing, until the end.
            with pytest.raises(ValueError, match=r"holds itself|too deep"):
                tree.settle()
        change_kept(kept)
        change_kept(kept_in_model)
        if fails or is_lost:
            tree.roll_back()
            assert _text.encode(tree.root) == before
            model = plain(tree.root)
            continue
        pointers = tree.settle()
        tree.end()
        assert same(tree.root, model)
        is_sound(tree)
        told = json.loads(before)
        for pointer in pointers:
            assert "\0" not in pointer  # it would end there for the library
            told = put(told, pointer, plain_or_nothing(find(tree.root, pointer)))
        assert same(told, plain(tree.root)), pointers
        model = plain(model)


def plain_or_nothing(value: Any) -> Any:
    return value if value is NOTHING else plain(value)


def is_sound(tree: Tree) -> None:
    """Every container is in the tree once, and knows where."""
    seen: set[int] = set()
    waiting: list[Any] = [tree.root]
    while waiting:
        node = waiting.pop()
        assert isinstance(node, (DraftDict, DraftList))
        assert id(node) not in seen
        seen.add(id(node))
        members = node.items() if isinstance(node, dict) else enumerate(node)
        for token, member in members:
            if isinstance(member, (dict, list)):
                assert isinstance(member, (DraftDict, DraftList))
                assert (member._parent, member._tree) == (node, tree)
                assert node._token_of(member) == token
                waiting.append(member)
            else:
                assert member is None or type(member) in (bool, int, float, str)


# What is told


def changes(state: Any, function: Callable[[Any], Any]) -> list[str]:
    tree = Tree("Test", state)
    function(tree.begin())
    pointers = tree.settle()
    tree.end()
    return pointers


def test_what_changed_is_told_by_place() -> None:
    state = {"items": [{"n": 1}, {"n": 2}], "a/b": {"m~n": 1}, "x": 1, "": {"y": 1}}

    def of(function: Callable[[Any], Any]) -> list[str]:
        return changes(state, function)

    assert of(lambda s: s["items"][1].update(n=3)) == ["/items/1/n"]
    assert of(lambda s: s["a/b"].update({"m~n": 2})) == ["/a~1b/m~0n"]
    assert of(lambda s: s[""].update(y=2)) == ["//y"]
    assert of(lambda s: s.pop("x")) == ["/x"]
    assert of(lambda s: s.update(new=[])) == ["/new"]
    assert of(lambda s: s["items"].append(1)) == ["/items/2"]
    assert of(lambda s: s["items"].extend([1, 2])) == ["/items/2", "/items/3"]
    assert of(lambda s: s["items"].clear()) == ["/items/1", "/items/0"]
    assert of(lambda s: s["items"].insert(1, 1)) == ["/items"]
    assert of(lambda s: s["items"].reverse()) == ["/items"]
    assert of(lambda s: s.update({"a\0b": 1})) == [""]
    # What is inside of what is told is not told again.
    assert of(lambda s: (s["items"][0].update(n=5), s["items"].insert(0, 1))) == ["/items"]
    assert of(lambda s: (s["items"][0].update(n=5), s["items"].append(1))) == [
        *("/items/0/n", "/items/2")
    ]
    # One that has become the same as another one, and changes places with it, is told.
    assert of(lambda s: (s["items"][0].update(n=2), s["items"].reverse())) == ["/items"]
    # A key that comes back elsewhere moves others, unless it was the last one.
    assert of(lambda s: (s["a/b"].update(z=1), s.update(x=s.pop("x")))) == [""]
    assert of(lambda s: s.update({"": s.pop("")})) == ["/"]
    # An element that was removed is nowhere.
    assert of(lambda s: s["items"].pop().update(n=9)) == ["/items/1"]


def test_what_takes_nothing_out_of_an_empty_dict_writes_nothing() -> None:
    tree = Tree("Test", {"empty": {}})
    inner = tree.begin()["empty"]
    with pytest.raises(KeyError):
        inner.popitem()
    inner.clear()
    assert not tree.is_written
    inner["x"] = 1
    inner.clear()
    assert tree.is_written


def test_a_pointer_ends_before_a_key_with_a_nul() -> None:
    def both(key: str) -> Callable[[Any], Any]:
        def change(state: Any) -> None:
            state["c"]["e"] = 1
            state["l"].pop()
            state[key]["n"]["\0"] = 1

        return change

    state: dict[str, Any] = {"c": {}, "l": [1], "a\0b": {"n": {}}, "d": {"n": {"x": 1}}}
    assert changes(state, both("a\0b")) == [""]
    assert changes(state, both("d")) == ["/c/e", "/l/0", "/d/n"]


def test_an_element_is_found_after_others_moved() -> None:
    def function(state: Any) -> None:
        last = state["items"][-1]
        del state["items"][0]
        last["n"] = 5

    assert changes({"items": [{"n": n} for n in range(3)]}, function) == ["/items"]
    tree = Tree("Test", {"items": [{"n": n} for n in range(3)]})
    for index, pointer in ((0, None), (1, "/items/1/n")):
        state = tree.begin()
        if pointer is None:
            del state["items"][index]
        else:
            state["items"][index]["n"] = 7
        assert tree.settle() == [pointer or "/items"]
        tree.end()


@pytest.mark.parametrize(
    "function",
    [
        lambda s: s.update(n=1, f=0.5, t="x", items=[1, {"a": 2}], d={"a": 1}),
        lambda s: s["items"].sort(key=str),
        lambda s: operator.setitem(s["items"], slice(None), [1, {"a": 2}]),
        lambda s: s["items"].extend([]),
        lambda s: operator.imul(s["items"], 1),
        lambda s: s.setdefault("n", 5),
        lambda s: operator.setitem(s, "f", 0.5),
        lambda s: operator.setitem(s, "zero", 0.0),
        lambda s: s["empty"].clear(),
        lambda s: s.pop("absent", None),
        lambda s: operator.setitem(s, "d", s["d"]),
    ],
)
def test_an_equal_value_is_no_change(function: Callable[[Any], Any]) -> None:
    state = {"n": 1, "f": 0.5, "t": "x", "zero": 0.0, "items": [1, {"a": 2}], "d": {"a": 1}}
    assert changes({**state, "empty": []}, function) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *((1, 1.0), (1, True), (0, False), (0, None), (0, ""), (0.0, -0.0)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
    ],
)
def test_equal_in_python_is_not_always_equal_in_json(old: Any, new: Any) -> None:
    assert changes({"x": old}, lambda s: s.update(x=new)) == ["/x"]
    assert changes({"x": [old]}, lambda s: s.update(x=[new])) == ["/x"]
    assert changes({"x": {"y": old}}, lambda s: s.update(x={"y": new})) == ["/x"]


def test_a_value_that_was_put_in_can_be_changed_until_the_end() -> None:
    tree = Tree("Test", {"items": [], "found": []})
    state = tree.begin()
    item: dict[str, Any] = {"title": "milk"}
    state["items"].append(item)
    item["id"] = 1
    found: list[int] = []
    state["found"] = found  # equal, for now
    found.append(5)
    assert sorted(tree.settle()) == ["/found", "/items/0"]
    tree.end()
    item["id"] = 2
    found.append(6)
    assert tree.root == {"items": [{"title": "milk", "id": 1}], "found": [5]}


def test_a_value_at_two_places_is_two_values_afterwards() -> None:
    tree = Tree("Test", {"a": {"n": 1}})
    state = tree.begin()
    state["b"] = state["a"]
    state["a"]["n"] = 2  # as in every dict
    assert state["b"] == {"n": 2}
    assert sorted(tree.settle()) == ["/a/n", "/b"]
    tree.end()
    tree.begin()["a"]["n"] = 3
    assert tree.settle() == ["/a/n"]
    tree.end()
    assert tree.root == {"a": {"n": 3}, "b": {"n": 2}}


@pytest.mark.parametrize(
    "function",
    [
        lambda s: s["items"].append(s["items"][0]),
        lambda s: operator.imul(s["items"], 2),
        lambda s: s["items"].insert(1, s["items"].pop(0)),
        lambda s: operator.setitem(s["items"], slice(1, 1), s["items"]),
        lambda s: s.update(other=s["items"]),
        lambda s: swap(s["items"], 0, 1),
    ],
)
def test_elements_at_two_places_are_two(function: Callable[[Any], Any]) -> None:
    model = {"items": [{"n": 0}, {"n": 1}]}
    tree = Tree("Test", model)
    function(tree.begin())
    tree.settle()
    tree.end()
    function(model)
    assert tree.root == model
    is_sound(tree)


def test_many_changes_are_told_as_one() -> None:
    def function(state: Any) -> None:
        for each in state["items"]:
            each["n"] += 1

    assert changes({"items": [{"n": n} for n in range(3000)]}, function) == ["/items"]


# What is refused


class Opaque:
    def __repr__(self) -> str:
        raise ValueError


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        ({1, 2}, TypeError, "set ({1, 2}) is no JSON value: use a list"),
        (b"x", TypeError, "bytes (b'x') is no JSON value: decode it"),
        (Opaque(), TypeError, "Opaque (…) is no JSON value"),
        (float("nan"), ValueError, "nan is no number in JSON"),
        (float("inf"), ValueError, "inf is no number in JSON"),
        ("\ud800", ValueError, "is half a character (a lone surrogate)"),
    ],
)
def test_what_is_no_json_is_refused_at_once(value: Any, kind: type, message: str) -> None:
    tree = Tree("Test", {"a": {"b": []}})
    state = tree.begin()
    inner = state["a"]["b"]
    for put, place in (
        (lambda: operator.setitem(state["a"], "x/y", value), "/a/x~1y"),
        (lambda: inner.append(value), "/a/b/0"),
        (lambda: inner.extend([value]), "/a/b/0"),
        (lambda: operator.setitem(inner, slice(0, 0), [value]), "/a/b/0"),
        (lambda: state.update(n={"m": [0, value]}), "/n/m/1"),
        (lambda: state.setdefault("q", (value,)), "/q/0"),
    ):
        with pytest.raises(kind) as caught:
            put()
        assert message in str(caught.value)
        assert str(caught.value).endswith(f", at {place}")
    assert tree.settle() == []
    tree.end()
    with pytest.raises(kind):
        Tree("Test", {"x": value})


def test_keys_are_texts() -> None:
    tree = Tree("Test", {"a": {}})
    state = tree.begin()
    for put in (
        lambda: operator.setitem(state["a"], 1, 1),
        lambda: operator.setitem(state, "b", {1: 1}),
        lambda: state.setdefault(None, 1),
    ):
        with pytest.raises(TypeError, match="a key is a str, not"):
            put()
    with pytest.raises(ValueError, match="half a character"):
        state["\udfff"] = 1
    assert tree.settle() == []


def test_what_holds_itself_is_refused() -> None:
    tree = Tree("Test", {"a": {"b": []}})
    state = tree.begin()
    circle: list[Any] = []
    circle.append(circle)
    for put, place in (
        (lambda: operator.setitem(state, "x", circle), "/x/0"),
        (lambda: state["a"]["b"].append(state), "/a/b/0/a/b"),
        (lambda: operator.setitem(state["a"], "self", state["a"]), "/a/self"),
    ):
        with pytest.raises(ValueError, match="hold itself") as caught:
            put()
        assert str(caught.value).endswith(f"at {place}")
    # What becomes a circle afterwards is found at the end.
    harmless: list[Any] = []
    state["x"] = harmless
    harmless.append(harmless)
    with pytest.raises(ValueError, match="holds itself, at /x/0"):
        tree.settle()
    tree.roll_back()
    assert tree.root == {"a": {"b": []}}


def test_what_is_too_deep_is_refused() -> None:
    deep: Any = 1
    for _ in range(400):
        deep = [deep]
    with pytest.raises(ValueError, match="more than 256 deep"):
        changes({}, lambda state: state.update(x=deep))

    def deepen(state: Any) -> None:
        for _ in range(5000):
            state["x"] = {}
            state = state["x"]

    with pytest.raises(ValueError, match="nested too deeply"):
        changes({}, deepen)


def test_nobody_writes_outside_of_the_function() -> None:
    tree = Tree("Cart", {"items": [{"n": 1}], "d": {}})
    state = tree.begin()
    items, first, inner = state["items"], state["items"][0], state["d"]
    tree.settle()
    tree.end()
    for write in (
        lambda: operator.setitem(state, "x", 1),
        lambda: operator.delitem(state, "items"),
        state.clear,
        lambda: state.pop("absent", None),
        lambda: state.update({}),
        inner.popitem,
        lambda: items.append(1),
        lambda: items.extend([]),
        items.clear,
        items.pop,
        items.sort,
        items.reverse,
        lambda: items.insert(0, 1),
        lambda: operator.setitem(items, slice(None), []),
        lambda: operator.imul(items, 2),
        lambda: first.update(n=2),
    ):
        with pytest.raises(RuntimeError, match=r"state of the feature 'Cart'.*deepcopy"):
            write()
    assert tree.root == {"items": [{"n": 1}], "d": {}}
    assert (items, first) == ([{"n": 1}], {"n": 1})  # to read does no harm


def test_copies_are_plain() -> None:
    tree = Tree("Test", {"items": [{"n": 1}], "d": {"x": []}})
    state = tree.begin()
    for made in (copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert made == state
        assert [type(each) for each in (made, made["items"], made["items"][0], made["d"])] == [
            *(dict, list, dict, dict)
        ]
    assert type(copy.copy(state)) is dict
    assert type(state.copy()) is dict
    assert type(state["items"][:]) is list
    assert json.dumps(state) == '{"items": [{"n": 1}], "d": {"x": []}}'
    assert repr(state) == "{'items': [{'n': 1}], 'd': {'x': []}}"
    assert isinstance(state, dict) and isinstance(state["items"], list)
    assert state | {"a": 1} == {**state, "a": 1}


# JSON as Swift writes it


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (1e16, "1e+16"),
        (1e15, "1000000000000000.0"),
        (2.0**53, "9007199254740992.0"),
        (9007199254740994.0, "9.007199254740994e+15"),
        (-9007199254740994.0, "-9.007199254740994e+15"),
        (9.1e15, "9.1e+15"),
        (5e-324, "5e-324"),
        (1e-5, "1e-05"),
        (0.0001, "0.0001"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
        (2**100, str(2**100)),
        (-(2**63), str(-(2**63))),
        ("é\u2028😀/", '"é\u2028😀/"'),
        ('"\\\b\t\n\f\r\0\x1f\x7f', '"\\"\\\\\\b\\t\\n\\f\\r\\u0000\\u001f\x7f"'),
        ([], "[]"),
        ({"a": [1.0, None], "b": {}, "9e9": 9007199254740994.0}, None),
    ],
)
def test_texts_are_those_of_swift(value: Any, text: str | None) -> None:
    if text is None:
        text = '{"a":[1.0,null],"b":{},"9e9":9.007199254740994e+15}'
    assert _text.encode(value).decode() == text
    assert _text.encode({"x": [value]}).decode() == f'{{"x":[{text}]}}'


def test_a_dict_made_from_keys_belongs_to_no_state() -> None:
    tree = Tree("Test", {"a": {}})
    state = tree.begin()
    made = type(state["a"]).fromkeys(["x", "y"], 1)
    assert made == {"x": 1, "y": 1}
    assert type(made) is dict
