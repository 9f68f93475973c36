"""Exports of times: trace events for Perfetto, and spans of OpenTelemetry."""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from check_otlp import attribute, check_spans
from check_perfetto import check_trace
from conftest import enfold
from sessions import EXAMPLES, OPENED, entries, entry, example, export, record, write

COMMITS = ("action", "set", "binding", "restore", "shared", "mutation")


def trace_of(path: str, *arguments: str) -> list[Any]:
    trace = json.loads(export(path, "perfetto", *arguments), parse_float=Decimal)
    check_trace(trace)
    events = trace["traceEvents"]
    assert isinstance(events, list)
    return events


def check_both(path: str) -> None:
    """Nothing of the session is missing."""
    kinds = Counter(each["kind"] for each in entries(path))
    commits = sum(kinds[kind] for kind in COMMITS)
    phases = Counter(each["ph"] for each in trace_of(path))
    assert (phases["X"], phases["C"]) == (commits, commits)
    # What began before the recording has an end alone.
    assert phases["b"] >= kinds["effect began"] + kinds["request"]
    spans = check_spans(export(path, "otlp"))
    told = Counter(attribute(span, "enfold.kind") for span in spans)
    assert sum(told[kind] for kind in COMMITS) == commits
    assert told["effect"] + told["request"] == phases["b"]
    caused = sum(1 for each in entries(path) if each["kind"] in COMMITS and "cause" in each)
    assert phases["s"] <= caused


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str) -> None:
    check_both(example(name))


@pytest.mark.parametrize("seed", range(6))
def test_random_sessions(seed: int, tmp_path: Path) -> None:
    path = record(tmp_path / "random.enfold.jsonl", seed)
    check_both(path)
    assert export(path, "otlp") == export(path, "otlp")


def test_causes_are_flows_and_parents() -> None:
    events = trace_of(example("Counter"))
    flows = [(each["ph"], each["id"]) for each in events if each["ph"] in "sf"]
    assert sorted(flows) == [("f", 6), ("f", 9), ("s", 6), ("s", 9)]
    spans = {
        attribute(each, "enfold.revision"): each
        for each in check_spans(export(example("Counter"), "otlp"))
        if attribute(each, "enfold.kind") == "action"
    }
    assert spans["6"]["parentSpanId"] == spans["5"]["spanId"]
    assert spans["6"]["traceId"] == spans["5"]["traceId"] != spans["4"]["traceId"]
    assert "parentSpanId" not in spans["5"]
    assert spans["6"]["name"] == "Counter#1.factLoaded"
    assert "divisible" not in export(example("Counter"), "otlp")


def test_a_commit_lasts_from_the_change_until_its_observers_were_told() -> None:
    events = trace_of(example("Counter"))
    (first, *_) = [each for each in events if each["ph"] == "X"]
    assert first["dur"] == Decimal("7.702") and first["args"]["reduced"] == 1483
    (wait, *_) = [each for each in events if each["ph"] == "C"]
    assert wait["args"] == {"nanoseconds": 4847} and wait["ts"] == first["ts"]


def effect(seq: int, kind: str, cause: int, **members: Any) -> Any:
    told = {"cause": {"store": 1, "revision": cause}, "effect": "A/B.swift:1", "action": "go"}
    return entry(seq, kind, revision=cause, task=1, **told, **members)


def commit(seq: int, revision: int, **members: Any) -> Any:
    return entry(seq, "action", revision=revision, action="go", patch=[], **members)


def test_what_has_no_beginning_or_no_end(tmp_path: Path) -> None:
    lines = [
        OPENED,
        effect(2, "effect ended", 1, outcome="finished"),
        commit(3, 2, task=1, cause={"store": 1, "revision": 1}),
        effect(4, "effect began", 2),
        effect(5, "effect began", 2),
        effect(6, "effect ended", 2, outcome="failed"),
        entry(7, "closed"),
        {"kind": "dropped", "count": 2},
    ]
    path = write(tmp_path / "s.enfold.jsonl", lines)
    events = trace_of(path)
    outcomes = [each["args"]["outcome"] for each in events if each["ph"] == "e"]
    assert outcomes == ["finished", "failed", "untold"]
    ends = [each["ts"] for each in events if each["ph"] == "e"]
    assert ends == [Decimal(1000), Decimal(5000), Decimal(6000)]  # the last one with its store
    assert [each["s"] for each in events if each["ph"] == "i"] == ["g"]
    spans = check_spans(export(path, "otlp"))
    told = {(each["name"], attribute(each, "enfold.outcome")) for each in spans}
    name = "One.go effect"
    assert told == {("One.go", None), *((name, each) for each in ("finished", "failed", "untold"))}


def test_elements_of_a_stream(tmp_path: Path) -> None:
    def answer(seq: int, **members: Any) -> Any:
        return entry(seq, "answer", revision=1, id=1, request="ticks", **members)

    lines = [
        OPENED,
        commit(2, 1, task=1),
        entry(3, "request", revision=1, id=1, request="ticks", payload=3),
        answer(4, value=1),
        answer(5, value=2),
        answer(6, outcome="finished"),
    ]
    path = write(tmp_path / "s.enfold.jsonl", lines)
    phases = [each["ph"] for each in trace_of(path) if each["ph"] in "bne"]
    assert phases == ["b", "n", "n", "e"]
    (request,) = [each for each in check_spans(export(path, "otlp")) if each["kind"] == 3]
    assert request["name"] == "One.ticks request" and request["status"] == {"code": 1}


