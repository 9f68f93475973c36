"""Features whose states and actions have types: schemas, instances, and what changed."""

from __future__ import annotations

import dataclasses
import enum
import functools
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NewType, Optional, TypedDict, Union

import pytest

import enfold
from enfold.testing import from_schema, patch
from enfold.testing.schema import Checker, SchemaError

from .conftest import PACKAGE

# The types of features are looked at when the program runs, and Python 3.9 has no X | Y.
# ruff: noqa: UP007, UP045

LONG = 30.0


@pytest.fixture
def plain() -> Iterator[enfold.Runtime]:
    with enfold.Runtime() as runtime:
        runtime.log(None)
        yield runtime


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


Count = NewType("Count", int)


@dataclass(frozen=True)
class Line:
    sku: str
    price: float = 1
    count: Count = Count(1)
    size: Optional[Size] = None


@dataclass(frozen=True)
class Tree:
    """Refers to itself."""

    name: str = ""
    inner: tuple[Tree, ...] = ()


class Note(TypedDict, total=False):
    text: str
    by: Literal["me", "you"]


@dataclass(frozen=True)
class Cart:
    lines: list[Line] = field(default_factory=list)
    names: dict[str, int] = field(default_factory=dict)
    pair: tuple[int, str] = (0, "")
    choice: Union[int, str, None] = None
    anything: Any = None
    note: Note = field(default_factory=dict)  # type: ignore[assignment]
    tree: Tree = field(default_factory=Tree)
    made: int = field(default=0, init=False)


@dataclass(frozen=True)
class Put:
    """An action that replaces a field."""

    name: str
    value: Any


@dataclass(frozen=True)
class AddLine:
    line: Line


class Rename(TypedDict):
    rename: str


Action = Union[Put, AddLine, Rename, Literal["clear", "fail"], Size]


def cart(state: Cart, action: Action) -> Any:
    if isinstance(action, Put):
        return replace(state, **{action.name: action.value})
    if isinstance(action, AddLine):
        return replace(state, lines=[*state.lines, action.line])
    if isinstance(action, Size):
        return replace(state, anything=action.name)
    if action == "clear":
        return Cart(), enfold.Send(AddLine(Line("after")))
    if action == "fail":
        return Line("x")
    return replace(state, anything=action["rename"])


def about(runtime: enfold.Runtime, name: str) -> dict[str, Any]:
    return next(each for each in runtime.features() if each["name"] == name)


def test_types_make_schemas(plain: enfold.Runtime) -> None:
    plain.feature("Cart", cart)
    schemas = about(plain, "Cart")
    definitions = schemas["state"]["$defs"]
    assert schemas["state"]["$ref"] == "#/$defs/Cart"
    assert definitions["Line"] == {
        "type": "object",
        "properties": {
            "sku": {"type": "string"},
            "price": {"type": "number"},
            "count": {"type": "integer"},
            "size": {"anyOf": [{"enum": ["small", "large"]}, {"type": "null"}]},
        },
        "required": ["sku"],
        "additionalProperties": False,
    }
    assert definitions["Tree"]["properties"]["inner"]["items"] == {"$ref": "#/$defs/Tree"}
    assert "made" not in definitions["Cart"]["properties"]
    checker = Checker(schemas["action"])
    line = {"sku": "x", "price": 2}
    for action in ("clear", {"clear": {}}, "small", {"rename": "x"}, {"addLine": {"line": line}}):
        checker.check(action)
    for action in ("addLine", "Clear", {"rename": 5}, {"addLine": {}}, {"addLine": line}, 5):
        with pytest.raises(SchemaError):
            checker.check(action)
    from_schema(schemas["action"]).example  # noqa: B018  # it is one that can be made


def test_a_function_gets_and_gives_instances(plain: enfold.Runtime) -> None:
    plain.feature("Cart", cart)
    store = plain.open("Cart")
    heard: list[Any] = []
    store.observe("/lines/sku=b/price", lambda event: heard.append(event.value), initial=False)
    store.observe("/lines/0", lambda event: heard.append(event.value), initial=False)
    store.send({"addLine": {"line": {"sku": "a", "price": 2, "size": "large"}}})
    store.send("addLine", line={"sku": "b"})
    first = {"sku": "a", "price": 2.0, "count": 1, "size": "large"}
    assert heard == [first, 1.0]
    assert store.raw("/lines/0") == b'{"sku":"a","price":2.0,"count":1,"size":"large"}'
    store.send("small")
    assert store.get("/anything") == "SMALL"
    store.send("rename", "y")
    assert store.get("/anything") == "y"
    store.send({"clear": {}})
    store.wait(LONG)
    assert store.get("/lines/0/sku") == "after"


