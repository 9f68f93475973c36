"""Notes in real windows: clicked and typed by X events, compared with the state."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import enfold

from . import windows
from .conftest import PLUGINS, ROOT, need

LINK = {
    "folders": [
        {"id": 0, "parent": None, "name": "Notes"},
        {"id": 1, "parent": 0, "name": "Travels"},
    ],
    "notes": [{"id": 2, "folder": 1, "title": "Rome", "text": "by train"}],
    "nextID": 3,
    "path": [
        {"id": 0, "state": {"folder": {"folder": 1}}},
        {
            "id": 1,
            "state": {
                "note": {
                    "id": 2,
                    "title": "Rome",
                    "text": "by train",
                    "seconds": 0,
                    "editor": None,
                    "alert": None,
                }
            },
        },
    ],
    "destination": None,
    "settings": {"sortsByTitle": False, "fontSize": 12},
}


def rows(state: Any, folder: int) -> tuple[list[str], list[str]]:
    """The names of the folders in a folder, and the titles of its notes."""
    names = [each["name"] for each in state["folders"] if each["parent"] == folder]
    titles = [each["title"] for each in state["notes"] if each["folder"] == folder]
    return names, sorted(titles) if state["settings"]["sortsByTitle"] else titles


class Person(windows.TkPerson):
    """Sits in front of the screen."""

    def __init__(self, display: str, runtime: enfold.Runtime, link: Any = None) -> None:
        super().__init__(display)
        example = windows.load_example(ROOT / "Examples" / "Notes" / "notes_tk.py")
        self.store = runtime.open("Notes", state=link) if link else runtime.open("Notes")
        self.window: Any = example.NotesWindow(self.root, self.store)
        example.attach(self.root, runtime)
        self.root.update()

    def click(self, widget: Any) -> None:
        widget.winfo_toplevel().lift()
        self.until(widget.winfo_viewable)
        self.root.update()
        self.click_middle(widget)

    def tap(self, name: str) -> None:
        self.click(self.window.buttons[name])

    def close(self, window: Any, manager: bool) -> None:
        """What the button of a window's frame does."""
        self.until(window.winfo_viewable)
        self.root.update()
        windows.close(self.display, windows.find(self.display, window.title()), manager)

    def check(self) -> None:
        """What is on the screen is what is in the state."""
        state, window = self.store.state, self.window
        top = state["path"][-1] if state["path"] else None
        note = top["state"].get("note") if top else None
        assert (str(window.back["state"]) != "disabled") == bool(state["path"])
        if note:
            assert window.title["text"] == note["title"]
            assert window.text["text"].split("\n")[0] == note["text"]
        else:
            folder = top["state"]["folder"]["folder"] if top else 0
            names, titles = rows(state, folder)
            assert list(window.items.get(0, "end")) == [f"{name}/" for name in names] + titles
        editor = note["editor"] if note else None
        assert (window.editor is not None) == (editor is not None)
        if editor:
            shown = {name: field.get() for name, field in window.editor.fields.items()}
            assert shown == {"title": editor["title"], "text": editor["text"]}
        assert window.question.value == (note["alert"] if note else None)
        destination = state["destination"] or {}
        assert window.clear.value == destination.get("alert")
        assert (window.settings is not None) == ("settings" in destination)


@pytest.fixture
def person(display: str, runtime: enfold.Runtime) -> Iterator[Callable[..., Person]]:
    people: list[Person] = []
    need((name for name in ("xdotool",) if shutil.which(name) is None), "xdotool")
    runtime.load(PLUGINS / "libNotes.so")

    def sit(link: Any = None) -> Person:
        people.append(Person(display, runtime, link))
        return people[-1]

    yield sit
    for each in people:
        each.root.tk.deletefilehandler(runtime.fd)
        each.root.destroy()


def test_a_note_is_written_and_saved(person: Callable[..., Person]) -> None:
    me = person()
    me.tap("New note")
    me.until(lambda: me.store.get("/path"))
    me.check()
    me.tap("Edit")
    me.until(lambda: me.window.editor)
    field = me.window.editor.fields["text"]
    entry = me.window.editor.window.winfo_children()[3]
    entry.focus_force()
    me.until(lambda: me.root.focus_get() is entry)
    me.do("type", "--delay", "1", "milk")
    me.until(lambda: me.store.get("/path/id=0/state/note/editor/text") == "milk")
    assert field.get() == "milk"
    me.check()
    me.click(me.window.editor.window.winfo_children()[-1])
    me.until(lambda: me.store.get("/path/id=0/state/note/editor") is None)
    me.check()
    me.until(lambda: me.store.get("/notes/0/text") == "milk")
    me.click(me.window.back)
    me.until(lambda: not me.store.get("/path"))
    me.check()


def test_a_link_opens_its_screens_and_back_leaves_them(person: Callable[..., Person]) -> None:
    me = person(LINK)
    me.check()
    assert me.window.title["text"] == "Rome"
    me.click(me.window.back)
    me.until(lambda: len(me.store.get("/path")) == 1)
    me.check()
    assert list(me.window.items.get(0, "end")) == ["Rome"]
    me.click(me.window.back)
    me.until(lambda: not me.store.get("/path"))
    me.check()
    me.store.restore(LINK)
    me.root.update()
    me.check()
    assert me.window.title["text"] == "Rome"


def test_windows_are_closed_from_outside(person: Callable[..., Person], managed: bool) -> None:
    me = person(LINK)
    me.tap("Edit")
    me.until(lambda: me.window.editor)
    me.check()
    me.close(me.window.editor.window, managed)
    me.until(lambda: me.window.editor is None)
    me.check()
    assert me.store.get("/path/id=1/state/note/editor") is None
    me.tap("Delete")
    me.until(lambda: me.window.question.window)
    me.check()
    me.close(me.window.question.window, managed)
    me.until(lambda: me.window.question.window is None)
    me.check()
    assert me.store.get("/path/id=1/state/note/alert") is None
    me.store.send("settingsTapped")
    me.root.update()
    me.check()
    me.window.settings.fields["fontSize"].set("20")
    assert me.store.get("/settings/fontSize") == 20
    me.close(me.window.settings.window, managed)
    me.until(lambda: me.window.settings is None)
    me.check()
    assert me.store.get("/destination") is None


def test_a_question_is_answered(person: Callable[..., Person]) -> None:
    me = person(LINK)
    me.tap("Delete")
    me.until(lambda: me.window.question.buttons)
    assert [button["text"] for button in me.window.question.buttons] == ["Delete", "Keep"]
    me.click(me.window.question.buttons[1])
    me.until(lambda: me.store.get("/path/id=1/state/note/alert") is None)
    me.check()
    me.tap("Delete")
    me.until(lambda: me.window.question.buttons)
    me.click(me.window.question.buttons[0])
    me.until(lambda: len(me.store.get("/path")) == 1)
    me.check()
    assert me.store.get("/notes") == []
    me.store.send("clearTapped")
    me.root.update()
    me.check()
    me.click(me.window.clear.buttons[0])
    me.until(lambda: me.store.get("/destination") is None)
    me.check()
