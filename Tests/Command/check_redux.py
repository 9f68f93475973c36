"""Checks that a JSON value is a lifted state of Redux DevTools: the types of LiftedState."""

from __future__ import annotations

from typing import Any

# What each member is.
MEMBERS: dict[str, type | tuple[type, ...]] = {
    "monitorState": object,
    "nextActionId": int,
    "actionsById": dict,
    "stagedActionIds": list,
    "skippedActionIds": list,
    "committedState": object,
    "currentStateIndex": int,
    "computedStates": list,
    "isLocked": bool,
    "isPaused": bool,
}


def check_action(action: Any) -> None:
    """A plain object with a text as its type."""
    assert isinstance(action, dict) and isinstance(action["type"], str), action


def check_lifted_state(lifted: Any) -> None:
    assert isinstance(lifted, dict) and set(lifted) == set(MEMBERS), set(lifted) ^ set(MEMBERS)
    for name, kind in MEMBERS.items():
        assert isinstance(lifted[name], kind), (name, lifted[name])
    actions, staged = lifted["actionsById"], lifted["stagedActionIds"]
    assert staged[0] == 0 and actions["0"]["action"] == {"type": "@@INIT"}
    assert len(set(staged)) == len(staged) and {str(each) for each in staged} == set(actions)
    assert lifted["nextActionId"] == max(staged) + 1
    assert set(lifted["skippedActionIds"]) <= set(staged)
    assert 0 <= lifted["currentStateIndex"] < len(staged)
    assert len(lifted["computedStates"]) == len(staged)
    for performed in actions.values():
        assert set(performed) <= {"type", "action", "timestamp", "stack", "enfold"}, performed
        assert performed["type"] == "PERFORM_ACTION"
        assert type(performed["timestamp"]) is int and performed["timestamp"] > 0
        check_action(performed["action"])
    for computed in lifted["computedStates"]:
        assert set(computed) <= {"state", "error"} and "state" in computed
    assert lifted["computedStates"][0]["state"] == lifted["committedState"]
