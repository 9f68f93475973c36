"""What docs/command.md shows is what happens."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from conftest import BUILD, COMMAND, ROOT
from terminal import Terminal

BLOCKS = re.findall(
    r"^```\n\$ (.+)\n((?:.*\n)*?)```", (ROOT / "docs" / "command.md").read_text(), re.M
)
TYPED = [block for block in BLOCKS if "libTodos.so Todos" in block[0]]


def fits(shown: str, written: str) -> bool:
    """Whether a text is as a document has it, in which … and sizes stand for anything."""
    written = re.sub(r"\d+\.\d MB", "… MB", written)
    pattern = ".*".join(re.escape(part) for part in written.split("…"))
    return re.fullmatch(pattern, shown, re.S) is not None


@pytest.mark.parametrize("command, output", [block for block in BLOCKS if block not in TYPED])
def test_a_shell_example(command: str, output: str) -> None:
    done = subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PATH": f"{BUILD / 'bin'}:{os.environ['PATH']}"},
    )
    assert fits(done.stdout, output), done.stdout


def test_the_session() -> None:
    assert len(TYPED) == 1 and len(BLOCKS) == 5
    lines = TYPED[0][1].splitlines()
    with Terminal([COMMAND, "run", str(ROOT / "build/plugins/libTodos.so"), "Todos"]) as terminal:
        terminal.wait_for_line("Todos>")
        for line in lines:
            if line.startswith("Todos> "):
                terminal.type(line.removeprefix("Todos> ") + "\r")
        terminal.wait_until(lambda shown: shown == [*lines, "Todos>"])
