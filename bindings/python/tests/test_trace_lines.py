"""The lines of ENFOLD_TRACE=1: what they tell, what is cut short, and what a slow reader loses."""

from __future__ import annotations

import contextlib
import os
import pty
import re
import subprocess
import sys
import textwrap

from .conftest import Script

# A feature that puts keys into its state and drops them, and a store of it. Its first commit tells
# the whole state, because nothing is known with which it could be compared.
OPEN = """
import enfold
runtime = enfold.Runtime(loop="inline")

@runtime.feature("Any", state={})
def put(state, action):
    for key, value in action.get("put", {}).items():
        state[key] = value
    for key in action.get("drop", []):
        del state[key]

store = runtime.open("Any")
store.send({"put": {"begun": True}})
"""


def timeless(text: str) -> str:
    return re.sub(r"\(\d+\.\d{3} ms\)", "(… ms)", text)


def lines(script: Script, statements: str) -> list[str]:
    """What is printed behind the first line when a program does something with that store."""
    done = script(OPEN + textwrap.dedent(statements) + "\nruntime.close()", ENFOLD_TRACE="1")
    assert done.returncode == 0, done.stderr
    return timeless(done.stderr).splitlines()[1:]


def test_a_line_tells_what_was_added_replaced_and_removed(script: Script) -> None:
    assert lines(
        script,
        """
        store.send({"put": {"a": 1, "b": [True]}})
        store.send({"put": {"a": 2}, "drop": ["b"]})
        store.send({"put": {}})
        """,
    ) == [
        'Any#1 2 {"put":{"a":1,"b":[true]}}: /a + 1, /b + [true] (… ms)',
        'Any#1 3 {"put":{"a":2},"drop":["b"]}: /a = 2, /b - (… ms)',
        "Any#1 4 put: nothing changed (… ms)",
    ]


def test_a_mark_is_one_line(script: Script) -> None:
    assert lines(
        script,
        r"""
        runtime.mark("a\tb\n\x1b[2J é " + "x" * 200)
        store.send({"put": {"a": 1}})
        """,
    ) == [
        r"mark: a\tb\n\u001b[2J é " + "x" * 200,
        'Any#1 2 {"put":{"a":1}}: /a + 1 (… ms)',
    ]


def test_long_values_are_cut_short(script: Script) -> None:
    """Of a value 40 characters are told, with its quotes, and of an action 80."""
    fits, longer = "x" * 38, "é" * 39
    start = '{"put":{},"more":"'
    assert lines(
        script,
        f"""
        store.send({{"put": {{"a": "{fits}"}}}})
        store.send({{"put": {{"a": "{longer}"}}}})
        store.send({start + "z" * (78 - len(start))}"}})
        store.send({start + "z" * (79 - len(start))}"}})
        """,
    ) == [
        f'Any#1 2 {{"put":{{"a":"{fits}"}}}}: /a + "{fits}" (… ms)',
        f'Any#1 3 {{"put":{{"a":"{longer}"}}}}: /a = "{longer}… (… ms)',
        f'Any#1 4 {start + "z" * (78 - len(start))}"}}: nothing changed (… ms)',
        f'Any#1 5 {start + "z" * (79 - len(start))}"…: nothing changed (… ms)',
    ]


def test_four_changes_are_told_and_the_others_are_counted(script: Script) -> None:
    told = lines(
        script,
        """
        store.send({"put": dict.fromkeys("abcd", 0)})
        store.send({"put": dict.fromkeys("abcdef", 1)})
        """,
    )
    assert [line.split("}}: ")[1] for line in told] == [
        "/a + 0, /b + 0, /c + 0, /d + 0 (… ms)",
        "/a = 1, /b = 1, /c = 1, /d = 1 and 2 more (… ms)",
    ]


def test_a_terminal_gets_the_name_the_action_and_the_time_in_colours() -> None:
    statements = (
        "store.tagged('ada').send({'put': {'a': 1}})\nruntime.mark('here')\n"
        "store.hold()\nruntime.close()"
    )
    others = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    ours, theirs = pty.openpty()
    try:
        subprocess.run(
            [sys.executable, "-c", OPEN + statements],
            env={**others, "TERM": "xterm", "ENFOLD_TRACE": "1"},
            stderr=theirs,
            check=True,
        )
        text = b""
        while not text.endswith(b"held\r\n"):
            text += os.read(ours, 1 << 12)
    finally:
        os.close(theirs)
        os.close(ours)
    name, action, time = (
        "\x1b[36mAny#1\x1b[0m",
        '\x1b[1m{"put":{"a":1}}\x1b[0m',
        "\x1b[2m(… ms)\x1b[0m",
    )
    assert timeless(text.decode()).splitlines()[1:] == [
        f"{name} 2 {action}: /a + 1, tag ada {time}",
        "\x1b[1mmark\x1b[0m: here",
        f"{name} held",
    ]


def full_pipe() -> tuple[int, int, int]:
    """Both ends of a pipe into which nothing more goes, and how many bytes are in it."""
    ours, theirs = os.pipe()
    os.set_blocking(theirs, False)
    filled = 0
    with contextlib.suppress(BlockingIOError):
        while True:
            filled += os.write(theirs, b"-" * 4096)
    os.set_blocking(theirs, True)
    return ours, theirs, filled


def test_who_does_not_read_loses_lines_and_is_told_how_many() -> None:
    """More is sent than may wait, while nobody reads. No store waits for that."""
    count = 120
    statements = f"""
for number in range(2, {count} + 1):
    store.send({{"put": {{"a": "x" * 200_000 + str(number)}}}})
print("sent", flush=True)
input()
runtime.close()
"""
    ours, theirs, filled = full_pipe()
    with subprocess.Popen(
        [sys.executable, "-c", OPEN + statements],
        env={**os.environ, "ENFOLD_TRACE": "1"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=theirs,
    ) as process:
        os.close(theirs)
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stdout.readline() == b"sent\n"
        text = b""
        while f"Any#1 {count} ".encode() not in text or not text.endswith(b"\n"):
            text += os.read(ours, 1 << 16)
        process.communicate(b"\n", 60)
    os.close(ours)
    told = text[filled:].decode().splitlines()
    revisions = [int(line.split()[1]) for line in told if line.startswith("Any#1 ")]
    reports = [re.fullmatch(r"… (\d+) entries were dropped", line) for line in told]
    dropped = [int(report[1]) for report in reports if report is not None]
    assert len(told) == len(revisions) + len(dropped)
    assert revisions == sorted(set(revisions))
    assert revisions[-1] == count
    # A commit has two entries, its own and that of its changes; the opened store has one.
    missing = count - len(revisions)
    assert missing > 0
    assert 2 * missing <= sum(dropped) <= 2 * missing + len(dropped) + 1
