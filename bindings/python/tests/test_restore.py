"""Replacing the whole state, and stores that are stubs."""

from __future__ import annotations

from typing import Any

import pytest

import enfold


def test_a_restored_state_is_a_commit_without_an_action(panel: enfold.Store) -> None:
    panel.set("/name", "Ada")
    kept = panel.state
    panel.set("/name", "Grace")
    names: list[enfold.Event] = []
    volumes: list[enfold.Event] = []
    actions: list[enfold.Event] = []
    panel.observe("/name", names.append, action=True, initial=False)
    panel.observe("/volume", volumes.append, initial=False)
    panel.observe_actions(actions.append)
    revision = panel.revision
    panel.restore(kept)
    assert panel.state == kept
    assert panel.revision == revision + 1
    assert [(event.value, event.action) for event in names] == [("Ada", None)]
    assert volumes == actions == []


def test_a_state_may_be_bytes_of_json(counter: enfold.Store) -> None:
    counter.restore(bytearray(b' {"count": 7} '))
    assert counter.get("/count") == 7
    counter.restore(counter.raw())
    assert counter.get("/count") == 7


@pytest.mark.parametrize(
    ("state", "error", "offset"),
    [
        ({"count": "x"}, enfold.StateError, 9),
        (b'{"count":1', enfold.JSONError, 10),
        ([], enfold.StateError, 0),
        (b"", enfold.JSONError, 0),
    ],
)
def test_what_is_no_state_changes_nothing(
    counter: enfold.Store, state: Any, error: type[enfold.Error], offset: int
) -> None:
    counter.send("increment")
    events: list[enfold.Event] = []
    counter.observe("", events.append, initial=False, filter="raw")
    with pytest.raises(error) as info:
        counter.restore(state)
    assert info.value.offset == offset
    assert (counter.get("/count"), counter.revision, events) == (1, 1, [])


def test_a_part_cannot_be_restored_alone(panel: enfold.Store) -> None:
    with pytest.raises(enfold.UnsupportedError, match="/name"):
        panel.scope("/name").restore("x")
    with pytest.raises(ValueError):
        panel.restore(float("nan"))
    panel.close()
    with pytest.raises(enfold.ClosedError):
        panel.restore({})


def test_in_a_callback_it_waits_its_turn(counter: enfold.Store) -> None:
    counts: list[int] = []

    def restore(event: enfold.Event) -> None:
        counts.append(event.value)
        if event.value == 1:
            counter.send("increment")
            counter.restore({"count": 10})

    counter.observe("/count", restore)
    counter.send("increment")
    assert counts == [0, 1, 2, 10]


def test_a_stub_reports_actions_and_reduces_nothing(runtime: enfold.Runtime) -> None:
    store = runtime.open("Counter", stub=True, state={"count": 7})
    sent: list[Any] = []
    counts: list[int] = []
    store.observe_actions(lambda event: sent.append(event.action))
    store.observe("/count", lambda event: counts.append(event.value))
    store.send("setCount", 1)
    store.task("factTapped").wait(10)
    with pytest.raises(enfold.ActionError):
        store.send("nonsense")
    assert sent == [{"setCount": 1}, {"factTapped": {}}]
    assert (counts, store.revision) == ([7], 0)
    store.restore({"count": 8})
    assert (counts, store.revision) == ([7, 8], 1)


def test_stub_is_a_boolean(runtime: enfold.Runtime) -> None:
    with pytest.raises(TypeError, match="True or False"):
        runtime.open("Counter", stub=1)  # type: ignore[arg-type]
