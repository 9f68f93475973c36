"""JSON Pointers into states that are dicts and lists."""

from __future__ import annotations

from typing import Any

from . import _text

NOTHING: Any = object()

# The library, too, has a limit for what it keeps apart.
_MOST = 256


def tokens(pointer: str) -> list[str]:
    """What a pointer goes through. The library has checked it."""
    found = pointer.split("/")[1:]
    if "~" in pointer:
        found = [token.replace("~1", "/").replace("~0", "~") for token in found]
    return found


def told(places: list[str]) -> list[str]:
    """The pointers of what has changed, for the library.

    A pointer ends at a NUL for the library: a change at such a key is reported as one of the
    container around it. If there are too many pointers, the one around all of them stands for them.
    """
    if len(places) == 1 and "\0" not in places[0]:  # nearly always
        return places
    around = {place: _before_nul(place) for place in places if "\0" in place}
    pointers = list(dict.fromkeys(around.get(place, place) for place in places))
    if len(pointers) <= _MOST:
        insides = tuple(f"{pointer}/" for pointer in around.values())
        return [pointer for pointer in pointers if not pointer.startswith(insides)]
    common = pointers[0].split("/")
    for pointer in pointers:
        length = 0
        for first, second in zip(common, pointer.split("/")):
            if first != second:
                break
            length += 1
        del common[length:]
    return ["/".join(common)]


def _before_nul(place: str) -> str:
    return place[: place.rindex("/", 0, place.index("\0"))]


def find(value: Any, pointer: str) -> Any:
    """The value at a pointer, or NOTHING."""
    for token in tokens(pointer):
        if isinstance(value, dict):
            value = value.get(token, NOTHING)
        elif isinstance(value, (list, tuple)):
            value = element(value, token)
        else:
            return NOTHING
        if value is NOTHING:
            return NOTHING
    return value


def element(elements: Any, token: str) -> Any:
    """The element that a token selects by its index, or as `name=value`; or NOTHING."""
    index = position(token)
    if index is not None:
        return elements[index] if index < len(elements) else NOTHING
    name, equals, value = token.partition("=")
    if not name or not equals:
        return NOTHING
    for each in elements:
        if isinstance(each, dict) and name in each and is_written(each[name], value):
            return each
    return NOTHING


def position(token: str) -> int | None:
    """The index that a token is: digits without a zero before them."""
    if token.isdecimal() and token.isascii() and (token[0] != "0" or token == "0"):
        return int(token) if len(token) <= 19 else None
    return None


def is_written(value: Any, text: str) -> bool:
    """Whether a value is this text, or is written so as JSON."""
    if isinstance(value, str):
        return value == text
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value) == text
    return _text.encode(value) == text.encode(errors="surrogatepass")
