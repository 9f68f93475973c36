"""Notes in windows: a stack of folders and notes, with sheets and alerts, behind widgets of Tk.

    ENFOLD_LIBRARY=build/lib/libenfold.so PYTHONPATH=bindings/python \
        python3 Examples/Notes/notes_tk.py build/plugins/libNotes.so [LINK]

LINK is a state as JSON, such as {"path":[{"state":{"folder":{"folder":0}}}]}. The windows show what
the state says, whoever has changed it. What a person does is an action, also to close a window.
"""

from __future__ import annotations

import json
import sys
import tkinter as tk
from collections.abc import Callable
from typing import Any

import enfold


def placed(template: Any, action: Any) -> Any:
    """The template with the action in the place of "$action"."""
    if template == "$action":
        return action
    if not isinstance(template, dict):
        return template
    return {key: placed(value, action) for key, value in template.items()}


def window(root: tk.Tk, title: str, close: Callable[[], None]) -> tk.Toplevel:
    """A window that does not close by itself: somebody who closes it sends an action."""
    made = tk.Toplevel(root)
    made.title(title)
    made.protocol("WM_DELETE_WINDOW", close)
    return made


class Dialog:
    """Shows any dialog of any feature.

    template: how an action gets there, such as {"alert": "$action"}, in which "presented" or
    "dismiss" comes.
    """

    def __init__(self, root: tk.Tk, store: enfold.Store, template: Any) -> None:
        self.root, self.store, self.template = root, store, template
        self.value: Any = None
        self.window: tk.Toplevel | None = None
        self.buttons: list[tk.Button] = []

    def send(self, action: Any) -> None:
        """Sends the action of a button; None dismisses."""
        there = {"dismiss": {}} if action is None else {"presented": self.presented(action)}
        self.store.send(placed(self.template, there))

    def presented(self, action: Any) -> Any:
        return action

    def show(self, value: Any) -> None:
        if value == self.value:
            return
        if self.window is not None:
            self.window.destroy()
        self.value, self.window, self.buttons = value, None, []
        if value is None:
            return
        self.window = window(self.root, value["title"], lambda: self.send(None))
        for text in (value["title"], value["message"] or ""):
            tk.Label(self.window, text=text).pack(padx=20, pady=4)
        for button in value["buttons"] or [{"label": "OK", "action": None}]:
            made = tk.Button(
                self.window,
                text=button["label"],
                command=lambda action=button["action"]: self.send(action),  # type: ignore[misc]
            )
            made.pack(side="left", padx=8, pady=8)
            self.buttons.append(made)


class CaseDialog(Dialog):
    """A dialog that is one of several destinations."""

    def presented(self, action: Any) -> Any:
        return {"alert": action}


class Sheet:
    """A window with fields, each of which is a property of a feature that takes bindings."""

    def __init__(
        self,
        root: tk.Tk,
        title: str,
        scope: enfold.Store,
        fields: list[str],
        close: Callable[[], None],
    ) -> None:
        self.scope = scope
        self.window = window(root, title, close)
        self.fields: dict[str, tk.StringVar] = {}
        for name in fields:
            variable = tk.StringVar(root)
            tk.Label(self.window, text=name).pack(anchor="w", padx=8)
            tk.Entry(self.window, textvariable=variable).pack(fill="x", padx=8)
            self.fields[name] = variable

    def show(self, value: dict[str, Any]) -> None:
        for name, variable in self.fields.items():
            if variable.get() != str(value[name]):
                variable.set(str(value[name]))

    def listen(self) -> None:
        """From now on what somebody types is written."""
        for name, variable in self.fields.items():
            variable.trace_add("write", lambda *_, name=name: self.write(name))

    def write(self, name: str) -> None:
        text = self.fields[name].get()
        shown = self.scope.get(f"/{name}")
        value: Any = text
        if isinstance(shown, int):
            if not text.isdigit():
                return
            value = int(text)
        self.scope.set(f"/{name}", value)

    def close(self) -> None:
        self.window.destroy()
        self.scope.close()


