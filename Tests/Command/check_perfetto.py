"""Checks trace events: slices that nest, pairs of asynchronous events and flows, times in order."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from typing import Any

NEEDED = {
    "X": {"name", "cat", "ts", "dur", "tid"},
    "b": {"name", "cat", "ts", "id", "tid"},
    "n": {"name", "cat", "ts", "id", "tid"},
    "e": {"name", "cat", "ts", "id", "tid"},
    "s": {"name", "cat", "ts", "id", "tid"},
    "f": {"name", "cat", "ts", "id", "tid", "bp"},
    "C": {"name", "ts", "args"},
    "i": {"name", "ts", "s"},
    "M": {"name", "args"},
}


def check_trace(trace: Any) -> None:
    """`trace` was read with parse_float=Decimal."""
    events = trace["traceEvents"]
    last = Decimal(0)
    for event in events:
        assert event["pid"] == 1 and NEEDED[event["ph"]] <= set(event), event
        assert Decimal(event["ts"]) >= last, (event, last)
        last = Decimal(event["ts"])
    slices = check_slices(events)
    check_pairs(events)
    check_flows(events, slices)


def check_slices(events: list[Any]) -> dict[int, list[tuple[Decimal, Decimal]]]:
    """The slices of a thread nest: each ends before the next begins, or has it inside."""
    threads: dict[int, list[tuple[Decimal, Decimal]]] = defaultdict(list)
    named = {e["tid"] for e in events if e["ph"] == "M" and e["name"] == "thread_name"}
    for event in (each for each in events if each["ph"] == "X"):
        start, length = Decimal(event["ts"]), Decimal(event["dur"])
        assert length >= 0 and event["tid"] in named, event
        open_ends = [end for begin, end in threads[event["tid"]] if begin < start < end]
        assert all(start + length <= end for end in open_ends), event
        threads[event["tid"]].append((start, start + length))
    return threads


def check_pairs(events: list[Any]) -> None:
    """Each `b` has one `e` with its id, behind it, and what is between is `n`."""
    pairs: dict[tuple[str, Any], list[Any]] = defaultdict(list)
    for event in events:
        if event["ph"] in "bne":
            pairs[event["cat"], event["id"]].append(event)
    for key, parts in pairs.items():
        phases = [each["ph"] for each in parts]
        assert phases == ["b", *["n"] * (len(parts) - 2), "e"], (key, phases)
        assert len({each["name"] for each in parts}) == 1, key


def check_flows(events: list[Any], threads: dict[int, list[tuple[Decimal, Decimal]]]) -> None:
    """Each flow goes from the start of a slice to that of a later one."""
    flows: dict[Any, list[Any]] = defaultdict(list)
    for event in events:
        if event["ph"] in "sf":
            flows[event["id"]].append(event)
            starts = {begin for begin, _ in threads[event["tid"]]}
            assert Decimal(event["ts"]) in starts, event
    for key, parts in flows.items():
        assert [each["ph"] for each in parts] == ["s", "f"], (key, parts)
        assert parts[1]["bp"] == "e"
