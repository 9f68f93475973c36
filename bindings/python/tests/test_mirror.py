"""Mirrors that patches keep, and observers beside a naive model, over many random actions.

ENFOLD_TEST_SEED repeats a run that failed; the seed is printed with the failure.
"""

from __future__ import annotations

import copy
import os
import random
from typing import Any

import jsonpatch
import pytest

import enfold

ACTIONS = 10_000
# How many actions lie between two comparisons with the store's state, which is read whole.
PERIOD = 50
MOST_ITEMS = 20
TITLES = ["", "a", "b", "/items/0", "~1", 'q"\\', "\0\x1f", "rye 🌾", "Malmö", "å" * 40, "null"]
MISSING: Any = object()


class Model:
    """What Todos does, in Python."""

    def __init__(self) -> None:
        self.state: dict[str, Any] = {
            "items": [],
            "filter": "all",
            "isLoading": False,
            "error": None,
            "nextID": 1,
        }

    def perform(self, action: dict[str, Any]) -> None:
        ((name, payload),) = action.items()
        state = self.state
        items = state["items"]
        if name == "add":
            items.append({"id": state["nextID"], "title": payload["title"], "isDone": False})
            state["nextID"] += 1
        elif name == "toggle":
            for item in self._at(payload["id"]):
                item["isDone"] = not item["isDone"]
        elif name == "rename":
            for item in self._at(payload["id"]):
                item["title"] = payload["title"]
        elif name == "delete":
            state["items"] = [item for item in items if item["id"] != payload["id"]]
        elif name == "clearCompleted":
            state["items"] = [item for item in items if not item["isDone"]]
        elif name == "setFilter":
            state["filter"] = payload
        elif "failure" in payload:
            state["isLoading"] = False
            state["error"] = payload["failure"]["message"]
        else:
            first = {item["id"]: item for item in reversed(payload["success"])}
            ids = dict.fromkeys(item["id"] for item in payload["success"])
            state["isLoading"] = False
            state["items"] = [{"isDone": False, **first[id]} for id in ids]
            state["nextID"] = max(ids, default=0) + 1

    def value(self, pointer: str) -> Any:
        """A copy of what is at a pointer, or MISSING."""
        found: Any = self.state
        for token in pointer.split("/")[1:]:
            if isinstance(found, list):
                by_id = token.startswith("id=")
                key = int(token[3:] if by_id else token)
                matches = self._at(key) if by_id else found[key : key + 1]
                found = matches[0] if matches else MISSING
            else:
                found = found[token]
            if found is MISSING:
                return MISSING
        return copy.deepcopy(found)

    def _at(self, id: int) -> list[dict[str, Any]]:
        return [item for item in self.state["items"] if item["id"] == id]


class Mirror:
    """A value kept by patches alone, starting with nothing."""

    def __init__(self, store: enfold.Store, pointer: str, **options: Any) -> None:
        self.pointer = pointer
        self.value: Any = None
        self.options = {"patch": True, "old": False, **options}
        store.observe(pointer, self.receive, value=False, **self.options)

    def receive(self, event: enfold.Event) -> None:
        assert event.raw_value is None
        if not self.options["old"] and self.options["patch"] is True:
            self.value = jsonpatch.apply_patch(self.value, event.patch, in_place=True)
            return
        before = self.value
        self.value = enfold.apply_patch(before, event.patch)
        if self.options["old"] and not event.initial:
            assert enfold.apply_patch(self.value, event.patch, revert=True) == before
        if self.options["patch"] == "keyed":
            paths = [operation["path"] for operation in event.patch]
            assert not any(path.startswith("/items/") and path[7:8].isdigit() for path in paths)


KINDS: list[dict[str, Any]] = [
    {"old": True},
    {"patch": "keyed"},
    {"patch": "keyed", "old": True},
]


class Probe:
    """An observer that notes what it is told, and its subscription."""

    def __init__(self, store: enfold.Store, pointer: str) -> None:
        self.pointer = pointer
        self.told: list[Any] = []
        self.subscription = store.observe(pointer, self.receive)

    def receive(self, event: enfold.Event) -> None:
        self.told.append(MISSING if event.removed else event.value)

    def take(self) -> list[Any]:
        told, self.told = self.told, []
        return told