class NotesWindow:
    """The screen on top, with what is presented on it."""

    def __init__(self, root: tk.Tk, store: enfold.Store) -> None:
        self.root, self.store = root, store
        root.title("Notes")
        root.geometry("480x320+200+120")
        self.back = tk.Button(root, text="Back", command=self.go_back)
        self.title = tk.Label(root, font=("Helvetica", 16))
        self.items = tk.Listbox(root)
        self.items.bind("<Double-Button-1>", lambda _: self.open_item())
        self.text = tk.Label(root, justify="left")
        self.bar = tk.Frame(root)
        self.buttons: dict[str, tk.Button] = {}
        for name in ("New note", "New folder", "Settings", "Clear", "Read", "Edit", "Delete"):
            self.buttons[name] = tk.Button(
                self.bar,
                text=name,
                command=lambda name=name: self.tap(name),  # type: ignore[misc]
            )
        for widget in (self.back, self.title, self.text, self.bar):
            widget.pack(anchor="w", padx=12, pady=4)
        self.question: Dialog | None = None
        self.clear = CaseDialog(root, store, {"destination": "$action"})
        self.editor: Sheet | None = None
        self.settings: Sheet | None = None
        self.screen: int | None = None
        self.listed: list[tuple[str, int]] = []
        store.observe("", lambda event: self.show(event.value))

    # Actions: from the widgets to the feature

    def to_screen(self, action: Any) -> Any:
        return {"path": {"element": {"id": self.screen, "action": action}}}

    def go_back(self) -> None:
        if self.screen is not None:
            self.store.send({"path": {"popFrom": {"id": self.screen}}})

    def open_item(self) -> None:
        for index in self.items.curselection():  # type: ignore[no-untyped-call]
            kind, number = self.listed[index]
            self.store.send({"openFolder" if kind == "folder" else "openNote": number})

    def tap(self, name: str) -> None:
        folder = self.folder(self.store.state)
        self.store.send(
            {
                "New note": {"addNote": {"in": folder}},
                "New folder": {"addFolder": {"in": folder, "name": "Folder"}},
                "Settings": "settingsTapped",
                "Clear": "clearTapped",
                "Read": self.to_screen({"note": "readTapped"}),
                "Edit": self.to_screen({"note": "editTapped"}),
                "Delete": self.to_screen({"note": "deleteTapped"}),
            }[name]
        )

    # State: from the feature to the widgets

    @staticmethod
    def folder(state: Any) -> int:
        for screen in reversed(state["path"]):
            if "folder" in screen["state"]:
                return int(screen["state"]["folder"]["folder"])
        return 0

    def show(self, state: Any) -> None:
        home: Any = {"id": None, "state": {"folder": {"folder": 0}}}
        top = state["path"][-1] if state["path"] else home
        self.show_screen(top)
        self.back["state"] = "normal" if state["path"] else "disabled"
        note = top["state"].get("note")
        folder = self.folder(state)
        names = {each["id"]: each["name"] for each in state["folders"]}
        self.title["text"] = note["title"] if note else names.get(folder, "?")
        self.text["text"] = f"{note['text']}\n{note['seconds']} seconds read" if note else ""
        notes = [each for each in state["notes"] if each["folder"] == folder]
        if state["settings"]["sortsByTitle"]:
            notes.sort(key=lambda each: str(each["title"]))
        inside = [each for each in state["folders"] if each["parent"] == folder]
        rows = [("folder", each["id"], f"{each['name']}/") for each in inside]
        rows += [("note", each["id"], each["title"]) for each in notes]
        rows = [] if note else rows
        self.listed = [(kind, number) for kind, number, _ in rows]
        self.items.delete(0, "end")
        self.items.insert("end", *[label for _, _, label in rows])
        if note:
            self.items.pack_forget()
        else:
            self.items.pack(after=self.title, fill="both", expand=True, padx=12)
        pages = ("Read", "Edit", "Delete")
        for name, button in self.buttons.items():
            if (name in pages) == bool(note):
                button.pack(side="left")
            else:
                button.pack_forget()
        self.show_presented(note, state["destination"] or {})

    def show_screen(self, top: Any) -> None:
        """What was presented on another screen goes with it."""
        if top["id"] == self.screen:
            return
        if self.question is not None:
            self.question.show(None)
        if self.editor is not None:
            self.editor.close()
        self.screen, self.editor = top["id"], None
        template = self.to_screen({"note": {"alert": "$action"}})
        self.question = Dialog(self.root, self.store, template)

    def show_presented(self, note: Any, destination: Any) -> None:
        if self.question is not None:
            self.question.show(note["alert"] if note else None)
        self.clear.show(destination.get("alert"))
        self.editor = self.show_sheet(
            self.editor, note["editor"] if note else None, self.make_editor
        )
        self.settings = self.show_sheet(
            self.settings, destination.get("settings"), self.make_settings
        )

    def show_sheet(
        self, sheet: Sheet | None, value: Any, make: Callable[[], Sheet]
    ) -> Sheet | None:
        if value is None:
            if sheet is not None:
                sheet.close()
            return None
        shown = sheet or make()
        shown.show(value)
        if sheet is None:
            shown.listen()
        return shown

    def make_editor(self) -> Sheet:
        def to_editor(action: Any) -> Any:
            return self.to_screen({"note": {"editor": action}})

        scope = self.store.scope(
            f"/path/id={self.screen}/state/note/editor", to_editor({"presented": "$action"})
        )
        sheet = Sheet(
            self.root,
            "Editor",
            scope,
            ["title", "text"],
            lambda: self.store.send(to_editor({"dismiss": {}})),
        )
        tk.Button(sheet.window, text="Save", command=lambda: scope.send("saveTapped")).pack()
        return sheet

    def make_settings(self) -> Sheet:
        scope = self.store.scope(
            "/destination/settings", {"destination": {"presented": {"settings": "$action"}}}
        )
        return Sheet(
            self.root,
            "Settings",
            scope,
            ["fontSize"],
            lambda: self.store.send({"destination": {"dismiss": {}}}),
        )


def attach(root: tk.Tk, runtime: enfold.Runtime) -> None:
    """Lets Tk's event loop pump: what comes later, from effects, is shown, too."""
    root.tk.createfilehandler(runtime.fd, tk.READABLE, lambda *_: runtime.pump(1000))


def read_link(link: str) -> Any:
    try:
        return json.loads(link)
    except ValueError as error:
        sys.exit(f"LINK is no JSON: {error}")


def main(plugin: str, link: str | None = None) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(plugin)
        store = runtime.open("Notes")
        if link is not None:
            store.restore(read_link(link))
        root = tk.Tk()
        NotesWindow(root, store)
        attach(root, runtime)
        root.mainloop()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: notes_tk.py PLUGIN [LINK]")
    try:
        main(*sys.argv[1:])
    except (enfold.Error, tk.TclError) as error:
        sys.exit(f"notes_tk.py: {error}")
