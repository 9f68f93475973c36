#!/usr/bin/env python3
"""Checks the rooms of the modules: which folder may use the types of which other. Usage: check-rooms.py [ROOT]

It reads names, not types. So it can miss a use that names no type, such as a call of a function.
"""

import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

# The rooms of each module, in order. A room is a folder with its sub-folders. It may use the rooms above it in its list,
# never those below.
ROOMS = {
    "Enfold": [
        "Support",
        "Dependencies",
        "Requests",
        "Shared",
        "Changes",
        "Children",
        "Effects",
        "Reducers",
        "Engine",
        "Store",
        "Expansion",
    ],
    "EnfoldClients": ["Text", "Model", "Python", "Cpp", "C", "TypeScript", "Face"],
    "EnfoldPlugin": ["Support", "Encoding", "Shared", "Requests", "Clock", "Store", "Table"],
    "EnfoldRuntime": [
        "Support",
        "Handles",
        "Foreign",
        "Prototypes",
        "Plugins",
        "Delivery",
        "Loop",
        "Stores",
        "Shared",
        "Requests",
        "Clock",
        "Natives",
        "Callbacks",
        "Face",
    ],
    "enfold-cli": ["Terminal", "Schema", "Host", "Run", "New", "Commands"],
}

# In these modules a name means one thing: no two of them declare a type of the same name outside of other types.
ONE_NAME_EACH = ["EnfoldJSON", "Enfold", "EnfoldFiles", "EnfoldPlugin", "EnfoldRuntime", "EnfoldTesting"]

# Uses that are against the order, and why they are there: (file, type) -> reason. Each of them must still be there.
EXCEPTIONS: dict[tuple[str, str], str] = {
    ("Sources/enfold-cli/Enfold.swift", "Enfold"): "the command itself, in which the others are",
    ("Sources/EnfoldRuntime/Loop/HostLoop.swift", "PendingRequest"): "a pump hands requests to their handlers",
    ("Sources/EnfoldRuntime/Loop/Runtime+Pump.swift", "PendingRequest"): "a pump hands requests to their handlers",
    ("Sources/EnfoldRuntime/Loop/Runtime.swift", "RequestBook"): "a runtime has its own handlers",
}

KINDS = {"struct", "class", "enum", "protocol", "actor", "typealias", "extension"}
TOKEN = re.compile(r"[A-Za-z_$][\w$]*|[{}().<>,:\n]")


class Declaration(NamedTuple):
    """A type that a file declares."""

    name: str
    outer: str | None  # the type around it
    module: str
    room: str
    file: str
    is_private: bool


class Mention(NamedTuple):
    """A type's name in a file."""

    name: str
    outer: str | None  # the name before its dot
    line: int


class Source(NamedTuple):
    """What this script knows of a file."""

    file: str
    module: str
    room: str
    declarations: list[Declaration]
    mentions: list[Mention]
    scopes: set[str]  # the types that it declares or extends: inside, names of nested types stand alone
    generic: set[str]  # the names of its generic parameters


def code_of(text: str) -> str:
    """The text without its comments and strings. Line breaks and what is interpolated stay."""
    result: list[str] = []
    end = len(text)

    def read_string(at: int) -> int:
        hashes = 0
        while text[at] == "#":
            at, hashes = at + 1, hashes + 1
        quote = '"""' if text.startswith('"""', at) else '"'
        closing, escape = quote + "#" * hashes, "\\" + "#" * hashes
        at += len(quote)
        while at < end and not text.startswith(closing, at):
            if text.startswith(escape + "(", at):
                result.append(" ")
                at = read_code(at + len(escape) + 1, inside=True)
            elif text.startswith(escape, at):
                at += len(escape) + 1
            else:
                result.append("\n" if text[at] == "\n" else "")
                at += 1
        result.append(" ")
        return at + len(closing)

    def read_code(at: int, inside: bool) -> int:
        depth = 1
        while at < end:
            if text.startswith("//", at):
                at = text.find("\n", at) if "\n" in text[at:] else end
            elif text.startswith("/*", at):
                level = 0
                while at < end:
                    if text.startswith("/*", at):
                        at, level = at + 2, level + 1
                    elif text.startswith("*/", at):
                        at, level = at + 2, level - 1
                        if level == 0:
                            break
                    else:
                        result.append("\n" if text[at] == "\n" else "")
                        at += 1
            elif re.match(r'#*"', text[at : at + 8]):
                at = read_string(at)
            else:
                depth += {"(": 1, ")": -1}.get(text[at], 0)
                if inside and depth == 0:
                    return at + 1
                result.append(text[at])
                at += 1
        return at

    read_code(0, inside=False)
    return "".join(result)


