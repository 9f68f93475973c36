"""The completions of bash, zsh and fish, as they ask for them. One not here is left out."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from conftest import COMMAND, PLUGINS, enfold
from terminal import Terminal

# What is typed, and what is offered at its end.
LINES = [
    ("enfold in", ["info", "inspect"]),
    ("enfold ex", ["explain"]),
    ("enfold new ", ["app", "plugin"]),
    ("enfold new plugin Inbox --lang ", ["c", "cpp", "python", "swift"]),
    ("enfold new plugin Inbox --dialect rea", ["reactor"]),
    ("enfold gen ty", ["typescript"]),
    ("enfold session ex", ["export"]),
    ("enfold session export x --to per", ["perfetto"]),
    ("enfold session import x --from ", ["redux-actions", "redux-devtools"]),
    ("enfold session test-gen x --lang py", ["python"]),
    ("enfold run libCou", ["libCounter.so"]),
    ("enfold run libCounter.so --environment ", ["live", "preview", "test"]),
    ("enfold explain ENFOLD_BAD_J", ["ENFOLD_BAD_JSON"]),
]


def script(shell: str, folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text(enfold("--generate-completion-script", shell).out, encoding="utf-8")
    return path


def run(*command: str) -> list[str]:
    """What a shell prints in the folder of the plugins, where `enfold` is in the PATH."""
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=PLUGINS,
        env=environment(),
    )
    assert done.returncode == 0 and not done.stderr, done.stderr
    return done.stdout.splitlines()


def environment() -> dict[str, str]:
    return {
        "PATH": f"{Path(COMMAND).parent}:/usr/bin:/bin",
        "HOME": "/nowhere",
        "LC_ALL": "C.UTF-8",
    }


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"there is no {shell}")


BASH = """
source "$1"
read -ra COMP_WORDS <<< "$2"
case $2 in *' ') COMP_WORDS+=('') ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE=$2 COMP_POINT=${#2} COMP_TYPE=9 COMP_KEY=9
compopt() { :; }
_enfold enfold "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.mark.parametrize("line, offered", LINES)
def test_bash(line: str, offered: list[str], tmp_path: Path) -> None:
    told = run("bash", "-c", BASH, "bash", str(script("bash", tmp_path, "enfold")), line)
    assert sorted(each.strip() for each in told) == offered


# The names of errors are asked for by a function that works in an interactive fish alone.
@needs("fish")
@pytest.mark.parametrize("line, offered", LINES[:-1])
def test_fish(line: str, offered: list[str], tmp_path: Path) -> None:
    source = script("fish", tmp_path, "enfold.fish")
    told = run("fish", "--no-config", "-c", f"source {source}; complete -C '{line}'")
    assert sorted(each.split("\t")[0] for each in told) == offered


@needs("zsh")
@pytest.mark.parametrize("line, offered", LINES)
def test_zsh(line: str, offered: list[str], tmp_path: Path) -> None:
    script("zsh", tmp_path, "_enfold")
    setup = (
        f"fpath=({tmp_path} $fpath); autoload -U compinit; compinit -u -d {tmp_path}/dump; "
        f"cd {PLUGINS}; PS1='READY '; unsetopt menucomplete automenu; setopt listambiguous\r"
    )
    with Terminal(["zsh", "-f"], environment()) as terminal:
        terminal.type(setup)
        terminal.wait_for_line("READY")
        terminal.type("clear\r")
        terminal.wait_until(lambda lines: lines == ["READY"])
        if len(offered) == 1:
            terminal.type(f"{line}\t")
            words = line.split(" ")[:-1]
            terminal.wait_for_line(f"READY {re.escape(' '.join([*words, offered[0]]))}")
        else:
            terminal.type(f"{line}\t\t")
            terminal.wait_until(lambda lines: sorted(" ".join(lines[1:]).split()) == offered)
