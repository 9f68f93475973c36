"""Closing, collecting, exiting, forking."""

from __future__ import annotations

import gc
import os
import warnings
import weakref

import pytest

import enfold
from enfold import _receivers

from .conftest import COUNTER, Script


def use_everything() -> None:
    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        runtime.log("error")
        for _ in range(3):
            store = runtime.open("Counter")
            store.observe("/count", lambda event: event.value)
            with store.observe("/fact", lambda event: event.value):
                store.task("increment").wait()
            scope = store.scope("/count")
            scope.observe("", lambda event: event.value, coalesce="drain")
            scope.observe_actions(lambda event: event.action, state="")
            with scope.scope("", {"setCount": "$action"}) as inner:
                inner.send(b"5")
            with pytest.raises(enfold.ActionError):
                store.send("nonsense")
        store.close()


def test_nothing_leaks() -> None:
    for _ in range(3):
        use_everything()
    gc.collect()
    objects = len(gc.get_objects())
    descriptors = len(os.listdir("/proc/self/fd"))
    receivers = _receivers.count()
    for _ in range(200):
        use_everything()
    gc.collect()
    assert _receivers.count() == receivers
    assert len(os.listdir("/proc/self/fd")) == descriptors
    assert len(gc.get_objects()) < objects + 200


def test_what_a_callback_holds_is_let_go(runtime: enfold.Runtime) -> None:
    class Held:
        def observe(self, event: enfold.Event) -> None:
            pass

    store = runtime.open("Counter")
    references = []
    for end in ("cancel", "actions", "scope", "store", "runtime"):
        held = Held()
        references.append(weakref.ref(held))
        scope = store.scope("/count")
        if end == "actions":
            subscription = store.observe_actions(held.observe)
        else:
            subscription = (scope if end == "scope" else store).observe("", held.observe)
        if end in ("cancel", "actions"):
            subscription.cancel()
        elif end == "scope":
            scope.close()
        elif end == "store":
            store.close()
        else:
            runtime.close()
        del held, subscription
        gc.collect()
        assert references[-1]() is None, end
        if end == "store":
            store = runtime.open("Counter")


def test_a_runtime_that_is_forgotten_is_closed_with_a_warning() -> None:
    runtime = enfold.Runtime()
    runtime.load(COUNTER)
    store = runtime.open("Counter")
    store.observe("/count", lambda event: None)
    reference = weakref.ref(runtime)
    before = len(os.listdir("/proc/self/fd"))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        del runtime, store
        gc.collect()
    assert reference() is None
    assert [warning.category for warning in caught] == [ResourceWarning]
    assert "unclosed enfold.Runtime" in str(caught[0].message)
    assert len(os.listdir("/proc/self/fd")) == before - 1


def test_a_forgotten_runtime_needs_no_garbage_collection() -> None:
    gc.disable()
    try:
        runtime = enfold.Runtime()
        reference = weakref.ref(runtime)
        with pytest.warns(ResourceWarning, match="unclosed"):
            del runtime
        assert reference() is None
    finally:
        gc.enable()


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_exit_with_open_stores_is_clean(script: Script, loop: str) -> None:
    done = script(
        f"""
        runtimes = [enfold.Runtime(loop={loop!r}) for _ in range(3)]
        for index, runtime in enumerate(runtimes):
            runtime.load(COUNTER)
            for _ in range(3):
                store = runtime.open("Counter")
                store.observe("/isLoading", lambda event: None)
                store.observe(
                    "/count",
                    lambda event, index=index: print(index, "closed"),
                    initial=False,
                    closed=True,
                )
                task = store.task("factTapped")
        """,
        "-X",
        "dev",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split("\n") == [
        *["2 closed"] * 3,
        *["1 closed"] * 3,
        *["0 closed"] * 3,
        "",
    ]


def test_exit_while_threads_send_is_clean(script: Script) -> None:
    for loop in ("host", "inline"):
        done = script(
            f"""
            import threading, time
            runtime = enfold.Runtime(loop={loop!r})
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            store.observe("/count", lambda event: None)
            def work():
                try:
                    while True:
                        store.send("increment")
                        store.send("factTapped")
                except (enfold.ClosedError, enfold.LimitError):
                    pass
            for _ in range(3):
                threading.Thread(target=work, daemon=True).start()
            time.sleep(0.1)
            """
        )
        assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


def test_what_callbacks_raise_at_exit_is_shown(script: Script) -> None:
    done = script(
        """
        def fail(event):
            raise LookupError("at exit")
        first = enfold.Runtime()
        runtime = enfold.Runtime()
        runtime.load(COUNTER)
        runtime.open("Counter").observe("/count", fail, initial=False, closed=True)
        first.load(COUNTER)
        first.open("Counter").observe(
            "/count", lambda event: print("closed too"), initial=False, closed=True
        )
        """
    )
    assert "LookupError: at exit" in done.stderr
    assert (done.returncode, done.stdout) == (0, "closed too\n")


def test_a_forked_child_is_refused(script: Script) -> None:
    done = script(
        """
        import os, sys, warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        runtime = enfold.Runtime()
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        subscription = store.observe("/count", lambda event: None)
        task = store.task("factTapped")
        scope = store.scope("/count")
        child = os.fork()
        if child == 0:
            calls = [
                lambda: store.send("increment"), lambda: store.send(b'"increment"'),
                lambda: store.state, lambda: store.wait(), lambda: task.wait(),
                lambda: task.cancel(), lambda: runtime.pump(), lambda: runtime.open("Counter"),
                lambda: store.observe("/count", print), lambda: enfold.Runtime(),
                lambda: store.observe_actions(print), lambda: store.scope("/count"),
                lambda: store.set("/count", 1), lambda: scope.state,
            ]
            refused = 0
            for call in calls:
                try:
                    call()
                except enfold.ForkedError as error:
                    refused += "spawn" in str(error)
            print("refused", refused == len(calls), flush=True)
            subscription.cancel()
            del scope
            store.close()
            sys.exit(7)  # with atexit, like any other program
        _, status = os.waitpid(child, 0)
        print("child", os.WEXITSTATUS(status))
        task.wait(10)
        store.send("increment")
        print("parent", store.get("/count"))
        """,
        "-X",
        "dev",
    )
    assert (done.stdout, done.stderr) == ("refused True\nchild 7\nparent 1\n", "")
    assert done.returncode == 0


def test_a_child_forked_before_any_runtime_works(script: Script) -> None:
    done = script(
        """
        import os
        enfold.version()
        child = os.fork()
        if child == 0:
            with enfold.Runtime() as runtime:
                runtime.load(COUNTER)
                store = runtime.open("Counter")
                store.task("factTapped").wait(10)
                os._exit(3 if store.get("/fact") else 4)
        print(os.WEXITSTATUS(os.waitpid(child, 0)[1]))
        """
    )
    assert (done.stdout, done.stderr, done.returncode) == ("3\n", "", 0)
