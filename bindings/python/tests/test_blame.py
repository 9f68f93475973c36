"""Blame: who changed a value, in random histories of lists, and in a recorded session."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import enfold
from enfold.testing import SessionError, blame

from .conftest import TODOS


class History:
    """Makes random commits of a list of elements with ids, and keeps every state."""

    def __init__(self, random: Random) -> None:
        self.random, self.next = random, 3
        self.states: list[dict[str, Any]] = [
            {"rows": [{"id": id, "text": "", "tags": []} for id in range(3)], "other": 0}
        ]
        self.patches: list[list[dict[str, Any]]] = []

    def commit(self) -> None:
        state, patch = copy.deepcopy(self.states[-1]), []
        for _ in range(self.random.choice([1, 1, 1, 2, 3])):
            operations = self.operations(state)
            state = enfold.apply_patch(state, operations)
            patch += operations
        self.states.append(state)
        self.patches.append(patch)

    def operations(self, state: dict[str, Any]) -> list[dict[str, Any]]:
        random, rows = self.random, state["rows"]
        kind = random.choice(
            ["insert", "delete", "move", "text", "text", "tag", "row", "list", "other"]
        )
        if kind == "insert" or not rows:
            self.next += 1
            row = {"id": self.next, "text": "new", "tags": []}
            place = random.choice(["-", *map(str, range(len(rows) + 1))])
            return [{"op": "add", "path": f"/rows/{place}", "value": row}]
        index = random.randrange(len(rows))
        if kind == "delete":
            return [{"op": "remove", "path": f"/rows/{index}"}]
        if kind == "move":
            row = rows[index] if random.random() < 0.5 else {**rows[index], "text": "moved"}
            return [
                {"op": "remove", "path": f"/rows/{index}"},
                {"op": "add", "path": f"/rows/{random.randrange(len(rows))}", "value": row},
            ]
        if kind == "text":
            text = random.choice("abc")
            return [{"op": "replace", "path": f"/rows/{index}/text", "value": text}]
        if kind == "tag":
            return [{"op": "add", "path": f"/rows/{index}/tags/-", "value": random.choice("xy")}]
        if kind == "row":
            row = {"id": rows[index]["id"], "text": random.choice("ab"), "tags": []}
            return [{"op": "replace", "path": f"/rows/{index}", "value": row}]
        if kind == "list":
            edited = [{**row, "text": "all"} for row in rows]
            return [{"op": "replace", "path": "/rows", "value": edited}]
        return [{"op": "replace", "path": "/other", "value": random.randrange(3)}]

    def write(self, path: Path) -> None:
        header = {"format": "enfold-session", "version": 1}
        opened = {"store": 1, "kind": "opened", "name": "A#1", "feature": "A", "revision": 0}
        lines = [header, {**opened, "state": self.states[0]}]
        for number, patch in enumerate(self.patches, 1):
            lines.append({"store": 1, "kind": "action", "revision": number, "patch": patch})
        path.write_text("".join(f"{json.dumps(line)}\n" for line in lines))

    def expected(self, id: int, key: str) -> list[tuple[int, Any]]:
        """The revisions that changed a member of an element, newest first, by all states."""
        found = []
        for number in range(len(self.patches), 0, -1):
            old, new = (self.value(each, id, key) for each in (number - 1, number))
            if old != new:
                found.append((number, new))
            if old is None:
                break
        return found

    def value(self, number: int, id: int, key: str) -> Any:
        rows = [row for row in self.states[number]["rows"] if row["id"] == id]
        return rows[0][key] if rows else None


@pytest.mark.parametrize("seed", range(300))
def test_random_histories(tmp_path: Path, seed: int) -> None:
    history = History(Random(seed))
    for _ in range(30):
        history.commit()
    path = tmp_path / "session.enfold.jsonl"
    history.write(path)
    for row in history.states[-1]["rows"]:
        for key in ("text", "tags"):
            found = blame(path, "A#1", f"/rows/id={row['id']}/{key}")
            assert [(each.entry["revision"], each.value) for each in found] == history.expected(
                row["id"], key
            )


def test_a_recorded_session(tmp_path: Path) -> None:
    path = tmp_path / "session.enfold.jsonl"
    with enfold.Runtime() as runtime:
        runtime.load(TODOS)
        with runtime.record(path):
            store = runtime.open("Todos")
            for title in ("milk", "bread"):
                store.send({"add": {"title": title}})
            store.send({"rename": {"id": 2, "title": "rye bread"}})
            store.send({"delete": {"id": 1}})
    renamed, added = blame(path, "Todos#1", "/items/id=2/title")
    assert (renamed.line, renamed.value, renamed.before) == (5, "rye bread", "bread")
    assert renamed.pointer == "/items/1/title"
    assert renamed.entry["action"] == {"rename": {"id": 2, "title": "rye bread"}}
    assert (added.line, added.value, added.is_new) == (4, "bread", True)
    assert [each.value for each in blame(path, 1, "/items/1/title", at=2)] == ["bread"]
    with pytest.raises(SessionError, match='nothing is at "/items/id=1"'):
        blame(path, "Todos#1", "/items/id=1")
    with pytest.raises(SessionError, match="no state of the store 'Todos#2'"):
        blame(path, "Todos#2", "/items")
