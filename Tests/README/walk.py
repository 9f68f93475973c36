"""Does what a page says, from its top to its end: writes the files that it shows, types its commands, compares what they print.

Usage: walk.py PAGE FOLDER COMMAND...
A page marks its fences: `<!-- file: NAME -->`, `<!-- do -->` and `<!-- output: NAME -->`. All of it is done by one shell that
begins in FOLDER. The commands are counted from 0; those whose numbers are given are typed.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

FENCE = re.compile(r"<!-- (file|do|output)(?:: (\S+))? -->\n+```\w*\n(.*?)```", re.S)
# What separates the outputs of commands; nothing else prints it.
MARK = "\x1e"


class Step:
    """A command of a page, the files that the page shows before it, and what it prints, if the page says so. Files after the last
    command have an empty one."""

    def __init__(self, files: list[tuple[str, str]], command: str) -> None:
        self.files, self.command = files, command
        self.output = ""

    def script(self) -> str:
        """The files are written, then the command is typed as it stands."""
        lines = [f"printf %s {shlex.quote(MARK)}"]
        for name, text in self.files:
            lines.append(f'mkdir -p "$(dirname {shlex.quote(name)})"')
            lines.append(f"printf %s {shlex.quote(text)} > {shlex.quote(name)}")
        # The shell goes on after a list with && that fails.
        return "\n".join([*lines, self.command + "[ $? = 0 ] || exit"])


def steps_of(text: str) -> list[Step]:
    steps: list[Step] = []
    files: list[tuple[str, str]] = []
    for kind, name, content in FENCE.findall(text):
        if kind == "file":
            files.append((name, content))
        elif kind == "do":
            steps.append(Step(files, content))
            files = []
        else:
            steps[-1].output = content
    return [*steps, Step(files, "")] if files else steps


def walk(page: str, steps: list[Step], folder: Path) -> list[str]:
    """What the commands printed; or the end of this program with the first one that failed or printed something else."""
    script = "\n".join(["set -euo pipefail", "exec 2>&1", *(step.script() for step in steps)])
    done = subprocess.run(["bash", "-c", script], cwd=folder, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    outputs = done.stdout.split(MARK)[1:]
    for number, (step, seen) in enumerate(zip(steps, outputs), 1):
        if number == len(outputs) and done.returncode != 0:
            sys.exit(f"{page}: {step.command}failed:\n{seen[-3000:]}")
        if not seen.endswith(step.output):
            sys.exit(f"{page}: {step.command}printed\n{seen}instead of\n{step.output}")
    return outputs


def main() -> None:
    page, folder = Path(sys.argv[1]), Path(sys.argv[2])
    steps = steps_of(page.read_text(encoding="utf-8"))
    walk(page.name, [steps[int(number)] for number in sys.argv[3:]], folder)


if __name__ == "__main__":
    main()
