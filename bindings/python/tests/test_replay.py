"""Replays of recorded sessions: all comes again, or the first difference is named."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import enfold
from enfold.testing import Divergence, SessionError, assert_replays

from .conftest import BOUND, COUNTER, LOTTERY, PANEL, PRESENTED, ROOT, SESSIONS_A, STACKED, TODOS
from .conftest import PLUGINS as PLUGINS_OF_EXAMPLES
from .test_recording import ACTIONS

PLUGINS = (COUNTER, TODOS, BOUND, STACKED, PRESENTED, LOTTERY)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.enfold.jsonl"


def record(path: Path, *plugins: Path, loop: str = "inline") -> enfold.Runtime:
    """A runtime that is recorded from its beginning."""
    runtime = enfold.Runtime(loop=loop)  # type: ignore[arg-type]
    for plugin in plugins or PLUGINS:
        runtime.load(plugin)
    runtime.record(path, checkpoint=20)
    return runtime


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Changes what some lines say."""
    read = [json.loads(line) for line in path.read_text().splitlines()]
    for line in read:
        change(line)
    path.write_text("".join(f"{json.dumps(line)}\n" for line in read))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("loop", ["inline", "host"])
def test_random_sessions_come_again(path: Path, loop: str, seed: int) -> None:
    random = Random(seed)
    features = [feature for feature in ACTIONS if feature != "Bound"]
    with record(path, loop=loop) as runtime:
        stores = [(feature, runtime.open(feature)) for feature in random.sample(features, 3)]
        saved = {store: store.state for _, store in stores}
        commits = 0
        for _ in range(200):
            feature, store = random.choice(stores)
            if random.random() < 0.05:
                store.restore(random.choice([saved[store], store.state]))
            else:
                with contextlib.suppress(enfold.NoTargetError):
                    store.send(random.choice(ACTIONS[feature]))
        runtime.wait()
        commits = sum(store.revision for _, store in stores)
    replayed = assert_replays(path, *PLUGINS)
    assert replayed.verified == commits
    assert not replayed.unverified


@pytest.mark.parametrize("name", ["Board", "Counter", "Notes", "PrimeTime", "Todos"])
def test_the_sessions_of_the_examples_come_again(name: str) -> None:
    """`scripts/record-examples.py` records them anew."""
    session = ROOT / "Examples" / name / f"{name}.enfold.jsonl"
    replayed = assert_replays(session, PLUGINS_OF_EXAMPLES / f"lib{name}.so")
    assert replayed.verified > 3
    assert not replayed.unverified


@pytest.mark.parametrize(
    ("name", "reactor", "mutation"), [("TextBoard", 5, 4), ("Reactables", 11, 2)]
)
def test_commits_of_reactors_are_taken_over(name: str, reactor: int, mutation: int) -> None:
    session = ROOT / "Examples" / name / f"{name}.enfold.jsonl"
    replayed = assert_replays(session, PLUGINS_OF_EXAMPLES / f"lib{name}.so")
    assert replayed.unverified == {"reactor": reactor, "mutation": mutation}


def test_redacted_values_are_not_compared(path: Path) -> None:
    with record(path) as runtime:
        store = runtime.open("Todos")
        for title in ("milk", "bread"):
            store.send({"add": {"title": title}})
        store.send({"rename": {"id": 1, "title": "oat milk"}})
        store.send({"toggle": {"id": 2}})
    text = path.read_text()
    path.write_text(text.replace('"title":"bread","isDone"', '"title":"[redacted]","isDone"'))
    risky = assert_replays(path, TODOS)
    assert (risky.verdict, risky.verified, risky.unverified) == ("risky", 4, {})
    path.write_text(text.replace('"title":"oat milk"}}', '"title":"[redacted]"}}'))
    taken = assert_replays(path, TODOS)
    assert (taken.verdict, taken.verified, taken.unverified) == ("fine", 3, {"redacted": 1})
    path.write_text(text.replace('"oat milk"', '"[redacted]"'))
    impossible = assert_replays(path, TODOS)
    assert (impossible.verdict, impossible.verified) == ("impossible", 2)
    assert impossible.unverified == {"redacted": 2}
    assert 'a redacted value at "/items/0/title"' in impossible.obstacles[0]


def test_a_folder_is_a_suite(tmp_path: Path) -> None:
    for name in ("one", "two"):
        with record(tmp_path / f"{name}.enfold.jsonl") as runtime:
            runtime.open("org.enfold.counter/Counter").send("increment")
    assert assert_replays(tmp_path, COUNTER).verified == 2
    with pytest.raises(SessionError, match=r"no file in it ends in \.enfold\.jsonl"):
        assert_replays(ROOT / "scripts", COUNTER)


def test_stacks_count_on(path: Path) -> None:
    """The recording begins when some screens have gone already."""
    with enfold.Runtime() as runtime:
        runtime.load(STACKED)
        store = runtime.open("Stacked")
        for action in ({"open": "a"}, {"open": "b"}, "home"):
            store.send(action)
        with runtime.record(path):
            store.send({"open": "c"})
            store.send("home")
            store.send({"open": "d"})
        assert store.state["path"][0]["id"] == 3
    assert assert_replays(path, STACKED).verified == 3


