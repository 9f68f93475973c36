"""The page in the browser, as a person uses it."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

Value = TypeVar("Value")

PANES = ("entry", "state", "blame", "compare", "send", "breakpoints", "charts")


class Page:
    def __init__(self, browser: Chrome) -> None:
        self.browser = browser
        # What the console may say: a part of the message.
        self.expected: list[str] = []

    def open(self, address: str) -> Page:
        self.browser.get("about:blank")
        self.browser.get(address)
        self.until(lambda: self.script("return document.querySelector('.lost').hidden"))
        return self

    # Waiting

    def wait(self, found: Callable[[], Value | None]) -> Value:
        """Waits for something that is not None."""
        value = self.until(found)
        assert value is not None
        return value

    def until(self, condition: Callable[[], Value], seconds: float = 20) -> Value:
        """Waits until something is true."""
        ignored = (StaleElementReferenceException, NoSuchElementException)
        wait = WebDriverWait(self.browser, seconds, 0.05, ignored)
        return wait.until(lambda _: condition() or False)

    def sees(self, selector: str, text: str) -> WebElement:
        """Waits until an element has this text."""

        def found() -> WebElement | None:
            for element in self.all(selector):
                if text in self.text(element) and element.is_displayed():
                    return element
            return None

        try:
            return self.wait(found)
        except Exception as error:
            seen = [self.text(element) for element in self.all(selector)]
            raise AssertionError(f"{selector} has not {text!r} but {seen!r}") from error

    # Elements

    def text(self, element: WebElement) -> str:
        """Its text, in one line."""
        return " ".join((element.get_property("textContent") or "").split())  # type: ignore[union-attr]

    def all(self, selector: str) -> list[WebElement]:
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector: str) -> WebElement:
        def found() -> WebElement | None:
            for element in self.all(selector):
                if element.is_displayed():
                    return element
            return None

        try:
            return self.wait(found)
        except Exception as error:
            raise AssertionError(f"nothing is seen of {selector}") from error

    def press_on(self, find: Callable[[], WebElement], press: Callable[[WebElement], None]) -> None:
        """Does something with an element; with the one in its place, if it was replaced."""

        def done() -> bool:
            press(find())
            return True

        self.until(done)

    def click(self, selector: str) -> None:
        self.press_on(lambda: self.one(selector), WebElement.click)

    def click_on(self, selector: str, text: str) -> None:
        """Clicks on the first one with this text."""
        self.press_on(lambda: self.sees(selector, text), WebElement.click)

    def keys(self, selector: str, *keys: str) -> None:
        self.press_on(lambda: self.one(selector), lambda element: element.send_keys(*keys))

    def click_row(self, text: str) -> None:
        self.press_on(lambda: self.row(text), WebElement.click)

    def click_node(self, text: str) -> None:
        self.press_on(lambda: self.node(text), WebElement.click)

    def press(self, *keys: str) -> None:
        """Presses keys where the focus is."""
        self.browser.switch_to.active_element.send_keys(*keys)

    def script(self, text: str, *arguments: Any) -> Any:
        return self.browser.execute_script(text, *arguments)

    # Parts of the page

    def source(self, name: str) -> None:
        """Selects a program or file."""
        self.click_on(".source-tab", name)
        self.until(lambda: name in self.one(".source.selected").text)

    def store(self, name: str) -> None:
        self.click_on("#stores button", name)
        self.until(lambda: name in self.one("#stores .selected").text)

    def pane(self, name: str) -> None:
        self.click(f"#tab-{name}")
        self.one(f"#pane-{name}")

    def rows(self) -> list[str]:
        """The rows of the log that are seen, from above."""
        text = """
          return [...document.querySelectorAll('.log-space .row:not([hidden])')]
            .sort((a, b) => a.getAttribute('aria-rowindex') - b.getAttribute('aria-rowindex'))
            .map((row) => [...row.children].map((cell) => cell.textContent.trim()).join(' | '))"""
        rows: list[str] = self.script(text)
        return rows

    def row(self, text: str) -> WebElement:
        """The last row of the log with this text."""

        def found() -> WebElement | None:
            rows = [
                row for row in self.all(".log-space .row:not([hidden])") if text in self.text(row)
            ]
            key = lambda row: int(row.get_attribute("aria-rowindex") or 0)  # noqa: E731
            return max(rows, key=key) if rows else None

        try:
            return self.wait(found)
        except Exception as error:
            raise AssertionError(f"no row has {text!r}: {self.rows()!r}") from error

    def nodes(self) -> list[str]:
        """The state tree, a line for each node."""
        return [self.text(node) for node in self.all(".node")]

    def node(self, text: str) -> WebElement:
        return self.sees(".node", text)

    def live(self) -> None:
        """Goes back to the newest entry."""
        self.keys("#log", Keys.END)
        self.sees("#where", "Live")

    def live_or_end(self) -> None:
        """Goes to the newest entry, whether more will come or not."""
        self.keys("#log", Keys.END)
        self.until(lambda: "Looking" not in self.one("#where").text)

    def settle(self) -> None:
        """Waits until nothing moves: no animation, no request."""
        quiet = """
          const done = arguments[0];
          const wait = () => {
            const moves = (each) => each.playState === 'running'
              && each.effect.getTiming().iterations !== Infinity;
            if (document.getAnimations().some(moves)) requestAnimationFrame(wait);
            else requestAnimationFrame(() => requestIdleCallback(done));
          };
          wait();"""
        self.browser.execute_async_script(quiet)

    # What the browser says

    def errors(self) -> list[str]:
        """What the console has of errors, without what is expected."""
        said = [
            entry["message"]
            for entry in self.browser.get_log("browser")  # type: ignore[no-untyped-call]
            if entry["level"] == "SEVERE"
        ]
        return [text for text in said if not any(part in text for part in self.expected)]

    def dark(self, on: bool) -> None:
        feature = {"name": "prefers-color-scheme", "value": "dark" if on else "light"}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})

    def findings(self) -> list[str]:
        """The serious and critical findings of axe-core."""
        spec = importlib.util.find_spec("axe_playwright_python")
        assert spec and spec.submodule_search_locations
        script = next(Path(spec.submodule_search_locations[0]).rglob("axe.min.js"))
        if not self.script("return Boolean(window.axe)"):
            self.script(script.read_text() + "; window.axe = axe")
        found = self.browser.execute_async_script(
            "const done = arguments[0];"
            "axe.run().then(done, (error) => done({error: String(error)}))"
        )
        assert "error" not in found, found
        return [
            f"{each['impact']}: {each['help']}: {[node['html'] for node in each['nodes']][:3]}"
            f" {each['nodes'][0]['failureSummary']}"
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
