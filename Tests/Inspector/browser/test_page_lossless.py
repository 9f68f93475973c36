"""Numbers and texts that JavaScript would change go there and back as they are."""

from __future__ import annotations

import re

import pytest
from selenium.webdriver.common.keys import Keys

from page import Page
from started import PythonHost

VALUES = ("9007199254740993", "1.0", "-0.0", r'"a\u0000b"', '{"__proto__":{"x":1.0}}', "1e300")


def test_the_state_shows_them(page: Page) -> None:
    page.store("Numbers#1")
    page.pane("state")
    for line in ("big: 9007199254740993", "one: 1.0", "minus: -0.0", r'text: "a\u0000b"'):
        page.node(line)
    page.node("__proto__:")
    page.node("x: 1")


@pytest.mark.parametrize("value", VALUES)
def test_there_and_back(page: Page, host: PythonHost, value: str) -> None:
    host.send("Numbers", "nothing")
    page.store("Numbers#1")
    page.pane("send")
    page.keys("#send-text", f'{{"put":{{"value":{value}}}}}', Keys.ESCAPE)
    page.press(Keys.CONTROL + Keys.ENTER)
    page.row("put")
    kept = host.do(store="Numbers", raw="/got")
    assert kept == value or float(kept) == float(value)
    page.pane("entry")
    page.sees("#pane-entry h2", "put")
    shown = kept.replace('{"__proto__":{"x":1.0}}', "{__proto__: {x: 1.0}}")
    page.sees(".change-value.added", shown)
    # Back in time, and on from there: the server sends the state, not the page.
    found = re.match(r"#(\d+)", page.one(".entry-head .under").text)
    assert found
    number = found[1]
    page.press(Keys.ESCAPE)
    host.send("Numbers", {"put": {"value": None}})
    page.row("null")
    page.keys("#log", Keys.ARROW_UP)
    page.sees("#where", f"Looking at #{number}")
    page.click("#restore")
    page.click("dialog .primary")
    page.row("restored state")
    assert host.do(store="Numbers", raw="/got") == kept
    assert host.do(store="Numbers", raw="/minus") == "-0.0"
    assert host.do(store="Numbers", raw="/big") == "9007199254740993"
    assert host.do(store="Numbers", raw="/text") == r'"a\u0000b"'
    assert host.do(store="Numbers", raw="/__proto__") == '{"x":1}'
