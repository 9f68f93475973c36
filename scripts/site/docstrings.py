"""An extension of Griffe: the arguments that docstrings list, one a line with a colon, become a list in Markdown."""

from __future__ import annotations

import re
from typing import Any

import griffe

ARGUMENT = re.compile(r"^([a-z_]\w*(?:, [a-z_]\w*)*): +(\S.*)$")


def with_list(text: str) -> str:
    """A docstring with its arguments as a list. What is indented below one belongs to it."""
    lines: list[str] = []
    is_inside = False
    for line in text.split("\n"):
        if (match := ARGUMENT.match(line)) is not None:
            names = ", ".join(f"`{name}`" for name in match[1].split(", "))
            lines += ([] if is_inside or not lines or not lines[-1] else [""]) + [f"- {names}: {match[2]}"]
            is_inside = True
        elif is_inside and line.startswith(" "):
            lines.append("    " + line.strip())
        else:
            if is_inside and line.strip():
                lines.append("")
            is_inside = False
            lines.append(line)
    return "\n".join(lines)


class ListedArguments(griffe.Extension):
    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = with_list(obj.docstring.value)
