"""How deep values C code can follow on this thread: json, orjson, marshal and pydantic recurse."""

from __future__ import annotations

import ctypes
import sys
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any

# No text of Enfold is nested more deeply.
ALL_LEVELS = 1024

# More than any of them needs for a level, and what their callers have used already, in bytes.
_LEVEL = 2048
_MODEL_LEVEL = 6144  # pydantic's
_USED = 65_536

# What holds other values one after the other.
_SERIES = (list, tuple, set, frozenset, deque)


class _Stack(threading.local):
    """The stack of this thread: its size in bytes, 0 if it is not known, and how deep it goes."""

    def __init__(self) -> None:
        self.size = _size()
        self.levels = self._levels(_LEVEL)
        self.model_levels = self._levels(_MODEL_LEVEL)
        self.is_small = self.levels < ALL_LEVELS

    def _levels(self, bytes: int) -> int:
        levels = (self.size - _USED) // bytes if self.size else ALL_LEVELS
        return min(max(levels, 4), ALL_LEVELS)


def _size() -> int:
    """Asks once for each thread."""
    try:
        library = ctypes.CDLL(None)
        library.pthread_self.restype = ctypes.c_ulong
        attributes = ctypes.create_string_buffer(256)
        if library.pthread_getattr_np(ctypes.c_ulong(library.pthread_self()), attributes) != 0:
            return 0
        size = ctypes.c_size_t()
        library.pthread_attr_getstacksize(attributes, ctypes.byref(size))
        library.pthread_attr_destroy(attributes)
    except (AttributeError, OSError):
        return 0
    return size.value


stack = _Stack()


def is_deep_text(text: bytes) -> bool:
    """Whether a text may be nested more deeply than C code can follow here. Mostly a cheap no."""
    return stack.is_small and text.count(b"[") + text.count(b"{") > stack.levels


def is_deep(value: Any) -> bool:
    """As `is_deep_text`, of a value of dicts, lists and tuples, and of what has fields."""
    return stack.is_small and _is_deeper(value, stack.levels)


def is_deep_for_models(value: Any) -> bool:
    """Whether pydantic may not be able to follow it."""
    return _is_deeper(value, stack.model_levels)


def _is_deeper(value: Any, levels: int) -> bool:
    if levels >= ALL_LEVELS:
        return False
    layer = [value]
    for _ in range(levels):
        inner: dict[int, Any] = {}
        for each in layer:
            inner.update((id(part), part) for part in _parts(each))
        if not inner:
            return False
        layer = list(inner.values())
    return True


def is_deep_for_python(value: Any) -> bool:
    """Whether functions of Python cannot follow it: until Python 3.10 they use this stack, too."""
    return sys.version_info < (3, 11) and is_deep(value)


def _parts(value: Any) -> Iterable[Any]:
    """What is inside that may hold something itself."""
    members: Iterable[Any] = ()
    if isinstance(value, dict):
        members = value.values()
    elif isinstance(value, _SERIES):
        members = value
    else:
        members = _fields(value)
    return [each for each in members if not isinstance(each, (str, int, float, type(None)))]


def _fields(value: Any) -> Iterator[Any]:
    """The fields of a dataclass, which may have slots, and of a model of pydantic."""
    fields: Iterable[str] = getattr(type(value), "__dataclass_fields__", ())
    if fields or hasattr(type(value), "__pydantic_fields__"):
        yield from getattr(value, "__dict__", {}).values()
        yield from (getattr(value, "__pydantic_extra__", None) or {}).values()
        yield from (getattr(value, name, None) for name in fields)


def described(levels: int, most: int) -> str:
    """What is wrong with a value that is nested more than so many levels deep."""
    return (
        f"it is nested more than {levels} deep, for which the stack of this thread has room "
        f"({stack.size // 1024} KB); with a larger one the limit is {most}"
    )