@pytest.mark.parametrize(
    ("name", "value", "pointer", "known"),
    [
        ("names", {"a/b": 1}, "/names/a~1b", 1),
        ("pair", (1, "x"), "/pair/1", "x"),
        ("choice", "text", "/choice", "text"),
        ("anything", {"deep": [1, {"x": None}]}, "/anything/deep/1", {"x": None}),
        ("note", {"by": "me"}, "/note/by", "me"),
        ("tree", Tree("a", (Tree("b"),)), "/tree/inner/name=b/name", "b"),
        ("lines", [Line("x"), Line("y")], "/lines/1/sku", "y"),
    ],
)
def test_what_changed_is_told_by_place(
    plain: enfold.Runtime, name: str, value: Any, pointer: str, known: Any
) -> None:
    plain.feature("Cart", lambda state, action: replace(state, **{name: value}), state=Cart())
    store = plain.open("Cart")
    heard: list[Any] = []
    others = [field.name for field in dataclasses.fields(Cart) if field.name not in (name, "made")]
    for other in others:
        store.observe(f"/{other}", lambda event: heard.append(event.pointer), initial=False)
    store.observe(pointer, lambda event: heard.append(event.value), initial=False)
    store.send("x")
    store.send("x")
    assert heard == [known]
    again = plain.open("Cart", state=store.raw())
    assert again.raw() == store.raw()


# Up to the NUL it is the name of another key.
Hidden = TypedDict("Hidden", {"n\0l": int, "n": int})


@dataclass(frozen=True)
class Hiding:
    named: Hidden = field(default_factory=lambda: Hidden({"n\0l": 0, "n": 0}))
    names: dict[str, dict[str, int]] = field(default_factory=dict)
    anything: Any = None
    other: int = 0


@pytest.mark.parametrize(
    "change",
    [
        {"named": {"n\0l": 1, "n": 0}},
        {"named": {"n\0l": 1, "n": 1}},
        {"names": {"n\0l": {"n": 1}, "n": {}}},
        {"names": {"n\0l": {"n": 1}, "n": {"\0": 1}}},
        {"names": {"n": {"\0": 1}}},
        {"anything": {"n\0l": [{"n": 1}], "n": 2}},
        {},
    ],
)
def test_what_changed_below_a_key_with_a_nul_is_in_the_patch(
    plain: enfold.Runtime, change: dict[str, Any]
) -> None:
    first = Hiding(names={"n\0l": {"n": 0}, "n": {}}, anything={"n\0l": [{"n": 0}], "n": 1})
    plain.feature(
        "Hiding",
        lambda state, action: replace(state, **change, other=state.other + 1),
        state=first,
    )
    store = plain.open("Hiding")
    told: list[Any] = []
    patched: list[Any] = [None]

    def receive(event: enfold.Event) -> None:
        patched[0] = patch.apply(patched[0], event.patch)

    store.observe("", receive, patch=True)
    store.observe("/names", lambda event: told.append(event.value), initial=False)
    for _ in range(3):
        store.send("x")
        assert patched[0] == store.state
    assert len(told) == ("names" in change)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("lines", 5, "an array was expected, not 5, at /lines"),
        ("lines", [5], "Line was expected, not 5, at /lines/0"),
        ("lines", [Line(5)], "string was expected, not 5, at /lines/0/sku"),  # type: ignore[arg-type]
        ("lines", [Line("x", float("nan"))], "nan is no number in JSON, at /lines/0/price"),
        ("names", {"a/b": "x"}, "integer was expected, not 'x', at /names/a~1b"),
        ("names", {1: 1}, "a key is a str, not int (1), at /names/1"),
        ("pair", (1,), "an array of 2 elements was expected, not (1,), at /pair"),
        ("choice", 1.5, "at /choice"),
        ("anything", {"x": {1}}, "set ({1}) is no JSON value"),
        ("note", {"who": 1}, "Note has no key 'who', at /note"),
        ("note", {"by": "her"}, "one of 'me', 'you' was expected, not 'her', at /note/by"),
    ],
)
def test_what_does_not_fit_is_no_state(
    plain: enfold.Runtime, name: str, value: Any, message: str
) -> None:
    plain.feature("Cart", lambda state, action: replace(state, **{name: value}), state=Cart)
    store = plain.open("Cart")
    before = store.raw()
    with pytest.raises(enfold.FailedError) as caught:
        store.task("x").wait(LONG)
    assert message in caught.value.message
    assert store.raw() == before


