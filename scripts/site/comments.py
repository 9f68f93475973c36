"""Comments of the headers as HTML: paragraphs, definitions in columns, lists; names become links."""

from __future__ import annotations

import html
import re
from typing import Callable

Link = Callable[[str], "str | None"]

# A definition: an indented term, two spaces or more, and what it means.
DEFINITION = re.compile(r"^( +)(\S(?:.*?\S)?) {2,}(\S.*)$")
NAMES = re.compile(
    r"(`[^`]+`)|\bdocs/([\w-]+)\.md\b|\b(ENFOLD_[A-Z_]+|enfold_\w+)\b(\(\))?"
    r"|((?<![\w\"])\{&quot;[^ ]*\}(?!\w))|(&quot;[\w.$/-]+&quot;)"
)


def inline(text: str, link: Link) -> str:
    """One piece of text: names as links, JSON and what stands in backticks as code."""

    def shown(match: re.Match[str]) -> str:
        code, page, name, call, json, quoted = match.groups()
        if page:
            return f'<a href="../{page}.html">{page}</a>'
        if code:
            return f"<code>{code[1:-1]}</code>"
        if json or quoted:
            return f"<code>{json or quoted}</code>"
        target = link(name)
        text = f"<code>{name}{call or ''}</code>"
        return f'<a href="{target}">{text}</a>' if target else text

    return NAMES.sub(shown, html.escape(text, quote=True).replace("&#x27;", "'"))


class Writer:
    """Collects the blocks of one comment."""

    def __init__(self, link: Link) -> None:
        self.link = link
        self.blocks: list[str] = []
        self.paragraph: list[str] = []
        self.items: list[list[str]] = []
        self.terms: list[tuple[str, list[str]]] = []
        self.column = 0

    def end_paragraph(self) -> None:
        if self.paragraph:
            text = inline(" ".join(self.paragraph), self.link)
            is_title = len(self.paragraph) == 1 and text[-1].isalpha() and len(text) < 40
            self.blocks.append(f"<p><strong>{text}</strong></p>" if is_title else f"<p>{text}</p>")
        self.paragraph = []

    def end_lists(self) -> None:
        if self.items:
            rows = "".join(f"<li>{inline(' '.join(item), self.link)}</li>" for item in self.items)
            self.blocks.append(f"<ul>{rows}</ul>")
        if self.terms:
            rows = "".join(
                f"<dt>{inline(term, self.link)}</dt><dd>{inline(' '.join(lines), self.link)}</dd>"
                for term, lines in self.terms
            )
            self.blocks.append(f"<dl>{rows}</dl>".replace("\v", "<br>"))
        self.items, self.terms, self.column = [], [], 0

    def end(self) -> None:
        self.end_paragraph()
        self.end_lists()

    def add(self, line: str) -> None:
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        if not text:
            self.end()
        elif self.terms and indent >= self.column - 1:
            starts = re.match(r'"[^"]+"( \(default\))?:', text)
            self.terms[-1][1].append(("\v" if starts else "") + text)
        elif indent and (match := DEFINITION.match(line)):
            self.end_paragraph()
            if self.items:
                self.end_lists()
            self.terms.append((match[2], [match[3]]))
            self.column = match.start(3)
        elif indent:
            self.end_paragraph()
            if self.terms:
                self.end_lists()
            if self.items and not self.items[-1][-1].endswith((".", ";", ":")):
                self.items[-1].append(text)
            else:
                self.items.append([text])
        else:
            if self.items or self.terms:
                self.end()
            self.paragraph.append(text)


def as_html(comment: str, link: Link) -> str:
    """A comment without its stars or slashes, as HTML."""
    writer = Writer(link)
    for line in comment.splitlines():
        writer.add(line)
    writer.end()
    return '<div class="said">' + "\n".join(writer.blocks) + "</div>"
