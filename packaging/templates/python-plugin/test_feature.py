"""What @NAME@ does with each action."""

from collections.abc import Iterator

import enfold
import pytest
from feature import register


@pytest.fixture
def store() -> Iterator[enfold.Store]:
    with enfold.Runtime() as runtime:
        register(runtime)
        runtime.handle("titleOf", lambda name: name.upper())
        yield runtime.open("@NAME@")


def test_adding_appends(store: enfold.Store) -> None:
    store.send("add", title="milk")
    store.send("add", title="bread")
    assert store.state == {"titles": ["milk", "bread"]}


def test_the_answer_is_added(store: enfold.Store) -> None:
    store.task("look", name="eggs").wait(timeout=10)
    assert store.state == {"titles": ["EGGS"]}


def test_what_is_no_action_fails(store: enfold.Store) -> None:
    with pytest.raises(enfold.FailedError, match="no action of @NAME@"):
        store.task("none").wait(timeout=10)
    assert store.state == {"titles": []}


def test_clearing_leaves_nothing(store: enfold.Store) -> None:
    store.send("add", title="milk")
    store.send("clear")
    assert store.state == {"titles": []}
