"""`enfold play`, `enfold blame`, and the history of `enfold run`."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from conftest import ASKER, ROOT, enfold, plugin
from test_terminal import todos

COMMITS = {"Board": 7, "Counter": 9, "Notes": 11, "PrimeTime": 4, "Todos": 9}


def session(name: str) -> Path:
    return ROOT / "Examples" / name / f"{name}.enfold.jsonl"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the session of Todos."""
    copy = tmp_path / "todos.enfold.jsonl"
    copy.write_bytes(session("Todos").read_bytes())
    return copy


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes what some lines say."""
    read = [json.loads(line) for line in path.read_text().splitlines()]
    for line in read:
        change(line)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in read))


def spoil(path: Path, revision: int, value: Any) -> int:
    """Puts another value into the patch of a commit. Returns the number of its line."""
    lines = path.read_text().splitlines()
    number = next(n for n, line in enumerate(lines) if f'"revision":{revision},"task"' in line)
    entry = json.loads(lines[number])
    entry["patch"][0]["value"] = value
    lines[number] = json.dumps(entry)
    path.write_text("\n".join(lines) + "\n")
    return number + 1


@pytest.mark.parametrize("name", COMMITS)
def test_the_sessions_of_the_examples_come_again(name: str) -> None:
    done = enfold("play", str(session(name)), "--plugin", plugin(name))
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{session(name)}: {COMMITS[name]} commits came again\n"


def test_the_first_difference_is_named(path: Path) -> None:
    line = spoil(path, 3, False)
    done = enfold("play", str(path), "--plugin", plugin("Todos"))
    assert done.status == 1
    assert done.err.splitlines()[0] == (
        f'enfold: {path}:{line}: Todos#1, revision 3, {{"toggle":{{"id":1}}}}: '
        'at "/items/0/isDone" was false, now it is true'
    )


def test_a_folder_is_a_suite(tmp_path: Path) -> None:
    for name in ("Counter", "Todos"):
        (tmp_path / f"{name}.enfold.jsonl").write_bytes(session(name).read_bytes())
    spoil(tmp_path / "Counter.enfold.jsonl", 1, 5)
    (tmp_path / "notes.txt").write_text("no session")
    plugins = ("--plugin", plugin("Counter"), "--plugin", plugin("Todos"))
    done = enfold("play", str(tmp_path), *plugins)
    assert done.status == 1
    assert "Counter.enfold.jsonl:3: " in done.err
    assert done.out.endswith("Todos.enfold.jsonl: 9 commits came again\n")


def test_until_an_entry() -> None:
    done = enfold("play", str(session("Todos")), "--plugin", plugin("Todos"), "--until", "3")
    assert done.status == 0
    state = json.loads(done.out)
    assert state["store"] == "Todos#1"
    assert [item["title"] for item in state["state"]["items"]] == ["milk", "bread"]


def test_speed_shows_each_commit() -> None:
    done = enfold(
        "play",
        str(session("Counter")),
        "--plugin",
        plugin("Counter"),
        "--speed",
        "1000",
    )
    assert done.status == 0
    assert '2 Counter#1 {"increment":{}}\n  ~ /count 1\n' in done.out


def test_update_writes_what_comes_now(path: Path) -> None:
    spoil(path, 3, False)
    mode = stat.S_IMODE(path.stat().st_mode)
    done = enfold("play", str(path), "--plugin", plugin("Todos"), "--update")
    assert (done.status, done.out) == (0, f"{path}: 1 commit updated\n")
    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert enfold("play", str(path), "--plugin", plugin("Todos")).status == 0
    done = enfold("play", str(path), "--plugin", plugin("Todos"), "--update")
    assert done.out == f"{path}: nothing has changed\n"


def test_what_depends_on_a_clock_of_its_own_is_named(tmp_path: Path, variant: Any) -> None:
    """A feature in C that puts the time into its state."""
    session_of_c = tmp_path / "c.enfold.jsonl"
    added = "self->count = (int64_t)((uint64_t)self->count + (uint64_t)amount);"
    clock = variant("Clock", added, "extern long clock(void); self->count = amount * clock();")
    record(session_of_c, clock, "CCounter", ["increment", "increment"])
    done = enfold("play", str(session_of_c), "--plugin", clock, "--check-determinism")
    assert done.status == 1
    assert "CCounter#1, revision 1, " in done.err
    assert "such as a clock that it reads by itself" in done.err


def test_what_depends_on_nothing_else_comes_three_times() -> None:
    arguments = (
        "play",
        str(session("Notes")),
        "--plugin",
        plugin("Notes"),
        "--check-determinism",
    )
    done = enfold(*arguments)
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{session('Notes')}: 11 commits came three times\n"


def record(path: Path, plugin: str, feature: str, actions: list[Any]) -> None:
    lines = "".join(f"{json.dumps(action)}\n" for action in actions)
    done = enfold("run", plugin, feature, given=lines, ENFOLD_RECORD=str(path))
    assert done.status == 0, done.err


def test_what_is_no_session_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.enfold.jsonl"
    for text, problem in {
        "": "there is no whole line in it",
        "{}\n": 'its first line has no "format"',
        '{"format":"enfold-session","version":7}\n': "the session has version 7; known: 1",
        '{"format":"enfold-session","version":1}\n{"kind":\n': ":2: this line is no entry",
    }.items():
        path.write_text(text)
        done = enfold("play", str(path))
        assert done.status == 1
        assert problem in done.err, done.err
        assert enfold("blame", str(path), "/x").status == 1
    assert "No such file" in enfold("play", str(tmp_path / "none")).err
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "no file in it ends in .enfold.jsonl" in enfold("play", str(empty)).err


def test_a_plugin_that_is_missing_is_named(path: Path) -> None:
    done = enfold("play", str(path))
    assert done.status == 1
    assert "Todos#1 cannot be opened again" in done.err


def test_a_cut_file_is_read_to_its_last_whole_line(path: Path) -> None:
    whole = path.read_bytes()
    rest = whole.index(b"\n") + 1
    for end in range(rest, len(whole), 293):
        path.write_bytes(whole[:end])
        done = enfold("play", str(path), "--plugin", plugin("Todos"))
        assert (done.status, done.err) == (0, "")


def test_blame_follows_an_element() -> None:
    done = enfold("blame", str(session("Todos")), "/items/0/title", "--at", "5")
    assert re.sub(r", line .*", "", done.out).splitlines() == [
        'revision 1 {"add":{"title":"milk"}}',
        '  /items/0/title: came as "milk"',
    ]
    done = enfold("blame", str(session("Todos")), "/items/id=2/title", "--json")
    assert [(event["revision"], event["value"]) for event in done.events] == [
        (5, "rye bread"),
        (2, "bread"),
    ]
    assert done.events[0]["before"] == "bread"
    assert "before" not in done.events[1]


def test_blame_says_what_is_not_there() -> None:
    done = enfold("blame", str(session("Todos")), "/items/77")
    assert (done.status, done.out) == (1, "")
    assert 'nothing is at "/items/77"' in done.err
    assert enfold("blame", str(session("Todos")), "items").status == 64
    done = enfold("blame", str(session("Todos")), "/items", "--store", "Users#1")
    assert "there is no store Users#1; it has Todos#1" in done.err


# The history of a run.


def test_a_run_goes_back_and_forward() -> None:
    lines = '"increment"\n"increment"\n:back\n:back\n:forward\n"increment"\n:at 2\n:at\n:forward\n'
    done = enfold("run", plugin("Counter"), given=lines)
    counts = [event["value"]["count"] for event in done.events if event["event"] == "state"]
    assert counts == [0, 1, 2, 1, 0, 1, 2, 2] or counts == [0, 1, 2, 1, 0, 1, 2]
    moments = [event["at"] for event in done.events if event["event"] == "moment"]
    assert moments == [1, 0, 1, 2, 2]
    assert done.status == 1
    assert "this is the last state" in done.err


def test_a_run_blames() -> None:
    lines = (
        '{"add":{"title":"milk"}}\n{"rename":{"id":1,"title":"oat milk"}}\n:blame /items/0/title\n'
    )
    done = enfold("run", plugin("Todos"), given=lines)
    assert done.status == 0, done.err
    changes = next(event["changes"] for event in done.events if event["event"] == "blame")
    assert [change["value"] for change in changes] == ["oat milk", "milk"]


def test_a_run_records(tmp_path: Path) -> None:
    path = tmp_path / "run.enfold.jsonl"
    lines = f'"increment"\n:record {path}\n"increment"\n:record\n"increment"\n:record {path}\n'
    done = enfold("run", plugin("Counter"), given=lines)
    assert done.status == 1
    assert "ENFOLD_IO" in done.err
    played = enfold("play", str(path), "--plugin", plugin("Counter"))
    assert played.out == f"{path}: 1 commit came again\n"


def test_a_terminal_goes_back_and_blames() -> None:
    with todos() as terminal:
        terminal.type('add {"title":"milk"}\r')
        terminal.wait_for("/nextID 2")
        terminal.type('add {"title":"bread"}\r')
        terminal.wait_for("/nextID 3")
        terminal.type(":back\r")
        terminal.wait_for("^- /items/1")
        terminal.wait_for("the state after revision 1")
        terminal.type(":blame /items/0/title\r")
        terminal.wait_for('came as "milk"')
        terminal.type(":forward\r")
        terminal.wait_for(r"^\+ /items/1")
        terminal.type(":back 3\r")
        terminal.wait_for("stands alone")
        terminal.type(":forwrd\r")
        terminal.wait_for("Did you mean the command :forward")


# Effects.


@pytest.mark.parametrize("name", COMMITS)
def test_effects_run_again(name: str) -> None:
    done = enfold("play", str(session(name)), "--plugin", plugin(name), "--effects", "live")
    assert (done.status, done.err) == (0, "")
    assert done.out == f"{session(name)}: {COMMITS[name]} commits came again with their effects\n"


def test_another_action_of_an_effect_is_a_difference(path: Path) -> None:
    path.write_bytes(
        session("Counter").read_bytes().replace(b'"7 is divisible by 7"', b'"7 is odd"')
    )
    done = enfold("play", str(path), "--plugin", plugin("Counter"), "--effects", "live")
    assert done.status == 1
    assert 'in its place came {"factLoaded":"7 is divisible by 7"}' in done.err


def test_requests_are_answered_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "asker.enfold.jsonl"
    lines = '{"ask":7}\n'
    done = enfold(
        "run", ASKER, "Asker", "--answer", 'numberFact="odd"', given=lines, ENFOLD_RECORD=str(path)
    )
    assert done.status == 0, done.err
    played = enfold("play", str(path), "--plugin", ASKER, "--effects", "live")
    assert (played.status, played.err) == (0, "")
    assert "came again with their effects" in played.out
    path.write_bytes(path.read_bytes().replace(b'"odd"', b'"even"', 1))
    played = enfold("play", str(path), "--plugin", ASKER, "--effects", "live")
    assert played.status == 1
