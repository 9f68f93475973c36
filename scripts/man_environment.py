#!/usr/bin/env python3
"""The section ENVIRONMENT of both man pages. Alone it checks that the section has each ENFOLD_ variable that the sources read.

Usage: man_environment.py
"""

import re
import sys
from pathlib import Path

# Where it is read, its name, and what it does.
LIBRARY, COMMAND, PYTHON = "library", "command", "python"
VARIABLES = [
    (
        {LIBRARY, COMMAND},
        "ENFOLD_TRACE",
        "With 1, each runtime of the process writes a line on the standard error for each commit of its stores: the store, the "
        "revision, the action, what was changed, its cause and how long it took. A mark has a line, too.",
    ),
    (
        {LIBRARY, COMMAND},
        "ENFOLD_RECORD",
        "The name of a new file for each runtime of the process, which is recorded into it from its beginning. In it %p stands for the "
        "number of the process, %n for that of the runtime.",
    ),
    (
        {LIBRARY, COMMAND},
        "ENFOLD_INSPECT",
        "With 1, each runtime of the process listens at a Unix socket at which an inspector of the same user sees what happens in its "
        "stores. With control, the inspector may also send actions, restore states and hold stores.",
    ),
    (
        {LIBRARY},
        "ENFOLD_CRASH_LINE",
        "With 1, a plugin that traps leaves one line on the standard error, with the feature and the action. With values, the line "
        "has the beginning of the action, too. A runtime has an option for the same.",
    ),
    (
        {COMMAND},
        "ENFOLD_CRASH_LINE",
        "A plugin that traps leaves one line on the standard error, with the feature and the action. With values, the line has "
        "the beginning of the action, too; with 0 there is no line.",
    ),
    (
        {LIBRARY, COMMAND},
        "NO_COLOR, TERM",
        "If NO_COLOR is set and not empty, or TERM is dumb, nothing is coloured at a terminal.",
    ),
    (
        {LIBRARY, COMMAND},
        "XDG_STATE_HOME, HOME",
        "Shared values that outlive the process are kept in $XDG_STATE_HOME/enfold, or else in ~/.local/state/enfold.",
    ),
    (
        {LIBRARY, COMMAND},
        "TMPDIR",
        "Where the copy of a plugin lies that is loaded anew, if its own folder takes none. Without it: /tmp.",
    ),
    ({PYTHON}, "ENFOLD_LIBRARY", "The libenfold that Python's package loads. Without it the package looks for one."),
    ({PYTHON}, "ENFOLD_ACCELERATOR", "With 0, Python's package does without its accelerator."),
]
PROGRAMS = (
    "A program with more rights than its user, such as one with the set-user-ID bit, takes no notice of ENFOLD_TRACE, "
    "ENFOLD_CRASH_LINE and TMPDIR."
)


def escaped(text: str) -> str:
    return text.replace("\\", "\\e").replace("-", "\\-")


def section(*wanted: str) -> str:
    """The section of a page, with the variables of these readers."""
    lines = [".SH ENVIRONMENT"]
    for readers, name, text in VARIABLES:
        if readers & set(wanted):
            lines.append(f".TP\n.B {escaped(name)}\n{escaped(text)}")
    if LIBRARY in wanted:
        lines.append(f".PP\n{escaped(PROGRAMS)}")
    return "\n".join(lines)


def main() -> None:
    root = Path(__file__).resolve().parents[1]
    files = [path for suffix in ("swift", "c", "h") for path in (root / "Sources").rglob(f"*.{suffix}")]
    files += (root / "bindings/python/enfold").rglob("*.py")
    read = r'(?:getenv|enfold_variable|environ\.get)\(\s*"(ENFOLD_\w+)"'
    found = {name for path in files for name in re.findall(read, path.read_text(encoding="utf-8"))}
    told = {name for _, names, _ in VARIABLES for name in names.split(", ")}
    missing = sorted(found - told) + sorted(name for name in told - found if name.startswith("ENFOLD_"))
    if missing or not found:
        sys.exit(f"man_environment: the sources and the man pages differ: {', '.join(missing)}")


if __name__ == "__main__":
    main()