def test_another_type_is_no_result(plain: enfold.Runtime) -> None:
    plain.feature("Cart", cart)
    with pytest.raises(enfold.FailedError, match=r"returned Line.*a new state, a Cart"):
        plain.open("Cart").task("fail").wait(LONG)


def test_a_given_state_is_checked(plain: enfold.Runtime) -> None:
    plain.feature("Cart", cart)
    assert plain.open("Cart", state={"lines": [{"sku": "x"}]}).get("/lines/0/price") == 1.0
    for wrong in ({"lines": [{"sku": 1}]}, {"lines": [{}]}, {"pair": [1]}, [], {"choice": 1.5}):
        with pytest.raises(enfold.StateError):
            plain.open("Cart", state=wrong)


@dataclass
class Mutable:
    n: int = 0
    items: list[int] = field(default_factory=list)


def test_a_value_that_is_changed_in_place_is_noticed(plain: enfold.Runtime) -> None:
    def function(state: Mutable, action: Any) -> Any:
        state.n = 5
        return state if action == "same" else None

    plain.feature("Test", function, state=Mutable(1))
    store = plain.open("Test")
    for action in ("same", "none"):
        with pytest.raises(enfold.FailedError, match=r"in place \(n\).*dataclasses\.replace"):
            store.task(action).wait(LONG)
    assert store.get("/n") == 1
    assert plain.open("Test").get("/n") == 1


def test_typed_dicts_are_drafts(plain: enfold.Runtime) -> None:
    def function(state: Note, action: Rename) -> None:
        state["text"] = action["rename"]

    plain.feature("Test", function, state={"by": "me"})
    store = plain.open("Test")
    store.send("rename", "x")
    assert store.state == {"by": "me", "text": "x"}
    assert about(plain, "Test")["state"]["$ref"] == "#/$defs/Note"
    with pytest.raises(TypeError, match=r"one of 'me', 'you'.*at /by"):
        plain.feature("Test", function, state={"by": "her"})


def test_types_inside_of_functions(plain: enfold.Runtime) -> None:
    @dataclass(frozen=True)
    class Inner:
        n: int = 0

    @dataclass(frozen=True)
    class State:
        inner: Inner = Inner()

    @dataclass(frozen=True)
    class Add:
        n: int

    @plain.feature("Test")
    def test(state: State, action: Add) -> State:
        return State(Inner(state.inner.n + action.n))

    store = plain.open("Test")
    store.send("add", n=5)
    assert store.get("/inner/n") == 5

    class Reducer:
        def __call__(self, state: State, action: Add) -> State:
            return State(Inner(action.n))

    plain.feature("Test", Reducer())
    plain.feature("Test", functools.partial(test))
    store = plain.open("Test")
    store.send("add", n=6)
    assert store.get("/inner/n") == 6


def test_types_without_json_are_refused(plain: enfold.Runtime) -> None:
    @dataclass
    class State:
        when: set[int] = field(default_factory=set)

    @dataclass
    class Needs:
        n: int

    def of(annotation: Any) -> Any:
        def function(state: Any, action: Any) -> None: ...

        function.__annotations__ = {"state": annotation}
        return function

    for annotation, message in (
        (State, r"State\.when: set.* has no JSON form"),
        (Needs, r"Needs\(\) is no initial state.*state=Needs\(…\)"),
        ("Unknown", r"'Unknown' is not defined.*state=…, action=…"),
        (Optional[Needs], "no initial state"),
    ):
        with pytest.raises(TypeError, match=message):
            plain.feature("Test", of(annotation))
    with pytest.raises(TypeError, match="two actions have the name 'add'"):
        plain.feature("Test", of(Any), state={}, action=two_adds())
    with pytest.raises(TypeError, match="a state is a dict, a dataclass"):
        plain.feature("Test", of(int), state={})


def two_adds() -> Any:
    @dataclass
    class Add:
        n: int = 0

    return Union[Add, Literal["add"]]


def test_names_of_actions() -> None:
    from enfold.features.actions import action_name

    names = {"Add": "add", "SetCount": "setCount", "URLOpened": "urlOpened", "ID": "id", "X": "x"}
    for name, expected in names.items():
        assert action_name(type(name, (), {})) == expected


# pydantic


