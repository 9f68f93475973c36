"""What docs/command.md shows is what happens, and so is the session of docs/trace.md."""

from __future__ import annotations

import os
import re
import subprocess

import pytest

from conftest import BUILD, COMMAND, ROOT
from terminal import Terminal


def blocks(page: str) -> list[tuple[str, str]]:
    """The commands of a page, each with what it shows."""
    text = (ROOT / "docs" / page).read_text()
    return re.findall(r"^```\n\$ (.+)\n((?:.*\n)*?)```", text, re.M)


BLOCKS = blocks("command.md")
TYPED = [block for block in BLOCKS + blocks("trace.md") if "libTodos.so Todos" in block[0]]
PROMPT = r"Todos(?: \(held\))?> "


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


def test_each_page_has_its_session() -> None:
    assert len(TYPED) == 2 and len(BLOCKS) == 8


@pytest.mark.parametrize("session", [output for _, output in TYPED])
def test_a_session(session: str) -> None:
    lines = session.splitlines()
    with Terminal([COMMAND, "run", str(ROOT / "build/plugins/libTodos.so"), "Todos"]) as terminal:
        terminal.wait_for_line("Todos>")
        for line in lines:
            if prompt := re.match(PROMPT, line):
                terminal.type(line.removeprefix(prompt[0]) + "\r")
        terminal.wait_until(lambda shown: shown == [*lines, "Todos>"])
