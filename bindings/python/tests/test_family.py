"""A composition of reducers: absent children, their effects, environments.

See Tests/Plugins/Family.swift.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import pytest

import enfold

from .conftest import TEST_PLUGINS


@pytest.fixture
def family() -> Iterator[enfold.Store]:
    with enfold.Runtime() as runtime:
        runtime.load(TEST_PLUGINS / "libFamily.so")
        yield runtime.open("Family")


def test_an_action_for_an_absent_child_raises_and_says_which(family: enfold.Store) -> None:
    before = family.state
    with pytest.raises(enfold.NoTargetError, match="child"):
        family.send({"child": "increment"})
    with pytest.raises(enfold.NoTargetError, match="7"):
        family.send({"row": {"id": 7, "action": "start"}})
    assert family.state == before
    family.send("addChild")
    family.send({"child": "increment"})
    assert family.get("/child/count") == 1


def test_the_effects_of_a_child_end_when_it_goes(family: enfold.Store) -> None:
    family.send("addChild")
    task = family.task({"child": "run"})
    family.send("removeChild")
    task.wait(10)


def test_a_scope_of_a_row_sends_to_that_row(family: enfold.Store) -> None:
    for row in range(3):
        family.send({"addRow": {"id": row}})
    scope = family.scope("/rows/id=1", {"row": {"id": 1, "action": "$action"}})
    running: list[object] = []
    scope.observe("/isRunning", lambda event: running.append(event.value))
    task = scope.task("start")
    assert running == [False, True]
    assert [row["isRunning"] for row in family.get("/rows")] == [False, True, False]
    family.send({"removeRow": {"id": 1}})
    task.wait(10)


@pytest.mark.parametrize(
    ("environment", "greeting"),
    [("live", "hello"), ("preview", "hello, preview"), ("test", "hello, test")],
)
def test_dependencies_come_from_the_environment_of_the_runtime(
    environment: Literal["live", "preview", "test"], greeting: str
) -> None:
    with enfold.Runtime(environment=environment) as runtime:
        runtime.load(TEST_PLUGINS / "libFamily.so")
        assert runtime.open("Family").get("/greeting") == greeting
