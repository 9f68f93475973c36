#!/usr/bin/env python3
"""Checks the rooms of docs/architecture.md: which folder of Sources/ may use which other.

Usage: check-rooms.py [ROOT]         prints what is wrong
       check-rooms.py --uses [ROOT]  prints every use against the order and every circle, those that are excepted, too

It reads names, not types: those of types, and those of functions and properties that one room alone declares.
"""

import functools
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from rooms import ELSEWHERE, ROOT, read_rooms, room_of
from swift_names import Names, names_of

# In these targets a name means one thing: no two of them declare a type of the same name outside of other types.
ONE_NAME_EACH = ["EnfoldJSON", "Enfold", "EnfoldFiles", "EnfoldPlugin", "EnfoldRuntime", "EnfoldTesting"]

# Uses against the order, and why they are there: (who, what) -> reason. Who is a file or a room, what is a name or a room.
# Each of them must still be there.
EXCEPTIONS: dict[tuple[str, str], str] = {}

# What Swift itself declares.
SWIFT_MODULES = ["Swift", "_Concurrency", "_StringProcessing", "Synchronization"]


class Source(NamedTuple):
    """A file and its place."""

    file: str
    target: str
    room: str | None
    names: Names


class Use(NamedTuple):
    """A file uses a name of another room."""

    room: str
    used: str  # the other room
    file: str
    line: int
    name: str


def sources_of(root: Path, rooms: list[str]) -> list[Source]:
    """The Swift files of all targets."""
    sources = []
    for path in sorted((root / "Sources").rglob("*.swift")):
        file = str(path.relative_to(root))
        sources.append(Source(file, file.split("/")[1], room_of(file, rooms), names_of(path.read_text())))
    return sources


def type_uses(sources: list[Source], order: dict[str, int]) -> list[Use]:
    """The uses of types between the rooms of a target, once for each file and name."""
    known: dict[str, list[tuple[str, str | None]]] = defaultdict(list)
    for source in sources:
        for name, outer, is_private in source.names.types:
            # Private types are used in their own file only.
            if source.room and not is_private:
                known[name].append((source.room, outer))
    uses = []
    for source in sources:
        done = {declaration.name for declaration in source.names.types if declaration.is_private} | source.names.generic
        for name, outer, line in source.names.mentions:
            scopes = {outer} if outer else source.names.scopes | {None}
            meant = sorted({room for room, around in known[name] if around in scopes}, key=lambda room: order[room])
            if not source.room or not meant or name in done:
                continue
            # One name of several things: only a use that can mean nothing else is a use against the order.
            if len(meant) == 1 or order[meant[0]] > order[source.room]:
                done.add(name)
                uses.append(Use(source.room, meant[0], source.file, line, name))
    return uses


def member_uses(sources: list[Source]) -> list[Use]:
    """The uses of functions and properties between the rooms of a target, once for each file and name.

    A name counts if one room alone has it: no other declares it, not even for a variable or a label, and it is not foreign.
    """
    homes: dict[str, set[str | None]] = defaultdict(set)
    members: set[str] = set()
    outside: set[str] = set()
    for source in sources:
        members |= source.names.members
        outside |= source.names.globals
        for name in source.names.members | source.names.locals:
            homes[name].add(source.room)
    known = {name: home for name in members - foreign_words() for home in homes[name] if home and len(homes[name]) == 1}
    uses = []
    for source in sources:
        words = [mention for mention in source.names.words if mention.name in outside]
        first = {name: line for name, _, line in reversed(source.names.uses + words)}
        for name in first.keys() & known.keys():
            if source.room and source.target == known[name].split("/")[0]:
                uses.append(Use(source.room, known[name], source.file, first[name], name))
    return uses


def import_uses(sources: list[Source], order: dict[str, int]) -> list[Use]:
    """The imports of targets of the table."""
    return [
        Use(source.target, name, source.file, line, name)
        for source in sources
        for name, _, line in source.names.imports
        if name in order and source.room
    ]


@functools.cache
def foreign_words() -> frozenset[str]:
    """The words of C's headers and of Swift's own modules: what has such a name need not be ours."""
    texts = [*(ROOT / "include").glob("*.h"), *(ROOT / "Sources").glob("*/include/*.h")]
    if swift := shutil.which("swift"):
        toolchain = Path(swift).resolve().parent.parent
        for module in SWIFT_MODULES:
            texts += toolchain.glob(f"lib/swift/*/{module}.swiftmodule/*.swiftinterface")
    return frozenset(word for text in texts for word in re.findall(r"\b[a-z_]\w*", text.read_text()))


