#!/usr/bin/env python3
"""Looks that a linker finds each conformance of the libraries when it takes only the files that a plugin needs.

Swift finds a conformance at run time by records in the object files (`value as? any Equatable`). A linker takes an object file of
an archive only when another one needs a symbol of it. So a record is found for sure if its file comes with the type's file or with
the protocol's file: who asks has both. The files of kept-files.txt are always taken. Usage: objects.sh BUILD | check-conformances.py
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

KEPT = set(Path(__file__).with_name("kept-files.txt").read_text().splitlines())


def output(*command: str, text: str | None = None) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, input=text, errors="replace").stdout


def by_file(command: list[str], objects: list[str], start: str) -> dict[str, list[str]]:
    """The lines that a tool prints for each of several files. It names each file in a line that begins with `start`."""
    lines: dict[str, list[str]] = {}
    current: list[str] = []
    for line in output(*command, *objects).splitlines():
        if line.startswith(start):
            current = lines.setdefault(line.removeprefix(start).strip(), [])
        else:
            current.append(line)
    return lines


class ObjectFile:
    """The symbols of an object file, and what its records of conformances refer to."""

    def __init__(self, lines: list[str]) -> None:
        self.symbols: set[str] = set()
        self.missing: set[str] = set()
        self.records: dict[str, tuple[str, int]] = {}
        self.targets: dict[tuple[str, int], str] = {}
        sections: dict[int, str] = {}
        section = ""
        for line in lines:
            words = line.split()
            if found := re.match(r"\s*\[\s*\d+\] .* RELA +\w+ (\w+) .* (\d+) +\d+$", line):
                sections[int(found[1], 16)] = found[2]
            elif found := re.match(r"Relocation section .* at offset 0x(\w+) ", line):
                section = sections[int(found[1], 16)]
            elif len(words) > 4 and len(words[0]) == 16:
                self.targets[section, int(words[0], 16)] = words[4].removeprefix("got.")
            elif len(words) == 8 and words[0][:-1].isdigit():
                self.add(name=words[7], section=words[6], binding=words[4], value=int(words[1], 16))

    def add(self, name: str, section: str, binding: str, value: int) -> None:
        if section == "UND":
            if binding == "GLOBAL":
                self.missing.add(name)
            return
        if binding != "LOCAL":
            self.symbols.add(name)
        if name.endswith("Mc"):
            self.records[name] = section, value


class Linked:
    """Which object files a linker takes when it takes one of them."""

    def __init__(self, files: dict[str, ObjectFile]) -> None:
        self.home: dict[str, str] = {}
        for file, contents in files.items():
            for name in contents.symbols:
                self.home.setdefault(name, file)
        self.needs = {
            file: {self.home[name] for name in contents.missing if name in self.home} for file, contents in files.items()
        }
        self.missing = {file: contents.missing for file, contents in files.items()}

    def home_of(self, target: str | None, file: str) -> str | None:
        """The file that has what a record in `file` refers to; None if no file has it."""
        if target is None or target not in self.missing[file]:
            return file
        return self.home.get(target)

    def with_it(self, file: str | None) -> set[str]:
        found: set[str] = set()
        waiting = [file] if file else []
        while waiting:
            one = waiting.pop()
            if one not in found:
                found.add(one)
                waiting += self.needs[one]
        return found


def main() -> int:
    objects = sys.stdin.read().splitlines()
    tables = by_file(["readelf", "-S", "-s", "-r", "-W"], objects, "File: ")
    files = {file: ObjectFile(lines) for file, lines in tables.items()}
    linked = Linked(files)
    records = 0
    lost: list[tuple[str, str]] = []
    for file, contents in files.items():
        for name, place in contents.records.items():
            records += 1
            # The protocol and the type. A reference into this file has no relocation, or one to what this file has.
            homes = [linked.home_of(contents.targets.get((place[0], place[1] + offset)), file) for offset in (0, 4)]
            if Path(file).name not in KEPT and not any(file in linked.with_it(home) for home in homes):
                lost.append((file, name))
    names = output("swift", "demangle", "--simplified", text="\n".join(name for _, name in lost)).splitlines()
    for (file, _), name in zip(lost, names):
        print(f"{file}: {name}: declare it in the file of the type or of the protocol", file=sys.stderr)
    print(f"{records} conformances of {len(objects)} files, {len(lost)} of which a linker might leave out")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
