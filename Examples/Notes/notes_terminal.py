"""Notes in a terminal: what is in front of all, as text with numbered choices.

    ENFOLD_LIBRARY=build/lib/libenfold.so PYTHONPATH=bindings/python \
        python3 Examples/Notes/notes_terminal.py build/plugins/libNotes.so [LINK]

LINK is a state as JSON, such as {"path":[{"state":{"folder":{"folder":0}}}]}. A number and Return
choose, a number and a text write ("1 Rome"), b goes back or dismisses, and Control-D ends.
"""

from __future__ import annotations

import codecs
import json
import os
import selectors
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import enfold

CLEAR = "\033[H\033[2J" if sys.stdout.isatty() else ""


class Field(NamedTuple):
    """A property of a feature that takes bindings."""

    feature: str  # where the feature is in the state
    template: Any  # how an action gets there
    name: str
    value: Any


class Page(NamedTuple):
    """What is shown, and what each choice means: an action, or a field that is written."""

    lines: list[str]
    choices: list[tuple[str, Any]]
    back: Any = None


def dialog(value: Any, presented: Any, dismiss: Any) -> Page:
    """Any dialog of any feature. A button without an action dismisses."""
    choices = [
        (button["label"], dismiss if button["action"] is None else presented(button["action"]))
        for button in value["buttons"]
    ]
    lines = [value["title"]] + ([value["message"]] if value["message"] else [])
    return Page(lines, choices or [("OK", dismiss)], dismiss)


def form(title: str, feature: str, template: Any, values: dict[str, Any]) -> Page:
    """The properties of a feature that takes bindings."""
    fields = [
        (f"{name}: {value}", Field(feature, template, name, value))
        for name, value in values.items()
    ]
    return Page([title], fields)


def page(state: Any) -> Page:
    """The alert or sheet in front of the screens, or else the screen on top."""
    destination = state["destination"] or {}
    dismiss: Any = {"destination": {"dismiss": {}}}
    if alert := destination.get("alert"):
        return dialog(
            alert, lambda action: {"destination": {"presented": {"alert": action}}}, dismiss
        )
    if settings := destination.get("settings"):
        template = {"destination": {"presented": {"settings": "$action"}}}
        return form("Settings", "/destination/settings", template, settings)._replace(back=dismiss)
    if not state["path"]:
        return folder_page(state, 0, None)
    top = state["path"][-1]
    back = {"path": {"popFrom": {"id": top["id"]}}}
    if folder := top["state"].get("folder"):
        return folder_page(state, folder["folder"], back)
    return note_page(top["id"], top["state"]["note"], back)


def folder_page(state: Any, folder: int, back: Any) -> Page:
    names = {each["id"]: each["name"] for each in state["folders"]}
    notes = [each for each in state["notes"] if each["folder"] == folder]
    if state["settings"]["sortsByTitle"]:
        notes.sort(key=lambda each: str(each["title"]))
    choices: list[tuple[str, Any]] = [
        (each["name"] + "/", {"openFolder": each["id"]})
        for each in state["folders"]
        if each["parent"] == folder
    ]
    choices += [(each["title"], {"openNote": each["id"]}) for each in notes]
    choices += [
        ("New note", {"addNote": {"in": folder}}),
        ("New folder", {"addFolder": {"in": folder, "name": "Folder"}}),
        ("Settings", "settingsTapped"),
        ("Clear", "clearTapped"),
    ]
    return Page([names.get(folder, "?")], choices, back)


def note_page(screen: int, note: Any, back: Any) -> Page:
    def to_note(action: Any) -> Any:
        return {"path": {"element": {"id": screen, "action": {"note": action}}}}

    def to_editor(action: Any) -> Any:
        return to_note({"editor": action})

    if note["alert"]:
        return dialog(
            note["alert"],
            lambda action: to_note({"alert": {"presented": action}}),
            to_note({"alert": {"dismiss": {}}}),
        )
    if editor := note["editor"]:
        feature = f"/path/id={screen}/state/note/editor"
        fields = {name: editor[name] for name in ("title", "text")}
        sheet = form("Editor", feature, to_editor({"presented": "$action"}), fields)
        sheet.choices.append(("Save", to_editor({"presented": "saveTapped"})))
        return sheet._replace(back=to_editor({"dismiss": {}}))
    taps = [("Read", "readTapped"), ("Edit", "editTapped"), ("Delete", "deleteTapped")]
    lines = [note["title"], *note["text"].splitlines(), f"{note['seconds']} seconds read"]
    return Page(lines, [(label, to_note(action)) for label, action in taps], back)


