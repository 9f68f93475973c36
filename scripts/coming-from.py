#!/usr/bin/env python3
"""Checks docs/coming-from.md: the tests that it names exist, and what "works as it is" stands in them as it is written on the
page; it has the rows that messages of the compiler name. Usage: coming-from.py
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "Tests/EnfoldTests"
NAME = re.compile(r"`((?:[A-Z]\w*/)+[A-Z]\w*)`")


def files(name: str) -> list[Path]:
    """The files of a test that the page names."""
    path = (ROOT if name.startswith(("Tests/", "Examples/")) else FOLDER) / f"{name}.swift"
    return [path] if path.exists() else sorted(path.with_suffix("").rglob("*.swift"))


def pieces(spelling: str) -> list[str]:
    """What of a spelling must stand in a test: without white space, apart at each "…". Of a name such as `cancel(id:)`
    its base name and its labels."""
    signature = re.fullmatch(r"([^()]*\()((?:\w+:)+)\)", spelling)
    if signature:
        return [signature[1] + "".join(signature[2].split(":")[0]) + ":"]
    return [part for part in re.sub(r"\s+", "", spelling).split("…") if part]


def rows(text: str) -> list[tuple[str, str]]:
    """The spelling and the tests of each row of the tables of what works as it is."""
    found = []
    for table in re.findall(r"^### Works as it is\n(.+?)^##", text, re.MULTILINE | re.DOTALL):
        for line in table.splitlines():
            cells = [cell.strip() for cell in line.split("|")]
            if len(cells) == 4 and "`" in cells[1]:
                found.append((cells[1], cells[2]))
    return found


def main() -> None:
    text = (ROOT / "docs/coming-from.md").read_text()
    problems: list[str] = []
    names = set(NAME.findall(text))
    if len(names) < 20:
        problems.append(f"found {len(names)} names of tests, too few to believe")
    problems += [f"docs/coming-from.md names {name}, but there is no such test" for name in sorted(names) if not files(name)]
    table = rows(text)
    if len(table) < 60:
        problems.append(f"found {len(table)} rows of what works as it is, too few to believe")
    for spelling, tests in table:
        source = "".join(path.read_text() for name in NAME.findall(tests) for path in files(name))
        source = re.sub(r"\s+", "", source)
        for span in re.findall(r"`([^`]+)`", spelling):
            problems += [
                f"`{span}` works as it is, but {tests} has no {piece}" for piece in pieces(span) if piece not in source
            ]
    # The messages about names that do not exist here name the row.
    cells = "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| "))
    named = [
        match
        for path in sorted((ROOT / "Sources/Enfold").rglob("*.swift"))
        for match in re.findall(r"see (\S+) in docs/coming-from\.md", path.read_text())
    ]
    if len(named) < 20:
        problems.append(f"found {len(named)} messages that name a row, too few to believe")
    problems += [f"a message names the row {name}, which docs/coming-from.md has not" for name in named if name not in cells]
    if problems:
        sys.exit("\n".join(f"coming-from: {problem}" for problem in problems))


if __name__ == "__main__":
    main()
