"""Exports for Redux DevTools, and imports from them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from check_redux import check_action, check_lifted_state
from conftest import LOTTERY, ROOT, enfold, plugin
from sessions import (
    EXAMPLES,
    OPENED,
    entries,
    entry,
    example,
    export,
    import_,
    record,
    record_actions,
    stores,
    write,
)

COMMITS = ("action", "set", "binding", "restore", "shared", "mutation")
LIFTED = ("--from", "redux-devtools")


def told(path: str | Path, store: int) -> list[Any]:
    """What an import keeps of the commits of a store, and what dependencies gave in them."""
    kept = []
    for each in entries(path):
        if each.get("store") == store and each["kind"] in (*COMMITS, "dependency"):
            names: tuple[str, ...] = (
                "time",
                "kind",
                "revision",
                "task",
                "tag",
                "action",
                "patch",
                "next",
                "value",
            )
            cause = each.get("cause", {}).get("revision")
            if each["kind"] == "dependency":  # it gets the time of its commit
                names = ("kind", "revision", "dependency", "value")
            kept.append({**{name: each[name] for name in names if name in each}, "cause": cause})
    return kept


def nanoseconds(lines: list[Any]) -> list[Any]:
    """Times with nine digits, as imports write them."""

    def digits(time: str) -> str:
        seconds, _, fraction = time.rstrip("Z").partition(".")
        return f"{seconds}.{fraction.ljust(9, '0')}Z"

    return [{**each, "time": digits(each["time"])} if "time" in each else each for each in lines]


def round_trip(path: str, number: int, feature: str, folder: Path) -> Path:
    text = export(path, "redux-devtools", "--store", str(number))
    check_lifted_state(json.loads(text))
    lifted, back = folder / f"{number}.json", folder / f"{number}.enfold.jsonl"
    lifted.write_text(text, encoding="utf-8")
    commits = sum(1 for each in told(path, number) if each["kind"] != "dependency")
    noun = "commit" if commits == 1 else "commits"
    assert import_(lifted, back, feature, *LIFTED) == [f"fine: {commits} {noun}"]
    assert nanoseconds(told(back, 1)) == nanoseconds(told(path, number))
    check_schema(back)
    return back


def check_schema(path: Path) -> None:
    """Each line is as the schema of session files has it."""
    schema = json.loads((ROOT / "docs" / "session-format.schema.json").read_text())
    check = jsonschema.Draft202012Validator(schema)
    for line in path.read_text(encoding="utf-8").splitlines():
        check.validate(json.loads(line))


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_comes_back_and_replays(name: str, tmp_path: Path) -> None:
    back = round_trip(example(name), 1, name, tmp_path)
    assert entries(back)[0]["plugin"] == entries(example(name))[0]["plugin"]
    done = enfold("play", str(back), "--plugin", plugin(name))
    assert done.status == 0, done.err


@pytest.mark.parametrize("seed", range(4))
def test_random_sessions_come_back(seed: int, tmp_path: Path) -> None:
    path = record(tmp_path / "random.enfold.jsonl", seed)
    for number, feature in stores(path):
        back = round_trip(path, number, feature, tmp_path)
        done = enfold("play", str(back), "--plugin", plugin(feature))
        assert done.status == 0, done.err


def test_states_are_those_of_the_file() -> None:
    lifted = json.loads(export(example("Counter"), "redux-devtools"))
    counts = [each["state"]["count"] for each in lifted["computedStates"]]
    assert counts == [0, 1, 2, 1, 7, 7, 7, 41, 41, 41]
    actions = [lifted["actionsById"][str(each)]["action"] for each in lifted["stagedActionIds"]]
    assert actions[1] == {"type": "increment", "payload": {}}
    assert actions[4] == {"type": "setCount", "payload": 7}
    assert lifted["actionsById"]["1"]["timestamp"] == 1795964738354


# An action of Enfold, and the same one for Redux.
ACTIONS = [
    ("increment", {"type": "increment"}),
    ({"setCount": 7}, {"type": "setCount", "payload": 7}),
    ({"add": {"title": "milk"}}, {"type": "add", "payload": {"title": "milk"}}),
    ({"nothing": None}, {"type": "nothing", "payload": None}),
    ({"": {}}, {"type": "", "payload": {}}),
    ({"a": 1, "b": 2}, {"type": "@@enfold/action", "payload": {"a": 1, "b": 2}}),
    ({"type": "x"}, {"type": "type", "payload": "x"}),
    ({}, {"type": "@@enfold/action", "payload": {}}),
    ([1, None], {"type": "@@enfold/action", "payload": [1, None]}),
    (7, {"type": "@@enfold/action", "payload": 7}),
    (None, {"type": "@@enfold/action", "payload": None}),
    ("@@enfold/set", {"type": "@@enfold/action", "payload": "@@enfold/set"}),
    ({"@@enfold/set": []}, {"type": "@@enfold/action", "payload": {"@@enfold/set": []}}),
    ("@@INIT", {"type": "@@INIT"}),
    ({'ä\U0001f600"\n': 2**63}, {"type": 'ä\U0001f600"\n', "payload": 2**63}),
]


def test_each_form_of_an_action_comes_back(tmp_path: Path) -> None:
    lines = [
        entry(index + 2, "action", revision=index + 1, task=index + 1, action=action, patch=[])
        for index, (action, _) in enumerate(ACTIONS)
    ]
    path = write(tmp_path / "forms.enfold.jsonl", [OPENED, *lines])
    assert json.loads(export(path, "redux-actions")) == [redux for _, redux in ACTIONS]
    back = round_trip(path, 1, "Counter", tmp_path)
    assert [each["action"] for each in told(back, 1)] == [action for action, _ in ACTIONS]


def test_each_kind_of_a_commit_comes_back(tmp_path: Path) -> None:
    one = [{"op": "replace", "path": "/n", "value": 1}]
    two = [{"op": "replace", "path": "/n", "value": 2}]
    given = {"dependency": "uuid", "value": "00000000-0000-0000-0000-000000000007"}
    lines = [
        OPENED,
        entry(2, "set", revision=1, patch=one),
        entry(3, "restore", revision=2, patch=two),
        entry(4, "shared", revision=3, patch=one, depends="shared"),
        entry(5, "mutation", revision=4, task=1, action={"go": {}}, patch=two),
        entry(6, "binding", revision=5, task=2, action={"binding": {"/n": 1}}, patch=one),
        entry(7, "binding", revision=6, task=3, action={"binding": {}}, patch=two),
        entry(8, "dependency", revision=7, **given),
        entry(9, "action", revision=7, task=4, patch=one, next={"/path": 3}),
        entry(
            10,
            "action",
            revision=9,
            task=4,
            action="go",
            cause={"store": 1, "revision": 7},
            patch=two,
        ),
    ]
    path = write(tmp_path / "kinds.enfold.jsonl", lines)
    types = [each["type"] for each in json.loads(export(path, "redux-actions"))]
    own = ["set", "restore", "shared", "mutation", "", "binding", "commit", ""]
    assert types == [f"@@enfold/{each}" if each else types[index] for index, each in enumerate(own)]
    assert (types[4], types[7]) == ("binding", "go")
    round_trip(path, 1, "Counter", tmp_path)


def test_what_was_dropped_is_said(tmp_path: Path) -> None:
    lines = [
        OPENED,
        entry(
            2, "action", revision=1, action="a", patch=[{"op": "replace", "path": "/n", "value": 1}]
        ),
        {"kind": "dropped", "count": 3},
        entry(
            6,
            "action",
            revision=5,
            action="lost",
            patch=[{"op": "replace", "path": "/m", "value": 1}],
        ),
        entry(7, "state", revision=5, state={"n": 5}),
        entry(
            8, "action", revision=6, action="b", patch=[{"op": "replace", "path": "/n", "value": 6}]
        ),
    ]
    path = write(tmp_path / "dropped.enfold.jsonl", lines)
    done = enfold("session", "export", path, "--to", "redux-devtools")
    lifted = json.loads(done.out)
    check_lifted_state(lifted)
    assert [each["state"]["n"] for each in lifted["computedStates"]] == [0, 1, 5, 6]
    assert lifted["actionsById"]["2"]["action"]["type"] == "@@enfold/state"
    assert "1 commit behind dropped entries have no state, and were left out" in done.err
    (tmp_path / "l.json").write_text(done.out)
    verdict = import_(tmp_path / "l.json", tmp_path / "b.enfold.jsonl", "Counter", *LIFTED)
    assert verdict[0] == "risky: 3 commits" and "became restored states" in verdict[1]


@pytest.mark.parametrize("name", EXAMPLES)
def test_actions_run_in_a_plugin_give_the_same_states(name: str, tmp_path: Path) -> None:
    text = export(example(name), "redux-actions")
    for action in json.loads(text):
        check_action(action)
    (tmp_path / "a.json").write_text(text)
    back = tmp_path / "a.enfold.jsonl"
    arguments = ("--from", "redux-actions", "--plugin", plugin(name))
    verdict = import_(tmp_path / "a.json", back, name, *arguments)
    patches = [each["patch"] for each in told(example(name), 1)]
    assert [each["patch"] for each in told(back, 1)] == patches
    assert verdict == [f"fine: {len(patches)} commits"]
    assert not (tmp_path / "a.enfold.jsonl.new").exists()
    assert enfold("play", str(back), "--plugin", plugin(name)).status == 0


def test_the_short_form_with_a_first_state(tmp_path: Path) -> None:
    state = {"count": 40, "isLoading": False, "fact": None}
    short = {"payload": json.dumps([{"type": "increment"}]), "preloadedState": json.dumps(state)}
    (tmp_path / "s.json").write_text(json.dumps(short))
    back = tmp_path / "s.enfold.jsonl"
    arguments = ("--from", "redux-actions", "--plugin", plugin("Counter"))
    assert import_(tmp_path / "s.json", back, "Counter", *arguments) == ["fine: 1 commit"]
    assert entries(back)[0]["state"] == state
    assert told(back, 1)[0]["patch"] == [{"op": "replace", "path": "/count", "value": 41}]
    short["preloadedState"] = json.dumps({**state, "fact": "[redacted]"})
    (tmp_path / "s.json").write_text(json.dumps(short))
    assert import_(tmp_path / "s.json", back, "Counter", *arguments) == [
        "risky: 1 commit",
        '  a value is redacted, the first one at "/preloadedState/fact"',
    ]


def test_what_dependencies_gave_comes_back_with_a_lifted_state(tmp_path: Path) -> None:
    actions = ["count", {"draw": 2}, "everything"]
    path = record_actions(tmp_path / "s.enfold.jsonl", LOTTERY, "Lottery", actions)
    back = round_trip(path, 1, "Lottery", tmp_path)
    assert enfold("play", str(back), "--plugin", LOTTERY).status == 0
    done = enfold("session", "export", path, "--to", "redux-actions")
    assert "5 values of uuid, date and random are not in a list of actions" in done.err
    (tmp_path / "a.json").write_text(done.out)
    arguments = ("--from", "redux-actions", "--plugin", LOTTERY)
    verdict = import_(tmp_path / "a.json", tmp_path / "a.enfold.jsonl", "Lottery", *arguments)
    assert verdict[0] == "risky: 3 commits"
    assert "  a new value of random (3 times)" in verdict
    assert enfold("play", str(tmp_path / "a.enfold.jsonl"), "--plugin", LOTTERY).status == 0
