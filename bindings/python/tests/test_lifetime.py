"""Closing, collecting, exiting, forking."""

from __future__ import annotations

import gc
import os
import warnings
import weakref
from collections.abc import Callable, Iterator
from typing import Any

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


@pytest.fixture
def endless() -> Iterator[enfold.Runtime]:
    """A runtime that no `with` statement closes, as far as it knows."""
    runtime = enfold.Runtime()
    runtime.load(COUNTER)
    yield runtime
    runtime.close()


def test_a_store_that_is_dropped_while_open_says_so(endless: enfold.Runtime) -> None:
    store = endless.open("Counter")
    name = repr(store)[1:-1]
    with pytest.warns(ResourceWarning) as caught:
        del store
    (warning,) = caught
    assert str(warning.message).startswith(f"unclosed {name}: nobody refers to it any more")
    assert warning.filename == __file__
    (again,) = endless.stores  # it is open nevertheless, and can be closed
    again.send("increment")
    assert again.get("/count") == 1
    del again  # which is not told twice
    assert endless.stats()["stores"] == 1
    endless.stores[0].close()
    assert (endless.stores, endless.stats()["stores"]) == ([], 0)


def test_a_store_that_somebody_uses_or_closes_is_not_dropped(endless: enfold.Runtime) -> None:
    def use(end: str) -> Any:
        store = endless.open("Counter")
        if end == "with":
            with store:
                return None
        if end == "close":
            return store.close()
        if end == "observe":
            return store.observe("/count", lambda event: None) and None
        if end == "callback":
            return store.callback("void f(int n)", {"setCount": "$n"}).pointer
        if end == "scope of a callback":
            return store.scope("").callback("void f(int n)", {"setCount": "$n"}).pointer
        return {"task": store.task("increment"), "scope": store.scope("/count")}[end]

    kept = []
    for end in ("with", "close", "observe", "callback", "scope of a callback", "task", "scope"):
        kept.append(use(end))
        gc.collect()
    assert endless.stats()["stores"] == 5
    for each in endless.stores:
        each.close()
    del each, kept
    gc.collect()


def test_a_store_that_is_closed_while_its_object_is_renewed_stays_closed(
    monkeypatch: pytest.MonkeyPatch, endless: enfold.Runtime
) -> None:
    drop(endless)

    def close() -> None:
        endless.stores[0].close()

    renew_after(monkeypatch, close)
    endless.stores  # noqa: B018
    assert endless.stores == []


def test_a_store_has_one_object_whoever_asks_for_it_first(
    monkeypatch: pytest.MonkeyPatch, endless: enfold.Runtime
) -> None:
    drop(endless)
    others: list[enfold.Store] = []
    renew_after(monkeypatch, lambda: others.extend(endless.stores))
    (store,) = endless.stores
    assert [each is store for each in others] == [True]
    store.close()


def drop(runtime: enfold.Runtime) -> None:
    """Opens a store that nobody refers to."""
    with pytest.warns(ResourceWarning, match="unclosed enfold.Store Counter"):
        runtime.open("Counter")


def renew_after(monkeypatch: pytest.MonkeyPatch, function: Callable[[], object]) -> None:
    """Calls a function before the next object is made for an open store, as a thread might."""

    def make(*arguments: Any) -> enfold.Store:
        monkeypatch.undo()
        function()
        return enfold.Store(*arguments)

    monkeypatch.setattr(enfold.Runtime, "_store_type", staticmethod(make))


def test_a_store_is_told_when_its_last_use_ends(endless: enfold.Runtime) -> None:
    subscription = endless.open("Counter").observe("/count", lambda event: None)
    callback = endless.open("Counter").callback("void f(int n)", {"setCount": "$n"})
    for end in (subscription.cancel, callback.close):
        end()
    del end
    with pytest.warns(ResourceWarning, match="unclosed enfold.Store Counter"):
        del subscription
        gc.collect()
    with pytest.warns(ResourceWarning, match="unclosed enfold.Store Counter"):
        del callback
        gc.collect()


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("store = runtime.open('Counter'); runtime.close(); del store", ""),
        ("store = runtime.open('Counter'); store.close(); del store", ""),
        ("with runtime: runtime.open('Counter').send('increment')", ""),
        ("with runtime: store = runtime.open('Counter')", ""),
        ("store = runtime.open('Counter')", ""),  # the exit closes it
        ("def use():\n    store = runtime.open('Counter')\nuse()", "unclosed enfold.Store Counter"),
        ("runtime.open('Counter').send('increment')", "unclosed enfold.Store Counter"),
        ("import os\nstore = runtime.open('Counter')\nif os.fork() == 0: del store", ""),
    ],
)
def test_programs_hear_of_dropped_stores_alone(script: Script, code: str, told: str) -> None:
    done = script(f"runtime = enfold.Runtime()\nruntime.load(COUNTER)\n{code}", "-X", "dev")
    assert done.returncode == 0
    assert told in done.stderr and bool(done.stderr) == bool(told), done.stderr


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