def read(path: Path, root: Path, module: str, room: str) -> Source:
    """Reads one file."""
    source = Source(str(path.relative_to(root)), module, room, [], [], set(), set())
    tokens = TOKEN.findall(code_of(path.read_text()))
    open_types: list[tuple[str, int]] = []  # the types around, and how deep their bodies lie
    pending: str | None = None  # a type whose body begins with the next brace
    depth = 0
    line = 1
    is_private = False
    for index, token in enumerate(tokens):
        before = tokens[index - 1] if index > 0 else ""
        following = tokens[index + 1] if index + 1 < len(tokens) else ""
        if token == "\n":
            line += 1
        elif token == "{":
            depth += 1
            if pending is not None:
                open_types.append((pending, depth))
                pending = None
            is_private = False
        elif token == "}":
            if open_types and open_types[-1][1] == depth:
                open_types.pop()
            depth -= 1
            is_private = False
        elif token in ("private", "fileprivate"):
            # `private(set)` says nothing about the type.
            is_private = following != "("
        elif token in ("func", "var", "let", "init", "case", "subscript"):
            is_private = False
            if token in ("func", "init"):
                source.generic.update(generic_names(tokens, index + (2 if token == "func" else 1)))
        elif token in KINDS and before != ".":
            if not re.match(r"[A-Za-z_$]", following):
                continue
            last = index + 1
            while tokens[last + 1 : last + 2] == ["."]:
                last += 2
            name = tokens[last]
            source.scopes.add(name)
            if token != "extension":
                outer = open_types[-1][0] if open_types else None
                source.declarations.append(Declaration(name, outer, module, room, source.file, is_private))
                source.generic.update(generic_names(tokens, last + 1))
            if token != "typealias":
                pending = name
            is_private = False
        elif token == "associatedtype":
            source.generic.add(following)
        elif token[0].isupper():
            outer = tokens[index - 2] if before == "." and tokens[index - 2][0].isupper() else None
            if before != "." or outer is not None:
                source.mentions.append(Mention(token, outer, line))
    return source


def generic_names(tokens: list[str], start: int) -> set[str]:
    """The names in the angle brackets that begin at a token, if some do."""
    names: set[str] = set()
    if tokens[start : start + 1] != ["<"]:
        return names
    depth = 0
    for index in range(start, len(tokens)):
        depth += {"<": 1, ">": -1}.get(tokens[index], 0)
        if depth == 0:
            break
        if depth == 1 and tokens[index] in "<,":
            names.update(token for token in tokens[index + 1 : index + 4] if token not in ("\n", "each", ":", "let"))
    return names


def sources_of(root: Path, module: str, rooms: list[str] | None) -> list[Source]:
    """The files of a module. Those outside of its rooms have the room ""."""
    folder = root / "Sources" / module
    result = []
    for path in sorted(folder.rglob("*.swift")):
        first = path.relative_to(folder).parts[0]
        result.append(read(path, root, module, first if rooms and first in rooms else ""))
    return result


def check_order(sources: list[Source], rooms: list[str]) -> list[tuple[str, int, str, str]]:
    """Each use that is against the order, once: file, line, type, and what is wrong."""
    problems: list[tuple[str, int, str, str]] = []
    place = {room: number for number, room in enumerate(rooms)}
    known: dict[str, list[Declaration]] = defaultdict(list)
    for source in sources:
        for declaration in source.declarations:
            if not declaration.room:
                problems.append((source.file, 1, declaration.name, "is declared in no room"))
            # Private types are used in their own file only.
            elif not declaration.is_private:
                known[declaration.name].append(declaration)
    for source in sources:
        if not source.room:
            continue
        own = {declaration.name for declaration in source.declarations if declaration.is_private}
        reported = own | source.generic
        for name, outer, line in source.mentions:
            if name in reported:
                continue
            meant = [
                declaration
                for declaration in known[name]
                if (declaration.outer == outer if outer else declaration.outer in source.scopes | {None})
            ]
            # One name of several things: a use means the one that it may mean.
            if meant and all(place[declaration.room] > place[source.room] for declaration in meant):
                reported.add(name)
                problems.append(
                    (source.file, line, name, f"is of the room {meant[0].room}, which is below {source.room}")
                )
    return problems


def check_names(sources: list[Source]) -> list[str]:
    """The names of types that more than one module declares."""
    places: dict[str, dict[str, str]] = defaultdict(dict)
    for source in sources:
        for declaration in source.declarations:
            if declaration.outer is None:
                places[declaration.name].setdefault(source.module, source.file)
    return [
        f"{name} is declared in several modules: {', '.join(files.values())}"
        for name, files in sorted(places.items())
        if len(files) > 1
    ]


def check(
    root: Path,
    rooms: dict[str, list[str]],
    one_name_each: list[str],
    exceptions: dict[tuple[str, str], str],
) -> list[str]:
    """What is wrong, one line each."""
    messages = []
    used = set()
    everything = []
    for module in dict.fromkeys([*rooms, *one_name_each]):
        sources = sources_of(root, module, rooms.get(module))
        if module in one_name_each:
            everything += sources
        for file, line, name, problem in check_order(sources, rooms[module]) if module in rooms else []:
            if (file, name) in exceptions:
                used.add((file, name))
            else:
                messages.append(f"{file}:{line}: {name} {problem}")
    for file, name in exceptions:
        if (file, name) not in used:
            messages.append(f"{file}: the exception for {name} is needed no more")
    return messages + check_names(everything)


def main() -> int:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    messages = check(root, ROOMS, ONE_NAME_EACH, EXCEPTIONS)
    for message in messages:
        print(f"lint: {message}", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
