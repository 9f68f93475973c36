"""Observers of features in Python are told if and only if the JSON of a value differs.

ENFOLD_PAIRS: how many pairs of values of each kind are tried.
"""

from __future__ import annotations

import copy
import enum
import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Optional, TypedDict, Union

import pytest

import enfold

# The types of features are looked at when the program runs, and Python 3.9 has no X | Y.
# ruff: noqa: UP007, UP045

PAIRS = int(os.environ.get("ENFOLD_PAIRS", "300"))


@pytest.fixture
def inline() -> Iterator[enfold.Runtime]:
    with enfold.Runtime() as runtime:
        runtime.log(None)
        yield runtime


SPELLINGS = [("\u00e9", "e\u0301"), ("\u00c5", "\u212b"), ("a", "b")]


class Size(enum.Enum):
    SMALL = "small"
    LARGE = "large"


@dataclass(frozen=True)
class Mark:
    """All of them are equal to Python."""

    name: str = ""
    place: float = 0.0

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


class Note(TypedDict):
    text: str
    size: float


@dataclass(frozen=True)
class State:
    flag: bool = False
    number: int = 0
    ratio: float = 0.0
    text: str = ""
    maybe: Optional[float] = None
    either: Union[int, float, str] = 0
    size: Size = Size.SMALL
    list: tuple[float, ...] = ()
    counts: dict[str, float] = field(default_factory=dict)
    mark: Mark = Mark()
    marks: tuple[Mark, ...] = ()
    note: Note = field(default_factory=lambda: Note(text="", size=0.0))
    anything: Any = None


def text(chance: random.Random) -> str:
    return chance.choice(["", "a", "b", *(each for pair in SPELLINGS for each in pair)]) * 2


def ratio(chance: random.Random) -> float:
    return chance.choice([0.0, -0.0, 1.0, 0.1, 5e-324, 1e300])


def counts(chance: random.Random) -> dict[str, float]:
    return {text(chance): ratio(chance) for _ in range(chance.randrange(4))}


def anything(chance: random.Random, depth: int = 2) -> Any:
    kind = chance.randrange(7 if depth else 5)
    if kind == 5:
        return [anything(chance, depth - 1) for _ in range(chance.randrange(3))]
    if kind == 6:
        return {text(chance): anything(chance, depth - 1) for _ in range(chance.randrange(4))}
    return [None, chance.random() < 0.5, chance.randrange(3), ratio(chance), text(chance)][kind]


KINDS: dict[str, Callable[[random.Random], Any]] = {
    "flag": lambda chance: chance.random() < 0.5,
    "number": lambda chance: chance.choice([0, 1, -1, 2**63 - 1]),
    "ratio": ratio,
    "text": text,
    "maybe": lambda chance: chance.choice([None, ratio(chance)]),
    "either": lambda chance: chance.choice([0, 1, 0.0, -0.0, 1.0, "1", text(chance)]),
    "size": lambda chance: chance.choice(list(Size)),
    "list": lambda chance: tuple(ratio(chance) for _ in range(chance.randrange(3))),
    "counts": counts,
    "mark": lambda chance: Mark(text(chance), ratio(chance)),
    "marks": lambda chance: tuple(
        Mark(text(chance), ratio(chance)) for _ in range(chance.randrange(3))
    ),
    "note": lambda chance: Note(text=text(chance), size=ratio(chance)),
    "anything": anything,
}
PLAIN = [kind for kind in KINDS if kind not in ("size", "mark", "marks", "note")]


