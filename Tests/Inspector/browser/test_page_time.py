"""Time travel: one cursor for all panes, and the way back into the store."""

from __future__ import annotations

from selenium.webdriver.common.keys import Keys

from page import Page
from started import PythonHost


def test_the_cursor_and_the_slider(page: Page, host: PythonHost) -> None:
    for title in ("bread", "milk", "tea"):
        host.send("Todos", {"add": {"title": title}})
    page.store("Todos#1")
    page.pane("state")
    page.node("nextID: 4")
    page.sees("#where", "Live")
    # Left and right step through the commits of the store.
    page.keys("#log", Keys.ARROW_LEFT)
    page.node("nextID: 3")
    page.sees("#where", "Looking at #")
    page.sees("#tree-title", "revision 2")
    page.sees(".log-space .row.selected", "milk")
    page.press(Keys.ARROW_LEFT)
    page.node("nextID: 2")
    page.press(Keys.ARROW_RIGHT)
    page.node("nextID: 3")
    # What comes meanwhile moves nothing.
    host.send("Todos", {"add": {"title": "honey"}})
    page.sees("#where", "the program is at #7")
    page.node("nextID: 3")
    # The slider's beginning, and its end, which is live again.
    page.script("document.querySelector('#slider').focus()")
    page.press(Keys.HOME)
    page.sees("#where", "Looking at #0")
    page.press(Keys.END)
    page.sees("#where", "Live")
    page.node("nextID: 5")
    # Before the store was opened its state is not known.
    page.store("TextBoard#1")
    page.keys("#log", Keys.HOME)
    page.click("#step-first")
    page.sees("#tree-blank", "not known here")
    page.press(Keys.ESCAPE)
    page.sees("#where", "Live")
    # The store knows nothing of all this.
    assert host.do(store="Todos")["nextID"] == 5


def test_the_log_by_the_keyboard(page: Page, host: PythonHost) -> None:
    for _ in range(100):
        host.send("PrimeTime", {"counterView": {"counter": {"incrTapped": {}}}})
    page.until(lambda: "104 entries" in page.one("#log-count").text)
    page.keys("#log", Keys.HOME)
    page.sees(".row.selected", "store opened")
    page.sees("#where", "Looking at #0")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    page.sees("#where", "Looking at #2")
    page.press(Keys.PAGE_DOWN)
    page.until(lambda: int(page.one("#where b").text.split("#")[1]) > 15)
    page.one("#newest")
    page.press(Keys.ARROW_UP)
    host.send("Todos", {"add": {"title": "milk"}})
    page.click("#newest")
    page.sees("#where", "Live")
    page.sees(".row.follows", "milk")
    page.until(lambda: not page.one("#log").find_elements("id", "newest"))


def test_follows_the_tail(page: Page, host: PythonHost) -> None:
    for number in range(60):
        host.send("Todos", {"add": {"title": f"todo {number}"}})
    page.row("todo 59")
    page.script("document.querySelector('#log').scrollTop = 200")
    page.one("#newest")
    host.send("Todos", {"add": {"title": "unseen"}})
    page.sees("#log-count", "65 entries")
    assert not any("unseen" in row for row in page.rows())
    page.click("#newest")
    page.sees(".row.follows", "unseen")


def test_go_on_from_here(page: Page, host: PythonHost) -> None:
    for title in ("bread", "milk", "tea"):
        host.send("Todos", {"add": {"title": title}})
    page.store("Todos#1")
    page.click_row("bread")
    page.click("#restore")
    page.sees("dialog", "Effects do not run again")
    page.click_on("dialog button", "Cancel")
    page.until(lambda: not page.all("dialog"))
    assert len(host.do(store="Todos")["items"]) == 3
    page.click("#restore")
    page.click("dialog .primary")
    page.row("restored state")
    assert [item["title"] for item in host.do(store="Todos")["items"]] == ["bread"]
    page.sees("#where", "Live")
    page.pane("state")
    page.node("nextID: 2")


def test_hold_while_i_look(page: Page, host: PythonHost) -> None:
    host.send("Todos", {"add": {"title": "bread"}})
    page.store("Todos#1")
    page.click("#hold")
    page.sees("#held", "Todos#1 is held")
    host.send("Todos", {"add": {"title": "kept back"}})
    assert len(host.do(store="Todos")["items"]) == 1
    page.click("#hold")
    page.row("kept back")
    page.until(lambda: not page.browser.find_element("id", "held").is_displayed())
    assert len(host.do(store="Todos")["items"]) == 2
