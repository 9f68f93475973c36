"""Recordings: what stands in a session file, and how one begins and ends."""

from __future__ import annotations

import contextlib
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import jsonschema
import pytest

import enfold

from .conftest import BOUND, COUNTER, LOTTERY, PRESENTED, ROOT, STACKED, TODOS, Script

Line = dict[str, Any]

SCHEMA = json.loads((ROOT / "docs" / "session-format.schema.json").read_text())
COMMITS = ("action", "set", "binding", "restore", "shared", "mutation")


@pytest.fixture(params=["inline", "host"])
def runtime(request: pytest.FixtureRequest) -> Iterator[enfold.Runtime]:
    with enfold.Runtime(loop=request.param) as runtime:
        for plugin in (COUNTER, TODOS, BOUND, STACKED, PRESENTED, LOTTERY):
            runtime.load(plugin)
        yield runtime


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.enfold.jsonl"


def lines(path: Path) -> list[Line]:
    """The lines of a file. Each is checked."""
    read = [json.loads(line) for line in path.read_text().splitlines()]
    check = jsonschema.Draft202012Validator(SCHEMA)
    for line in read:
        check.validate(line)
    assert read[0]["format"] == "enfold-session"
    numbers = [line["seq"] for line in read if "seq" in line]
    assert numbers == list(range(1, len(numbers) + 1))
    return read


def of_kind(read: list[Line], *kinds: str) -> list[Line]:
    return [line for line in read if line.get("kind") in kinds]


def folded(read: list[Line]) -> dict[int, tuple[int, Any]]:
    """The last revisions and states of the stores. Checkpoints must have what the patches make."""
    states: dict[int, tuple[int, Any]] = {}
    for line in read:
        kind, store = line.get("kind"), line.get("store")
        if kind in ("opened", "state"):
            states[line["store"]] = (line["revision"], line["state"])
        elif kind in COMMITS and store is not None:
            revision, state = states[store]
            assert line["revision"] == revision + 1
            states[store] = (line["revision"], enfold.apply_patch(state, line["patch"]))
        elif kind == "checkpoint" and store is not None:
            assert states[store] == (line["revision"], line["state"])
    return states


def test_a_session_begins_with_the_state(runtime: enfold.Runtime, path: Path) -> None:
    store = runtime.open("org.enfold.counter/Counter", name="the counter")
    store.send("increment")
    runtime.wait()
    with runtime.record(path):
        store.send({"setCount": 7})
        runtime.wait()
    store.send("increment")
    header, opened, action = lines(path)
    assert header["redact"] == []
    assert opened["kind"] == "opened"
    assert (opened["name"], opened["feature"], opened["store"]) == ("the counter", "Counter", 1)
    assert opened["plugin"]["id"] == "org.enfold.counter"
    assert {"hash", "schema"} <= opened["plugin"].keys()
    assert (opened["revision"], opened["state"]["count"]) == (1, 1)
    assert (action["kind"], action["revision"], action["action"]) == ("action", 2, {"setCount": 7})
    assert action["patch"] == [{"op": "replace", "path": "/count", "value": 7}]
    assert "name" not in action


def test_stores_come_and_go(runtime: enfold.Runtime, path: Path) -> None:
    with runtime.record(path):
        with runtime.open("Todos") as store:
            store.send({"add": {"title": "milk"}})
            runtime.wait()
        with runtime.open("Todos") as other:
            other.send("clearCompleted")
            runtime.wait()
    told = [(line["store"], line["kind"]) for line in lines(path)[1:]]
    assert told == [
        (1, "opened"),
        (1, "action"),
        (1, "closed"),
        (2, "opened"),
        (2, "action"),
        (2, "closed"),
    ]


def test_causes_name_the_stores_of_the_file(runtime: enfold.Runtime, path: Path) -> None:
    store = runtime.open("org.enfold.counter/Counter")
    with runtime.record(path):
        store.tagged("ada").send("factTapped")
        runtime.wait()
    read = lines(path)
    began, loaded = of_kind(read, "effect began")[0], of_kind(read, "action")[-1]
    assert began["cause"] == loaded["cause"] == {"store": 1, "revision": 1}
    assert began["task"] == loaded["task"]
    assert loaded["tag"] == "ada"


def test_dependencies_of_the_first_state_come_before_it(
    runtime: enfold.Runtime, path: Path
) -> None:
    with runtime.record(path), runtime.open("Lottery") as store:
        store.send({"draw": 3})
        runtime.wait()
    kinds = [line["kind"] for line in lines(path)[1:]]
    assert kinds[: kinds.index("opened")] == ["dependency"] * kinds.index("opened")
    assert kinds.index("opened") > 0
    assert all(line["store"] == 1 for line in lines(path)[1:])


def test_numbers_of_stacks_are_kept(runtime: enfold.Runtime, path: Path) -> None:
    with runtime.record(path, checkpoint=2), runtime.open("Stacked") as store:
        for name in ("a", "b", "c"):
            store.send({"open": name})
        store.send("home")
        runtime.wait()
    read = lines(path)
    assert [line.get("next") for line in of_kind(read, "action")] == [
        {"/path": 1}, {"/path": 2}, {"/path": 3}, None,
    ]  # fmt: skip
    assert [line["next"] for line in of_kind(read, "checkpoint")] == [{"/path": 2}, {"/path": 3}]


