#!/usr/bin/env python3
"""Compares the numbers in the tests with the table of docs/behaviours.md. Usage: behaviours.py [--write]

A test refers to a behaviour by a comment at the end of a line that has nothing but numbers in it: `// 92, 35` in
Swift, `/* 82 to 86, 92 */` in C, `# 113` in Python. The third column of the table names the files with such a comment;
--write fills it in.
"""

import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/behaviours.md"
TESTS = ("Tests", "Examples", "bindings/python/tests")
NUMBERS = r"(\d+(?:(?:, | to | and )\d+)*)"
COMMENTS = {
    ".swift": re.compile(rf"// {NUMBERS}$"),
    ".c": re.compile(rf"/\* {NUMBERS} \*/$"),
    ".h": re.compile(rf"/\* {NUMBERS} \*/$"),
    ".py": re.compile(rf"# {NUMBERS}$"),
}
ROW = re.compile(r"^\| (\d+) \| (.+) \| (.*) \|$")


def expand(numbers: str) -> list[int]:
    """The numbers that a comment names: "82 to 84, 92" are 82, 83, 84 and 92."""
    result: list[int] = []
    for part in re.split(", | and ", numbers):
        first, _, last = part.partition(" to ")
        result += range(int(first), int(last or first) + 1)
    return result


def references() -> dict[int, dict[Path, int]]:
    """For each number the files that refer to it, each with the line where it first does."""
    result: dict[int, dict[Path, int]] = defaultdict(dict)
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--", *TESTS]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in sorted(listed.splitlines()):
        path = Path(name)
        comment = COMMENTS.get(path.suffix)
        if comment is None or not (ROOT / path).is_file():
            continue
        for line, text in enumerate((ROOT / path).read_text().splitlines(), start=1):
            if found := comment.search(text):
                for number in expand(found[1]):
                    result[number].setdefault(path, line)
    return result


def names(found: dict[int, dict[Path, int]]) -> dict[Path, str]:
    """What the table calls each file: by its name, or by its whole path where two files have one name."""
    files = {path for paths in found.values() for path in paths}
    same = Counter(path.name for path in files)
    return {path: path.name if same[path.name] == 1 else str(path) for path in files}


def main() -> int:
    is_writing = sys.argv[1:] == ["--write"]
    found = references()
    name = names(found)
    rows: dict[int, int] = {}
    complaints: list[str] = []
    lines = DOCUMENT.read_text().splitlines()
    for index, line in enumerate(lines):
        if not (match := ROW.match(line)):
            continue
        number, sentence, tests = int(match[1]), match[2], match[3]
        place = f"{DOCUMENT.relative_to(ROOT)}:{index + 1}"
        if number in rows:
            complaints.append(f"{place}: {number} has another row in line {rows[number]}")
        rows[number] = index + 1
        expected = sorted(name[path] for path in found.get(number, {}))
        if not expected:
            complaints.append(f"{place}: no test refers to {number}")
        elif is_writing:
            lines[index] = f"| {number} | {sentence} | {', '.join(expected)} |"
        else:
            told = tests.split(", ")
            hint = "(behaviours.py --write corrects this)"
            complaints += [
                f"{place}: {file} does not refer to {number} {hint}" for file in told if file not in expected
            ]
            complaints += [f"{place}: {file} refers to {number}, too {hint}" for file in expected if file not in told]
    for number in sorted(found.keys() - rows.keys()):
        path, first = next(iter(found[number].items()))
        complaints.append(f"{path}:{first}: {number} has no row in {DOCUMENT.relative_to(ROOT)}")
    if is_writing:
        DOCUMENT.write_text("\n".join(lines) + "\n")
    for complaint in complaints:
        print(f"lint: {complaint}", file=sys.stderr)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
