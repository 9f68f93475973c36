"""Exceptions in callbacks are never lost."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

import enfold

from .conftest import TIMERS, Script, open_test_feature


def raiser(exception: BaseException) -> Callable[[Any], None]:
    def callback(event: enfold.Event) -> None:
        raise exception

    return callback


def test_send_raises_what_an_observer_raised(counter: enfold.Store) -> None:
    problem = LookupError("mine")
    counter.observe("/count", raiser(problem), initial=False)
    with pytest.raises(LookupError) as caught:
        counter.send("increment")
    assert caught.value is problem
    assert [entry.name for entry in caught.traceback][-1] == "callback"
    assert counter.get("/count") == 1


def test_task_and_batch_raise_it_too(counter: enfold.Store) -> None:
    counter.observe("/count", raiser(LookupError("mine")), initial=False)
    with pytest.raises(LookupError):
        counter.task("increment")
    with pytest.raises(LookupError):
        counter.send_batch(["increment"])
    assert counter.get("/count") == 2


def test_pump_raises_what_was_caused_elsewhere(counter: enfold.Store) -> None:
    counter.observe("/count", raiser(LookupError("mine")), initial=False)
    sender = threading.Thread(target=counter.send, args=("increment",))
    sender.start()
    sender.join()
    with pytest.raises(LookupError):
        counter.runtime.pump()


def test_wait_raises_what_it_pumped(counter: enfold.Store) -> None:
    counter.observe("/fact", raiser(LookupError("mine")), initial=False)
    task = counter.task("factTapped")
    with pytest.raises(LookupError):
        task.wait(timeout=10)
    task.wait(timeout=10)


def test_observe_raises_and_nothing_is_subscribed(counter: enfold.Store) -> None:
    with pytest.raises(LookupError):
        counter.observe("/count", raiser(LookupError("mine")))
    assert counter.runtime.stats()["subscriptions"] == 0
    counter.send("increment")


def test_close_raises_and_has_closed(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    other = runtime.open("Counter")
    for store in (counter, other):
        store.observe("/count", raiser(LookupError("mine")), initial=False, closed=True)
    with pytest.raises(LookupError):
        counter.close()
    assert counter.is_closed
    with pytest.raises(LookupError):
        runtime.close()
    assert runtime.is_closed


def test_several_exceptions_come_together(counter: enfold.Store) -> None:
    problems = [LookupError("one"), ArithmeticError("two"), ValueError("three")]
    heard: list[int] = []
    for problem in problems:
        counter.observe("/count", raiser(problem), initial=False)
    counter.observe("/count", lambda event: heard.append(event.value), initial=False)
    with pytest.raises(Exception) as caught:
        counter.send("increment")
    if sys.version_info >= (3, 11):
        assert isinstance(caught.value, ExceptionGroup)  # noqa: F821
        assert list(caught.value.exceptions) == problems
    else:
        first = caught.value
        assert [first, first.__cause__, first.__cause__.__cause__] == problems
    assert heard == [1]
    counter.runtime.pump()


def test_what_one_callback_raised_does_not_disturb_the_next(counter: enfold.Store) -> None:
    counts: list[int] = []
    counter.observe("/count", raiser(LookupError("mine")), initial=False)
    counter.observe("/count", lambda event: counts.append(counter.get("/count")), initial=False)
    with pytest.raises(LookupError, match="mine") as caught:
        counter.send("increment")
    assert counts == [1]
    assert caught.value.__cause__ is None


def test_what_ends_the_program_is_in_no_group(counter: enfold.Store) -> None:
    counter.observe("/count", raiser(LookupError("one")), initial=False)
    counter.observe("/count", raiser(KeyboardInterrupt()), initial=False)
    with pytest.raises(KeyboardInterrupt) as caught:
        counter.send("increment")
    assert isinstance(caught.value.__cause__, LookupError)


def test_a_call_that_fails_too_is_the_cause(counter: enfold.Store) -> None:
    def close(event: enfold.Event) -> None:
        counter.runtime.close()
        raise LookupError("mine")

    # A task that is still going on when the fact comes.
    timers = open_test_feature(counter.runtime, TIMERS, "Timers")
    sleeping = timers.task("sleep", id=1, milliseconds=3_600_000)
    counter.observe("/fact", close, initial=False)
    counter.send("factTapped")
    with pytest.raises(LookupError) as caught:
        sleeping.wait(timeout=30)
    # The task was cancelled by the close, or is not known any more: the wait fails in either case.
    assert isinstance(caught.value.__cause__, (enfold.CancelledError, enfold.ClosedError))


def test_an_inner_call_raises_inside_the_callback(inline: enfold.Runtime) -> None:
    inner = inline.open("Counter")
    outer = inline.open("Counter")
    inner.observe("/count", raiser(LookupError("inner")), initial=False)
    caught: list[Exception] = []

    def forward(event: enfold.Event) -> None:
        try:
            inner.send("increment")
        except LookupError as error:
            caught.append(error)

    outer.observe("/count", forward, initial=False)
    outer.send("increment")
    assert [str(error) for error in caught] == ["inner"]


def test_threads_get_their_own_exceptions(inline: enfold.Runtime) -> None:
    results: dict[str, str] = {}

    def work(name: str) -> None:
        with inline.open("Counter") as store:
            store.observe("/count", raiser(LookupError(name)), initial=False)
            try:
                store.send("increment")
            except LookupError as error:
                results[name] = str(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcdefgh"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == {name: name for name in "abcdefgh"}


def test_on_a_thread_of_the_library_the_unraisable_hook_gets_it(script: Script) -> None:
    done = script(
        """
        import sys, threading
        caught = threading.Event()
        def hook(unraisable):
            is_main = threading.current_thread() is threading.main_thread()
            print("hook:", repr(unraisable.exc_value), is_main)
            caught.set()
        sys.unraisablehook = hook
        with enfold.Runtime(loop="inline") as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            def fail(event):
                if event.value is not None:
                    raise LookupError("mine")
            store.observe("/fact", fail)
            store.send("factTapped")
            assert caught.wait(10)
            store.wait(10)
        """
    )
    assert done.stdout == "hook: LookupError('mine') False\n", done.stderr
    assert (done.returncode, done.stderr) == (0, "")
