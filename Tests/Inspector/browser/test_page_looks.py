"""Pictures of each pane, light and dark, and no serious finding of axe-core in any of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver.common.keys import Keys

from page import PANES, Page
from started import CHost, PythonHost, Server

TITLES = [
    "bread",
    "milk",
    "butter",
    "eggs",
    "cheese",
    "apples",
    "coffee",
    "tea",
    "honey",
    "jam",
    "rice",
    "basil",
]


def busy(host: PythonHost | CHost) -> None:
    """A morning in a shop."""
    for number, title in enumerate(TITLES):
        host.send("Todos", {"add": {"title": title}})
        for _ in range(number % 3 + 1):
            host.send("PrimeTime", {"counterView": {"counter": {"incrTapped": {}}}})
        if number % 2:
            host.send("Todos", {"toggle": {"id": number}})
            host.send("PrimeTime", {"counterView": {"primeModal": {"saveFavoritePrimeTapped": {}}}})
        if number % 4 == 3:
            host.send("Todos", {"setFilter": "active"})
            host.send("TextBoard", {"field": {"inputField": title}})


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_panes(
    page: Page,
    host: PythonHost,
    c_program: CHost,
    picture: Callable[[str], None],
    dark: bool,
) -> None:
    tone = "dark" if dark else "light"
    page.dark(dark)
    busy(host)
    host.do(mark="the user has opened the dialog")
    busy(c_program)
    host.send("Todos", {"rename": {"id": 1, "title": "rye bread"}}, tag="ada")
    page.source("python")
    page.row("rye bread")
    page.click_on("#stores button", "PrimeTime#1")
    page.pane("state")
    page.click_node("count:")
    page.keys("#tree", "p")
    page.one(".pin .spark")
    page.click_on("#stores button", "All stores")
    page.keys("#log", Keys.HOME, *[Keys.ARROW_DOWN] * 6)
    page.sees("#where", "Looking at #6")
    page.keys("#log", "a")
    page.live()
    page.click_row("rye bread")
    page.keys("#log", "b")

    def blame() -> None:
        page.keys("#blame-pointer", "/items/id=1/title", Keys.ENTER)
        page.one(".blame-item")

    def send() -> None:
        page.sees(".template", "rename")
        page.keys("#send-text", '{"')
        page.one(".candidate")

    def breakpoints() -> None:
        page.keys("#break-value", "toggle", Keys.ENTER)
        page.sees(".breakpoint", "before toggle")
        host.send("Todos", {"toggle": {"id": 3}})
        page.sees("#held", "is held")

    prepare: dict[str, Callable[[], object]] = {
        "entry": lambda: page.sees("#pane-entry h2", "rename"),
        "state": lambda: page.click_node("items:"),
        "blame": blame,
        "compare": lambda: page.one("#compare-body .change"),
        "send": send,
        "breakpoints": breakpoints,
        "charts": lambda: page.one(".chart"),
    }
    findings: list[str] = []
    for pane in PANES:
        page.pane(pane)
        prepare[pane]()
        page.settle()
        picture(f"{pane}-{tone}")
        findings += [f"{pane}: {each}" for each in page.findings()]
    page.click("#filter-button")
    page.sees("#filter-type", "rename")
    page.settle()
    picture(f"filter-{tone}")
    findings += [f"filter: {each}" for each in page.findings()]
    page.press(Keys.ESCAPE)
    page.click("#export")
    page.sees("#export-menu", "Perfetto")
    findings += [f"export: {each}" for each in page.findings()]
    page.press(Keys.ESCAPE)
    page.press("?")
    page.sees("dialog", "Keyboard")
    page.settle()
    picture(f"keyboard-{tone}")
    findings += [f"keyboard: {each}" for each in page.findings()]
    page.press(Keys.ESCAPE)
    page.pane("entry")
    page.live()
    host.kill()
    page.sees(".source.selected", "killed")
    page.settle()
    picture(f"killed-{tone}")
    findings += [f"killed: {each}" for each in page.findings()]
    assert findings == []


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_empty(
    closed_page: Page, server: Server, picture: Callable[[str], None], dark: bool
) -> None:
    page = closed_page
    page.dark(dark)
    page.open(server.address)
    page.one("#welcome")
    page.settle()
    picture(f"empty-{'dark' if dark else 'light'}")
    assert page.findings() == []


def test_a_narrow_window(page: Page, host: PythonHost, picture: Callable[[str], None]) -> None:
    size = {"width": 900, "height": 640, "deviceScaleFactor": 1, "mobile": False}
    busy(host)
    page.row("jam")
    try:
        page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        page.settle()
        picture("narrow-light")
        assert page.script("return document.documentElement.scrollWidth") == 900
        cut = page.script(
            "return [...document.querySelectorAll('.bar > *, .timeline > *')]"
            ".filter((each) => each.offsetParent && each.getBoundingClientRect().right >"
            " each.parentElement.getBoundingClientRect().right + 1).map((each) => each.id)"
        )
        assert cut == []
        assert page.findings() == []
    finally:
        size.update(width=1440, height=900)
        page.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def test_refused(
    closed_page: Page,
    folder: Path,
    host: PythonHost,
    stack: ExitStack,
    picture: Callable[[str], None],
) -> None:
    first = Server(folder)
    stack.enter_context(first)
    closed_page.open(first.address)
    closed_page.sees(".source", "live")
    second = Server(folder)
    stack.enter_context(second)
    closed_page.open(second.address)
    closed_page.sees(".source", "taken")
    closed_page.sees("#notice", str(first.process.pid))
    closed_page.settle()
    picture("refused-light")
