"""Files from anywhere: whatever is in them, `enfold session` ends with a message or a result."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from conftest import enfold
from sessions import example, export

VALUES: list[Any] = [
    None,
    True,
    -1,
    2**63,
    2**64,
    1e300,
    "",
    "x",
    [],
    {},
    [[]],
    "9999-12-31T23:59:59Z",
]
ROUNDS = 40


def change(random: Random, value: Any) -> Any:
    """The value with something else somewhere."""
    if isinstance(value, dict) and value and random.random() < 0.9:
        key = random.choice(list(value))
        if random.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: change(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.9:
        index = random.randrange(len(value))
        if random.random() < 0.1:
            return [*value[:index], *value[index + 1 :]]
        return [*value[:index], change(random, value[index]), *value[index + 1 :]]
    return random.choice(VALUES)


def session(random: Random, name: str, path: Path) -> str:
    lines = [json.loads(line) for line in Path(example(name)).read_text().splitlines()]
    for _ in range(random.randint(1, 5)):
        index = random.randrange(1, len(lines))
        lines[index] = change(random, lines[index])
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_sessions(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    path = session(random, random.choice(["Counter", "Board"]), tmp_path / "s.enfold.jsonl")
    for to in ("redux-devtools", "redux-actions", "perfetto", "otlp"):
        assert enfold("session", "export", path, "--to", to).status in (0, 1)
    for lang in ("python", "swift"):
        assert enfold("session", "test-gen", path, "--lang", lang).status in (0, 1)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_lifted_states(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    lifted = json.loads(export(example("Counter"), "redux-devtools"))
    for _ in range(random.randint(1, 4)):
        lifted = change(random, lifted)
    (tmp_path / "in.json").write_text(json.dumps(lifted), encoding="utf-8")
    output = tmp_path / "out.enfold.jsonl"
    arguments = ("--from", "redux-devtools", "--feature", "Counter", "-o", str(output))
    done = enfold("session", "import", str(tmp_path / "in.json"), *arguments)
    assert done.status in (0, 1), done.err
    assert output.exists() == (done.status == 0)
    if done.status == 0:  # what was written can be read
        for to in ("redux-devtools", "perfetto", "otlp"):
            again = enfold("session", "export", str(output), "--to", to)
            assert again.status == 0, again.err


@pytest.mark.parametrize("where", ["state", "action"])
@pytest.mark.parametrize("depth", [100, 1000, *range(1018, 1030), 5000])
def test_deep_values(depth: int, where: str, tmp_path: Path) -> None:
    """What can be imported can be exported."""
    deep: Any = json.loads("[" * depth + "]" * depth) if depth < 900 else "DEEP"
    lifted = {
        "actionsById": {
            "0": {"type": "PERFORM_ACTION", "action": {"type": "@@INIT"}, "timestamp": 1},
            "1": {"type": "PERFORM_ACTION", "action": {"type": "a", "payload": 1}, "timestamp": 1},
        },
        "stagedActionIds": [0, 1],
        "computedStates": [{"state": {}}, {"state": 1}],
        "currentStateIndex": 1,
    }
    if where == "state":
        lifted["computedStates"][1]["state"] = deep  # type: ignore[index]
    else:
        lifted["actionsById"]["1"]["action"]["payload"] = deep  # type: ignore[index]
    text = json.dumps(lifted).replace('"DEEP"', "[" * depth + "]" * depth)
    (tmp_path / "in.json").write_text(text, encoding="utf-8")
    output = tmp_path / "out.enfold.jsonl"
    arguments = ("--from", "redux-devtools", "--feature", "Counter", "-o", str(output))
    done = enfold("session", "import", str(tmp_path / "in.json"), *arguments)
    if depth <= 1020:  # the containers around it count, too
        assert done.status == 0, done.err
    if done.status == 0:
        again = enfold("session", "export", str(output), "--to", "redux-devtools")
        assert again.status == 0, again.err
    else:
        assert "impossible: this is no JSON: " in done.err
