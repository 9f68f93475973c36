#!/usr/bin/env python3
"""Checks docs/errors.md: it has a place for each status of enfold.h, each diagnostic of the macros and each record that
stores write to the log, and quotes no message that the sources do not have. Usage: errors-page.py
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = "docs/errors.md"


def sources(*folders: str) -> str:
    """All Swift files, with literals over several lines put together."""
    files = sorted(path for folder in folders for path in (ROOT / "Sources" / folder).rglob("*.swift"))
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return re.sub(r'"\s*\n\s*\+ "', "", text).replace("\\\n", "").replace('\\"', '"')


def main() -> None:
    page = (ROOT / PAGE).read_text(encoding="utf-8")
    problems: list[str] = []

    header = (ROOT / "include/enfold.h").read_text(encoding="utf-8")
    for status in re.findall(r"XX\((ENFOLD_\w+), ", header):
        if f"\n### {status}\n" not in page:
            problems.append(f"has no section '### {status}', which is a status of enfold.h")

    macros = sources("EnfoldMacros")
    # What a fix-it is called is no diagnostic.
    for name in sorted(set(re.findall(r'\bid: "(\w+)"', macros)) - {"fix"}):
        if f'<a id="{name}"></a>' not in page:
            problems.append(f'has no row with <a id="{name}"></a>, which is a diagnostic of Sources/EnfoldMacros')

    runtime = sources("Enfold", "EnfoldPlugin", "EnfoldReactor", "EnfoldRuntime", "EnfoldFiles")
    messages = re.findall(r"^Message: `(.+)`$", page, re.MULTILINE)
    plain = re.sub(r"\s+", " ", runtime)
    for message in messages:
        for part in message.split("…"):
            if part.strip(' ":') and part.strip() not in plain:
                problems.append(f"quotes '{part.strip()}', which no source says")
    for literal in re.findall(r'Diagnostic\(\s*level: \.\w+,\s*message:\s*"([^"\\]+)', runtime):
        if not any(message.startswith(literal.split('"')[0].strip()[:40]) for message in messages):
            problems.append(f"has no 'Message: `{literal}…`', which stores write to the log")

    if problems:
        sys.exit("\n".join(f"errors-page: {PAGE} {problem}" for problem in problems))


if __name__ == "__main__":
    main()
