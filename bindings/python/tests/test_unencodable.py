"""What JSON cannot express: the error says where it is."""

from __future__ import annotations

import math
from typing import Any, Callable

import pytest

import enfold


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ({"title": math.nan}, "/title"),
        ({"a": [1, {"b/c": {1, 2}}]}, "/a/1/b~1c"),
        ([0, (1, object())], "/1/1"),
        ({"x": {(1, 2): 3}}, "/x"),
        ({True: math.inf}, "/true"),
    ],
)
def test_the_place_is_told(todos: enfold.Store, value: Any, place: str) -> None:
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: todos.send("add", value), f"/add{place}"),
        (lambda: todos.send({"add": value}), f"/add{place}"),
        (lambda: todos.task("add", value), f"/add{place}"),
        (lambda: todos.set("/filter", value), place),
        (lambda: todos.runtime.open("Todos", state=value), place),
    ]
    for call, expected in calls:
        with pytest.raises((TypeError, ValueError)) as caught:
            call()
        assert str(caught.value).endswith(f", at {expected}")
    assert todos.revision == 0


def test_fields_are_part_of_the_place(todos: enfold.Store) -> None:
    with pytest.raises(ValueError, match=r"nan.*, at /add/title$|compliant.*, at /add/title$"):
        todos.send("add", title=math.nan)


def test_what_lies_deep_is_found(todos: enfold.Store) -> None:
    deep: Any = math.nan
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(ValueError, match="at /add/0/0/0"):
        todos.send("add", deep)
