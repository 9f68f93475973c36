#!/usr/bin/env python3
"""Checks that the tests which docs/coming-from.md names exist. Usage: coming-from.py"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "Tests/EnfoldTests"


def main() -> None:
    text = (ROOT / "docs/coming-from.md").read_text()
    names = set(re.findall(r"`((?:[A-Z]\w*/)+[A-Z]\w*)`", text))
    if len(names) < 20:
        sys.exit(f"coming-from: found {len(names)} names of tests, too few to believe")
    for name in sorted(names):
        path = (ROOT if name.startswith(("Tests/", "Examples/")) else FOLDER) / f"{name}.swift"
        if not path.exists() and not path.with_suffix("").is_dir():
            sys.exit(f"coming-from: docs/coming-from.md names {name}, but there is no {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
