"""Notes in windows of GTK: what the widgets say is read from them, and compared with the state."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from enfold._loader import library

from . import windows
from .conftest import PLUGINS, ROOT, need
from .test_loops import DEADLINE, STRICT, Program, sh
from .test_notes import LINK, rows

SOURCE = ROOT / "Examples" / "Notes" / "notes_gtk.c"
WATCHER = Path(__file__).with_name("notes") / "watcher.c"
NOTES = str(PLUGINS / "libNotes.so")


def editor(action: Any, screen: int = 1) -> Any:
    """An action of the editor of a note."""
    inside = {"note": {"editor": {"presented": action}}}
    return {"path": {"element": {"id": screen, "action": inside}}}


Widget = tuple[str, str]


def is_text(kind: str, text: str) -> bool:
    """Whether there is something to read. A label without a text cannot be seen."""
    return kind != "GtkImage" and (kind != "GtkLabel" or text != "")


def labels(*texts: str) -> list[Widget]:
    return [("GtkLabel", text) for text in texts if is_text("GtkLabel", text)]


def dialog(value: Any) -> tuple[str, list[Widget]]:
    buttons = [button["label"] for button in value["buttons"]] or ["OK"]
    return value["title"], labels(value["message"] or "", *buttons)


def expected(state: Any) -> list[tuple[str, list[Widget]]]:
    """The windows of a state."""
    top: Any = state["path"][-1]["state"] if state["path"] else {"folder": {"folder": 0}}
    if note := top.get("note"):
        texts = [note["title"], note["text"], str(note["seconds"]), "seconds read"]
        texts += ["Read", "Edit", "Delete"]
    else:
        folder = top["folder"]["folder"]
        [name] = [each["name"] for each in state["folders"] if each["id"] == folder]
        names, titles = rows(state, folder)
        texts = [name, *names, *titles, "New note", "New folder"]
    screens = ("GtkStack", str(1 + len(state["path"])))
    shown = [("Notes", [screens, *labels(*texts, "Back", "Notes", "Settings", "Clear")])]
    notes = [each["state"]["note"] for each in state["path"] if "note" in each["state"]]
    for note in notes:
        if sheet := note["editor"]:
            title = [*labels("Title"), ("GtkEntry", sheet["title"])]
            text = [*labels("Text"), ("GtkEntry", sheet["text"])]
            shown.append(("Editor", title + text + labels("Cancel", "Save")))
        if note["alert"]:
            shown.append(dialog(note["alert"]))
    destination = state["destination"] or {}
    if settings := destination.get("settings"):
        check = ("GtkCheckButton", "on" if settings["sortsByTitle"] else "off")
        spin = ("GtkSpinButton", str(settings["fontSize"]))
        shown.append(("Settings", [check, *labels("Sort by title", "Font size"), spin]))
    if alert := destination.get("alert"):
        shown.append(dialog(alert))
    # The bar of a window comes last, and shows its title, too.
    return [shown[0]] + [(title, widgets + labels(title)) for title, widgets in shown[1:]]


class Person:
    """Sits in front of the windows."""

    def __init__(self, watched: str, display: str, *link: str) -> None:
        self.display = display
        self.program = Program(watched, NOTES, *link, DISPLAY=display)
        self.seen: Any = None
        self.look()
        self.check()

    def look(self) -> None:
        self.seen = json.loads(self.program.line())

    def until(self, condition: Callable[[], object]) -> None:
        """Looks at the windows until something is so. An effect may change them all the time."""
        end = time.monotonic() + DEADLINE
        while not condition():
            assert time.monotonic() < end, f"this does not become so: {self.seen}"
            self.look()

    @property
    def state(self) -> Any:
        return self.seen["state"]

    @property
    def titles(self) -> list[str]:
        return sorted(window["title"] for window in self.seen["windows"])

    @property
    def shown(self) -> list[tuple[str, list[Widget]]]:
        return [
            (window["title"], [(w[0], w[1]) for w in window["widgets"] if is_text(*w[:2])])
            for window in self.seen["windows"]
        ]

    @property
    def page(self) -> list[str]:
        """The texts of the first window."""
        [texts] = [widgets for title, widgets in self.shown if title == "Notes"]
        return [text for _, text in texts[1:]]

    def check(self) -> None:
        """What is on the screen becomes what is in the state."""
        self.until(lambda: sorted(self.shown) == sorted(expected(self.state)))
        [back] = [w for w in self.window("Notes")["widgets"] if w[1] == "Back"]
        assert back[4] == bool(self.state["path"])

    def window(self, title: str) -> Any:
        [found] = [window for window in self.seen["windows"] if window["title"] == title]
        return found

    def click(self, text: str, title: str = "Notes") -> None:
        """Clicks the widget with a text, or of a kind."""
        window = self.window(title)
        x, y = next((w[2], w[3]) for w in window["widgets"] if text in (w[0], w[1]))
        windows.do(self.display, "windowraise", str(window["xid"]))
        windows.do(
            self.display,
            *("mousemove", "--window", str(window["xid"]), str(x), str(y)),
            *("click", "1"),
        )

    def type(self, text: str) -> None:
        windows.do(self.display, "type", "--delay", "1", text)

    def send(self, action: Any) -> None:
        """Sends an action from elsewhere, on another thread."""
        self.program.type(json.dumps(action) + "\n")

    def close(self, title: str, manager: bool = False) -> None:
        windows.close(self.display, self.window(title)["xid"], manager)

    def wait_for_window(self, title: str) -> None:
        self.until(lambda: title in self.titles)
        self.check()

    def wait_for_only_window(self) -> None:
        self.until(lambda: self.titles == ["Notes"])
        self.check()


def compiled(folder: Path, watcher: bool) -> str:
    """Compiles the example as its comment says, with more warnings; with a watcher, or as it is."""
    need((p for p in ("cc", "pkg-config") if shutil.which(p) is None), "gcc pkg-config")
    found = subprocess.run(["pkg-config", "--exists", "gtk4"], check=False).returncode == 0
    need([] if found else ["gtk4"], "libgtk-4-dev")
    source = SOURCE.read_text(encoding="utf-8")
    comment = source[: source.index("*/")].replace("\\\n *    ", "")
    flags = re.findall(r"cc Examples/Notes/notes_gtk.c -o notes_gtk (.+)", comment)[0]
    flags = flags.replace("build/lib", str(Path(library().path).parent))
    program = folder / "notes_gtk"
    if not watcher:
        sh(f"cc {STRICT} {SOURCE} -o {program} {flags}")
        return str(program)
    sh(f"cc {STRICT} -c -Dmain=example {SOURCE} -o {program}.o {flags}")
    wrap = "-pthread -Wl,--wrap=enfold_store_open"
    sh(f"cc {STRICT} {wrap} {WATCHER} {program}.o -o {program} {flags}")
    return str(program)


@pytest.fixture(scope="session")
def notes_gtk(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled(tmp_path_factory.mktemp("notes"), watcher=False)


@pytest.fixture(scope="session")
def watched(tmp_path_factory: pytest.TempPathFactory) -> str:
    return compiled(tmp_path_factory.mktemp("watched"), watcher=True)


Sit = Callable[..., Person]


@pytest.fixture
def person(watched: str, display: str) -> Iterator[Sit]:
    people: list[Person] = []

    def sit(link: Any = None, display: str = display) -> Person:
        people.append(Person(watched, display, *([] if link is None else [json.dumps(link)])))
        return people[-1]

    yield sit
    for each in people:
        each.program.kill()


def test_a_note_is_written_and_saved(person: Sit) -> None:
    me = person()
    me.click("New note")
    me.until(lambda: me.state["path"])
    me.check()
    assert me.page[0] == "Untitled"
    me.click("Edit")
    me.wait_for_window("Editor")
    me.click("", "Editor")
    me.type('milk & "bread"')
    me.until(lambda: ("GtkEntry", 'milk & "bread"') in dict(me.shown)["Editor"])
    me.check()
    assert me.state["path"][0]["state"]["note"]["editor"]["text"] == 'milk & "bread"'
    me.click("Save", "Editor")
    me.wait_for_only_window()
    assert me.page[:2] == ["Untitled", 'milk & "bread"']
    me.until(lambda: me.state["notes"][0]["text"] == 'milk & "bread"')
    me.click("Back")
    me.until(lambda: not me.state["path"])
    me.check()
    assert me.page[:2] == ["Notes", "Untitled"]


def test_a_link_opens_its_screens_and_back_leaves_them(person: Sit) -> None:
    me = person(LINK)
    assert me.page[:2] == ["Rome", "by train"]
    me.click("Back")
    me.until(lambda: len(me.state["path"]) == 1)
    me.check()
    assert me.page[:2] == ["Travels", "Rome"]
    me.click("Rome")
    me.until(lambda: len(me.state["path"]) == 2)
    me.check()
    assert me.page[:2] == ["Rome", "by train"]
    me.click("Back")
    me.until(lambda: len(me.state["path"]) == 1)
    me.check()
    me.click("Back")
    me.until(lambda: not me.state["path"])
    me.check()
    assert me.page[:2] == ["Notes", "Travels"]
    me.click("New folder")
    me.until(lambda: len(me.state["folders"]) == 3)
    me.check()
    me.click("Travels")
    me.until(lambda: len(me.state["path"]) == 1)
    me.check()


def test_a_link_opens_what_is_presented(person: Sit) -> None:
    note = {"id": 2, "title": "Rome", "text": "by train", "editor": {"title": "R", "text": ""}}
    notes = {key: LINK[key] for key in ("folders", "notes", "nextID")}
    me = person({**notes, "path": [{"state": {"note": note}}]})
    assert me.titles == ["Editor", "Notes"]
    me.close("Editor")
    me.wait_for_only_window()
    assert me.state["path"][0]["state"]["note"]["editor"] is None


def test_windows_are_closed_from_outside(person: Sit, managed: bool) -> None:
    me = person(LINK)
    me.click("Edit")
    me.wait_for_window("Editor")
    me.close("Editor", managed)
    me.wait_for_only_window()
    assert me.state["path"][1]["state"]["note"]["editor"] is None
    me.click("Delete")
    me.wait_for_window('Delete "Rome"?')
    me.close('Delete "Rome"?', managed)
    me.wait_for_only_window()
    assert me.state["path"][1]["state"]["note"]["alert"] is None
    me.click("Settings")
    me.wait_for_window("Settings")
    me.close("Settings", managed)
    me.wait_for_only_window()
    me.click("Clear")
    me.wait_for_window("Delete all notes?")
    me.close("Delete all notes?", managed)
    me.wait_for_only_window()
    assert len(me.state["notes"]) == 1
    me.close("Notes", managed)
    assert me.program.process.wait(60) == 0


def test_windows_are_closed_by_their_bars(person: Sit) -> None:
    me = person(LINK)
    me.click("Edit")
    me.wait_for_window("Editor")
    me.click("window-close-symbolic", "Editor")
    me.wait_for_only_window()
    me.click("Clear")
    me.wait_for_window("Delete all notes?")
    me.click("window-close-symbolic", "Delete all notes?")
    me.wait_for_only_window()
    me.click("window-close-symbolic")
    assert me.program.process.wait(60) == 0


def test_questions_are_answered(person: Sit) -> None:
    me = person(LINK)
    me.click("Delete")
    me.wait_for_window('Delete "Rome"?')
    me.click("Keep", 'Delete "Rome"?')
    me.wait_for_only_window()
    assert len(me.state["notes"]) == 1
    me.click("Delete")
    me.wait_for_window('Delete "Rome"?')
    me.click("Delete", 'Delete "Rome"?')
    me.until(lambda: len(me.state["path"]) == 1)
    me.wait_for_only_window()
    me.until(lambda: me.state["notes"] == [])
    me.click("New note")
    me.until(lambda: len(me.state["path"]) == 2)
    me.check()
    me.click("Clear")
    me.wait_for_window("Delete all notes?")
    me.click("Delete", "Delete all notes?")
    me.wait_for_only_window()
    assert me.state["notes"] == []
    assert len(me.state["path"]) == 1


def test_settings_are_chosen(person: Sit) -> None:
    notes = [{"id": n, "folder": 0, "title": title} for n, title in ((5, "b"), (6, "a"))]
    me = person({"notes": [{**note, "text": ""} for note in notes], "nextID": 7})
    assert me.page[:3] == ["Notes", "b", "a"]
    me.click("Settings")
    me.wait_for_window("Settings")
    me.click("Sort by title", "Settings")
    me.until(lambda: me.state["settings"]["sortsByTitle"])
    me.check()
    assert me.page[:3] == ["Notes", "a", "b"]
    me.click("value-increase-symbolic", "Settings")
    me.until(lambda: me.state["settings"]["fontSize"] == 13)
    me.check()


def test_what_others_do_is_shown(person: Sit) -> None:
    me = person(LINK)
    me.click("Read")
    me.until(lambda: "1" in me.page)  # the effect sends it, on another thread
    me.check()
    me.click("Edit")
    me.wait_for_window("Editor")
    me.send(editor({"binding": {"/title": 'a "b" \\ 🙂'}}))
    me.until(lambda: ("GtkEntry", 'a "b" \\ 🙂') in dict(me.shown)["Editor"])
    me.check()
    me.click('a "b" \\ 🙂', "Editor")
    windows.do(me.display, "key", "End")
    me.type("!")
    me.until(lambda: ("GtkEntry", 'a "b" \\ 🙂!') in dict(me.shown)["Editor"])
    me.check()
    me.send("clearTapped")
    me.until(lambda: len(me.titles) == 3)
    me.check()
    me.send({"path": {"popFrom": {"id": 1}}})
    me.until(lambda: me.titles == ["Delete all notes?", "Notes"])
    me.check()
    assert me.page[:2] == ["Travels", "Rome"]
    me.send("settingsTapped")
    me.until(lambda: me.titles == ["Notes", "Settings"])
    me.check()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "usage: notes_gtk PLUGIN [LINK]"),
        ([NOTES, "{}", "more"], "usage: notes_gtk PLUGIN [LINK]"),
        (["nowhere.so"], 'PLUGIN: enfold_plugin_load: no file "nowhere.so"'),
        ([NOTES, "{"], "LINK: enfold_store_restore: the text ends where"),
        ([NOTES, '{"pth":[]}'], 'LINK: enfold_store_restore: State has no key "pth"'),
    ],
)
def test_bad_arguments_are_named(
    arguments: list[str], says: str, notes_gtk: str, display: str
) -> None:
    code, out, errors = Program(notes_gtk, *arguments, DISPLAY=display).finish()
    assert (code, out) == (1, "")
    assert says in errors


def test_a_display_is_needed(notes_gtk: str) -> None:
    code, _, errors = Program(notes_gtk, NOTES, DISPLAY="").finish()
    assert (code, errors) == (1, "notes_gtk: there is no display\n")


def test_windows_that_nobody_uses_need_no_time(notes_gtk: str, display: str) -> None:
    program = Program(notes_gtk, NOTES, DISPLAY=display)
    try:
        windows.find(display, "Notes")
        program.check_idle()
    finally:
        program.kill()
