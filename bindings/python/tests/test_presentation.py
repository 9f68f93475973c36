"""Children that are presented, and alerts as data."""

from __future__ import annotations

from typing import Any

import pytest

import enfold

from .conftest import PRESENTED, open_test_feature


@pytest.fixture
def presented(runtime: enfold.Runtime) -> enfold.Store:
    """A store that presents; see Tests/Plugins/Presented.swift."""
    return open_test_feature(runtime, PRESENTED, "Presented")


def test_a_window_shows_what_the_state_says(presented: enfold.Store) -> None:
    shown: list[Any] = []
    presented.observe("/note", lambda event: shown.append(event.value and event.value["id"]))
    presented.send({"open": 7})
    note = presented.scope("/note", {"note": {"presented": "$action"}})
    note.set("/text", "x")
    assert presented.get("/note/text") == "x"
    presented.send({"note": {"dismiss": {}}})
    assert shown == [None, 7, 7, None]


def test_a_child_dismisses_itself(presented: enfold.Store) -> None:
    presented.send({"open": 7})
    presented.send({"note": {"presented": "close"}})
    presented.runtime.wait()
    assert presented.get("/note") is None
    assert presented.get("/log") == ["note dismissed"]


def test_a_dismissal_of_nothing_has_no_target(presented: enfold.Store) -> None:
    with pytest.raises(enfold.NoTargetError):
        presented.send({"note": {"dismiss": {}}})


def test_one_function_shows_any_dialog(presented: enfold.Store) -> None:
    presented.send("warn")
    alert = presented.get("/alert")
    assert alert["title"] == "Delete?"
    labels = [button["label"] for button in alert["buttons"]]
    assert labels == ["Delete", "Keep"]
    scope = presented.scope("/alert", {"alert": {"presented": "$action"}})
    scope.send(alert["buttons"][0]["action"])
    assert presented.get("/alert") is None
    assert presented.get("/log") == ["delete"]
