"""Hosts that end or begin again, and a server that goes."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from page import Page
from started import PythonHost, Server


def test_a_host_is_killed_and_started_again(
    page: Page, host: PythonHost, folder: Path, stack: ExitStack
) -> None:
    host.send("Todos", {"add": {"title": "the last one"}})
    page.row("the last one")
    host.kill()
    page.sees(".source.selected", "killed")
    page.sees("#notice", "Everything up to its last entry is here")
    # All of it is still there.
    page.click_row("the last one")
    page.sees("#pane-entry h2", "add")
    page.pane("state")
    page.click_node('{"id":1,"title":"the last one","isDone":false}')
    page.sees(".node", 'title: "the last one"')
    page.pane("send")
    page.sees("#send-blank", "Nobody listens")
    # Started again it is another source.
    again = PythonHost(folder)
    stack.enter_context(again)
    page.click_on(".toast button", "Show it")
    page.sees(".source.selected", "live")
    again.send("Todos", {"add": {"title": "the first one"}})
    page.row("the first one")
    assert len(page.all(".source")) == 2
    # The dead one is forgotten when it is no longer wanted.
    page.click_on(".source-tab", "killed")
    page.click(".source-close")
    page.until(lambda: len(page.all(".source")) == 1)


def test_a_host_ends(page: Page, host: PythonHost) -> None:
    host.send("Todos", {"add": {"title": "milk"}})
    page.row("milk")
    host.end()
    page.sees(".source.selected", "closed")
    page.row("milk")
    page.sees("#where", "At the end")


def test_no_host_yet(closed_page: Page, folder: Path, server: Server, stack: ExitStack) -> None:
    page = closed_page.open(server.address)
    page.sees("#welcome", "ENFOLD_INSPECT=1 ./my-program")
    page.sees("#welcome", "ENFOLD_INSPECT=control ./my-program")
    stack.enter_context(PythonHost(folder))
    page.sees(".source.selected", "python")
    page.row("store opened")


def test_the_server_goes(page: Page, host: PythonHost, server: Server) -> None:
    page.expected += ["ERR_", "Failed to load"]
    host.send("Todos", {"add": {"title": "kept"}})
    page.click_row("kept")
    page.sees("#pane-entry h2", "add")
    server.kill()
    page.sees("#lost", "does not answer")
    page.row("kept")
    page.sees("#pane-entry h2", "add")


def test_the_token_leaves_the_address(page: Page, server: Server) -> None:
    page.expected.append("403")
    assert "#" not in page.browser.current_url
    page.browser.refresh()
    page.sees(".source", "python")
    page.script("sessionStorage.clear()")
    page.browser.refresh()
    page.sees("#lost", "not allowed in")
    page.open(server.address)
    page.sees(".source", "python")
