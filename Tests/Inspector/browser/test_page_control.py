"""Breakpoints, and actions that are sent from the page."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from page import Page
from started import PythonHost


def test_a_breakpoint_is_hit_and_stepped(page: Page, host: PythonHost) -> None:
    host.send("Todos", {"add": {"title": "bread"}})
    page.store("Todos#1")
    page.pane("breakpoints")
    page.sees("#break-list", "No breakpoint")
    page.keys("#break-value", "toggle", Keys.ENTER)
    page.sees(".breakpoint", "before toggle")
    host.send("Todos", {"toggle": {"id": 1}})
    page.sees("#held", "Todos#1 is held")
    host.send("Todos", {"add": {"title": "milk"}})
    assert host.do(store="Todos")["items"][0]["isDone"] is False
    page.press(Keys.F10)
    page.row("toggle")
    assert host.do(store="Todos")["items"][0]["isDone"] is True
    assert len(host.do(store="Todos")["items"]) == 1
    page.press(Keys.F8)
    page.row("milk")
    page.until(lambda: not page.browser.find_element("id", "held").is_displayed())
    page.click('[aria-label="Remove the breakpoint toggle"]')
    page.sees("#break-list", "No breakpoint")
    host.send("Todos", {"toggle": {"id": 1}})
    page.until(lambda: host.do(store="Todos")["items"][0]["isDone"] is False)


def test_a_breakpoint_behind_a_change(page: Page, host: PythonHost) -> None:
    page.store("Todos#1")
    page.pane("state")
    page.click_node("filter:")
    page.keys("#tree", "k")
    page.sees(".breakpoint", "behind a change of /filter")
    host.send("Todos", {"setFilter": "active"})
    page.sees("#held", "Todos#1 is held")
    page.click_on("#held button", "Go on")
    page.until(lambda: not page.browser.find_element("id", "held").is_displayed())


def test_send_with_completion(page: Page, host: PythonHost) -> None:
    page.store("Todos#1")
    page.pane("send")
    page.sees(".template", "setFilter")
    page.keys("#send-text", '{"ad')
    page.sees(".candidate", '"add"')
    page.press(Keys.TAB)
    editor = page.one("#send-text")
    page.until(lambda: (editor.get_attribute("value") or "").startswith('{"add":'))
    # What follows is completed, too, until it can be sent.
    written = editor.get_attribute("value") or ""
    page.press(Keys.ESCAPE, Keys.CONTROL + "a", Keys.NULL, Keys.DELETE)
    assert written
    page.keys("#send-text", '{"add":{"title":"from the page"}}', Keys.ESCAPE)
    page.press(Keys.CONTROL + Keys.ENTER)
    page.row("from the page")
    assert host.do(store="Todos")["items"][0]["title"] == "from the page"
    page.sees(".sent", "from the page")
    # A template.
    page.click_on(".template", "setFilter")
    page.until(lambda: "setFilter" in (editor.get_attribute("value") or ""))


def test_send_with_a_mistake(page: Page, host: PythonHost) -> None:
    page.expected.append("/api/command")
    page.store("Todos#1")
    page.pane("send")
    page.keys("#send-text", '{"add":{"title":"ä" "x"}}', Keys.ESCAPE)
    page.press(Keys.CONTROL + Keys.ENTER)
    error = page.sees("#send-error", "ENFOLD_")
    line, caret = page.one("#send-error .caret").text.split("\n")
    assert line == '{"add":{"title":"ä" "x"}}'
    assert line[caret.index("^") - 1 : caret.index("^") + 1] in (' "', '" ')
    assert error.text.count("\n") >= 2
    page.one(".sent .icon-dropped")
    # The field is right, its type is not.
    page.press(Keys.CONTROL + "a", Keys.NULL, Keys.DELETE)
    page.keys("#send-text", '{"toggle":{"id":"one"}}', Keys.ESCAPE)
    page.press(Keys.CONTROL + Keys.ENTER)
    page.sees("#send-error .caret", '"one"')
    assert host.do(store="Todos")["items"] == []
