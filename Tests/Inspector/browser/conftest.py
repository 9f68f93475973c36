"""The browser, the server and the hosts."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from selenium.webdriver import Chrome, ChromeOptions, ChromeService

from page import Page
from started import CHost, PythonHost, Server, c_host


@pytest.fixture(scope="session")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the browser puts what is exported."""
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="session")
def browser(downloads: Path) -> Iterator[Chrome]:
    options = ChromeOptions()
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--hide-scrollbars",
        "--window-size=1440,900",
    ):
        options.add_argument(argument)
    chromium = shutil.which("chromium")
    driver = shutil.which("chromedriver")
    assert chromium and driver, "apt-get install chromium chromium-driver"
    options.binary_location = chromium
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    with Chrome(options=options, service=ChromeService(driver)) as browser:
        size = {"width": 1440, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        behaviour = {"behavior": "allow", "downloadPath": str(downloads), "eventsEnabled": True}
        browser.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
        browser.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "UTC"})
        yield browser


@pytest.fixture(scope="session")
def c_binary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return c_host(tmp_path_factory.mktemp("host"))


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the sockets are: a short path."""
    folder = tmp_path_factory.mktemp("run")
    folder.chmod(0o700)
    return folder


@pytest.fixture
def host(folder: Path, stack: ExitStack) -> PythonHost:
    """A host in Python that may be controlled."""
    host = PythonHost(folder)
    stack.enter_context(host)
    return host


@pytest.fixture
def c_program(folder: Path, stack: ExitStack, c_binary: Path) -> CHost:
    host = CHost(c_binary, folder)
    stack.enter_context(host)
    return host


@pytest.fixture
def server(folder: Path, stack: ExitStack) -> Server:
    server = Server(folder)
    stack.enter_context(server)
    return server


@pytest.fixture
def closed_page(browser: Chrome, stack: ExitStack) -> Iterator[Page]:
    """A page that a test opens itself. Before anything ends the console has no errors."""
    del stack
    page = Page(browser)
    browser.get_log("browser")  # type: ignore[no-untyped-call]
    yield page
    errors = page.errors()
    browser.get("about:blank")
    browser.get_log("browser")  # type: ignore[no-untyped-call]
    page.dark(False)
    assert errors == []


@pytest.fixture
def page(closed_page: Page, server: Server, host: PythonHost) -> Page:
    """The page with a host in Python."""
    closed_page.open(server.address)
    closed_page.sees(".source", "python")
    return closed_page


@pytest.fixture
def picture(tmp_path_factory: pytest.TempPathFactory, browser: Chrome) -> Callable[[str], None]:
    """Takes a picture into the folder ENFOLD_SCREENSHOTS."""
    named = os.environ.get("ENFOLD_SCREENSHOTS")
    folder = Path(named) if named else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)

    def take(name: str) -> None:
        browser.save_screenshot(str(folder / f"{name}.png"))

    return take
