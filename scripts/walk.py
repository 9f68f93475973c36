#!/usr/bin/env python3
"""Says through which files and rooms an action went: walk.py NAME=TRACE..., where Benchmarks/steady/walk.c printed each TRACE.

Prints a table with a line for each trace, and writes each way, change by change, to TRACE.way. A way ends where the host's
function is called. The file of an instruction is that of the line table; what is inlined counts as the function that it was.
Left out are Support, EnfoldJSON, C, the code of features, accessors, and what the compiler makes.
"""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from rooms import ROOT, read_rooms, room_of

LEFT_OUT = re.compile(r"EnfoldJSON|.*/Support$")
ACCESSOR = re.compile(
    r"\b(getter|setter|modify2?|read2?|\w*[aA]ddressor|willset|didset|default argument \d+|\$defer)\b"
)
HOSTS_FUNCTION = "event_seen"  # of Benchmarks/steady/steady.c
COLUMNS = "{:<10} {:>6} {:>6} {:>8} {:>12} {:>8}"


class Frame(NamedTuple):
    """A function that an instruction is in: one of its own, or one that was inlined there."""

    function: str
    file: str  # below the root, or ""


@dataclass(eq=False)
class Visit:
    """A call of a function that counts."""

    room: str
    frame: Frame
    caller: "Visit | None"
    calls: list["Visit"] = field(default_factory=list)


class Change(NamedTuple):
    """The walk comes into another room."""

    visit: Visit
    is_call: bool  # not the end of a call
    is_new: bool  # into a room that was not visited before


def frames_of(steps: list[list[str]], maps: list[str]) -> dict[int, list[Frame]]:
    """The frames of each address, the outermost first."""
    tools = Path(shutil.which("swift") or "").resolve().parent
    symbolizer = tools / "llvm-symbolizer"
    images: dict[str, tuple[int, int]] = {}  # where each file is mapped
    for line in maps:
        span, _, _, _, _, *path = line.split(maxsplit=5)
        begin, end = (int(number, 16) for number in span.split("-"))
        if path and path[0].startswith("/"):
            images[path[0]] = (min(begin, images.get(path[0], (begin, 0))[0]), end)
    addresses = {int(step[0], 16) for step in steps}
    result: dict[int, list[Frame]] = {}
    for image, (begin, end) in images.items():
        inside = sorted(address for address in addresses if begin <= address < end)
        if not inside:
            continue
        text = "\n".join(hex(address - begin) for address in inside)
        command = [str(symbolizer), "--no-demangle", "--output-style=JSON", f"--obj={image}"]
        found = subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout.splitlines()
        for address, line in zip(inside, found, strict=True):
            symbols = json.loads(line).get("Symbol", [])
            result[address] = [
                Frame(symbol["FunctionName"], symbol["FileName"].removeprefix(f"{ROOT}/"))
                for symbol in reversed(symbols)
            ]
    names = sorted({frame.function for frames in result.values() for frame in frames})
    plain = subprocess.run(
        [str(tools / "swift-demangle"), "--compact"], input="\n".join(names), capture_output=True, text=True, check=True
    )
    demangled = dict(zip(names, plain.stdout.split("\n"), strict=False))
    return {
        address: [frame._replace(function=demangled[frame.function]) for frame in frames]
        for address, frames in result.items()
    }


def room_that_counts(frame: Frame, rooms: list[str]) -> str | None:
    """The room of a function, if it is not left out."""
    room = room_of(frame.file, rooms) if frame.file.startswith("Sources/") and frame.file.endswith(".swift") else None
    return room if room and not LEFT_OUT.match(room) and not ACCESSOR.search(frame.function) else None


def follow(steps: list[list[str]], frames: dict[int, list[Frame]], rooms: list[str]) -> list[Visit]:
    """The visits, in the order of the instructions: a visit comes again after each of its calls."""
    way: list[Visit] = []
    # Of each call the stack pointer at its first instruction, its frames, and the visits of those that count.
    stack: list[tuple[int, list[Frame], list[Visit | None]]] = []
    for address, pointer, *call in steps:
        here, top = frames.get(int(address, 16), []), int(pointer, 16)
        if here and here[-1].function == HOSTS_FUNCTION:
            break
        while stack and stack[-1][0] < top and not call:
            stack.pop()
        begin, before, visits = (top, [], []) if call or not stack else stack.pop()
        same = 0
        while same < min(len(here), len(before)) and here[same].function == before[same].function:
            same += 1
        visits = visits[:same]
        stack.append((begin, here, visits))
        for frame in here[same:]:
            caller = next((visit for _, _, others in reversed(stack) for visit in reversed(others) if visit), None)
            room = room_that_counts(frame, rooms)
            visits.append(Visit(room, frame, caller) if room else None)
            if caller and visits[-1]:
                caller.calls.append(visits[-1])
        if visits and visits[-1] and (not way or way[-1] is not visits[-1]):
            way.append(visits[-1])
    return way


def changes_of(way: list[Visit]) -> list[Change]:
    """The changes of room. A call into a known room that calls nothing itself is none: it reads a value or a buffer."""
    changes: list[Change] = []
    begun: set[Visit] = set()
    known: set[str] = set()
    for visit in way:
        is_call = visit not in begun
        caller: Visit | None = visit
        while caller and caller not in begun:
            begun.add(caller)
            caller = caller.caller
        is_reading = not visit.calls and visit.room in known
        if not changes or changes[-1].visit.room != visit.room and not is_reading:
            changes.append(Change(visit, is_call, visit.room not in known))
        known.add(visit.room)
    return changes


def row_of(way: list[Visit]) -> list[int]:
    """Files, rooms, changes of room, those into a room that was left before, and those of them that are calls."""
    changes = changes_of(way)[1:]  # the first one begins the walk
    known = [change for change in changes if not change.is_new]
    return [
        len({visit.frame.file for visit in way}),
        len({visit.room for visit in way}),
        len(changes),
        len(known),
        sum(change.is_call for change in known),
    ]


def describe(change: Change) -> str:
    """A line for a change."""
    what = "calls" if change.is_new else "returns to" if change.is_call else "  is back in"
    room, frame = change.visit.room, change.visit.frame
    return f"{what:<13} {room:<26} {Path(frame.file).name}: {frame.function}\n"


def main() -> int:
    rooms = read_rooms()
    print(COLUMNS.format("walk", "files", "rooms", "changes", "to known", "returns"))
    for argument in sys.argv[1:]:
        name, _, file = argument.partition("=")
        maps, _, lines = Path(file).read_text().partition("\n\n")
        steps = [line.split() for line in lines.splitlines()]
        way = follow(steps, frames_of(steps, maps.splitlines()), rooms)
        Path(f"{file}.way").write_text("".join(describe(change) for change in changes_of(way)))
        print(COLUMNS.format(name, *row_of(way)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