def test_models(plain: enfold.Runtime) -> None:
    pydantic = pytest.importorskip("pydantic")
    import datetime

    class Inner(pydantic.BaseModel):
        n: int = 0

    class State(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(frozen=True)
        inner: Inner = Inner()
        items: list[Inner] = pydantic.Field(default_factory=list)
        when: Optional[datetime.date] = None
        other: str = pydantic.Field("", alias="otherName")

    class SetInner(pydantic.BaseModel):
        n: int = pydantic.Field(ge=0)

    class SetDay(pydantic.BaseModel):
        day: datetime.date

    @plain.feature("Test")
    def test(state: State, action: Union[SetInner, SetDay, Literal["more", "bad"]]) -> Any:
        if isinstance(action, SetInner):
            return state.model_copy(update={"inner": Inner(n=action.n)})
        if isinstance(action, SetDay):
            return state.model_copy(update={"when": action.day}), enfold.Send("more")
        if action == "bad":
            return state.model_copy(update={"items": 5})
        return state.model_copy(update={"items": [*state.items, Inner(n=1)], "other": "x"})

    store = plain.open("Test")
    heard: list[Any] = []
    for pointer in ("/inner/n", "/when", "/items/0/n", "/otherName"):
        store.observe(
            pointer, lambda event: heard.append((event.pointer, event.value)), initial=False
        )
    store.send("setInner", n=5)
    store.send("setDay", day="2026-01-02")
    assert heard == [
        *(("/inner/n", 5), ("/when", "2026-01-02"), ("/items/0/n", 1), ("/otherName", "x"))
    ]
    with pytest.raises(enfold.FailedError):
        store.task("bad").wait(LONG)
    assert plain.open("Test", state=store.raw()).raw() == store.raw()
    with pytest.raises(enfold.StateError, match="/inner/n: a string where an integer is expected"):
        plain.open("Test", state={"inner": {"n": "five"}})
    Checker(about(plain, "Test")["state"]).check(store.state)


def test_a_model_that_holds_itself_is_told_with_the_place_where_it_comes_again(
    plain: enfold.Runtime,
) -> None:
    pydantic = pytest.importorskip("pydantic")

    class Node(pydantic.BaseModel):
        next: Optional[Node] = None
        items: list[Any] = pydantic.Field(default_factory=list)

    Node.model_rebuild(_types_namespace={"Node": Node, **globals()})

    @plain.feature("Test")
    def test(state: Node, action: Literal["itself", "later", "inAList", "deep"]) -> Node:
        first = Node()
        last = first
        for _ in range({"itself": 0, "later": 2, "inAList": 1, "deep": 2000}[action]):
            last.next = Node()
            last = last.next
        if action == "inAList":
            last.items = [0, last.items]
            last.items[1].append(last.items)
        elif action != "deep":
            last.next = first
        return first

    store = plain.open("Test")
    for action, problem in (
        ("itself", r"Circular reference.*, at /next \["),
        ("later", r"Circular reference.*, at /next/next/next \["),
        ("inAList", r"Circular reference.*, at /next/items/1/0 \["),
        ("deep", "depth exceeded.*, at /next/next/next"),
    ):
        with pytest.raises(enfold.FailedError, match=problem):
            store.task(action).wait(LONG)
    assert store.state == {"next": None, "items": []}


def test_models_inside_others_need_not_be_given_what_they_compute(plain: enfold.Runtime) -> None:
    pydantic = pytest.importorskip("pydantic")

    class Box(pydantic.BaseModel):
        width: int
        height: int = 1

        @pydantic.computed_field
        def area(self) -> int:
            return self.width * self.height

    class State(pydantic.BaseModel):
        box: Box = Box(width=1)

    class PlaceBox(pydantic.BaseModel):
        box: Box

    @plain.feature("Test")
    def test(state: State, action: PlaceBox) -> Any:
        return State(box=action.box)

    store = plain.open("Test")
    store.send("placeBox", box={"width": 2, "height": 3})
    assert store.state == {"box": {"width": 2, "height": 3, "area": 6}}
    store.send("placeBox", box={"width": 2, "height": 3, "area": 6})  # and may be given it
    with pytest.raises(enfold.ActionError, match="width"):
        store.send("placeBox", box={"height": 3})


@pytest.mark.parametrize("extra", [None, "forbid", "ignore", "allow"])
def test_models_refuse_unknown_keys_unless_they_say_otherwise(
    plain: enfold.Runtime, extra: Any
) -> None:
    pydantic = pytest.importorskip("pydantic")
    config = pydantic.ConfigDict() if extra is None else pydantic.ConfigDict(extra=extra)

    class Inner(pydantic.BaseModel):
        model_config = config
        n: int = 0

    class Empty(pydantic.BaseModel):
        model_config = config

    class State(pydantic.BaseModel):
        model_config = config
        inner: Inner = Inner()
        several: list[Inner] = pydantic.Field(default_factory=list)
        empty: Empty = Empty()

    class Become(pydantic.BaseModel):
        model_config = config
        state: State

    @plain.feature("Test")
    def test(state: State, action: Become) -> State:
        return action.state

    known = {"inner": {"n": 1}, "several": [{"n": 2}], "empty": {}}
    assert plain.open("Test", state=known).state == known
    store = plain.open("Test")
    for value, place in (
        ({"new": 1}, ""),
        ({"inner": {"n": 1, "new": 1}}, "/inner"),
        ({"several": [{}, {"new": 1}]}, "/several/1"),
        ({"empty": {"new": 1}}, "/empty"),
    ):
        if extra in (None, "forbid"):
            with pytest.raises(enfold.StateError, match=f'{place}: .* has no key "new"'):
                plain.open("Test", state=value)
            with pytest.raises(enfold.ActionError, match=f'{place}: .* has no key "new"'):
                store.send("become", state=value)
        else:
            store.send("become", state=value)
            assert plain.open("Test", state=value).state == store.state
            assert ("new" in store.raw().decode()) == (extra == "allow")


@pytest.mark.parametrize(
    ("card", "place"),
    [("a text", "/lists/0/cards/3"), ({"writer": 5}, "/lists/0/cards/3/author")],
)
def test_what_does_not_fit_a_model_is_told_with_its_index(
    plain: enfold.Runtime, card: Any, place: str
) -> None:
    pydantic = pytest.importorskip("pydantic")

    class Card(pydantic.BaseModel):
        writer: str = pydantic.Field("", alias="author")

    class Cards(pydantic.BaseModel):
        cards: list[Card] = pydantic.Field(default_factory=list)

    class State(pydantic.BaseModel):
        lists: list[Cards] = pydantic.Field(default_factory=list)
        names: dict[str, Cards] = pydantic.Field(default_factory=dict)

    wrong = card if isinstance(card, str) else Card.model_construct(**card)
    cards = Cards.model_construct(cards=[Card(), Card(), Card(), wrong])

    @plain.feature("Test", state=State)
    def test(state: State, action: Any) -> State:
        if action == "named":
            return State.model_construct(names={"a/b": cards})
        return State.model_construct(lists=[cards])

    store = plain.open("Test")
    with pytest.raises(enfold.FailedError, match=rf"at {place} \[") as caught:
        store.task("x").wait(LONG)
    assert "Expected `" in caught.value.message
    named = place.replace("/lists/0", "/names/a~1b")
    with pytest.raises(enfold.FailedError, match=rf"at {named} \["):
        store.task("named").wait(LONG)
    wrong_text = {"lists": [{"cards": [{}, {}, {}, card if isinstance(card, str) else {"x": 1}]}]}
    with pytest.raises(enfold.StateError, match="/lists/0/cards/3: "):
        plain.open("Test", state=wrong_text)


def test_a_model_inherits_what_it_says_of_unknown_keys(plain: enfold.Runtime) -> None:
    pydantic = pytest.importorskip("pydantic")

    class Base(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(extra="ignore")

    class State(Base):
        n: int = 0

    plain.feature("Test", lambda state, action: state, state=State)
    assert plain.open("Test", state={"n": 1, "new": 2}).state == {"n": 1}


def test_the_aliases_of_a_model_are_known_keys(plain: enfold.Runtime) -> None:
    pydantic = pytest.importorskip("pydantic")
    alias_generators = pytest.importorskip("pydantic.alias_generators")
    Field, Path, Choices = pydantic.Field, pydantic.AliasPath, pydantic.AliasChoices

    class Ways(pydantic.BaseModel):
        plain: int = 0
        aliased: int = Field(0, alias="byAlias")
        chosen: int = Field(0, validation_alias=Choices("first", "second", Path("list", 1)))
        inside: int = Field(0, validation_alias=Path("outer", "inner"))
        apart: int = Field(0, validation_alias="given", serialization_alias="taken")

    class Named(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(populate_by_name=True)
        aliased: int = Field(alias="byAlias")

    class Generated(pydantic.BaseModel):
        model_config = pydantic.ConfigDict(alias_generator=alias_generators.to_camel)
        some_name: int

    class State(pydantic.BaseModel):
        ways: Ways = Ways()
        named: Named = Named(byAlias=0)
        generated: Generated = Generated(someName=0)

    @plain.feature("Test", state=State)
    def test(state: State, action: Union[Ways, Named, Generated]) -> State:
        return state.model_copy(update={type(action).__name__.lower(): action})

    store = plain.open("Test")
    for action, given_value, pointer, value in (
        ("ways", {"plain": 1}, "/ways/plain", 1),
        ("ways", {"byAlias": 2}, "/ways/byAlias", 2),
        ("ways", {"first": 3}, "/ways/chosen", 3),
        ("ways", {"second": 4}, "/ways/chosen", 4),
        ("ways", {"list": [0, 5]}, "/ways/chosen", 5),
        ("ways", {"outer": {"inner": 6}}, "/ways/inside", 6),
        ("ways", {"given": 7}, "/ways/taken", 7),
        ("named", {"byAlias": 8}, "/named/byAlias", 8),
        ("named", {"aliased": 9}, "/named/byAlias", 9),
        ("generated", {"someName": 10}, "/generated/someName", 10),
    ):
        store.send(action, given_value)
        assert store.get(pointer) == value
    for action, unknown in (
        ("ways", "aliased"),
        ("ways", "chosen"),
        ("ways", "inside"),
        ("ways", "taken"),
        ("named", "by_alias"),
        ("generated", "some_name"),
    ):
        with pytest.raises(enfold.ActionError, match=unknown):
            store.send(action, {unknown: 1})
    with pytest.raises(enfold.ActionError, match='missing key "someName"'):
        store.send("generated", {})
    with pytest.raises(enfold.FailedError, match="Field required, at /named/byAlias"):
        store.task("named", {}).wait(LONG)


def test_a_state_with_a_key_that_is_written_and_not_read_is_refused(plain: enfold.Runtime) -> None:
    pydantic = pytest.importorskip("pydantic")

    class State(pydantic.BaseModel):
        apart: int = pydantic.Field(0, validation_alias="given", serialization_alias="taken")

    plain.feature("Test", lambda state, action: state, state=State)
    store = plain.open("Test", state={"given": 5})
    assert store.state == {"taken": 5}
    with pytest.raises(enfold.StateError, match="taken"):
        store.restore(store.state)
    assert store.state == {"taken": 5}


def test_the_type_of_a_union_that_knows_the_keys_is_taken(plain: enfold.Runtime) -> None:
    pydantic = pytest.importorskip("pydantic")

    class Small(pydantic.BaseModel):
        a: int = 0

    class Large(pydantic.BaseModel):
        a: int = 0
        b: int = 0

    @dataclass(frozen=True)
    class State:
        either: Union[Small, Large] = field(default_factory=Small)

    plain.feature("Test", lambda state, action: state, state=State())
    for state in ({"either": {"a": 1, "b": 2}}, {"either": {"a": 1}}):
        assert plain.open("Test", state=state).state == state


def test_regular_expressions_of_models(plain: enfold.Runtime) -> None:
    pydantic = pytest.importorskip("pydantic")

    class Code(pydantic.BaseModel):
        pattern: str = pydantic.Field("a", pattern="^[a-z]*$", max_length=5)

    class State(pydantic.BaseModel):
        code: Code = Code()

    @plain.feature("Test", state=State)
    def test(state: State, action: Code) -> State:
        return state.model_copy(update={"code": action})

    described = about(plain, "Test")["state"]["$defs"]["State.Code"]["properties"]["pattern"]
    assert described["x-pattern"] == "^[a-z]*$"
    store = plain.open("Test")
    store.send("code", pattern="xyz")
    # The length is checked by the library, the expression by pydantic.
    with pytest.raises(enfold.ActionError, match="/code/pattern: a string of 6 characters where"):
        store.send("code", pattern="abcdef")
    with pytest.raises(enfold.FailedError, match=r"should match pattern.*at /code/pattern"):
        store.task("code", pattern="ABC").wait(LONG)
    with pytest.raises(enfold.StateError, match=r"should match pattern.*at /code/pattern"):
        plain.open("Test", state={"code": {"pattern": "ABC"}})
    assert store.state == {"code": {"pattern": "xyz"}}


def test_pydantic_is_never_imported() -> None:
    code = """
import sys
import enfold
with enfold.Runtime() as runtime:
    def test(state, action): state["n"] = 1
    runtime.feature("Test", test, state={})
    runtime.open("Test").send("x")
assert "pydantic" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=PACKAGE, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