ACTIONS: dict[str, list[Any]] = {
    "org.enfold.counter/Counter": ["increment", "decrement", {"setCount": 5}, "factTapped"],
    "Todos": [
        {"add": {"title": "é"}},
        {"toggle": {"id": 1}},
        {"delete": {"id": 2}},
        {"toggle": {"id": 3}},
        {"setFilter": "active"},
        "clearCompleted",
        {"rename": {"id": 1, "title": "\u0000"}},
    ],
    "Bound": [
        {"binding": {"/text": "x"}},
        "open",
        "close",
        {"add": 3},
        {"remove": 3},
        {"editor": {"binding": {"/name": "n"}}},
    ],
    "Stacked": [
        {"open": "a"},
        "home",
        {"path": {"push": {"state": {"note": {"text": "t"}}}}},
        {"path": {"popFrom": {"id": 1}}},
        {"path": {"element": {"id": 0, "action": {"folder": {"openNote": "n"}}}}},
    ],
    "Presented": [
        {"open": 1},
        {"open": 2},
        {"note": "dismiss"},
        {"note": {"presented": {"open": 3}}},
        "warn",
        {"alert": {"presented": "delete"}},
        {"note": {"presented": "close"}},
    ],
}


@pytest.mark.parametrize("seed", range(4))
def test_patches_lead_from_state_to_state(runtime: enfold.Runtime, path: Path, seed: int) -> None:
    random = Random(seed)
    features = random.sample(sorted(ACTIONS), 3)
    stores = [runtime.open(feature) for feature in features]
    with runtime.record(path, checkpoint=random.choice([0, 1, 7, 1000])):
        stores.append(runtime.open(features[0]))
        features.append(features[0])
        saved = [store.state for store in stores]
        for _ in range(300):
            place = random.randrange(4)
            if random.random() < 0.05:
                stores[place].restore(random.choice([saved[place], stores[place].state]))
            else:
                with contextlib.suppress(enfold.NoTargetError):  # it is told all the same
                    stores[place].send(random.choice(ACTIONS[features[place]]))
        runtime.wait()
    by_name = {line["name"]: line["store"] for line in of_kind(lines(path), "opened")}
    states = folded(lines(path))
    assert len(by_name) == 4
    for store, feature in zip(stores, features):
        number = by_name[f"{feature.split('/')[-1]}#{2 if store is stores[3] else 1}"]
        state = {**store.state, **({"pin": "[redacted]"} if feature == "Bound" else {})}
        assert states[number] == (store.revision, state)


def test_what_is_redacted_is_not_recorded(path: Path) -> None:
    with enfold.Runtime(redact=["/items/*/title", "action:/add/title"]) as runtime:
        runtime.load(TODOS)
        store = runtime.open("Todos")
        store.send({"add": {"title": "a secret"}})
        with runtime.record(path, checkpoint=1):
            store.send({"add": {"title": "a secret"}})
            store.restore(store.state)
    assert "secret" not in path.read_text()
    header, opened, *_ = lines(path)
    assert header["redact"] == ["/items/*/title", "action:/add/title"]
    assert opened["state"]["items"][0]["title"] == "[redacted]"


def test_the_file_is_new_and_the_users_own(runtime: enfold.Runtime, path: Path) -> None:
    path.write_text("mine")
    with pytest.raises(enfold.IOError, match=f"{path} cannot be made: it exists already"):
        runtime.record(path)
    assert path.read_text() == "mine"
    link = path.with_name("link")
    link.symlink_to(path.with_name("elsewhere"))
    with pytest.raises(enfold.IOError, match="it exists already"):
        runtime.record(link)
    with pytest.raises(enfold.IOError, match="No such file or directory"):
        runtime.record(path.with_name("nowhere") / "x")
    for number in range(2):
        with runtime.record(path.with_name(f"{number}-%p-%%")):
            pass
    made = path.with_name(f"0-{os.getpid()}-%")
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    assert len(lines(made)) == 1


def test_one_recording_at_a_time(runtime: enfold.Runtime, path: Path) -> None:
    recording = runtime.record(path)
    with pytest.raises(enfold.InvalidError, match=f"is recorded already, into {path}"):
        runtime.record(path.with_name("other"))
    assert not path.with_name("other").exists()
    recording.close()
    recording.close()
    with runtime.record(path.with_name("other")):
        pass
    for wrong in ({"limit": 0}, {"limit": 1.5}, {"checkpoint": -1}, {"checkpoint": "1"}):
        with pytest.raises((enfold.InvalidError, TypeError)):
            runtime.record(path.with_name("third"), **wrong)  # type: ignore[arg-type]
    with pytest.raises(enfold.InvalidError, match="behind % comes p"):
        runtime.record("x%d")


def test_a_runtime_that_is_closed_has_written_all(path: Path) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        recording = runtime.record(path)
        store = runtime.open("Counter")
        for _ in range(1000):
            store.send("increment")
    read = lines(path)
    assert len(of_kind(read, "action")) == 1000
    assert read[-1]["kind"] == "closed"
    recording.close()


PROGRAM = """
    import sys
    import enfold

    runtime = enfold.Runtime()
    runtime.load(COUNTER)
    store = runtime.open("Counter")
    for _ in range(100):
        store.send("increment")
    {end}
"""


@pytest.mark.parametrize("end", ["runtime.close()", "pass", "sys.exit(3)"])
def test_the_environment_asks_for_it(script: Script, tmp_path: Path, end: str) -> None:
    pattern = str(tmp_path / "s-%n.jsonl")
    done = script(PROGRAM.format(end=end), ENFOLD_RECORD=pattern)
    assert done.stderr == ""
    assert len(of_kind(lines(tmp_path / "s-1.jsonl"), "action")) == 100


def test_a_file_that_cannot_be_made_is_told(script: Script) -> None:
    done = script(PROGRAM.format(end="pass"), ENFOLD_RECORD="/nonexistent/x")
    assert "ENFOLD_RECORD: /nonexistent/x cannot be made: No such file or directory" in done.stderr