def test_circles_and_wrong_times_of_a_file_from_anywhere(tmp_path: Path) -> None:
    two = {"store": 2, "name": "Two"}
    lines = [
        OPENED,
        {**OPENED, **two, "seq": 2},
        # Each of these two says that the other has caused it.
        commit(9, 5, cause={"store": 2, "revision": 5}, reduced=2**63),
        {**commit(4, 5, cause={"store": 1, "revision": 5}), "store": 2},
        commit(3, 6, cause={"store": 1, "revision": 6}),
        commit(2, 7, cause={"store": 1, "revision": 9}),
        {**commit(10, 8, cause={"store": 9, "revision": 1}), "time": "9999-12-31T23:59:59Z"},
        {**commit(11, 9), "time": "yesterday"},
        effect(1, "effect began", 9),
        effect(1, "effect ended", 3, outcome="odd"),
    ]
    path = write(tmp_path / "s.enfold.jsonl", lines)
    trace_of(path)
    assert len(check_spans(export(path, "otlp"))) == 8


def test_a_cause_that_is_told_later_is_found(tmp_path: Path) -> None:
    """A commit that follows a shared value may come before the commit that has changed it."""
    two = {"store": 2, "name": "Two"}
    cause = {"store": 2, "revision": 1}
    lines = [
        OPENED,
        {**OPENED, **two, "seq": 2},
        entry(3, "shared", revision=1, cause=cause, patch=[]),
        {**commit(4, 1, task=1), **two},
    ]
    path = write(tmp_path / "s.enfold.jsonl", lines)
    trace_of(path)
    shared, action = sorted(check_spans(export(path, "otlp")), key=lambda each: str(each["name"]))
    assert shared["name"] == "One shared" and shared["parentSpanId"] == action["spanId"]
    (alone,) = check_spans(export(path, "otlp", "--store", "One"))
    assert "parentSpanId" not in alone
    assert len([each for each in trace_of(path, "--store", "Two") if each["ph"] == "X"]) == 1


@pytest.mark.parametrize("to", ["redux-devtools", "redux-actions", "perfetto", "otlp"])
def test_mistakes(to: str, tmp_path: Path) -> None:
    done = enfold("session", "export", str(tmp_path / "no.jsonl"), "--to", to)
    assert (done.status, done.out) == (1, "")
    assert "no.jsonl: it cannot be read: No such file or directory" in done.err
    done = enfold("session", "export", example("Counter"), "--to", to, "--store", "Todos#1")
    assert done.status == 1
    assert "there is no store Todos#1; it has Counter#1" in done.err
    done = enfold("session", "export", example("Counter"), "--to", to, "-o", "/no/where.json")
    assert done.status == 1
    assert "cannot write /no/where.json" in done.err
    done = enfold("session", "export", example("Counter"), "--to", to, "-o", str(tmp_path))
    assert done.status == 1
    assert "it is there, and no regular file" in done.err
    assert enfold("session", "export", example("Counter"), "--to", "csv").status == 64
    output = tmp_path / "out"
    done = enfold("session", "export", example("Counter"), "--to", to, "-o", str(output))
    assert (done.status, done.out) == (0, "")
    assert output.read_text() == export(example("Counter"), to)


def test_two_stores_need_a_name(tmp_path: Path) -> None:
    path = write(tmp_path / "s.enfold.jsonl", [OPENED, {**OPENED, "store": 2, "name": "Two"}])
    done = enfold("session", "export", path, "--to", "redux-actions")
    assert done.status == 1 and "which store? it has One, Two" in done.err
    assert export(path, "redux-actions", "--store", "2") == "[]\n"


def test_stores_of_one_name_have_tracks_of_their_own(tmp_path: Path) -> None:
    lines = [OPENED, {**OPENED, "store": 2}, commit(3, 1), {**commit(4, 1), "store": 2}]
    path = write(tmp_path / "s.enfold.jsonl", lines)
    waits = [(each["name"], each.get("id")) for each in trace_of(path) if each["ph"] == "C"]
    assert waits == [("One waits", 1), ("One waits", 2)]
    done = [each["tid"] for each in trace_of(path) if each["ph"] == "X"]
    assert done == [1, 2]


def test_commits_of_a_store_do_not_overlap(tmp_path: Path) -> None:
    """Their parts were measured by themselves, so they may be longer than the time between two."""
    lines = [OPENED, commit(2, 1, reduced=500_000), commit(3, 2, reduced=1_200_000)]
    path = write(tmp_path / "s.enfold.jsonl", lines)
    first, second = [each for each in trace_of(path) if each["ph"] == "X"]
    assert second["ts"] == first["ts"] + first["dur"] and second["dur"] == Decimal(1000)
