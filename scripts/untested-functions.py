#!/usr/bin/env python3
"""Lists the functions of enfold.h that have no test. Fails if there is one. Usage: untested-functions.py [ROOT]

A function has tests if a C program of Tests/C calls it, a test of the Python package calls it itself or through the package,
the API fuzzer and the fault injection have it in their tables, and the C++ headers call it: their test uses all of them.
"""

import re
import sys
from pathlib import Path

PATTERNS = {
    "C": ("Tests/C", "*.[ch]", r"\b{function}\("),
    "C++": ("include", "*.hpp", r"\b{function}[()]"),
    "Python": ("bindings/python", "*.py", r"\.{name}\b"),
    "the fuzzer": ("Tests/Fuzz", "functions.h", r"\bXX\({function}\b"),
    "the faults": ("Tests/Faults", "calls.c", r'"{function}"'),
}


def read(root: Path, folder: str, pattern: str) -> str:
    return "\n".join(file.read_text(encoding="utf-8") for file in sorted((root / folder).rglob(pattern)))


def main() -> None:
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    header = re.sub(r"/\*.*?\*/", "", (root / "include/enfold.h").read_text(encoding="utf-8"), flags=re.DOTALL)
    functions = re.findall(r"ENFOLD_API [^;(]*?\b(enfold_\w+)\s*\(", header)
    if not functions:
        sys.exit("untested-functions: no function was found in enfold.h")
    texts = {kind: read(root, folder, files) for kind, (folder, files, _) in PATTERNS.items()}
    problems = [
        f"{function}: no test in {kind}"
        for function in functions
        for kind, (_, _, pattern) in PATTERNS.items()
        if not re.search(pattern.format(function=function, name=function.removeprefix("enfold_")), texts[kind])
    ]
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
