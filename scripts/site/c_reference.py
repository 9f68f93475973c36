"""The reference of a C header: one heading, and so one anchor, for each function, type and macro."""

from __future__ import annotations

import re
from pathlib import Path

from comments import Link, as_html

TAGS = re.compile(r"^((?:\[[^\]]+\] ?)+)$", re.MULTILINE)
SECTION = re.compile(r"/\* -{4,} (.+?) -+ \*/\s*")


def chunks_of(header: str) -> list[str]:
    """What stands between blank lines, but no struct is cut."""
    found: list[str] = []
    open_braces = 0
    for part in re.split(r"\n\s*\n", header):
        if open_braces > 0:
            found[-1] += "\n\n" + part
        else:
            found.append(part.strip("\n"))
        code = re.sub(r'/\*.*?\*/|extern "C" \{|"(?:\\.|[^"\\])*"', "", part, flags=re.DOTALL)
        code = re.sub(r"^\}$|#.*", "", code, flags=re.MULTILINE)
        open_braces += code.count("{") - code.count("}")
    return found


def text_of(comment: str) -> str:
    """A comment without its stars."""
    return "\n".join(re.sub(r"^ \* ?|^ ?\*$", "", line).rstrip() for line in comment.strip().splitlines())


def names_of(code: str) -> list[str]:
    """What a piece of code declares."""
    if functions := re.findall(r"^ENFOLD_API [^;]*?\b(enfold_\w+)\s*\(", code, re.MULTILINE):
        return functions
    if types := re.findall(
        r"^\} (enfold_\w+);|^typedef [^{;]*?\(\*(enfold_\w+)\)|^typedef [\w ]+ (enfold_\w+);", code, re.MULTILINE
    ):
        return ["".join(names) for names in types]
    if code.startswith(("#if", "enum {")):
        return []
    return re.findall(r"^#define (ENFOLD_\w+)", code, re.MULTILINE)


class Header:
    def __init__(self, path: Path, page: str) -> None:
        text = path.read_text(encoding="utf-8")
        begin = text.index("/*") + 2
        end = text.index("*/")
        self.name = path.name
        self.page = page
        self.about = text_of(text[begin:end]).split("\n\n", 1)
        self.chunks = chunks_of(text[end + 2 :])
        self.names = [name for chunk in self.chunks for name in names_of(chunk)]

    def markdown(self, link: Link) -> str:
        lines = [f"# {self.name}", "", as_html(self.about[1], link), ""]
        for part in self.chunks:
            chunk = part
            if (section := SECTION.match(chunk)) is not None:
                lines += [f"## {section[1]}", ""]
                chunk = chunk[section.end() :]
            match = re.match(r"/\*(.*?)\*/\s*\n", chunk, re.DOTALL)
            comment, code = (text_of(match[1]), chunk[match.end() :]) if match else ("", chunk)
            names = names_of(code)
            if not names:
                continue
            title = ", ".join(f"`{name}`" for name in names[:1])
            lines += [f"### {title} {{#{names[0]}}}", ""]
            lines += [f'<a id="{name}"></a>' for name in names[1:]]
            lines += ["", "```c", code.strip("\n"), "```", ""]
            lines += [self.said(comment, link), ""]
        return "\n".join(lines) + "\n"

    @staticmethod
    def said(comment: str, link: Link) -> str:
        """The comment; the line of tags as labels, and what stands behind it as the errors."""
        tags = TAGS.search(comment)
        if tags is None:
            return as_html(comment, link) if comment else ""
        labels = "".join(f'<span class="tag">{label}</span>' for label in re.findall(r"\[([^\]]+)\]", tags[1]))
        errors = comment[tags.end() :].strip()
        said = as_html(comment[: tags.start()].rstrip(), link) + f'\n<p class="tags">{labels}</p>'
        return said + ("\n" + as_html("Can answer, beside ENFOLD_OK: " + errors, link) if errors else "")
