"""Todos against a model of it in Python: random actions, the same state and the same events."""

from __future__ import annotations

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

import enfold

from .conftest import TODOS

IDS = st.integers(min_value=0, max_value=8)
TITLES = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


class TodosMachine(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.runtime = enfold.Runtime()
        self.runtime.load(TODOS)
        self.store = self.runtime.open("Todos")
        self.items: list[dict[str, Any]] = []
        self.filter = "all"
        self.next = 1
        self.sent = 0
        self.seen: dict[str, Any] = {}
        for pointer in ("/items", "/filter", "/nextID", "/items/id=3/title"):
            self.store.observe(pointer, self.see)

    def see(self, event: enfold.Event) -> None:
        assert event.initial or event.value != self.seen[event.pointer]
        self.seen[event.pointer] = event.value

    def teardown(self) -> None:
        self.runtime.close()

    def send(self, *arguments: Any, **fields: Any) -> None:
        self.store.send(*arguments, **fields)
        self.sent += 1

    @rule(title=TITLES)
    def add(self, title: str) -> None:
        self.send("add", title=title)
        self.items.append({"id": self.next, "title": title, "isDone": False})
        self.next += 1

    @rule(id=IDS)
    def toggle(self, id: int) -> None:
        self.send({"toggle": {"id": id}})
        for item in self.items:
            if item["id"] == id:
                item["isDone"] = not item["isDone"]

    @rule(id=IDS, title=TITLES)
    def rename(self, id: int, title: str) -> None:
        self.send("rename", {"id": id, "title": title})
        for item in self.items:
            if item["id"] == id:
                item["title"] = title

    @rule(id=IDS)
    def delete(self, id: int) -> None:
        self.send(b'{"delete":{"id":%d}}' % id)
        self.items = [item for item in self.items if item["id"] != id]

    @rule()
    def clear_completed(self) -> None:
        self.send("clearCompleted")
        self.items = [item for item in self.items if not item["isDone"]]

    @rule(filter=st.sampled_from(["all", "active", "completed"]))
    def set_filter(self, filter: str) -> None:
        self.send("setFilter", filter)
        self.filter = filter

    @rule()
    def refuse(self) -> None:
        try:
            self.store.send("toggle", id="1")
        except enfold.ActionError:
            return
        raise AssertionError("accepted")

    @invariant()
    def is_the_same(self) -> None:
        assert self.store.state == {
            "items": self.items,
            "filter": self.filter,
            "isLoading": False,
            "error": None,
            "nextID": self.next,
        }
        assert self.store.revision == self.sent
        assert self.seen["/items"] == self.items
        assert self.seen["/filter"] == self.filter
        assert self.seen["/nextID"] == self.next
        third = [item["title"] for item in self.items if item["id"] == 3]
        assert self.seen["/items/id=3/title"] == (third[0] if third else None)


TestTodos = TodosMachine.TestCase
TestTodos.settings = settings(max_examples=25, stateful_step_count=30, deadline=None)