def test_a_push_of_a_screen_that_has_gone_is_ignored_again(path: Path) -> None:
    """The state does not say that the stack has counted on, the file does."""
    with enfold.Runtime() as runtime:
        runtime.load(STACKED)
        store = runtime.open("Stacked")
        for action in ({"open": "a"}, {"open": "b"}):
            store.send(action)
        element = store.state["path"][1]
        store.send("home")
        with runtime.record(path):
            with pytest.raises(enfold.NoTargetError):
                store.send({"path": {"push": element}})
            store.send({"open": "c"})
        assert [each["id"] for each in store.state["path"]] == [2]
    assert assert_replays(path, STACKED).verified == 2


def test_dependencies_are_given_back(path: Path) -> None:
    with record(path) as runtime:
        store = runtime.open("Lottery")
        for action in ("count", {"draw": 5}, "everything", {"draw": 1}):
            store.send(action)
    assert assert_replays(path, *PLUGINS).verified == 4


def test_writes_come_again(path: Path) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(PANEL)
        store = runtime.open("Panel")
        with runtime.record(path):
            store.set("/volume", 7)
            store.send({"setLevel": 2})
            store.set("/name", "a panel", then={"renamed": {"from": "$old", "to": "$new"}})
        commits = store.revision
    assert commits > 2
    assert assert_replays(path, PANEL).verified == commits


def test_the_first_difference_is_named(path: Path) -> None:
    with record(path) as runtime:
        store = runtime.open("Todos")
        for title in ("milk", "bread", "eggs"):
            store.send({"add": {"title": title}})
        store.send({"toggle": {"id": 2}})

    def spoil(line: dict[str, Any]) -> None:
        if line.get("revision") == 4 and line["kind"] == "action":
            line["patch"][0]["value"] = False

    assert assert_replays(path, TODOS).verified == 4
    edit(path, spoil)
    with pytest.raises(Divergence) as raised:
        assert_replays(path, TODOS)
    assert raised.value.line == 6
    assert str(raised.value) == (
        f'{path}:6: Todos#1, revision 4, {{"toggle": {{"id": 2}}}}: '
        'at "/items/1/isDone" was false, now it is true'
    )


def test_an_action_that_is_refused_is_a_difference(path: Path) -> None:
    with record(path) as runtime:
        runtime.open("org.enfold.counter/Counter").send({"setCount": 5})

    def spoil(line: dict[str, Any]) -> None:
        if line.get("kind") == "action":
            line["action"] = {"setTotal": 5}

    edit(path, spoil)
    with pytest.raises(Divergence, match=r"it is refused: .*setTotal"):
        assert_replays(path, COUNTER)


def test_what_cannot_be_verified_is_counted(path: Path) -> None:
    with record(path, SESSIONS_A) as runtime:
        one = runtime.open("Visitor")
        other = runtime.open("Visitor")
        one.send({"rename": "Ada"})
        one.send("count")
        runtime.wait()
        assert other.state["session"]["name"] == "Ada"
    replayed = assert_replays(path, SESSIONS_A)
    assert replayed.unverified == {"shared": 1}
    assert replayed.verified == 2


def test_a_session_that_was_cut_off_is_replayed_so_far(path: Path) -> None:
    with record(path) as runtime:
        store = runtime.open("Todos")
        for number in range(5):
            store.send({"add": {"title": f"{number}"}})
    whole = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    for length in (*range(0, len(whole), 97), *ends):
        path.write_bytes(whole[:length])
        if length < ends[0]:
            with pytest.raises(SessionError, match="is empty"):
                assert_replays(path, TODOS)
        else:
            count = max(0, whole[:length].count(b"\n") - 2)
            assert assert_replays(path, TODOS).verified == min(count, 5)


@pytest.mark.parametrize(
    "text, message",
    [
        ("", "the file is empty"),
        ("{}\n", "this is no session file"),
        ("[1]\n", "this is no session file"),
        ("{\n", ":1: this line is no JSON"),
        ('{"format":"enfold-session","version":2}\n', "has version 2; known: 1"),
        ('{"format":"enfold-session","version":1}\n[]\n', ":2: this line is no object"),
    ],
)
def test_what_is_no_session_is_refused(path: Path, text: str, message: str) -> None:
    path.write_text(text)
    with pytest.raises(SessionError, match=message):
        assert_replays(path, TODOS)


def test_a_feature_that_is_not_there_is_named(path: Path) -> None:
    with record(path) as runtime:
        runtime.open("Todos")
    with pytest.raises(SessionError, match=r":2: Todos#1 cannot be opened again: .*Todos"):
        assert_replays(path, COUNTER)


def test_patches_that_lead_to_the_same_state_are_the_same(path: Path) -> None:
    """A list may have become one that knows its elements, or the patches were made of states."""
    with record(path, TODOS) as runtime, runtime.open("Todos") as store:
        store.send("add", title="milk")

    def other(line: dict[str, Any]) -> None:
        if line.get("kind") == "action":
            line["patch"] = [
                {
                    "op": "replace",
                    "path": "/items",
                    "value": [{"id": 1, "title": "milk", "isDone": False}],
                },
                {"op": "replace", "path": "/nextID", "value": 2},
            ]

    edit(path, other)
    assert assert_replays(path, TODOS).verified == 1
    edit(path, lambda line: line.get("patch", [{}, {}])[1].update(value=3))
    with pytest.raises(Divergence, match='at "/nextID" was 3, now it is 2'):
        assert_replays(path, TODOS)
