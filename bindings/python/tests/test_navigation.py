"""Stacks of screens."""

from __future__ import annotations

from typing import Any

import pytest

import enfold

from .conftest import STACKED, open_test_feature

NOTE = {"note": {"text": "x"}}


@pytest.fixture
def stacked(runtime: enfold.Runtime) -> enfold.Store:
    """A store with a stack; see Tests/Plugins/Stacked.swift."""
    return open_test_feature(runtime, STACKED, "Stacked")


def ids(store: enfold.Store) -> list[int]:
    return [screen["id"] for screen in store.get("/path")]


def test_a_host_goes_there_and_back(stacked: enfold.Store) -> None:
    shown: list[Any] = []
    stacked.observe("/path", lambda event: shown.append([screen["id"] for screen in event.value]))
    stacked.send({"open": "a"})
    stacked.send({"path": {"element": {"id": 0, "action": {"folder": {"openNote": "x"}}}}})
    stacked.send({"path": {"popFrom": {"id": 1}}})
    stacked.send({"path": {"push": {"state": NOTE}}})
    assert shown == [[], [0], [0, 1], [0], [0, 2]]
    assert stacked.get("/path/id=2/state/note/text") == "x"


def test_a_screen_is_a_store(stacked: enfold.Store) -> None:
    stacked.send({"path": {"push": {"state": NOTE}}})
    note = stacked.scope(
        "/path/id=0/state/note", {"path": {"element": {"id": 0, "action": {"note": "$action"}}}}
    )
    note.set("/text", "y")
    assert note.get("/text") == "y"
    note.send("close")
    stacked.runtime.wait()
    assert ids(stacked) == []
    with pytest.raises(enfold.NoTargetError, match="not there: the stack is empty"):
        note.send("close")


def test_a_link_shows_its_screens(runtime: enfold.Runtime) -> None:
    link = {"path": [{"state": {"folder": {"name": "a"}}}, {"id": 7, "state": NOTE}], "log": []}
    runtime.load(STACKED)
    with runtime.open("Stacked", state=link) as stacked:
        assert ids(stacked) == [8, 7]
        stacked.send({"open": "b"})
        assert ids(stacked) == [8, 7, 9]
        link["path"] = [{"id": 1, "state": NOTE}]
        stacked.restore(link)
        stacked.send({"open": "c"})
        assert ids(stacked) == [1, 10]


def test_the_trace_names_the_stacks_that_count_on(stacked: enfold.Store) -> None:
    with stacked.runtime.trace() as trace:
        stacked.send({"open": "a"})
        stacked.send("home")
        stacked.send({"open": "a"})
        entries = [next(trace) for _ in range(3)]
    assert [entry.get("next") for entry in entries] == [{"/path": 1}, None, {"/path": 2}]