def near(value: Any, chance: random.Random) -> Any:
    """A value that may differ in a spelling, a sign or the order of keys, or in nothing."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        return chance.choice([value, -value])
    if isinstance(value, int):
        return chance.choice([value, value ^ 1])
    if isinstance(value, str):
        old, new = chance.choice(SPELLINGS)
        return value.replace(old, new, 1) if chance.random() < 0.5 else value.replace(new, old, 1)
    if isinstance(value, dict):
        keys = list(value)
        if chance.random() < 0.5:
            keys.reverse()
        changed = chance.choice(keys) if keys else None
        return {key: near(value[key], chance) if key == changed else value[key] for key in keys}
    if isinstance(value, (list, tuple)):
        return type(value)(near(each, chance) for each in value)
    if isinstance(value, Mark):
        return Mark(near(value.name, chance), near(value.place, chance))
    return value


def next_values(kind: str) -> Iterator[Any]:
    """Random values; each second one is nearly the same as the one before."""
    chance = random.Random(kind)
    for _ in range(PAIRS):
        value = KINDS[kind](chance)
        yield value
        yield near(value, chance)


def check(store: enfold.Store, kind: str, put: Callable[[Any], None]) -> None:
    told: dict[str, int] = {"value": 0, "patch": 0, "root": 0}

    def count(name: str) -> Callable[[Any], None]:
        def note(event: Any) -> None:
            told[name] += 1

        return note

    store.observe(f"/{kind}", count("value"), initial=False)
    store.observe(f"/{kind}", count("patch"), initial=False, patch=True, value=False)
    store.observe("", count("root"), initial=False, patch=True)
    before = json.dumps(store.get(f"/{kind}"))
    for number, value in enumerate(next_values(kind)):
        put(value)
        after = json.dumps(store.get(f"/{kind}"))
        expected = int(after != before)
        # What patches are made of is not known before the first one.
        assert told["value"] == told["root"] == expected, (number, before, after)
        assert told["patch"] == expected, (number, before, after)
        told.update(value=0, patch=0, root=0)
        before = after


@pytest.mark.parametrize("kind", KINDS)
def test_of_a_dataclass(inline: enfold.Runtime, kind: str) -> None:
    values: list[Any] = []

    @inline.feature("Typed")
    def typed(state: State, action: Literal["put"]) -> State:
        return replace(state, **{kind: values.pop()})

    with inline.open("Typed") as store:

        def put(value: Any) -> None:
            values.append(value)
            store.send("put")

        check(store, kind, put)


@pytest.mark.parametrize("kind", PLAIN)
def test_of_a_dict(inline: enfold.Runtime, kind: str) -> None:
    values: list[Any] = []
    state = {name: make(random.Random(0)) for name, make in KINDS.items() if name in PLAIN}

    @inline.feature("Plain", state=state)
    def plain(state: dict[str, Any], action: Literal["put"]) -> None:
        state[kind] = values.pop()

    with inline.open("Plain") as store:

        def put(value: Any) -> None:
            values.append(value)
            store.send("put")

        check(store, kind, put)


@pytest.mark.parametrize(
    "returned",
    [
        {"b": {"y": 2, "x": 1}, "a": 1},  # another order
        {"a": 1, "b": {"x": 1, "y": 2}},  # inside
        {"c": 0, "a": 1, "b": {"y": 2, "x": 1}},  # a key before others
        {"b": {"x": 1, "z": 0, "y": 2}, "a": 2},
    ],
)
def test_a_dict_that_is_returned_is_taken_in_its_order(
    inline: enfold.Runtime, returned: dict[str, Any]
) -> None:
    @inline.feature("Plain", state={"a": 1, "b": {"y": 2, "x": 1}})
    def plain(state: dict[str, Any], action: Literal["put"]) -> dict[str, Any]:
        return copy.deepcopy(returned)

    with inline.open("Plain") as store:
        told: list[str] = []
        mirror: list[Any] = []
        store.observe("", lambda event: told.append(json.dumps(event.value)))
        store.observe("", lambda event: mirror.append(event.patch), patch=True)
        store.send("put")
        assert json.dumps(store.state) == told[-1] == json.dumps(returned)
        assert json.dumps(mirror[-1][0]["value"]) == json.dumps(returned)
        assert len(told) == 2
