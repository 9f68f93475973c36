"""Arguments of a wrong type: a TypeError that says what would be right."""

from __future__ import annotations

import math
from datetime import timedelta
from typing import Any, Callable

import pytest

import enfold
from enfold.testing import StoreMachine
from enfold.testing.options import OptionError, merged

from .conftest import BEHAVIOURS, COUNTER, Run, open_responses

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


TIMES_OUT_OF_RANGE = [
    *(math.nan, math.inf, -math.inf, 1e300, 2.0**33, -(2.0**33)),
    *(2**33, -(2**33), 2**64, 10**5000, -(10**5000)),
    *(timedelta.max, timedelta.min, timedelta(days=213_504), timedelta(days=-1_000_000)),
]


@pytest.mark.parametrize("wrong", TIMES_OUT_OF_RANGE, ids=lambda wrong: str(type(wrong).__name__))
def test_a_time_fits_64_bits_of_nanoseconds(wrong: Any) -> None:
    with enfold.Runtime(clock="manual") as runtime:
        runtime.load(BEHAVIOURS)
        store = runtime.open("Responses")
        task = store.task("never")
        for call in (runtime.wait, store.wait, task.wait, runtime.advance):
            with pytest.raises(ValueError, match=r"less than 2\^33 seconds, not ") as caught:
                call(wrong)
            assert isinstance(caught.value, enfold.InvalidError)
        assert runtime.stats()["now"] == 0
        with pytest.raises(ValueError, match=r"timeout is"):
            StoreMachine(COUNTER, "Counter", timeout=wrong)
        for where in ("enfold_options", "@pytest.mark.enfold"):
            with pytest.raises(OptionError, match=f"{where}: timeout is"):
                merged([(where, {"timeout": wrong})])


@pytest.mark.parametrize("wrong", TIMES_OUT_OF_RANGE, ids=lambda wrong: str(type(wrong).__name__))
def test_a_time_to_await_fits_too(run: Run, wrong: Any) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime(clock="manual") as runtime:
            store = open_responses(runtime)
            store.send("never")
            for wait in (runtime.wait, store.wait):
                with pytest.raises(enfold.InvalidError, match="a timeout is"):
                    await wait(wrong)

    run(main())


@pytest.mark.parametrize(
    "timeout", [0, -1, -1e9, 0.0, timedelta(0), timedelta(days=-1), timedelta(microseconds=1)]
)
def test_a_time_that_is_over_is_looked_at_once(timeout: Any) -> None:
    with enfold.Runtime(clock="manual") as runtime:
        runtime.load(BEHAVIOURS)
        store = runtime.open("Responses")
        store.wait(timeout)
        store.send("never")
        for wait in (runtime.wait, store.wait):
            with pytest.raises(enfold.TimeoutError):
                wait(timeout)


def test_the_longest_time_passes_on_a_manual_clock() -> None:
    with enfold.Runtime(clock="manual") as runtime:
        runtime.advance(timedelta(days=99_420))
        assert runtime.stats()["now"] == 99_420 * 86_400 * 10**9
        with pytest.raises(enfold.InvalidError):
            runtime.advance(timedelta(days=99_420))
        with pytest.raises(enfold.InvalidError):
            runtime.advance(-1)
        assert runtime.stats()["now"] == 99_420 * 86_400 * 10**9


@pytest.mark.parametrize("number", [-1, 2**32])
def test_a_number_of_actions_fits(runtime: enfold.Runtime, number: int) -> None:
    with pytest.raises(enfold.InvalidError, match="max_actions"):
        runtime.pump(number)


def test_a_batch_is_any_bytes(counter: enfold.Store) -> None:
    for kind in (bytes, bytearray, memoryview):
        assert counter.send_batch(kind(b'["increment"]')) == 1
    assert counter.get("/count") == 3
