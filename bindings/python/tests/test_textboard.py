"""TextBoard in a real window: typed and clicked by X events, compared with the state."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Iterator
from typing import Any

import pytest

import enfold

from . import windows
from .conftest import PLUGINS, ROOT, need


class Person(windows.TkPerson):
    """Sits in front of the screen."""

    def __init__(self, display: str, runtime: enfold.Runtime) -> None:
        super().__init__(display)
        example = windows.load_example(ROOT / "Examples" / "hosts" / "textboard.py")
        self.runtime = runtime
        runtime.load(PLUGINS / "libTextBoard.so")
        self.board = runtime.open("TextBoard")
        self.window: Any = example.TextFieldWindow(self.root, self.board)
        example.attach(self.root, runtime)
        self.root.update()

    def type(self, text: str) -> None:
        self.window.entry.focus_force()
        self.until(lambda: self.root.focus_get() is self.window.entry)
        self.do("type", "--delay", "1", text)

    def click(self, widget: Any) -> None:
        self.until(widget.winfo_viewable)
        self.click_middle(widget)

    def check(self) -> None:
        """What is on the screen is what is in the state."""
        state = self.board.state
        field = state["field"]
        length = field["lengthOfString"]
        assert self.window.capitalized["text"] == (field["capitalizedString"] or "")
        assert self.window.length["text"] == ("" if length is None else str(length))
        assert self.root["background"] == (field["backgroundColor"] or "white")
        settings = self.window.settings
        if settings is not None and not settings.is_closed:
            color = state["settings"]["backgroundColor"] or "white"
            assert settings.window["background"] == color


@pytest.fixture
def person(display: str) -> Iterator[Person]:
    if importlib.util.find_spec("tkinter") is None:
        need(["tkinter"], "python3-tk")
    with enfold.Runtime(environment="test") as runtime:
        person = Person(display, runtime)
        yield person
        person.root.tk.deletefilehandler(runtime.fd)
        person.root.destroy()


def test_what_is_typed_is_shown_in_capitals(person: Person) -> None:
    person.check()
    person.type("hello")
    person.until(lambda: person.board.get("/field/lengthOfString") == 5)
    assert person.window.text.get() == "hello"
    assert person.window.capitalized["text"] == "HELLO"
    person.check()
    person.type(" you")
    person.until(lambda: person.window.capitalized["text"] == "HELLO YOU")
    person.check()


def test_a_digit_raises_an_alert_each_time(person: Person) -> None:
    person.type("a")
    for _ in range(2):
        person.type("1")
        person.until(lambda: person.window.alert is not None)
        [label, button] = person.window.alert.winfo_children()
        assert label["text"] == person.board.get("/field/alertMessage")
        assert person.window.text.get() == ""
        person.check()
        person.click(button)
        person.until(lambda: person.window.alert is None)


def test_the_settings_change_the_color_of_both_windows(person: Person) -> None:
    person.click(person.window.settings_button)
    person.until(lambda: person.window.settings is not None)
    settings = person.window.settings
    seen: list[str] = []
    for _ in range(3):
        person.click(settings.button)
        person.until(lambda: person.root["background"] not in ("white", *seen[-1:]))
        seen.append(person.root["background"])
        person.check()
        assert settings.window["background"] == seen[-1]
    assert len(set(seen)) > 1

    scopes = person.runtime.stats()["scopes"]
    settings.window.destroy()
    assert person.runtime.stats()["scopes"] == scopes - 1
    person.board.send({"settings": "didTapButton"})
    person.check()
    person.board.send({"field": "didTapSettingButton"})
    person.until(lambda: person.window.settings is not settings)
    person.check()


def test_what_other_threads_send_is_shown(person: Person) -> None:
    thread = threading.Thread(
        target=lambda: person.board.send({"field": {"inputField": "from elsewhere"}})
    )
    thread.start()
    person.until(lambda: person.window.capitalized["text"] == "FROM ELSEWHERE")
    thread.join()
    person.check()
