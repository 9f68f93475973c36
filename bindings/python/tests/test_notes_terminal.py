"""Notes in a terminal: typed into a pseudo terminal, and what it shows compared with the state."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .conftest import PLUGINS, ROOT
from .test_loops import DEADLINE, Program, environment
from .test_notes import LINK, rows

EXAMPLE = str(ROOT / "Examples" / "Notes" / "notes_terminal.py")
WATCHED = str(Path(__file__).with_name("notes") / "watched_terminal.py")
NOTES = str(PLUGINS / "libNotes.so")
CLEAR = "\033[H\033[2J"


def expected(state: Any) -> list[str]:
    """The lines of a state: what is said, and what can be chosen."""
    destination = state["destination"] or {}
    top: Any = state["path"][-1]["state"] if state["path"] else {"folder": {"folder": 0}}
    note: Any = top.get("note") or {"alert": None, "editor": None}
    back = ["b Back"]
    if alert := destination.get("alert") or (note["alert"] if not destination else None):
        says = [alert["title"]] + ([alert["message"]] if alert["message"] else [])
        choices = [button["label"] for button in alert["buttons"]]
    elif settings := destination.get("settings"):
        says = ["Settings"]
        choices = [f"{name}: {settings[name]}" for name in ("sortsByTitle", "fontSize")]
    elif editor := note["editor"]:
        says = ["Editor"]
        choices = [f"title: {editor['title']}", f"text: {editor['text']}", "Save"]
    elif "note" in top:
        says = [note["title"], *note["text"].splitlines(), f"{note['seconds']} seconds read"]
        choices = ["Read", "Edit", "Delete"]
    else:
        folder = top["folder"]["folder"]
        says = [each["name"] for each in state["folders"] if each["id"] == folder]
        names, titles = rows(state, folder)
        choices = [f"{name}/" for name in names] + titles
        choices += ["New note", "New folder", "Settings", "Clear"]
        back = back if state["path"] else []
    numbered = [f"{number} {choice}" for number, choice in enumerate(choices, 1)]
    return [re.sub("[\0-\x1f]", " ", line) for line in [*says, "", *numbered, *back]]


class Person:
    """Sits in front of a terminal."""

    def __init__(self, *arguments: str) -> None:
        self.terminal, program_side = pty.openpty()
        self.attributes = termios.tcgetattr(program_side)
        self.states, states = os.pipe()
        actions, self.actions = os.pipe()
        self.process = subprocess.Popen(
            [sys.executable, WATCHED, str(states), str(actions), EXAMPLE, NOTES, *arguments],
            cwd=ROOT,
            env=environment(),
            stdin=program_side,
            stdout=program_side,
            stderr=program_side,
            pass_fds=[states, actions],
            start_new_session=True,
        )
        os.close(states)
        os.close(actions)
        self.program_side = program_side
        self.text = self.told = b""
        self.has_ended = False

    def look(self, end: float) -> None:
        """Reads what has come from the program."""
        files = [self.terminal] if self.has_ended else [self.terminal, self.states]
        readable, _, _ = select.select(files, [], [], max(0, end - time.monotonic()))
        assert readable, f"this does not become so: {self.screen}"
        if self.terminal in readable:
            self.text += os.read(self.terminal, 65536)
        if self.states in readable:
            arrived = os.read(self.states, 65536)
            self.has_ended = not arrived
            self.told += arrived

    def until(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + DEADLINE
        while not condition():
            self.look(end)

    @property
    def screen(self) -> str:
        """What can be seen: all since the screen was cleared."""
        return self.text.decode(errors="ignore").replace("\r\n", "\n").split(CLEAR)[-1]

    @property
    def lines(self) -> list[str]:
        """The lines above those where the person types."""
        return self.screen.split("\n")

    @property
    def state(self) -> Any:
        """The last state that is complete."""
        return json.loads(self.told.split(b"\n")[-2]) if b"\n" in self.told else None

    def check(self, typed: str = "") -> None:
        """What is on the screen becomes what is in the state."""
        self.until(lambda: self.state and self.lines == [*expected(self.state), "", f"> {typed}"])

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def choose(self, label: str, text: str = "") -> None:
        """Types the number that is shown before a label, and Return."""
        self.check()
        [number] = [line.split(" ")[0] for line in self.lines if re.match(rf"\w+ {label}", line)]
        self.type(f"{number}{text}\r")

    def send(self, action: Any) -> None:
        """Sends an action from elsewhere, on another thread."""
        os.write(self.actions, json.dumps(action).encode() + b"\n")

    def finish(self) -> int:
        """What the program returns. It leaves the terminal as it was."""
        code = self.process.wait(DEADLINE)
        assert termios.tcgetattr(self.program_side) == self.attributes
        return code

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        for descriptor in (self.terminal, self.program_side, self.states, self.actions):
            os.close(descriptor)


Sit = Callable[..., Person]


@pytest.fixture
def person() -> Iterator[Sit]:
    people: list[Person] = []

    def sit(link: Any = None) -> Person:
        people.append(Person(*([] if link is None else [json.dumps(link)])))
        people[-1].check()
        return people[-1]

    yield sit
    for each in people:
        each.stop()


def test_a_note_is_written_and_saved(person: Sit) -> None:
    me = person()
    me.choose("New note")
    me.until(lambda: me.state["path"])
    me.choose("Edit")
    me.until(lambda: me.lines[0] == "Editor")
    me.choose("text", ' über "Züge"')
    me.until(lambda: 'über "Züge"' in me.screen)
    me.check()
    assert me.state["path"][0]["state"]["note"]["editor"]["text"] == 'über "Züge"'
    me.choose("title", " ")
    me.until(lambda: me.state["path"][0]["state"]["note"]["editor"]["title"] == "")
    me.choose("Save")
    me.until(lambda: me.lines[:2] == ["", 'über "Züge"'])
    me.until(lambda: me.state["notes"][0]["text"] == 'über "Züge"')
    me.check()
    me.choose("Back")
    me.until(lambda: me.lines[0] == "Notes")
    me.check()


def test_a_link_opens_its_screens_and_back_leaves_them(person: Sit) -> None:
    me = person(LINK)
    assert me.lines[:2] == ["Rome", "by train"]
    me.choose("Back")
    me.until(lambda: me.lines[0] == "Travels")
    me.choose("Rome")
    me.until(lambda: me.lines[0] == "Rome")
    me.choose("Back")
    me.until(lambda: me.lines[0] == "Travels")
    me.choose("Back")
    me.until(lambda: me.lines[0] == "Notes")
    me.check()
    me.type("b\r")
    me.until(lambda: "There is no choice b." in me.screen)
    me.type("\r")
    me.choose("New folder")
    me.until(lambda: len(me.state["folders"]) == 3)
    me.choose("Travels/")
    me.until(lambda: me.lines[0] == "Travels")
    me.check()


def test_questions_are_answered_and_dismissed(person: Sit) -> None:
    me = person(LINK)
    for label in ("Keep", "Back"):
        me.choose("Delete")
        me.until(lambda: me.lines[0] == 'Delete "Rome"?')
        me.choose(label)
        me.until(lambda: me.lines[0] == "Rome")
        me.check()
        assert len(me.state["notes"]) == 1
    me.choose("Delete")
    me.until(lambda: me.lines[0] == 'Delete "Rome"?')
    me.choose("Delete")
    me.until(lambda: me.lines[0] == "Travels")
    me.check()
    assert me.state["notes"] == []
    me.choose("Clear")
    me.until(lambda: me.lines[:2] == ["Delete all notes?", "It cannot be undone."])
    me.choose("Delete")
    me.until(lambda: me.lines[0] == "Travels")
    me.check()


def test_the_document_shows_what_it_shows(person: Sit) -> None:
    text = (ROOT / "docs" / "navigation.md").read_text(encoding="utf-8")
    shown = re.findall(r"<!-- output: notes_terminal.py -->\n```\n(.*?)\n```", text, re.DOTALL)
    me = person(LINK)
    me.type("3")
    me.check(typed="3")
    screens = [me.screen]
    me.type("\r")
    me.until(lambda: me.lines[0] == 'Delete "Rome"?')
    me.check()
    assert shown == [*screens, me.screen.rstrip()]


def test_settings_are_chosen(person: Sit) -> None:
    notes = [{"id": n, "folder": 0, "title": title} for n, title in ((5, "b"), (6, "a"))]
    me = person({"notes": [{**note, "text": ""} for note in notes], "nextID": 7})
    me.choose("Settings")
    me.until(lambda: me.lines[0] == "Settings")
    me.choose("sortsByTitle")
    me.until(lambda: me.state["settings"]["sortsByTitle"])
    me.choose("fontSize", " large")
    me.until(lambda: "fontSize is a number, such as 12." in me.screen)
    me.type("2\r")
    me.until(lambda: "Type its fontSize behind the number: 2 12" in me.screen)
    me.type("\r")
    me.choose("fontSize", " 20")
    me.until(lambda: me.state["settings"]["fontSize"] == 20)
    me.choose("Back")
    me.until(lambda: me.lines[0] == "Notes")
    me.check()
    assert me.lines[2:4] == ["1 a", "2 b"]


def test_what_others_do_is_shown_and_what_was_typed_stays(person: Sit) -> None:
    me = person(LINK)
    me.choose("Read")
    me.type("2x")
    me.until(lambda: me.state["path"][1]["state"]["note"]["seconds"] > 0)  # an effect has sent it
    me.check(typed="2x")
    me.type("\x7f\r")
    me.until(lambda: me.lines[0] == "Editor")
    me.send("settingsTapped")
    me.until(lambda: me.lines[0] == "Settings")
    me.check()
    me.send({"path": {"popFrom": {"id": 0}}})
    me.send({"destination": {"dismiss": {}}})
    me.until(lambda: me.lines[0] == "Notes")
    me.check()


def test_a_title_moves_no_cursor(person: Sit) -> None:
    me = person({"notes": [{"id": 1, "folder": 0, "title": "a\033[2J\nb", "text": ""}]})
    assert me.lines[2] == "1 a [2J b"


@pytest.mark.parametrize("key", ["\x04", "\x03"])
def test_it_ends_politely(key: str, person: Sit) -> None:
    me = person(LINK)
    me.type(key)
    assert me.finish() == 0
    me.until(lambda: me.screen.endswith("\n"))
    assert me.lines[:-1] == [*expected(me.state), "", "> "]


def test_it_reads_from_a_pipe() -> None:
    program = Program(sys.executable, EXAMPLE, NOTES)
    program.type("1\n")
    code, out, errors = program.finish()
    assert (code, errors) == (0, "")
    assert CLEAR not in out
    assert "> Untitled\n" in out


def test_it_needs_no_time_when_nobody_types() -> None:
    program = Program(sys.executable, EXAMPLE, NOTES)
    try:
        assert program.line() == "Notes"
        program.check_idle()
    finally:
        program.kill()


@pytest.mark.parametrize("example", ["notes_terminal.py", "notes_tk.py"])
@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "usage: {} PLUGIN [LINK]"),
        ([NOTES, "{{}}", "more"], "usage: {} PLUGIN [LINK]"),
        (["nowhere.so"], '{}: enfold_plugin_load: no file "nowhere.so"'),
        ([NOTES, "{"], "LINK is no JSON: Expecting property name"),
        ([NOTES, '{"pth":[]}'], '{}: enfold_store_restore: State has no key "pth"'),
    ],
)
def test_bad_arguments_are_named(example: str, arguments: list[str], says: str) -> None:
    path = str(ROOT / "Examples" / "Notes" / example)
    code, out, errors = Program(sys.executable, path, *arguments).finish()
    assert (code, out) == (1, "")
    assert errors.startswith(says.format(example))
