#!/usr/bin/env python3
"""Checks docs/errors.md: it has a place for each status of enfold.h, each diagnostic of the macros and each topic of a record
of the log, and for what messages say `enfold explain` explains; each record has a topic; no message is quoted that the sources
do not have. Usage: errors-page.py
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


def anchor(title: str) -> str:
    """The anchor that the site gives a title."""
    return re.sub(r"[^\w-]", "", title.lower().replace(" ", "-"))


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
    for literal in re.findall(r'Diagnostic\(\s*level: \.\w+,[\s.\w]*message:\s*"([^"\\]+)', runtime):
        if not any(message.startswith(literal.split('"')[0].strip()[:40]) for message in messages):
            problems.append(f"has no 'Message: `{literal}…`', which stores write to the log")

    # The topic of a record is the name of a section, and each record has one.
    records = page.split("\n## Records of the log\n")[1].split("\n## ")[0]
    sections = {anchor(title) for title in re.findall(r"^### (.+)$", records, re.MULTILINE)}
    topics = set(re.findall(r'case \w+ = "(.+)"', sources("Enfold/Support")))
    problems += [f"has no section '{topic}', which is a topic of records" for topic in sorted(topics - sections)]
    problems += [f"has the section '{name}', which is no topic of records" for name in sorted(sections - topics)]
    if re.search(r"Diagnostic\(\s*level: [.\w]+, message:", runtime):
        problems.append("cannot explain a record that has no topic: see a Diagnostic of Sources")
    written = re.findall(r'literal\("\{"level":"\w+"(?:(?!literal\("\}"\)).)*', runtime, re.DOTALL)
    problems += [f"cannot explain a record without a topic: {text[:200]}" for text in written if "opic" not in text]

    # What messages tell a person to type.
    names = sections | set(re.findall(r'<a id="(\w+)"></a>', page)) | set(re.findall(r"^### (ENFOLD_\w+)$", page, re.M))
    everything = runtime + macros + header + sources("enfold-cli")
    for name in re.findall(r"enfold explain ([\w-]+)(?=[`\]\s])", everything):
        if name not in names | {"NAME"}:
            problems.append(f"has no place for '{name}', which `enfold explain {name}` would show")

    if problems:
        sys.exit("\n".join(f"errors-page: {PAGE} {problem}" for problem in problems))


if __name__ == "__main__":
    main()
