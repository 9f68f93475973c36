#!/usr/bin/env python3
"""Checks a built site: every link and anchor leads somewhere, nothing is fetched from elsewhere, references are whole.

Links to other sites are looked at only for their form. Usage: check.py SITE
"""

from __future__ import annotations

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parents[2]
# Some names that a reference must have; those of enfold.h are read from it.
WANTED = {
    "reference/plugin.html": {"enfold_plugin_entry", "enfold_reducer", "enfold_engine"},
    "reference/cpp.html": {"basic_store_ref", "observe_options", "result"},
    "reference/python.html": {"enfold.Runtime.open", "enfold.Store.send", "enfold.ActionError"},
    "reference/swift-enfold.html": {"reducer", "store", "effect", "shared", "action", "observablestate"},
    "reference/swift-enfoldtesting.html": {"teststore"},
    "reference/swift-enfoldreactor.html": {"reactor"},
}


class PageParser(HTMLParser):
    """What a page links to, loads, and can be linked at."""

    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.twice: set[str] = set()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attributes}
        for name in {given.get("id"), given.get("name") if tag == "a" else None} - {None, ""}:
            if name in self.anchors:
                self.twice.add(str(name))
            self.anchors.add(str(name))
        if "mermaid" in given.get("class", "").split():
            self.loaded.append("https://mermaid.invalid/ (a diagram that the reader's browser would draw)")
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("img", "script", "iframe", "source") and given.get("src"):
            self.loaded.append(given["src"])
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev") and given.get("href"):
            self.loaded.append(given["href"])


def main() -> None:
    site = Path(sys.argv[1]).resolve()
    pages: dict[Path, PageParser] = {}
    for path in sorted(site.rglob("*.html")):
        pages[path] = PageParser()
        pages[path].feed(path.read_text(encoding="utf-8"))

    problems: list[str] = []
    count = 0
    for path, page in pages.items():
        here = path.relative_to(site)
        for address in [*page.links, *page.loaded]:
            count += 1
            parts = urlsplit(address)
            is_loaded = address in page.loaded
            if parts.scheme in ("http", "https"):
                if is_loaded:
                    problems.append(f"{here} loads {address} from the network")
                elif not re.fullmatch(r"[\w.-]+\.\w+(:\d+)?", parts.netloc):
                    problems.append(f"{here} links to {address}, which is no address")
                continue
            if parts.scheme in ("mailto", "data", "javascript"):
                continue
            target = path if not parts.path else (path.parent / unquote(parts.path)).resolve()
            if target.is_dir():
                target /= "index.html"
            if not target.is_file() or site not in target.parents:
                problems.append(f"{here} links to {address}: there is no such file")
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
                problems.append(f"{here} links to {address}: there is no such place on that page")
    header = (ROOT / "include/enfold.h").read_text(encoding="utf-8")
    functions = set(re.findall(r"^ENFOLD_API [^;]*?\b(enfold_\w+)\s*\(", header, re.MULTILINE))
    for name, wanted in {**WANTED, "reference/c.html": functions}.items():
        page = pages.get(site / name, PageParser())
        problems += [f"{name} has no place for {place}" for place in sorted(wanted - page.anchors)]
    for path in site.rglob("*.css"):
        for address in re.findall(r"url\(['\"]?(https?:[^)'\"]+)", path.read_text(encoding="utf-8")):
            problems.append(f"{path.relative_to(site)} loads {address} from the network")
    if problems:
        sys.exit("\n".join(problems[:40] + ([f"and {len(problems) - 40} more"] if len(problems) > 40 else [])))
    print(f"site: {len(pages)} pages, {count} links, all lead somewhere")


if __name__ == "__main__":
    main()
