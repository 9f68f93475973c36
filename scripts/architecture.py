#!/usr/bin/env python3
"""Looks for the names of docs/architecture.md in Sources/ and include/. Usage: architecture.py

Each word of what stands in backticks must occur there as a whole word, or as the name of a file or folder. So a
function, a type or a folder that gets another name is noticed.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/architecture.md"
PLACES = ("Sources", "include", "Package.swift", "docs")
WORD = re.compile(r"[A-Za-z_$][A-Za-z0-9_]*")


def known_words() -> set[str]:
    """Every word of the code, and of the paths of its files."""
    command = ["git", "ls-files", "--", *PLACES]
    names = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines()
    words = {word for name in names for word in WORD.findall(name)}
    for name in names:
        if not name.startswith("docs/") and (ROOT / name).is_file():
            words.update(WORD.findall((ROOT / name).read_text()))
    return words


def main() -> int:
    words = known_words()
    text = DOCUMENT.read_text()
    # The picture's letters are no code; its lines are kept, so that the numbers of lines stay right.
    text = re.sub(r"```.*?```", lambda picture: "\n" * picture[0].count("\n"), text, flags=re.S)
    unknown = 0
    for code in re.finditer(r"`([^`]+)`", text):
        for word in WORD.findall(code[1]):
            if word not in words:
                unknown += 1
                place = f"{DOCUMENT.relative_to(ROOT)}:{text.count(chr(10), 0, code.start()) + 1}"
                print(f"lint: {place}: `{code[1]}`: there is no {word} in the code", file=sys.stderr)
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
