"""Marks: texts of the program between the entries of a trace and the lines of a recording."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import enfold
from enfold.testing import assert_replays, blame, read_session

from .asker import LONG
from .conftest import ROOT, TODOS, Script

SCHEMA = json.loads((ROOT / "docs" / "session-format.schema.json").read_text())


def test_it_stands_between_the_entries(counter: enfold.Store) -> None:
    with counter.runtime.trace() as trace:
        counter.send("increment")
        counter.runtime.mark('she "waits" \U0001f642')
        counter.send("decrement")
        entries: list[Any] = [trace.get(LONG) for _ in range(3)]
    assert [entry["kind"] for entry in entries] == ["action", "mark", "action"]
    mark = entries[1]
    assert mark.keys() == {"seq", "time", "kind", "text"}
    assert mark["text"] == 'she "waits" \U0001f642'
    assert [entry["seq"] for entry in entries] == [1, 2, 3]


def test_wrong_texts_are_refused(runtime: enfold.Runtime) -> None:
    for text in (None, 5, b"here"):
        with pytest.raises(TypeError, match="a mark is a str, not"):
            runtime.mark(text)  # type: ignore[arg-type]
    with pytest.raises(enfold.InvalidError, match="text has 0 bytes; a mark has 1 to 4096"):
        runtime.mark("")
    with pytest.raises(enfold.InvalidError, match="text has 4098 bytes"):
        runtime.mark("ä" * 2049)
    with pytest.raises(enfold.InvalidError, match="not UTF-8"):
        runtime.mark("\ud800")
    runtime.mark("ä" * 2048)
    runtime.mark("\0")
    runtime.close()
    with pytest.raises(enfold.ClosedError):
        runtime.mark("too late")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A session with a mark before each action, and one at the end."""
    path = tmp_path / "session.enfold.jsonl"
    with enfold.Runtime() as runtime:
        runtime.load(TODOS)
        with runtime.record(path, checkpoint=2):
            runtime.mark("the beginning")
            store = runtime.open("Todos")
            for title in ("milk", "bread"):
                runtime.mark(f"now {title}")
                store.send({"add": {"title": title}})
            store.send({"rename": {"id": 2, "title": "rye bread"}})
            runtime.mark("the end")
    return path


def test_it_is_a_line_of_a_recording(path: Path) -> None:
    check = jsonschema.Draft202012Validator(SCHEMA)
    lines = [line for _, line in read_session(path)]
    for line in lines:
        check.validate(line)
    entries = [line for line in lines if "seq" in line]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.get("text", entry["kind"]) for entry in entries] == [
        *("the beginning", "opened", "now milk", "action", "now bread"),
        *("action", "action", "the end"),
    ]
    marks = [line for line in lines if line.get("kind") == "mark"]
    assert all(mark.keys() == {"seq", "time", "kind", "text"} for mark in marks)
    # A mark belongs to no store, so no store is written again because of it.
    assert [line["revision"] for line in lines if line.get("kind") == "checkpoint"] == [2]
    with pytest.raises(jsonschema.ValidationError):
        check.validate({**marks[0], "store": 1})


def test_a_replay_passes_over_it(path: Path) -> None:
    replayed = assert_replays(path, TODOS)
    assert (replayed.verified, replayed.unverified) == (3, {})


def test_blame_passes_over_it(path: Path) -> None:
    changes = blame(path, "Todos#1", "/items/id=2/title")
    assert [change.value for change in changes] == ["rye bread", "bread"]


def test_the_environment_records_it(script: Script, tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    done = script("enfold.Runtime().mark('here')", ENFOLD_RECORD=str(path))
    assert done.returncode == 0, done.stderr
    assert [line.get("text") for _, line in read_session(path)] == [None, "here"]
