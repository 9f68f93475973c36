"""Where in a JSON text something is wrong, as a JSON Pointer."""

from __future__ import annotations

import re

# Brackets, commas and strings, of which the last may be cut off.
_tokens = re.compile(rb'[\[\]{},]|"[^"\\]*(?:\\.[^"\\]*)*("?)', re.DOTALL).finditer

# It looks no further inside, so that bad texts do not keep the thread busy.
_FAR = 1 << 18
_LONG = 60


def named(message: str, text: bytes | None, offset: int | None) -> str:
    """A message with the place of a byte of a text; as it was if that is no part of a value."""
    if text is None or offset is None or offset > min(_FAR, len(text)):
        return message
    path, is_key = _find(text, offset)
    if not path:
        return message
    pointer = "".join(f"/{_token(part)}" for part in path[:_LONG])
    if len(pointer) > _LONG:
        pointer = f"{pointer[:_LONG]}…"
    return f"{message}, {'in a key of' if is_key else 'at'} {pointer}"


def _find(text: bytes, offset: int) -> tuple[list[int | bytes], bool]:
    """The indices and keys that lead to a place, and whether the place is inside a key.

    The text need not be JSON; up to the place it is read as if it were.
    """
    path: list[int | bytes | None] = []  # None: an object, before the key
    is_key = False
    for match in _tokens(text, 0, offset):
        token = match[0]
        first = token[:1]
        if first == b"[":
            path.append(0)
        elif first == b"{":
            path.append(None)
        elif not path:
            continue
        elif first == b"]" or first == b"}":
            path.pop()
        elif first == b",":
            last = path[-1]
            path[-1] = last + 1 if isinstance(last, int) else None
        elif path[-1] is None:
            if match[1]:
                path[-1] = token[1:-1]
            else:
                is_key = True
    return [part for part in path if part is not None], is_key


def _token(part: int | bytes) -> str:
    """A token of a pointer. Keys stay escaped as they are, so that a message is one line."""
    if isinstance(part, int):
        return str(part)
    return part.decode(errors="replace").replace("~", "~0").replace("/", "~1")
