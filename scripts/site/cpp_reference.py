"""The reference of enfold.hpp: its classes and functions, header by header, with what is said before them."""

from __future__ import annotations

import re
from pathlib import Path

from comments import Link, as_html

OPENS = re.compile(r"^(?:template\s*<[^{]*>\s*)?(class|struct|namespace|inline namespace)\b")


def closing(text: str, begin: int) -> int:
    """Where the brace at `begin` is closed."""
    depth = 0
    for at in range(begin, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return at
    return len(text) - 1


def end_of_head(text: str) -> int:
    """Where a declaration ends, or its body begins: braces of default arguments are neither. -1: nowhere."""
    depth = 0
    for at, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and letter in ";{":
            return at
    return -1


def without_noise(text: str) -> str:
    """Without directives, namespaces of details, and comments that are not said to readers."""
    text = re.sub(r"^#.*?(?<!\\)\n", "", text, flags=re.MULTILINE)
    text = re.sub(r"^(\s*)//(?!/).*\n", "\n", text, flags=re.MULTILINE)
    while (match := re.search(r"namespace detail \{", text)) is not None:
        text = text[: match.start()] + text[closing(text, match.end() - 1) + 1 :]
    return text


class Entry:
    def __init__(self, comment: str, code: str, body: str | None) -> None:
        self.comment, self.code, self.body = comment, code, body

    @property
    def name(self) -> str:
        code = re.sub(r"template\s*<.*?>\s|\[\[\w+\]\]", "", self.code, flags=re.DOTALL)
        match = re.search(r"\b(?:class|struct|enum class|enum)\s+(\w+(?:<.*?>)?)", code)
        return match[1].split("<T")[0] if match else code


def entries(text: str, is_public: bool) -> list[Entry]:
    """The declarations of one scope."""
    found: list[Entry] = []
    at = 0
    comment: list[str] = []
    while at < len(text):
        rest = text[at:]
        if (space := re.match(r"\s+", rest)) is not None:
            if space[0].count("\n") > 1:
                comment = []
            at += space.end()
        elif (said := re.match(r"///(.*)\n?", rest)) is not None:
            comment.append(said[1].removeprefix(" ") if said[1].strip() else "")
            at += said.end()
        elif (other := re.match(r"//.*\n?|;", rest)) is not None:
            at += other.end()
        elif (access := re.match(r"(public|private|protected):", rest)) is not None:
            is_public = access[1] == "public"
            at += access.end()
        else:
            stop = end_of_head(rest)
            if stop < 0:
                break
            code, end, body = rest[:stop], stop + 1, None
            if rest[stop] == "{":
                close = closing(rest, stop)
                inside, end = rest[stop + 1 : close], close + 1
                if OPENS.match(code) and re.match(r"\s*\w", rest[end:]) and code.strip() == "struct":
                    end += rest[end:].index(";") + 1
                    code = rest[: end - 1]
                elif OPENS.match(code):
                    body = inside
                elif "(" not in code or code.lstrip().startswith("enum"):
                    semicolon = rest.find(";", close)
                    semicolon = close if semicolon < 0 else semicolon
                    code, end = rest[:semicolon], semicolon + 1
            tail = re.match(r";?[ ]*//(?!/)[ ]?(.*)", rest[end:])
            if tail is not None:
                end += tail.end()
                code += f";  // {tail[1]}"
            if is_public:
                found.append(Entry("\n".join(comment), tidy(code), body))
            comment = []
            at += end
    return found


def tidy(code: str) -> str:
    """A declaration without the initialisers of a constructor."""
    code = re.sub(r"(\)\s*(?:noexcept)?)\s*:\s*\w+[({].*$", r"\1", code.strip(), flags=re.DOTALL)
    return re.sub(r"\n\s*", " ", code) if len(code) < 100 else re.sub(r"\n\s{2,}", "\n    ", code)


def shown(entries_of_scope: list[Entry], link: Link) -> list[str]:
    """Functions and values of a class: each comment with the declarations that follow it."""
    lines: list[str] = []
    groups: list[tuple[str, list[str]]] = []
    for entry in entries_of_scope:
        if re.match(r"(template <class T>\s*)?using returns\b|using borrowed|friend|static_assert", entry.code):
            continue
        code = re.sub(r"\s+", " ", entry.code) if entry.body is not None else entry.code
        code = code if "//" in code else code + ";"
        if entry.comment or not groups:
            groups.append((entry.comment, [code]))
        else:
            groups[-1][1].append(code)
    for comment, codes in groups:
        lines += ["", "```cpp", *codes, "```", ""]
        if comment:
            lines += [as_html(comment, link), ""]
    return lines


def scope(text: str, link: Link, is_public: bool = True) -> list[str]:
    """A namespace: its classes get headings, and its functions follow."""
    lines: list[str] = []
    loose: list[Entry] = []
    for entry in entries(text, is_public):
        if entry.code.startswith(("namespace", "inline namespace")):
            if "throwing" not in entry.code:
                lines += scope(entry.body or "", link)
        elif entry.body is not None:
            members = entries(entry.body, "class" not in re.sub(r"<.*?>", "", entry.code, flags=re.DOTALL))
            lines += [f"### {entry.name}", "", "```cpp", entry.code, "```", "", as_html(entry.comment, link)]
            lines += shown(members, link)
        else:
            loose.append(entry)
    return lines + shown(loose, link)


def markdown(include: Path, link: Link) -> str:
    """The page: enfold.hpp first, then each header."""
    main = (include / "enfold.hpp").read_text(encoding="utf-8")
    about = re.match(r"/// .*\n((?:///.*\n)*)", main)
    # Without the example, which the guide has, too.
    said = "\n".join(line[4:] for line in (about[1] if about else "").split("\n") if not line.startswith("///     "))
    lines = ["# C++", "", "How it is used: [C++](../cpp.md). Each function follows one of [enfold.h](c.md).", ""]
    lines += [as_html(said.strip("\n"), link), ""]
    for path in [include / "enfold.hpp", *sorted((include / "enfold").glob("*.hpp"))]:
        text = path.read_text(encoding="utf-8")
        title = re.match(r"/// [\w.]+: ((?:.+\n)(?:/// \S.*\n)*)", text)
        first = " ".join(title[1].replace("///", "").split()) if title else ""
        body = scope(without_noise(re.sub(r"\A(///.*\n)+", "", text)), link)
        if body:
            lines += [f"## {path.name}", "", first[:1].upper() + first[1:], "", *body, ""]
    return "\n".join(lines) + "\n"