def printable(text: str) -> str:
    """Nothing that somebody wrote into a note moves the cursor."""
    return "".join(key if key.isprintable() else " " for key in text)


class Terminal:
    """Draws the page anew when it changes, with what somebody is typing below it."""

    def __init__(self, store: enfold.Store) -> None:
        self.store = store
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.typed = self.message = self.drawn = ""
        store.observe("", lambda event: self.draw())

    def draw(self) -> None:
        if self.store.is_closed:
            return
        shown = page(self.store.state)
        lines = [*shown.lines, ""]
        lines += [f"{number} {label}" for number, (label, _) in enumerate(shown.choices, 1)]
        lines += ["b Back"] if shown.back else []
        lines += ["", self.message] if self.message else [""]
        text = "".join(printable(line) + "\n" for line in lines) + f"> {printable(self.typed)}"
        if text != self.drawn:
            self.drawn = text
            print(CLEAR + text, end="", flush=True)

    def read(self) -> None:
        """Takes the keys that have arrived. At the end of the input it closes the runtime."""
        arrived = os.read(sys.stdin.fileno(), 4096)
        for key in self.decoder.decode(arrived):
            if key in "\r\n":
                line, self.typed, self.message = self.typed, "", ""
                self.enter(line)
            elif key in "\b\x7f":
                self.typed = self.typed[:-1]
            elif key == "\x04":
                arrived = b""
            else:
                self.typed += key
        self.draw()
        if not arrived:
            self.store.runtime.close()

    def enter(self, line: str) -> None:
        word, space, text = line.partition(" ")
        shown = page(self.store.state)
        choices = {str(number): what for number, (_, what) in enumerate(shown.choices, 1)}
        what = {**choices, "b": shown.back}.get(word)
        try:
            if isinstance(what, Field) and not (space or isinstance(what.value, bool)):
                self.message = f"Type its {what.name} behind the number: {word} {what.value}"
            elif isinstance(what, Field):
                self.write(what, text)
            elif what is not None:
                self.store.send(what)
            elif word:
                self.message = f"There is no choice {word}."
        except enfold.Error as error:
            self.message = str(error)

    def write(self, field: Field, text: str) -> None:
        value: Any = text
        if isinstance(field.value, bool):
            value = not field.value
        elif isinstance(field.value, int):
            try:
                value = int(text)
            except ValueError:
                self.message = f"{field.name} is a number, such as {field.value}."
                return
        scope = self.store.scope(field.feature, field.template)
        scope.set("/" + field.name, value)
        scope.close()


@contextmanager
def single_keys() -> Iterator[None]:
    """Lets a terminal hand over each key at once, and not show it: the page shows what is typed."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    tty.setcbreak(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
        print()


def read_link(link: str) -> Any:
    try:
        return json.loads(link)
    except ValueError as error:
        sys.exit(f"LINK is no JSON: {error}")


def main(plugin: str, link: str | None = None) -> None:
    with enfold.Runtime() as runtime, selectors.DefaultSelector() as selector:
        runtime.load(plugin)
        store = runtime.open("Notes")
        if link is not None:
            store.restore(read_link(link))
        with single_keys():
            terminal = Terminal(store)
            selector.register(runtime, selectors.EVENT_READ, lambda: runtime.pump(1000))
            selector.register(sys.stdin, selectors.EVENT_READ, terminal.read)
            while not runtime.is_closed:
                for key, _ in selector.select():
                    if not runtime.is_closed:
                        key.data()  # what a pump leaves is done in the next round


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: notes_terminal.py PLUGIN [LINK]")
    try:
        main(*sys.argv[1:])
    except enfold.Error as error:
        sys.exit(f"notes_terminal.py: {error}")
    except KeyboardInterrupt:
        pass
