#!/usr/bin/env python3
"""Checks that one function makes every commit: StoreEngine's `step`. Usage: check-step.py [ROOT]

The gate of a change, the note of the cause, the raise of the revision and the call of the observers have one call each, and
it is in `step`. Functions that make no commit may call some of these, too; they are named here.
"""

import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from rooms import ROOT
from swift_names import code_of


class Rule(NamedTuple):
    """What is called in a few places only."""

    what: str
    call: str  # how a call looks
    callers: list[str]  # the functions with one call each
    folder: str = ""  # where others may not call it, below Sources/


RULES = [
    # Those that read enter the same gate.
    Rule("the gate of a change", r"\benterGate\(", ["step", "withState", "withMutableState"]),
    Rule("the note of the cause", r"\bnote\(cause\b", ["step"]),
    Rule("the raise of the revision", r"\braiseRevision\(", ["step"]),
    Rule("the revision itself", r"\bcommits\.(?!load)\w+\(", ["raiseRevision"], "Enfold/"),
    # `tell` is for what is told without a commit: a new interest, the end of a drain, the action behind its mutations.
    Rule("the call of the observers", r"(?<![.\w])deliver\(", ["step", "tell"], "Enfold/Engine/"),
    Rule("the stream's call of the observers", r"\bstream\??\.deliver\(", ["deliver"]),
]

# The line in which a function, or a property with a body, begins.
HEAD = re.compile(r"( *)(?:[@\w()]+ )*?(?:func (\w+)|(init|deinit|subscript)\b|var (\w+)[^=]*\{)")


def calls_in(code: str, call: str) -> list[tuple[str, int]]:
    """The calls: in which function, and in which line. A function is around what is indented more than it is."""
    found = []
    around: list[tuple[int, str]] = []
    for number, line in enumerate(code.split("\n"), 1):
        indent = len(line) - len(line.lstrip())
        if line.strip():
            around = [(outer, name) for outer, name in around if outer < indent or line.strip()[0] in "})]"]
        if head := HEAD.match(line):
            around = [(outer, name) for outer, name in around if outer < indent]
            around.append((indent, head[2] or head[3] or head[4]))
        calls = len(re.findall(rf"(?<!func ){call}", line))
        found += [(around[-1][1] if around else "no function", number)] * calls
    return found


def check(root: Path) -> list[str]:
    """What is wrong, one line each."""
    messages = []
    codes = {str(path.relative_to(root)): code_of(path.read_text()) for path in sorted(root.glob("Sources/**/*.swift"))}
    for what, call, callers, folder in RULES:
        counts: Counter[str] = Counter()
        for file, code in codes.items():
            for function, line in calls_in(code, call) if file.startswith(f"Sources/{folder}") else []:
                counts[function] += 1
                if function not in callers:
                    messages.append(f"{file}:{line}: {what}: {function} may not call it, only {', '.join(callers)}")
                elif counts[function] > 1:
                    messages.append(f"{file}:{line}: {what}: {function} calls it more than once")
        messages += [f"{what}: {function} does not call it" for function in callers if not counts[function]]
    return messages


def main() -> int:
    messages = check(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    for message in messages:
        print(f"lint: {message}", file=sys.stderr)
    return 1 if messages else 0


if __name__ == "__main__":
    sys.exit(main())
