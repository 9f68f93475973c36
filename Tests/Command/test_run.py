"""`enfold run` with a pipe or a file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import ASKER, COMMAND, TIMERS, enfold, plugin


def test_each_line_is_an_action_and_each_event_a_line() -> None:
    done = enfold("run", plugin("Counter"), "Counter", given='"increment"\n\n{"setCount":7}')
    assert (done.status, done.err) == (0, "")
    states = [event["value"]["count"] for event in done.events if event["event"] == "state"]
    assert states == [0, 1, 7]
    assert done.events[0]["initial"] is True
    assert done.events[-1] == {
        "event": "end",
        "actions": 2,
        "refused": 0,
        "failed": 0,
        "idle": True,
        "revision": 2,
    }


def test_a_closed_standard_input_is_an_empty_one() -> None:
    # Otherwise the first file that the command opens would be its standard input.
    script = 'exec "$1" run "$2" Counter <&-'
    done = subprocess.run(
        ["sh", "-c", script, "sh", COMMAND, plugin("Counter")],
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert json.loads(done.stdout.splitlines()[-1])["event"] == "end"


def test_output_that_cannot_be_written_is_a_failure() -> None:
    for arguments in (
        ["run", plugin("Counter"), "Counter"],
        ["info", plugin("Counter")],
        ["explain", "ENFOLD_BAD_JSON"],
        ["gen", "c", plugin("Counter")],
    ):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [COMMAND, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=full,
                stderr=subprocess.PIPE,
                timeout=60,
                check=False,
            )
        assert done.returncode == 1
        assert b"enfold: the output cannot be written: No space left" in done.stderr


def test_what_is_refused_is_told_with_its_line() -> None:
    given = '"increment"\n{"setCount":"x"}\nnot json\n{"setCount":"åäö" }\n"increment"\n'
    done = enfold("run", plugin("Counter"), "Counter", "--observe", "/count", given=given)
    assert done.status == 1
    assert (
        "line 2: ENFOLD_BAD_ACTION: setCount: a string where an integer is expected\n" in done.err
    )
    assert '  {"setCount":"x"}\n              ^\n' in done.err
    assert "line 3: ENFOLD_BAD_JSON" in done.err
    # Once for each name.
    assert done.err.count("enfold explain ENFOLD_BAD_ACTION tells more") == 1
    assert done.err.count("enfold explain ENFOLD_BAD_JSON tells more") == 1
    refused = [event for event in done.events if event["event"] == "refused"]
    assert [(event["line"], event["offset"]) for event in refused] == [
        (2, 12),
        (3, 1),
        (4, 12),
    ]
    assert [event["value"] for event in done.events if event["event"] == "state"] == [
        0,
        1,
        2,
    ]


def test_a_line_as_at_the_terminal_is_told_as_json() -> None:
    done = enfold("run", plugin("Todos"), given='add {"title":"milk"}\n')
    assert 'line 1: ENFOLD_BAD_JSON: a line is JSON: write {"add":{"title":"milk"}}\n' in done.err
    assert done.events[1]["message"] == 'a line is JSON: write {"add":{"title":"milk"}}'


def test_a_line_that_is_not_utf8_is_refused() -> None:
    done = enfold("run", plugin("Counter"), given=b'{"setCount":"\xff"}\n"increment"\n')
    assert done.status == 1
    assert "line 1: ENFOLD_BAD_JSON" in done.err
    assert done.events[-1]["actions"] == 1


def test_control_characters_of_a_line_do_not_reach_the_terminal() -> None:
    given = '{"set\x1b[2J\x07":1}\n{"\\u001b[2J":{}}\n\x1b[2Jno\n'
    done = enfold("run", plugin("Counter"), given=given)
    assert done.status == 1 and done.events[-1]["refused"] == 3
    assert "\x1b" not in done.err + done.out and "\x07" not in done.err + done.out
    place = done.err.splitlines().index('  {"set\ufffd[2J\ufffd":1}')
    assert done.err.splitlines()[place + 1] == "       ^"


def test_effects_are_waited_for() -> None:
    done = enfold(
        "run",
        plugin("Counter"),
        "Counter",
        "--quiet",
        given='{"setCount":7}\n"factTapped"\n',
    )
    assert done.status == 0
    assert done.events[-1]["state"] == {
        "count": 7,
        "isLoading": False,
        "fact": "7 is divisible by 7",
    }


def test_effects_that_do_not_end() -> None:
    given = '{"sleep":{"id":1,"milliseconds":3600000}}'
    done = enfold("run", TIMERS, "Timers", "--timeout", "0", "--quiet", given=given)
    assert done.status == 1
    assert "effects still run after 0.0 seconds; --timeout gives them more" in done.err
    assert done.events[-1]["idle"] is False


def test_a_plugin_that_traps_is_named(variant: Any) -> None:
    trap = "if (amount == 9) abort();\n  if (amount != 0) {"
    done = enfold("run", variant("trap", "if (amount != 0) {", trap), given='{"add":2}\n{"add":9}')
    assert done.status == -signal.SIGABRT
    assert "the feature CCounter was reducing add\n" in done.err
    # What was told before is not lost.
    assert [event["value"] for event in done.events] == [{"count": 0}, {"count": 2}]


def test_patches() -> None:
    done = enfold("run", plugin("Todos"), "--patch", given='{"add":{"title":"milk"}}\n')
    patch = done.events[1]["patch"]
    assert {
        "op": "add",
        "path": "/items/0",
        "value": {"id": 1, "title": "milk", "isDone": False},
    } in patch


def test_a_reactor() -> None:
    done = enfold(
        "run",
        plugin("TextBoard"),
        "--observe",
        "/field/lengthOfString",
        "--timeout",
        "20",
        given='{"field":{"inputField":"hello"}}\n',
    )
    assert done.status == 0, done.err
    assert done.events[-2]["value"] == 5


def test_a_first_state(tmp_path: Path) -> None:
    first = tmp_path / "state.json"
    first.write_text('{"count": 41}')
    for state in ['{"count": 41}', f"@{first}"]:
        done = enfold(
            "run",
            plugin("Counter"),
            "--state",
            state,
            "--observe",
            "/count",
            given='"increment"',
        )
        assert [event.get("value") for event in done.events[:2]] == [41, 42]
    bad = enfold("run", plugin("Counter"), "--state", '{"count":"x"}')
    assert bad.status == 1
    assert bad.err == (
        "enfold: ENFOLD_BAD_STATE: /count: a string where an integer is expected\n"
        '  {"count":"x"}\n           ^\n'
        "  enfold explain ENFOLD_BAD_STATE tells more\n"
    )
    assert "No such file" in enfold("run", plugin("Counter"), "--state", f"@{tmp_path}/nowhere").err
    forgotten = enfold("run", plugin("Counter"), "--state", str(first))
    assert (
        forgotten.status,
        f"A file is written --state @{first}" in forgotten.err,
    ) == (1, True)


def test_a_feature_that_is_not_there() -> None:
    done = enfold("run", plugin("Counter"), "Conter")
    assert done.status == 1
    assert 'has no feature "Conter"; it has: Counter. Did you mean Counter?' in done.err
    several = enfold("run", plugin("Reactables"))
    assert several.status == 64
    assert "CounterReactable, ListReactable" in several.err


def test_a_pointer_that_leads_nowhere() -> None:
    done = enfold("run", plugin("Counter"), "--observe", "/nope")
    assert done.status == 1
    assert "Try: --observe /count" in enfold("run", plugin("Counter"), "--observe", "count").err
    assert '"/nope" leads nowhere: this state has count, isLoading, fact' in done.err


def test_requests_that_nobody_answers_fail_by_name() -> None:
    done = enfold("run", ASKER, "Asker", "--quiet", given='{"ask":7}\n')
    assert done.status == 1
    assert 'nobody handles the request "numberFact"' in done.err
    assert "enfold explain an-effect-failed tells more" in done.err
    assert "--answer numberFact='\"…\"' answers it" in done.err
    assert done.events[-1]["failed"] == 1


def test_answers() -> None:
    done = enfold(
        "run",
        ASKER,
        "Asker",
        "--quiet",
        "--answer",
        'numberFact="7 is prime"',
        "--answer",
        "ticks=[1,2,3]",
        given='{"ask":7}\n{"listen":1}\n',
    )
    assert done.status == 0, done.err
    state = done.events[-1]["state"]
    assert (state["facts"], state["heard"], state["hasEnded"]) == (
        ["7 is prime"],
        [1, 2, 3],
        True,
    )


def test_answers_that_cannot_be() -> None:
    for answer, message in [
        ("fact=1", "Asker asks its host for other things: numberFact, ticks, save"),
        ("numberFact=[", "^"),
        ("ticks=1", "it is a stream, so the answer is an array"),
        ("ticks", "NAME=JSON is needed"),
    ]:
        done = enfold("run", ASKER, "Asker", "--answer", answer)
        assert done.status == 64
        assert message in done.err
    wrong = enfold("run", ASKER, "Asker", "--answer", "numberFact=7", given='{"ask":7}\n')
    assert wrong.status == 1
    assert "error: " in wrong.err


def test_a_file_of_many_actions(tmp_path: Path) -> None:
    actions = tmp_path / "actions.jsonl"
    actions.write_text("".join(f'{{"setCount":{number}}}\n' for number in range(100_000)))
    done = enfold("run", plugin("Counter"), "--file", str(actions), "--quiet")
    assert (done.status, done.err) == (0, "")
    assert done.events == [
        {
            "event": "end",
            "actions": 100_000,
            "refused": 0,
            "failed": 0,
            "idle": True,
            "revision": 100_000,
            "state": {"count": 99_999, "isLoading": False, "fact": None},
        }
    ]
    for path, reason in [
        (tmp_path / "nowhere", "No such file"),
        (tmp_path, "Is a directory"),
    ]:
        done = enfold("run", plugin("Counter"), "--file", str(path))
        assert done.status == 1
        assert f"{path} cannot be read: {reason}" in done.err


def test_a_line_that_comes_in_parts() -> None:
    """And events are written before the next line is waited for."""
    with subprocess.Popen(
        [COMMAND, "run", plugin("Counter"), "--observe", "/count"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=os.environ,
    ) as child:
        assert child.stdin and child.stdout
        assert json.loads(child.stdout.readline())["value"] == 0
        child.stdin.write(b'{"setC')
        child.stdin.flush()
        child.stdin.write(b'ount":5}\n')
        child.stdin.flush()
        assert json.loads(child.stdout.readline())["value"] == 5
        child.stdin.close()
        assert json.loads(child.stdout.readline())["event"] == "end"


def told(events: list[Any]) -> list[Any]:
    """Values of `state` events as they are, and other events without what has tests elsewhere."""
    return [event["value"] if event["event"] == "state" else event for event in events[:-1]]


def test_a_store_is_held_and_takes_steps() -> None:
    given = ':hold\n"increment"\n{"setCount":7}\n:step\n:release\n"increment"\n:hold\n:step\n'
    done = enfold("run", plugin("Counter"), "--observe", "/count", given=given)
    assert (done.status, done.err) == (0, "")
    assert told(done.events) == [
        0,
        {"event": "held", "held": True},
        {"event": "kept", "line": 2},
        {"event": "kept", "line": 3},
        1,
        {"event": "step", "done": True},
        7,
        {"event": "held", "held": False},
        8,
        {"event": "held", "held": True},
        {"event": "step", "done": False},
    ]
    assert done.events[-1] == {
        "event": "end",
        "actions": 3,
        "refused": 0,
        "failed": 0,
        "idle": True,
        "revision": 3,
        "held": True,
    }


def test_breakpoints() -> None:
    given = (
        ':break setCount\n:break /count\n"increment"\n:release\n{"setCount":5}\n'
        ":break clear 2\n:release\n:break clear\n:break\n"
    )
    done = enfold("run", plugin("Counter"), "--observe", "/count", given=given)
    assert done.status == 0, done.err
    before = {"action": "setCount", "number": 1}
    behind = {"path": "/count", "number": 2}
    events = told(done.events)
    action = events[6].pop("action")
    assert action.startswith("setCount(")
    assert events == [
        0,
        {"event": "breakpoints", "breakpoints": [before]},
        {"event": "breakpoints", "breakpoints": [before, behind]},
        1,
        {
            "event": "held",
            "held": True,
            "message": 'the store is held: breakpoint 2 stops behind the change of "/count"',
        },
        {"event": "held", "held": False},
        {
            "event": "held",
            "held": True,
            "message": "the store is held: breakpoint 1 stops before this action",
        },
        {"event": "breakpoints", "breakpoints": [before]},
        5,
        {"event": "held", "held": False},
        {"event": "breakpoints", "breakpoints": []},
        {"event": "breakpoints", "breakpoints": []},
    ]
    assert done.err.splitlines() == [
        'the store is held: breakpoint 2 stops behind the change of "/count"; '
        ":step or :release goes on",
        f"the store is held: breakpoint 1 stops before this action, {action}; "
        ":step or :release goes on",
    ]


def test_a_breakpoint_before_an_action_inside() -> None:
    given = ':break setFilter/active\n{"setFilter":"completed"}\n{"setFilter":"active"}\n:step\n'
    done = enfold("run", plugin("Todos"), "--observe", "/filter", given=given)
    assert done.status == 0, done.err
    kinds = [event["event"] for event in done.events]
    assert kinds == ["state", "breakpoints", "state", "held", "state", "step", "end"]


@pytest.mark.parametrize(
    "line, message",
    [
        (":step", "the store is not held, so there is no step to take; :hold holds it"),
        (":release", "the store is not held, so it goes on already; :hold holds it"),
        (":hold on", ':hold stands alone, and "on" is too much'),
        (
            ":brake add",
            'there is no command ":brake"; those with a colon are :hold, :release',
        ),
        (":brake add", "Did you mean :break?"),
        (
            ":break ad",
            'Todos has no action "ad"; it has: load, loaded, add, toggle, rename',
        ),
        (":break ad", "Did you mean add?"),
        (":break add/titel", 'add has nothing of the name "titel"; it has: title'),
        (':break "add', '"add is no text in JSON'),
        (
            ":break /item",
            'ENFOLD_BAD_POINTER: "/item" leads nowhere: this state has items',
        ),
        (
            ":break clear 9",
            "there is no breakpoint 9; :break shows those that there are",
        ),
    ],
)
def test_what_is_wrong_with_a_command(line: str, message: str) -> None:
    done = enfold("run", plugin("Todos"), "--quiet", given=f"{line}\n")
    assert done.status == 1
    assert done.err.startswith("line 1: ")
    assert message in done.err
    assert done.events[0]["event"] == "refused"


def test_a_store_that_is_held_at_the_end() -> None:
    done = enfold("run", plugin("Counter"), "--quiet", given=':hold\n"increment"\n')
    assert done.status == 1
    assert done.err == "enfold: the store is still held at the end; :release lets it go on\n"
    end = done.events[-1]
    assert (end["idle"], end["held"], end["state"]["count"]) == (False, True, 0)


def test_a_breakpoint_stops_while_effects_are_waited_for() -> None:
    """The wait ends then, and does not last for the whole `--timeout`."""
    given = ':break woke\n{"sleep":{"id":1,"milliseconds":10}}\n'
    done = enfold("run", TIMERS, "Timers", "--timeout", "50", "--quiet", given=given)
    assert done.status == 1
    assert "breakpoint 1 stops before this action, woke(" in done.err
    assert "the store is still held at the end" in done.err