def all_uses(sources: list[Source], order: dict[str, int]) -> list[Use]:
    """Every use of a room by another one."""
    uses = import_uses(sources, order)
    for target in dict.fromkeys(source.target for source in sources):
        uses += type_uses([source for source in sources if source.target == target], order)
    uses += member_uses(sources)
    return sorted(use for use in uses if use.room != use.used)


def places_of(rooms: list[str]) -> dict[str, int]:
    """The place of each room in the order. A target without a row of its own has that of its first room."""
    order = {room: place for place, room in enumerate(rooms)}
    for room, place in list(order.items()):
        order.setdefault(room.split("/")[0], place)
    return order


def against_order(uses: Iterable[Use], order: dict[str, int]) -> list[Use]:
    """The uses of a room by one that comes before it."""
    return [use for use in uses if order[use.used] > order[use.room]]


def circles(uses: Iterable[Use]) -> list[list[str]]:
    """The largest groups of rooms that use each other, directly or not."""
    reached: dict[str, set[str]] = defaultdict(set)
    for use in uses:
        reached[use.room].add(use.used)
    for middle in list(reached):
        for seen in reached.values():
            if middle in seen:
                seen |= reached[middle]
    groups = {
        tuple(sorted(other for other in seen if room in reached.get(other, set())))
        for room, seen in reached.items()
        if room in seen
    }
    return [list(group) for group in sorted(groups)]


def check_folders(root: Path, rooms: list[str], sources: list[Source]) -> list[str]:
    """The folders that the table does not name, and the rows that name no folder."""
    lost = dict.fromkeys(source.file.rpartition("/")[0] for source in sources if source.room is None)
    empty = [room for room in rooms if not (root / ELSEWHERE.get(room, f"Sources/{room}")).is_dir()]
    return [f"{folder}: is no room of docs/architecture.md" for folder in lost] + [
        f"docs/architecture.md: the room {room} has no folder" for room in empty
    ]


def check_names(sources: list[Source], targets: list[str]) -> list[str]:
    """The names of types that more than one of these targets declares."""
    places: dict[str, dict[str, str]] = defaultdict(dict)
    for source in sources:
        for name, outer, _ in source.names.types:
            if outer is None and source.target in targets:
                places[name].setdefault(source.target, source.file)
    return [
        f"{name} is declared in several targets: {', '.join(files.values())}"
        for name, files in sorted(places.items())
        if len(files) > 1
    ]


def check(root: Path, exceptions: dict[tuple[str, str], str], one_name_each: list[str]) -> list[str]:
    """What is wrong, one line each."""
    rooms = read_rooms(root)
    order = places_of(rooms)
    sources = sources_of(root, rooms)
    messages = check_folders(root, rooms, sources)
    needed: set[tuple[str, str]] = set()
    kept = []
    uses = all_uses(sources, order)
    wrong = against_order(uses, order)
    for use in wrong:
        excepted = {(who, what) for who in (use.file, use.room) for what in (use.name, use.used)} & exceptions.keys()
        needed |= excepted
        if not excepted:
            kept.append(use)
            messages.append(f"{use.file}:{use.line}: {use.name} is of {use.used}, which comes behind {use.room}")
    for group in circles(set(uses) - set(wrong) | set(kept)):
        messages.append(f"a circle of rooms: {', '.join(group)}")
    for who, what in sorted(exceptions.keys() - needed):
        messages.append(f"{who}: the exception for {what} is needed no more")
    return messages + check_names(sources, one_name_each)


def print_uses(root: Path) -> None:
    """Prints every use against the order, and the circles with the numbers of the uses in each."""
    rooms = read_rooms(root)
    order = places_of(rooms)
    uses = all_uses(sources_of(root, rooms), order)
    pairs: dict[tuple[str, str], list[Use]] = defaultdict(list)
    for use in uses:
        pairs[use.room, use.used].append(use)
    print("# Circles\n")
    for group in circles(uses):
        print(", ".join(group))
        for (room, used), found in pairs.items():
            if room in group and used in group:
                mark = "AGAINST THE ORDER" if against_order(found, order) else ""
                print(f"  {len(found):4} {room} -> {used} {mark}".rstrip())
        print()
    print("# Uses against the order")
    for (room, used), found in pairs.items():
        if against_order(found, order):
            print(f"\n{room} -> {used}: {len(found)}")
            for use in found:
                print(f"  {use.file}:{use.line}: {use.name}")


def main() -> int:
    arguments = [argument for argument in sys.argv[1:] if argument != "--uses"]
    root = Path(arguments[0]) if arguments else ROOT
    if "--uses" in sys.argv:
        print_uses(root)
        return 0
    messages = check(root, EXCEPTIONS, ONE_NAME_EACH)
    for message in messages:
        print(f"lint: {message}", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
