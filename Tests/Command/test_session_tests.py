"""Tests that `enfold session test-gen` makes. Those in Swift are files of the examples."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from conftest import BUILD, LOTTERY, ROOT, STACKED, enfold, plugin
from sessions import (
    EXAMPLES,
    OPENED,
    PYTHON,
    entry,
    example,
    export,
    import_,
    record,
    record_actions,
    stores,
    write,
)


def test_gen(path: str, *arguments: str) -> str:
    done = enfold("session", "test-gen", path, *arguments)
    assert done.status == 0, done.err
    return done.out


test_gen.__test__ = False  # type: ignore[attr-defined]


def run(text: str, library: str, folder: Path) -> str:
    """What pytest says of a test."""
    (folder / "test_session.py").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, "-p", "enfold.testing.plugin", "--rootdir", str(folder), "test_session.py"],
        cwd=folder,
        env={**os.environ, **PYTHON, "ENFOLD_PLUGIN": library},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


@pytest.mark.parametrize("name", EXAMPLES)
def test_python_of_an_example_passes(name: str, tmp_path: Path) -> None:
    text = test_gen(example(name), "--lang", "python")
    assert "taken over" not in text
    assert "1 passed" in run(text, plugin(name), tmp_path)


@pytest.mark.parametrize("seed", range(3))
def test_python_of_random_sessions_passes(seed: int, tmp_path: Path) -> None:
    path = record(tmp_path / "random.enfold.jsonl", seed)
    for number, feature in stores(path):
        done = enfold("session", "test-gen", path, "--lang", "python", "--store", str(number))
        if "has no commits" in done.err:
            continue
        assert "1 passed" in run(done.out, plugin(feature), tmp_path)


def test_dependencies_give_what_they_gave(tmp_path: Path) -> None:
    actions = ["count", {"draw": 5}, "everything", {"draw": 1}, "buyLater", "buy"]
    path = record_actions(tmp_path / "s.enfold.jsonl", LOTTERY, "Lottery", actions)
    text = test_gen(path, "--lang", "python", "--from", "2")
    assert text.count("store.given(") == 4
    assert "1 passed" in run(text, LOTTERY, tmp_path)
    wrong = re.sub(
        r'"uuid": "(\w)', lambda match: f'"uuid": "{(int(match[1], 16) + 1) % 16:x}', text
    )
    assert "1 failed" in run(wrong, LOTTERY, tmp_path)
    swift = test_gen(path, "--lang", "swift")
    assert swift.count(".given {") == 4


def test_an_action_for_a_child_that_is_gone(tmp_path: Path) -> None:
    gone = {"path": {"element": {"id": 9, "action": {"folder": {"rename": "x"}}}}}
    path = record_actions(tmp_path / "s.enfold.jsonl", STACKED, "Stacked", [{"open": "a"}, gone])
    text = test_gen(path, "--lang", "python")
    assert text.count("with suppress(enfold.NoTargetError):") == 1
    assert "1 passed" in run(text, STACKED, tmp_path)
    export(path, "redux-actions", "-o", str(tmp_path / "a.json"))
    arguments = ("--from", "redux-actions", "--plugin", STACKED)
    verdict = import_(tmp_path / "a.json", tmp_path / "a.enfold.jsonl", "Stacked", *arguments)
    assert verdict == ["risky: 2 commits", "  an action had no target"]


def test_numbers_that_a_stack_gave_before_the_recording(tmp_path: Path) -> None:
    before, actions = [{"open": "a"}, {"open": "b"}, "home"], [{"open": "c"}, "home", {"open": "d"}]
    path = record_actions(tmp_path / "s.enfold.jsonl", STACKED, "Stacked", actions, before)
    text = test_gen(path, "--lang", "python")
    assert text.count("taken over, not verified: a stack gave numbers") == 1
    assert "1 passed" in run(text, STACKED, tmp_path)


@pytest.mark.parametrize("first, last", [(1, 1), (3, 6), (9, 9), (5, 5)])
def test_a_part_passes(first: int, last: int, tmp_path: Path) -> None:
    arguments = ("--lang", "python", "--from", str(first), "--to", str(last))
    text = test_gen(example("Counter"), *arguments)
    assert text.count("# revision ") == last - first + 1
    assert f"def test_counter_1_{first}_to_{last}(" in text
    assert "1 passed" in run(text, plugin("Counter"), tmp_path)


def test_it_fails_where_the_feature_does_something_else(tmp_path: Path) -> None:
    text = test_gen(example("Counter"), "--lang", "python")
    assert '"count": 41' in text
    told = run(text.replace('"count": 41', '"count": 42'), plugin("Counter"), tmp_path)
    assert "1 failed" in told and "assert {'count': 41" in told


def test_generated_python_is_formatted(tmp_path: Path) -> None:
    for name in EXAMPLES:
        (tmp_path / f"test_{name}.py").write_text(test_gen(example(name), "--lang", "python"))
    ruff = str(BUILD / "venv" / "bin" / "ruff")
    for command in (
        ["check", "--select", "E4,E7,E9,F,I", "--isolated"],
        ["format", "--check", "--isolated"],
    ):
        done = subprocess.run(
            [ruff, *command, "."], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("name", ["Counter", "Todos", "Board"])
def test_swift_of_an_example_is_the_file_among_its_tests(name: str) -> None:
    """`swift test` compiles and runs that file. ENFOLD_GOLDEN=1 writes it anew."""
    golden = ROOT / "Examples" / name / "Tests" / f"{name}Recorded.swift"
    text = test_gen(example(name), "--lang", "swift", "--module", f"{name}Feature")
    if os.environ.get("ENFOLD_GOLDEN"):
        golden.write_text(text, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == text


def test_the_module_is_that_of_an_effect() -> None:
    text = test_gen(example("Counter"), "--lang", "swift")
    assert "@testable import CounterFeature\n" in text
    assert "@testable import Todos\n" in test_gen(example("Todos"), "--lang", "swift")


def made(folder: Path, *lines: Any) -> str:
    return write(folder / "s.enfold.jsonl", [OPENED, *lines])


def step(revision: int, kind: str = "action", **members: Any) -> Any:
    patch = [{"op": "replace", "path": "/n", "value": members.pop("to", revision)}]
    return entry(revision + 1, kind, **{"revision": revision, "patch": patch, **members})


def test_what_cannot_be_done_again_is_taken_over(tmp_path: Path) -> None:
    path = made(
        tmp_path,
        step(1, action="go"),
        step(2, "restore"),
        step(3, "shared"),
        step(4, "set"),
        step(5, depends="reactor", action="go"),
        step(6),
        entry(8, "dependency", revision=7, dependency="uuid", value="u"),
        step(7, action={"a": '"#\\##'}),
    )
    python = test_gen(path, "--lang", "python")
    reasons = ["restore", "shared", "reactor", "an action without a form in JSON"]
    for reason in reasons:
        assert f"    # taken over, not verified: {reason}\n    store.restore({{" in python
    assert '    store.set("/n", 4)\n' in python
    assert '    given = store.given([{"uuid": "u"}])\n    given.send({"a": ' in python
    compile(python, "s.py", "exec")
    swift = test_gen(path, "--lang", "swift")
    for reason in [*reasons, "a write of /n"]:
        assert f"    // taken over, not verified: {reason}\n    state = try recorded(#" in swift
    assert 'try Fixture(#"[{"uuid":"u"}]"#).given {' in swift
    assert 'try send(###"{"a":"\\"#\\\\##"}"###, &state)' in swift


def test_entries_that_are_not_in_the_file(tmp_path: Path) -> None:
    state = {"seq": 5, "time": "2026-01-01T00:00:02Z", "store": 1, "kind": "state", "revision": 4}
    path = made(
        tmp_path,
        step(1, action="go"),
        {"kind": "dropped", "count": 2},
        {**state, "state": {"n": 4}},
        step(5, action="go"),
    )
    text = test_gen(path, "--lang", "python")
    assert "# revision 4\n    # taken over, not verified: entries are not in the file" in text


def test_redacted_values_are_refused(tmp_path: Path) -> None:
    path = made(tmp_path, step(1, action="go"), step(2, action="go", to="[redacted]"))
    for lang in ("python", "swift"):
        done = enfold("session", "test-gen", path, "--lang", lang)
        assert done.status == 1
        assert (
            ':4: a value is redacted at "/n", and a test needs it; --to 1 ends before it'
            in done.err
        )
    assert "# revision 1" in test_gen(path, "--lang", "python", "--to", "1")


def test_mistakes(tmp_path: Path) -> None:
    def refused(status: int, *arguments: str) -> str:
        done = enfold("session", "test-gen", example("Counter"), *arguments)
        assert (done.status, done.out) == (status, "")
        return done.err

    told = refused(1, "--lang", "python", "--from", "20")
    assert "Counter#1 has no commits from 20; it has 1 to 9" in told
    assert "--from 5 is more than --to 4" in refused(
        64, "--lang", "swift", "--from", "5", "--to", "4"
    )
    assert "--module is for --lang swift" in refused(64, "--lang", "python", "--module", "X")
    assert "--plugin is for --lang python" in refused(64, "--lang", "swift", "--plugin", "X")
    assert refused(64, "--lang", "ruby")
    assert "cannot write" in refused(1, "--lang", "swift", "-o", str(tmp_path / "no" / "x.swift"))
