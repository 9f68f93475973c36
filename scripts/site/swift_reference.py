"""The reference of a Swift module from its symbol graph: each public type with its members and comments."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

Symbol = dict[str, Any]

# The files of each module whose public names are for features and hosts, as patterns; others are public for the sake of other
# modules. Each pattern must find something, so that a folder that gets another name is noticed.
FILES = {
    "Enfold": (
        r"/Enfold/Dependencies/",
        r"/Enfold/Requests/",
        r"/Enfold/Records/Pulse\.swift",
        r"/Enfold/Records/Ignored\.swift",
        r"/Enfold/Records/IdentifiedArray/",
        r"/Enfold/Records/ObservedDictionary/",
        r"/Enfold/Shared/Values/Shared(Reader|Reference)?(\+\w+)?\.swift",
        r"/Enfold/Shared/Cells/SharedStorage\.swift",
        r"/Enfold/Shared/Cells/StorageType\.swift",
        r"/Enfold/Children/(?!Mutation)",
        r"/Enfold/Effects/(?!EffectRun)",
        r"/Enfold/Reducers/",
        r"/Enfold/Store/",
        r"/Enfold/Support/(?!Gates)",
        r"/Enfold/Expansion/Macros\.swift",
    ),
    "EnfoldReactor": (r"/EnfoldReactor/",),
    "EnfoldTesting": (r"/EnfoldTesting/",),
    "EnfoldJSON": (r"/EnfoldJSON/",),
    "EnfoldPlugin": (r"/EnfoldPlugin/Table/PluginMacro\.swift",),
}
ABOUT = {
    "Enfold": "What features and Swift hosts use.",
    "EnfoldReactor": "Reactors, and streams for them. How they are used: [Reactors](../reactors.md).",
    "EnfoldTesting": "Tests of features. How they are used: [Testing](../testing.md).",
    "EnfoldJSON": "JSON forms of Swift types. Which type has which form: [JSON](../json.md).",
    "EnfoldPlugin": "Makes a plugin of features: `#enfoldPlugin`.",
}
KINDS = ("protocol", "struct", "class", "enum", "macro", "func", "func.op", "typealias", "var")


def said(symbol: Symbol) -> str:
    """The comment of a symbol."""
    return "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", [])).strip()


def escaped(text: str) -> str:
    """Text of comments as Markdown: what looks like a tag is none, and links to symbols are code."""
    text = re.sub(r"(?<!`)``([^`]+)``(?!`)", r"`\1`", text)
    return re.sub(r"<(?=[A-Za-z/])(?=[^`\n]*(?:`[^`\n]*`[^`\n]*)*$)", "&lt;", text)


def declared(symbol: Symbol) -> str:
    text = "".join(part["spelling"] for part in symbol["declarationFragments"])
    return re.sub(r"\b(public|final) ", "", re.sub(r"@inlinable |@usableFromInline ", "", text))


def kind(symbol: Symbol) -> str:
    return str(symbol["kind"]["identifier"]).removeprefix("swift.")


def file_of(symbol: Symbol) -> str:
    return str(symbol.get("location", {}).get("uri", ""))


def is_public_in(module: str, file: str) -> bool:
    return any(re.search(f"/Sources{pattern}", file) for pattern in FILES[module])


def check_patterns(module: str, files: set[str]) -> None:
    """Refuses a pattern that finds no file with public names."""
    for pattern in FILES[module]:
        if not any(re.search(f"/Sources{pattern}", file) for file in files):
            raise ValueError(f"no public name of {module} is declared in a file like {pattern}")


def is_internal(symbol: Symbol) -> bool:
    return any(part.startswith("_") for part in symbol["pathComponents"])


def markdown(module: str, graphs: Path) -> str:
    """One page for a module."""
    symbols: list[Symbol] = []
    for path in sorted(graphs.glob(f"{module}*.symbols.json")):
        if path.name.split(".")[0].split("@")[0] == module:
            symbols += json.loads(path.read_text(encoding="utf-8"))["symbols"]
    here = [s for s in symbols if is_public_in(module, file_of(s)) and not is_internal(s)]
    check_patterns(module, {file_of(s) for s in symbols})
    types = {tuple(s["pathComponents"]): s for s in here if kind(s) in ("protocol", "struct", "class", "enum")}
    lines = [f"# {module}", "", ABOUT[module], ""]
    roots = [s for s in here if len(s["pathComponents"]) == 1 and (said(s) or kind(s) != "func")]
    order = {name: at for at, name in enumerate(KINDS)}
    roots.sort(key=lambda s: (order.get(kind(s), 99), s["pathComponents"][0].lower(), declared(s)))
    sections = {"protocol": "Protocols", "struct": "Structs", "class": "Classes", "enum": "Enums", "macro": "Macros"}
    current = ""
    previous = ""
    for root in roots:
        section = sections.get(kind(root), "Functions and names")
        if section != current:
            current = section
            lines += [f"## {section}", ""]
        name = root["pathComponents"][0]
        if name != previous:
            lines += [f"### `{name}`", ""]
        previous = name
        lines += ["```swift", declared(root), "```", "", escaped(said(root)), ""]
        members = [
            s
            for s in here
            if s["pathComponents"][0] == name and len(s["pathComponents"]) > 1 and (said(s) or kind(s) == "enum.case")
        ]
        if tuple(root["pathComponents"]) in types:
            lines += members_of(members)
    extended: dict[str, list[Symbol]] = {}
    known = {r["pathComponents"][0] for r in roots}
    for symbol in here:
        first = symbol["pathComponents"][0]
        if first not in known and len(symbol["pathComponents"]) > 1 and said(symbol):
            extended.setdefault(first, []).append(symbol)
    if extended:
        lines += ["## Extensions", ""]
        for name in sorted(extended, key=str.lower):
            lines += [f"### `{name}`", "", *members_of(extended[name])]
    return "\n".join(lines) + "\n"


def place(symbol: Symbol) -> tuple[str, int]:
    location = symbol["location"]
    return location["uri"], location["position"]["line"]


def members_of(members: list[Symbol]) -> list[str]:
    """The members of a type: declaration, and what is said."""
    lines: list[str] = []
    bare = [declared(s) for s in members if not said(s)]
    if bare:
        lines += ["```swift", *bare, "```", ""]
    for symbol in sorted(
        (s for s in members if said(s)), key=lambda s: (s["location"]["uri"], s["location"]["position"]["line"])
    ):
        lines += ["```swift", declared(symbol), "```", "", escaped(said(symbol)), ""]
    return lines
