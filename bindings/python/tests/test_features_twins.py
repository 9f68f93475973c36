"""A feature in Python and the same one in Swift: observers cannot tell which is which."""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import enfold
from enfold import _ffi
from enfold.features import _text
from enfold.testing import patch

from . import twins
from .conftest import COUNTER, TEST_PLUGINS, TODOS, open_test_feature

THERMOMETER = TEST_PLUGINS / "libThermometer.so"

ACTIONS = 10_000
TITLES = ["milk", "", "Zoë", 'a "quote" \\', "tab\tnew\nline", "\0\x1f\x7f", "😀", "\u2028/"]
POINTERS = (
    *("", "/items", "/items/0", "/items/3/title", "/items/id=2", "/items/id=5/isDone"),
    *("/items/id=300/title", "/filter", "/nextID", "/error", "/isLoading"),
)


def todo_actions(count: int, seed: int) -> Iterator[Any]:
    chance = random.Random(seed)
    following = 1
    names = ("add", "toggle", "rename", "delete", "setFilter", "clearCompleted", "loaded", "failed")
    weights = (20, 30, 20, 12, 8, 1, 1, 1)
    for name in chance.choices(names, weights, k=count):
        id = chance.randint(max(1, following - 30), following)
        if name == "add":
            following += 1
            yield {"add": {"title": chance.choice(TITLES)}}
        elif name == "rename":
            yield {"rename": {"id": id, "title": chance.choice(TITLES)}}
        elif name in ("toggle", "delete"):
            yield {name: {"id": id}}
        elif name == "setFilter":
            yield {name: chance.choice(["all", "active", "completed"])}
        elif name == "clearCompleted":
            yield {name: {}}
        elif name == "loaded":
            ids = chance.sample(range(1, 40), 8)
            following = max(ids) + 1
            yield {"loaded": {"success": [{"id": each, "title": f"t{each}"} for each in ids]}}
        else:
            yield {"loaded": {"failure": {"message": chance.choice(TITLES)}}}


class Witness:
    """What the observers of a store hear."""

    def __init__(self, store: enfold.Store, pointers: tuple[str, ...]) -> None:
        self.store = store
        self.heard: list[tuple[str, int, int, bytes | None]] = []
        self.patched: dict[str, Any] = {}
        for pointer in pointers:
            store.observe(pointer, self.hear)
            store.observe(pointer, self.hear_patch, patch=True, value=False)

    def hear(self, event: enfold.Event) -> None:
        self.heard.append((event.pointer, event.flags, event.revision, event.raw_value))

    def hear_patch(self, event: enfold.Event) -> None:
        if event.flags & _ffi.REMOVED:
            self.patched[event.pointer] = None
        else:
            known = self.patched.get(event.pointer)
            self.patched[event.pointer] = patch.apply(known, event.patch or [])


def compare(first: Witness, second: Witness, actions: Iterator[Any]) -> None:
    for number, action in enumerate(actions):
        first.store.send(action)
        second.store.send(action)
        assert first.heard == second.heard, (number, action)
        first.heard.clear()
        second.heard.clear()
        if number % 50 == 0:
            assert first.store.raw() == second.store.raw()
            assert first.store.revision == second.store.revision
            assert first.patched == second.patched
            for witness in (first, second):
                for pointer, value in witness.patched.items():
                    assert value == found(witness.store, pointer), (pointer, action)
    assert first.store.raw() == second.store.raw()
    assert first.store.revision == second.store.revision


def found(store: enfold.Store, pointer: str) -> Any:
    try:
        return store.get(pointer)
    except enfold.PointerError:
        return None


@pytest.mark.parametrize(
    ("name", "register"),
    [("DraftTodos", twins.register_todos), ("ValueTodos", twins.register_value_todos)],
)
@pytest.mark.parametrize("loop", ["host", "inline"])
def test_todos(name: str, register: Callable[[enfold.Runtime], None], loop: Any) -> None:
    with enfold.Runtime(loop=loop) as runtime:
        runtime.load(TODOS)
        register(runtime)
        swift = Witness(runtime.open("Todos"), POINTERS)
        python = Witness(runtime.open(name), POINTERS)
        compare(swift, python, todo_actions(ACTIONS, seed=len(name)))


def test_counter() -> None:
    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        twins.register_counter(runtime)
        pointers = ("", "/count", "/fact")
        swift = Witness(runtime.open("Counter"), pointers)
        python = Witness(runtime.open("PyCounter"), pointers)
        chance = random.Random(1)
        compare(
            swift,
            python,
            (
                chance.choice(
                    [
                        *("increment", {"decrement": {}}),
                        {"setCount": chance.randint(-(2**63) + 10**6, 2**63 - 10**6)},
                        {"factLoaded": chance.choice(TITLES)},
                    ]
                )
                for _ in range(ACTIONS)
            ),
        )


def test_numbers_are_written_as_swift_writes_them() -> None:
    """A feature in Swift that holds floats says how these are written."""
    chance = random.Random(2)
    values = [1.0, 0.0, 1e15, 1e16, 2.0**53, 2.0**53 + 2, -(2.0**53) - 2, 5e-324, 1e-5, 1e-4]
    values += [1.7976931348623157e308, 9e15, 9.1e15, 1e23, 123456789012345.6, 0.1, 1 / 3]
    values += [float(chance.randint(2**53, 10**16)) for _ in range(300)]
    values += [chance.uniform(-1e-4, 1e-4) * 10 ** -chance.randint(0, 4) for _ in range(300)]
    while len(values) < 4000:
        [value] = struct.unpack("<d", chance.randbytes(8))
        if value == value and abs(value) != float("inf"):
            values.append(value)
    with enfold.Runtime() as runtime:
        store = open_test_feature(runtime, THERMOMETER, "Thermometer")
        store.send("add", id=1, name="")
        heard: list[str] = []
        store.observe(
            "/rooms/0/celsius", lambda event: heard.append((event.raw_value or b"").decode())
        )
        for value in values:
            store.send("heat", id=1, celsius=value)
    assert heard[1:] == [_text.encode(value).decode() for value in values]
