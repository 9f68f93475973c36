"""Where two JSON values differ, in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .schema import escaped, same, shown

_NOTHING: Any = object()


def difference(
    first: Any, second: Any, equal: Callable[[Any, Any], bool] = same
) -> tuple[str, str, str] | None:
    """The pointer of the first place that differs, and what each has there; None if none does.

    It is as deep as both have the same kind of container. equal: by what values are compared.
    """
    pointer = ""
    while True:
        if isinstance(first, dict) and isinstance(second, dict):
            keys: Any = dict.fromkeys((*first, *second))
            members = ((key, first.get(key, _NOTHING), second.get(key, _NOTHING)) for key in keys)
        elif isinstance(first, list) and isinstance(second, list):
            count = max(len(first), len(second))
            members = ((index, _at(first, index), _at(second, index)) for index in range(count))
        else:
            return None if equal(first, second) else (pointer, _shown(first), _shown(second))
        for token, one, other in members:
            if not equal(one, other):
                pointer += f"/{escaped(str(token))}"
                first, second = one, other
                break
        else:
            return None


def _at(elements: list[Any], index: int) -> Any:
    return elements[index] if index < len(elements) else _NOTHING


def _shown(value: Any) -> str:
    return "nothing" if value is _NOTHING else shown(value)
