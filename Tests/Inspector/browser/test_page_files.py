"""Import and export."""

from __future__ import annotations

from pathlib import Path

import pytest

from page import Page
from started import ROOT, PythonHost

FORMATS = ("session", "redux-devtools", "redux-actions", "perfetto", "otlp")


def exported(page: Page, downloads: Path, kind: str) -> Path:
    """Exports what is seen."""
    for path in downloads.iterdir():
        path.unlink()
    page.click("#export")
    page.click(f'[data-format="{kind}"]')

    def found() -> Path | None:
        new = list(downloads.iterdir())
        return new[0] if new and new[0].suffix != ".crdownload" else None

    return page.wait(found)


def test_export_and_import(page: Page, host: PythonHost, downloads: Path) -> None:
    for number in range(5000):
        if number % 1000 == 0:
            host.send("Todos", {"add": {"title": f"todo {number}"}})
        host.send("PrimeTime", {"counterView": {"counter": {"incrTapped": {}}}})
    page.sees("#log-count", "5,009 entries")
    path = exported(page, downloads, "session")
    assert path.stat().st_size > 1 << 20  # it comes in pieces
    page.browser.find_element("id", "file").send_keys(str(path))
    page.sees(".source.selected", "file")
    page.sees("#where", "Looking at #0")
    page.sees("#log-count", "5,009 entries")
    page.live_or_end()
    page.store("PrimeTime#1")
    page.pane("state")
    page.node("count: 5000")
    page.pane("send")
    page.sees("#send-blank", "This is a file")


@pytest.mark.parametrize("kind", FORMATS)
def test_formats(page: Page, host: PythonHost, downloads: Path, kind: str) -> None:
    host.send("Todos", {"add": {"title": "milk"}})
    page.row("milk")
    page.store("Todos#1")
    path = exported(page, downloads, kind)
    assert "add" in path.read_text()


def test_recorded_files(page: Page) -> None:
    for name in ("PrimeTime", "TextBoard"):
        path = ROOT / "Examples" / name / f"{name}.enfold.jsonl"
        page.browser.find_element("id", "file").send_keys(str(path))
        page.sees(".source.selected", f"{name}.enfold.jsonl")
        page.sees(".log-space .row.selected", "store opened")


def test_a_file_that_is_none(page: Page, tmp_path: Path) -> None:
    page.expected.append("/api/import")
    path = tmp_path / "none.enfold.jsonl"
    path.write_text("this is no session\n")
    page.browser.find_element("id", "file").send_keys(str(path))
    page.until(lambda: page.all(".toast.bad") or "broken" in page.one("#sources").text)
