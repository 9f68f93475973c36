"""Verdicts of imports: what is not taken over is named, and what is impossible writes nothing."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import enfold, plugin
from sessions import entries, example, export, import_

LIFTED = ("--from", "redux-devtools")
ACTIONS = ("--from", "redux-actions", "--plugin", plugin("Counter"))


def lifted_state() -> Any:
    """As Redux DevTools write it: without the member `enfold`."""
    lifted = json.loads(export(example("Counter"), "redux-devtools"))
    for performed in lifted["actionsById"].values():
        del performed["enfold"]
    return lifted


def verdict(lifted: Any, folder: Path, *arguments: str) -> list[str]:
    (folder / "in.json").write_text(json.dumps(lifted), encoding="utf-8")
    return import_(folder / "in.json", folder / "out.enfold.jsonl", "Counter", *LIFTED, *arguments)


def refusal(text: str, folder: Path, *arguments: str) -> str:
    """The message of an import that is impossible. Nothing is written."""
    path = folder / "in.json"
    path.write_text(text, encoding="utf-8")
    output = folder / "out.enfold.jsonl"
    done = enfold(
        "session", "import", str(path), "--feature", "Counter", "-o", str(output), *arguments
    )
    assert (done.status, done.out) == (1, "")
    assert [each.name for each in folder.iterdir()] == ["in.json"]
    return done.err.replace(str(folder), "FOLDER")


def test_without_the_member_enfold_it_is_fine_and_replays(tmp_path: Path) -> None:
    assert verdict(lifted_state(), tmp_path, "--plugin", plugin("Counter")) == ["fine: 9 commits"]
    back = tmp_path / "out.enfold.jsonl"
    assert entries(back)[0]["plugin"] == {"id": "org.enfold.counter", "version": "1.0.0"}
    assert entries(back)[5]["patch"] == [{"op": "replace", "path": "/isLoading", "value": True}]
    assert enfold("play", str(back), "--plugin", plugin("Counter")).status == 0
    text = json.dumps({"payload": json.dumps(lifted_state())})
    (tmp_path / "in.json").write_text(text)
    assert import_(tmp_path / "in.json", back, "Counter", *LIFTED) == ["fine: 9 commits"]


def test_patches_of_lists_may_differ_from_the_programs(tmp_path: Path) -> None:
    """Only states are compared when an imported session is replayed."""
    lifted = json.loads(export(example("Board"), "redux-devtools"))
    for performed in lifted["actionsById"].values():
        del performed["enfold"]
    (tmp_path / "in.json").write_text(json.dumps(lifted))
    back = tmp_path / "out.enfold.jsonl"
    told = import_(tmp_path / "in.json", back, "Board", *LIFTED, "--plugin", plugin("Board"))
    assert told == ["fine: 7 commits"]
    patches = [[each.get("patch") for each in entries(path)] for path in (back, example("Board"))]
    assert patches[0] != patches[1]
    assert enfold("play", str(back), "--plugin", plugin("Board")).status == 0


def skip(lifted: Any) -> None:
    lifted["skippedActionIds"] = [2, 3]


def error(lifted: Any) -> None:
    lifted["computedStates"][4]["error"] = "TypeError: x is undefined"


def index(lifted: Any) -> None:
    lifted["currentStateIndex"] = 3


def redacted(lifted: Any) -> None:
    lifted["actionsById"]["4"]["action"]["payload"] = "[redacted]"
    lifted["computedStates"][7]["state"]["fact"] = "[redacted]"


def undefined(lifted: Any) -> None:
    lifted["computedStates"][7]["state"]["fact"] = {"$jsan": "u"}


def swept(lifted: Any) -> None:
    lifted["stagedActionIds"].remove(9)
    lifted["computedStates"].pop()
    lifted["currentStateIndex"] -= 1


def meta(lifted: Any) -> None:
    lifted["actionsById"]["4"]["action"] |= {"meta": 1, "error": True}


def flat(lifted: Any) -> None:
    lifted["actionsById"]["4"]["action"] = {"type": "add", "title": "milk"}


def stack(lifted: Any) -> None:
    lifted["actionsById"]["4"]["stack"] = "at main"


def timeless(lifted: Any) -> None:
    del lifted["actionsById"]["4"]["timestamp"]


RISKS: list[tuple[Callable[[Any], None], str, int]] = [
    (skip, "a skipped action was left out (2 times)", 7),
    (error, "an action failed: TypeError: x is undefined", 9),
    (index, "the tool showed the state 3 of 9; a session ends with its last one", 9),
    (
        redacted,
        'a value is redacted, the first one at "/actionsById/4/action/payload" (2 times)',
        9,
    ),
    (
        undefined,
        "a value that JSON does not have stays an object with $jsan, the first one at "
        '"/computedStates/7/state/fact"',
        9,
    ),
    (swept, "an action that is not in stagedActionIds was left out", 8),
    (meta, "members of actions beside type and payload were left out: meta, error", 9),
    (flat, "members of actions without a payload became its payload", 9),
    (stack, "a call stack was left out", 9),
    (timeless, "an action has no time; it got that of the one before", 9),
]


@pytest.mark.parametrize("change, note, commits", RISKS, ids=[each.__name__ for each, *_ in RISKS])
def test_risky(change: Callable[[Any], None], note: str, commits: int, tmp_path: Path) -> None:
    lifted = lifted_state()
    change(lifted)
    assert verdict(lifted, tmp_path) == [f"risky: {commits} commits", f"  {note}"]
    kinds = [each["kind"] for each in entries(tmp_path / "out.enfold.jsonl")]
    assert kinds == ["opened", *["action"] * commits]


def test_states_that_the_plugin_does_not_make_are_risky(tmp_path: Path) -> None:
    lifted = lifted_state()
    lifted["computedStates"][3]["state"]["count"] = 9
    told = verdict(lifted, tmp_path, "--plugin", plugin("Counter"))
    assert told[0] == "risky: 9 commits"
    assert 'at "/count" was 9, now it is 1' in told[1]


def test_states_that_are_missing(tmp_path: Path) -> None:
    lifted = lifted_state()
    del lifted["computedStates"][4]["state"]
    message = refusal(json.dumps(lifted), tmp_path, *LIFTED)
    assert (
        'FOLDER/in.json: impossible: at "/actionsById/4/action": the file has no state' in message
    )
    assert "with --plugin FILE" in message
    told = verdict(lifted, tmp_path, "--plugin", plugin("Counter"))
    assert told[0] == "risky: 9 commits" and "states are missing" in told[1]
    patches = [each.get("patch") for each in entries(tmp_path / "out.enfold.jsonl")]
    assert [{"op": "replace", "path": "/count", "value": 7}] in patches


def change_of(path: str, value: Any) -> str:
    """A lifted state with another value somewhere; None takes it away."""
    lifted = copy.deepcopy(lifted_state())
    *parts, last = path.split("/")
    place = lifted
    for part in parts:
        place = place[int(part)] if isinstance(place, list) else place[part]
    if value is None:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(lifted)


@pytest.mark.parametrize(
    "path, value, message",
    [
        ("actionsById", None, 'at "": this has no object "actionsById", so it is no lifted state'),
        ("stagedActionIds", {}, 'at "": this has no array "stagedActionIds"'),
        ("stagedActionIds/3", "x", 'at "/stagedActionIds/3": "x" is no id'),
        ("stagedActionIds/3", 2, 'at "/stagedActionIds/3": the id 2 comes twice'),
        ("stagedActionIds/3", 77, 'at "/stagedActionIds/3": actionsById has no 77'),
        ("actionsById/3/action/type", 5, 'at "/actionsById/3/action/type": an action needs a text'),
        ("actionsById/3/action", [], 'at "/actionsById/3/action": an action is an object'),
        ("actionsById/3/type", "RESET", 'at "/actionsById/3": an entry is an object with the type'),
        (
            "actionsById/3/action/type",
            "@@enfold/undo",
            'at "/actionsById/3/action/type": there is no @@enfold/undo; known: action, commit',
        ),
    ],
)
def test_a_lifted_state_that_is_none(path: str, value: Any, message: str, tmp_path: Path) -> None:
    assert f"impossible: {message}" in refusal(change_of(path, value), tmp_path, *LIFTED)


@pytest.mark.parametrize(
    "text, arguments, message",
    [
        ("{", LIFTED, "impossible: this is no JSON: "),
        ("[]", LIFTED, "this is a list of actions without states; --from redux-actions reads it"),
        ('{"payload":"[]"}', LIFTED, "this is a list of actions without states"),
        ('{"payload":[]}', LIFTED, 'at "/payload": this is []; a text of JSON is needed'),
        ('{"payload":"{"}', ACTIONS, 'at "/payload": this is no JSON: '),
        ('{"actionsById":{}}', ACTIONS, "this is a lifted state; --from redux-devtools reads it"),
        ("7", ACTIONS, "this is 7, not an array of actions"),
        ('[{"type":"increment"},{"no":1}]', ACTIONS, 'at "/1/type": an action needs a text "type"'),
        ('[{"type":"fly"}]', ACTIONS, 'at "/0": ENFOLD_BAD_ACTION: '),
        ('[{"type":"@@enfold/set"}]', ACTIONS, 'at "/0": this has no action and no patch'),
        (
            '[{"type":"@@enfold/set","payload":[{"op":"remove","path":"/x"}]}]',
            ACTIONS,
            'at "/0": the patch does not fit the state before',
        ),
        ('{"payload":"[]","preloadedState":"[1]"}', ACTIONS, "the first state is refused: "),
        ("[]", (*ACTIONS, "--feature", "Countr"), "has no feature Countr. Did you mean Counter?"),
    ],
)
def test_impossible(text: str, arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    assert message in refusal(text, tmp_path, *arguments)


def test_a_list_of_actions_needs_a_plugin(tmp_path: Path) -> None:
    arguments = ("--from", "redux-actions", "--feature", "Counter", "-o", str(tmp_path / "o"))
    done = enfold("session", "import", "a.json", *arguments)
    assert done.status == 64
    assert "--plugin FILE is needed" in done.err


def test_the_file_that_was_there_stays_when_it_is_impossible(tmp_path: Path) -> None:
    output = tmp_path / "out.enfold.jsonl"
    output.write_text("mine")
    (tmp_path / "in.json").write_text("[{}]")
    arguments = ("--feature", "Counter", "-o", str(output), *ACTIONS)
    assert enfold("session", "import", str(tmp_path / "in.json"), *arguments).status == 1
    assert output.read_text() == "mine"


def test_a_recording_that_the_environment_asks_for_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "in.json").write_text('[{"type":"increment"}]')
    output = tmp_path / "out.enfold.jsonl"
    arguments = ("--feature", "Counter", "-o", str(output), *ACTIONS)
    record = str(tmp_path / "r-%n.enfold.jsonl")
    done = enfold("session", "import", str(tmp_path / "in.json"), *arguments, ENFOLD_RECORD=record)
    assert done.status == 0, done.err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["in.json", output.name]
    assert output.stat().st_mode & 0o777 == 0o600
