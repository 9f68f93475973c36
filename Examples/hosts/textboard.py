"""TextBoard in a window: the reactors of a Swift plugin behind widgets of Tk.

    python3 Examples/hosts/textboard.py PLUGIN

Type letters, and they appear in capitals; type a digit, and an alert says that it is wrong. The
settings change the color of both windows.
"""

from __future__ import annotations

import sys
import tkinter as tk

import enfold


class TextFieldWindow:
    """The text field, what the reactor makes of it, and the way to the settings."""

    def __init__(self, root: tk.Tk, board: enfold.Store) -> None:
        self.root = root
        self.board = board
        self.field = board.scope("/field", "field")
        self.settings: SettingsWindow | None = None
        self.alert: tk.Toplevel | None = None

        root.title("TextBoard")
        root.geometry("320x220+40+40")
        self.text = tk.StringVar(root)
        self.capitalized = tk.Label(root, font=("Helvetica", 20))
        self.length = tk.Label(root)
        self.entry = tk.Entry(root, textvariable=self.text, justify="center")
        self.settings_button = tk.Button(root, text="Settings", command=self.tap_settings)
        for widget in (self.capitalized, self.length, self.entry, self.settings_button):
            widget.pack(padx=20, pady=8)
        self.bind()

    def bind(self) -> None:
        """Actions: from the widgets to the reactor. State: from the reactor to the widgets."""
        self.text.trace_add("write", lambda *_: self.field.send({"inputField": self.text.get()}))
        field = self.field
        field.observe("/capitalizedString", self.show_text)
        field.observe("/lengthOfString", self.show_length)
        field.observe("/backgroundColor", self.show_color)
        # Each assignment is an event, also of the same message.
        field.observe("/alertMessage", self.show_alert, filter="pulse", skip_null=True)
        field.observe("/screen", self.push, filter="pulse", skip_null=True)

    def show_text(self, event: enfold.Event) -> None:
        self.capitalized["text"] = event.value or ""

    def show_length(self, event: enfold.Event) -> None:
        self.length["text"] = "" if event.value is None else str(event.value)

    def show_color(self, event: enfold.Event) -> None:
        paint(self.root, event.value)
        paint(self.capitalized, event.value)
        paint(self.length, event.value)

    def show_alert(self, event: enfold.Event) -> None:
        """Shows the message, and empties the field, which is an action of its own."""
        self.close_alert()
        self.alert = tk.Toplevel(self.root)
        self.alert.title("Wrong input")
        self.alert.geometry("260x90+400+40")
        tk.Label(self.alert, text=event.value).pack(padx=20, pady=8)
        tk.Button(self.alert, text="OK", command=self.close_alert).pack()
        self.text.set("")

    def close_alert(self) -> None:
        if self.alert is not None:
            self.alert.destroy()
            self.alert = None

    def tap_settings(self) -> None:
        self.field.send("didTapSettingButton")

    def push(self, event: enfold.Event) -> None:
        """Opens the window that the reactor has named."""
        if event.value == "settings" and (self.settings is None or self.settings.is_closed):
            self.settings = SettingsWindow(self.root, self.board)


class SettingsWindow:
    """One button, which changes the color. What it observes ends with its scope, when it is closed."""

    def __init__(self, root: tk.Tk, board: enfold.Store) -> None:
        self.window = tk.Toplevel(root)
        self.window.title("Settings")
        self.window.geometry("320x160+40+320")
        self.scope = board.scope("/settings", "settings")
        self.button = tk.Button(
            self.window, text="Change the color", command=lambda: self.scope.send("didTapButton")
        )
        self.button.pack(expand=True)
        self.scope.observe("/backgroundColor", lambda event: paint(self.window, event.value))
        self.window.bind("<Destroy>", lambda _: self.scope.close())

    @property
    def is_closed(self) -> bool:
        return not self.window.winfo_exists()


def paint(widget: tk.Tk | tk.Toplevel | tk.Label, color: str | None) -> None:
    """Gives a widget the color that the state names, or that of paper."""
    widget["background"] = color or "white"


def attach(root: tk.Tk, runtime: enfold.Runtime) -> None:
    """Lets Tk's event loop pump: what comes later, from effects, is shown, too."""
    root.tk.createfilehandler(runtime.fd, tk.READABLE, lambda *_: runtime.pump(1000))


def main(plugin: str) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(plugin)
        root = tk.Tk()
        window = TextFieldWindow(root, runtime.open("TextBoard"))
        window.entry.focus()
        attach(root, runtime)
        root.mainloop()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: textboard.py PLUGIN")
    main(sys.argv[1])
