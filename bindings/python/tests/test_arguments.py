"""Arguments of a wrong type: a TypeError that says what would be right."""

from __future__ import annotations

from typing import Any, Callable

import pytest

import enfold

POINTER = "a pointer is a str"
CALLBACK = "a callback is a function"


@pytest.mark.parametrize("wrong", [3, None, b"/count", ["count"]])
def test_a_pointer_is_text(counter: enfold.Store, wrong: Any) -> None:
    for call in (
        lambda: counter.get(wrong),
        lambda: counter.raw(wrong),
        lambda: counter.observe(wrong, print),
        lambda: counter.observe(wrong),
        lambda: counter.changes(wrong),
        lambda: counter.set(wrong, 1),
        lambda: counter.scope(wrong),
    ):
        with pytest.raises(TypeError, match=f"{POINTER}.*, not {type(wrong).__name__}"):
            call()
    assert counter.runtime.stats()["subscriptions"] == 0


def test_the_state_of_actions_is_a_pointer(counter: enfold.Store) -> None:
    wrong: Any = 3
    for call in (
        lambda: counter.observe_actions(print, state=wrong),
        lambda: counter.observe_actions(state=wrong),
        lambda: counter.actions(state=wrong),
    ):
        with pytest.raises(TypeError, match=POINTER):
            call()


def test_a_callback_without_a_pointer_is_a_mistake(counter: enfold.Store) -> None:
    def bare(event: enfold.Event) -> None: ...

    for hint in ("a pointer comes before the callback", r"@store\.observe\('/items'\)"):
        with pytest.raises(TypeError, match=hint):
            counter.observe(bare)  # type: ignore[call-overload]


@pytest.mark.parametrize("wrong", [3, "/count", True])
def test_a_callback_is_callable(counter: enfold.Store, wrong: Any) -> None:
    for call in (
        lambda: counter.observe("/count", wrong),
        lambda: counter.observe("/count")(wrong),
        lambda: counter.observe_actions(wrong),
        lambda: counter.observe_actions()(wrong),
    ):
        with pytest.raises(TypeError, match=CALLBACK):
            call()
    with pytest.raises(TypeError, match="receiver"):
        counter.runtime.log("error", wrong)
    assert counter.runtime.stats()["subscriptions"] == 0


Call = Callable[[enfold.Store, Any], object]


@pytest.mark.parametrize(
    ("call", "wrong", "message"),
    [
        (lambda store, wrong: store.runtime.open(wrong), None, "a feature's name is a str"),
        (lambda store, wrong: store.runtime.open(wrong), b"Counter", "a feature's name is a str"),
        (lambda store, wrong: store.runtime.open("Counter", state=wrong), object(), "JSON"),
        (lambda store, wrong: store.runtime.load(wrong), None, "PathLike"),
        (lambda store, wrong: store.runtime.pump(wrong), "1", "max_actions is an int"),
        (lambda store, wrong: store.runtime.wait(wrong), "1", "a timeout is a number"),
        (lambda store, wrong: store.wait(wrong), "1", "a timeout is a number"),
        (lambda store, wrong: store.task("increment").wait(wrong), "1", "a timeout is a number"),
        (lambda store, wrong: store.runtime.attach(wrong), 3, "a loop is one of asyncio"),
        (lambda store, wrong: enfold.Runtime(limits=wrong), 3, "limits are a mapping"),
        (lambda store, wrong: store.send(wrong), None, "an action is a name"),
        (lambda store, wrong: store.task(wrong), 3, "an action is a name"),
        (lambda store, wrong: store.send_batch(wrong), 3, "a list of actions or bytes of JSON"),
        (lambda store, wrong: store.send_batch([wrong]), 3, "an action is a name"),
        (lambda store, wrong: store.set("/count", wrong), object(), "JSON"),
        (lambda store, wrong: store.set("/count", 1, then=wrong), 3, "an action is a name"),
        (lambda store, wrong: store.scope("/count", wrong), 3, "an action is a name"),
    ],
)
def test_wrong_types_are_told(counter: enfold.Store, call: Call, wrong: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        call(counter, wrong)
    counter.runtime.wait(timeout=10)


@pytest.mark.parametrize("number", [-1, 2**32])
def test_a_number_of_actions_fits(runtime: enfold.Runtime, number: int) -> None:
    with pytest.raises(enfold.InvalidError, match="max_actions"):
        runtime.pump(number)


def test_a_batch_is_any_bytes(counter: enfold.Store) -> None:
    for kind in (bytes, bytearray, memoryview):
        assert counter.send_batch(kind(b'["increment"]')) == 1
    assert counter.get("/count") == 3
