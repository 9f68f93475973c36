"""Features that take bindings: a write is an action of them."""

from __future__ import annotations

from typing import Any

import pytest

import enfold

from .conftest import BOUND, open_test_feature


@pytest.fixture
def bound(runtime: enfold.Runtime) -> enfold.Store:
    """A store that takes bindings; see Tests/Plugins/Bound.swift."""
    return open_test_feature(runtime, BOUND, "Bound")


@pytest.fixture
def actions(bound: enfold.Store) -> list[Any]:
    """The actions that the store reduces from now on."""
    told: list[Any] = []
    bound.observe_actions(lambda event: told.append(event.action))
    return told


def test_a_write_is_an_action(bound: enfold.Store, actions: list[Any]) -> None:
    bound.set("/text", "x")
    bound.set("/text", "x")
    assert bound.get("/text") == "x"
    assert bound.get("/changes") == 1
    assert actions == [{"binding": {"/text": "x"}}]


def test_a_binding_can_be_sent(bound: enfold.Store, actions: list[Any]) -> None:
    bound.send({"binding": {"/text": "x"}})
    bound.send("binding", {"/isOn": True})
    assert (bound.get("/text"), bound.get("/isOn"), bound.get("/count")) == ("x", True, 1)
    assert actions[:2] == [{"binding": {"/text": "x"}}, {"binding": {"/isOn": True}}]


def test_a_scope_sends_the_binding_of_its_child(bound: enfold.Store, actions: list[Any]) -> None:
    bound.send("open")
    bound.scope("/editor", {"editor": "$action"}).set("/name", "Ada")
    bound.set("/editor/name", "Grace")
    assert actions[1:] == [
        {"editor": {"binding": {"/name": "Ada"}}},
        {"binding": {"/editor/name": "Grace"}},
    ]


def test_an_action_follows(bound: enfold.Store, actions: list[Any]) -> None:
    bound.set("/clicks", 5, then={"count": "$new"})
    assert bound.get("/count") == 5
    assert actions == [{"binding": {"/clicks": 5}}, {"count": 5}]


def test_other_pointers_are_refused_with_a_list(bound: enfold.Store) -> None:
    message = r"\"/count\" cannot be written by a binding; it may write /text, /isOn"
    with pytest.raises(enfold.ActionError, match=message):
        bound.send({"binding": {"/count": 1}})
    with pytest.raises(enfold.UnsupportedError):
        bound.set("/count", 1)
    with pytest.raises(enfold.NoTargetError):
        bound.set("/editor/name", "x")