class Chance:
    """Random actions and pointers, many of which find nothing."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def action(self, state: dict[str, Any]) -> dict[str, Any]:
        choose = self.random
        id = self.id(state)
        names = ["add", "toggle", "rename", "delete", "setFilter", "clearCompleted", "loaded"]
        (name,) = choose.choices(names, [8, 8, 8, 6, 2, 1, 0.3])
        if name == "add" and len(state["items"]) >= MOST_ITEMS:
            name = "delete"
        payloads: dict[str, Any] = {
            "add": {"title": choose.choice(TITLES)},
            "toggle": {"id": id},
            "rename": {"id": id, "title": choose.choice(TITLES)},
            "delete": {"id": id},
            "setFilter": choose.choice(["all", "active", "completed"]),
            "clearCompleted": {},
        }
        return {name: payloads[name] if name in payloads else self.loaded()}

    def loaded(self) -> dict[str, Any]:
        choose = self.random
        if choose.random() < 0.3:
            return {"failure": {"message": choose.choice(TITLES)}}
        items: list[dict[str, Any]] = []
        for _ in range(choose.randrange(MOST_ITEMS)):
            item = {"id": choose.randrange(1, 30), "title": choose.choice(TITLES)}
            items.append(item if choose.random() < 0.5 else {**item, "isDone": True})
        return {"success": items}

    def id(self, state: dict[str, Any]) -> int:
        if state["items"] and self.random.random() < 0.9:
            return int(self.random.choice(state["items"])["id"])
        return self.random.randrange(40)

    def pointer(self, state: dict[str, Any]) -> str:
        element = self.random.choice([f"id={self.id(state)}", str(self.random.randrange(5))])
        end = self.random.choice(["", "/isDone", "/title"])
        other = ["", "/items", "/filter", "/error", "/nextID"]
        if self.random.random() < 0.2:
            return self.random.choice(other)
        return f"/items/{element}{end}"


@pytest.fixture
def chance() -> Chance:
    seed = int(os.environ.get("ENFOLD_TEST_SEED") or random.randrange(2**32))
    print(f"ENFOLD_TEST_SEED={seed}")
    return Chance(seed)


def test_mirrors_and_observers_agree_with_the_state(todos: enfold.Store, chance: Chance) -> None:
    model = Model()
    whole, items = Mirror(todos, ""), Mirror(todos, "/items")
    others = [Mirror(todos, "", **kind) for kind in KINDS]
    probes: list[Probe] = []
    for number in range(ACTIONS):
        if number % 20 == 0:
            if len(probes) >= 8:
                probes.pop(chance.random.randrange(8)).subscription.cancel()
            probe = Probe(todos, chance.pointer(model.state))
            assert probe.take() == [model.value(probe.pointer)], (number, probe.pointer)
            probes.append(probe)
        action = chance.action(model.state)
        before = [model.value(probe.pointer) for probe in probes]
        todos.send(action)
        model.perform(action)
        for probe, old in zip(probes, before):
            new = model.value(probe.pointer)
            assert probe.take() == ([] if new == old else [new]), (number, probe.pointer, action)
        assert whole.value == model.state, (number, action)
        assert items.value == model.state["items"], (number, action)
        assert all(other.value == model.state for other in others), (number, action)
        if number % PERIOD == 0 or number == ACTIONS - 1:
            state = todos.state
            assert whole.value == state == model.state, number
            assert items.value == state["items"], number
    assert todos.revision == ACTIONS


def test_coalesced_mirrors_agree_after_each_batch(todos: enfold.Store, chance: Chance) -> None:
    model = Model()
    mirrors = [
        Mirror(todos, pointer, coalesce="drain", **kind)
        for pointer in ("", "/items")
        for kind in [{}, *KINDS]
    ]
    sent = 0
    while sent < ACTIONS:
        batch = []
        for _ in range(chance.random.randrange(1, 40)):
            batch.append(chance.action(model.state))
            model.perform(batch[-1])
        sent += todos.send_batch(batch)
        for mirror in mirrors:
            assert mirror.value == model.value(mirror.pointer), (sent, mirror.pointer, batch)
    assert todos.state == model.state
