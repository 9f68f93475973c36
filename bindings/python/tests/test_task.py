"""Tasks: waiting, cancelling, forgetting."""

from __future__ import annotations

import gc
import threading

import pytest

import enfold

from .conftest import Script


def test_a_task_covers_everything_that_its_action_causes(counter: enfold.Store) -> None:
    task = counter.task("factTapped")
    assert not task.done()
    task.wait(timeout=10)
    assert task.done()
    assert counter.get("/fact") is not None
    task.wait(timeout=0)


def test_a_task_without_effects_is_done(counter: enfold.Store) -> None:
    assert counter.task("setCount", 5).done()
    assert counter.task(b'"increment"').done()
    assert counter.get("/count") == 6


def test_waiting_for_a_task_ends_with_a_timeout(counter: enfold.Store) -> None:
    task = counter.task("factTapped")
    with pytest.raises(enfold.TimeoutError, match=r"not done within 0\.001 s") as caught:
        task.wait(timeout=0.001)
    assert (caught.value.code, caught.value.name) == (3, "ENFOLD_TIMEOUT")
    task.wait()


def test_a_cancelled_task_says_so(counter: enfold.Store) -> None:
    task = counter.task("factTapped")
    task.cancel()
    with pytest.raises(enfold.CancelledError):
        task.wait(timeout=10)
    with pytest.raises(enfold.CancelledError):
        task.done()
    counter.wait(timeout=10)
    assert counter.get("/fact") is None


def test_a_store_that_is_closed_cancels_its_tasks(counter: enfold.Store) -> None:
    task = counter.task("factTapped")
    counter.close()
    with pytest.raises(enfold.CancelledError):
        task.wait(timeout=10)


def test_a_bad_action_makes_no_task(counter: enfold.Store) -> None:
    with pytest.raises(enfold.ActionError):
        counter.task("nonsense")
    assert counter.runtime.stats()["tasks"] == 0


def test_forgetting_a_task_cancels_nothing(counter: enfold.Store) -> None:
    counter.task("factTapped")
    gc.collect()
    assert counter.runtime.stats()["tasks"] == 0
    counter.wait(timeout=10)
    assert counter.get("/fact") is not None


def test_a_task_may_not_be_awaited_inside_a_callback(counter: enfold.Store) -> None:
    task = counter.task("factTapped")
    counter.observe("/count", lambda event: task.wait(), initial=False)
    with pytest.raises(enfold.ReentrantError):
        counter.send("increment")
    task.wait(timeout=10)


def test_control_c_ends_a_wait(script: Script) -> None:
    done = script(
        """
        import os, signal, threading, time
        # A process started in the background may have been told to ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        runtime = enfold.Runtime()
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        # Nobody pumps: the loop's thread is the main one, and it is not this one that waits.
        store.observe("/fact", lambda event: None)
        holder = threading.Thread(target=runtime.pump)
        holder.start()
        holder.join()
        task = store.task("factTapped")
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        start = time.monotonic()
        try:
            task.wait()
        except KeyboardInterrupt:
            print("interrupted", time.monotonic() - start < 5)
        """
    )
    assert done.stdout == "interrupted True\n", done.stderr
    assert done.returncode == 0


def test_a_task_tells_its_status(panel: enfold.Store, counter: enfold.Store) -> None:
    task = counter.task("factTapped")
    assert task.status == "running"
    assert " running of <enfold.Store Counter" in repr(task)
    task.wait(timeout=10)
    assert task.status == "finished"
    assert " finished of " in repr(task)
    task = counter.task("factTapped")
    task.cancel()
    assert " cancelled of " in repr(task)
    counter.runtime.close()
    assert " closed of " in repr(task)


def test_the_status_is_told_inside_a_callback_and_pumps_nothing(counter: enfold.Store) -> None:
    task = counter.task("increment")
    told: list[str] = []
    counter.observe("/count", lambda event: told.append(repr(task).split()[2]))
    thread = threading.Thread(target=counter.send, args=("increment",))
    thread.start()
    thread.join()
    assert task.status == "finished"
    assert told == ["finished"]
    counter.runtime.pump()
    assert told == ["finished", "finished"]


def test_a_wait_that_nobody_pumps_for_says_so(counter: enfold.Store) -> None:
    problems: list[str] = []

    def work() -> None:
        task = counter.task("increment")
        for wait in (task.wait, counter.wait, counter.runtime.wait):
            with pytest.raises(enfold.TimeoutError) as caught:
                wait(timeout=0.001)
            problems.append(caught.value.message)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert len(problems) == 3
    assert all("work waits for Runtime.pump, which nobody calls" in text for text in problems)
    counter.runtime.pump()
    task = counter.task("factTapped")
    with pytest.raises(enfold.TimeoutError) as caught:
        task.wait(timeout=0)
    assert "pump" not in caught.value.message
