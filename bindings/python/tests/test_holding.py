"""Stores that are held: what is kept back, steps, and waits that would have no end."""

from __future__ import annotations

import asyncio
import select
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import pytest

import enfold
from enfold import _ending, _wait, typed

from .asker import LONG, until
from .conftest import (
    COUNTER,
    SESSIONS_A,
    TIMERS,
    TODOS,
    Run,
    open_responses,
    open_test_feature,
    turns,
)

HELD = r"held.*`store\.hold\(False\)` releases"

T = TypeVar("T")


@pytest.fixture(params=["host", "inline"])
def runtime(request: pytest.FixtureRequest) -> Iterator[enfold.Runtime]:
    """A runtime with each loop and both plugins, for the fixtures of conftest.py, too."""
    with enfold.Runtime(loop=request.param) as runtime:
        runtime.load(COUNTER)
        runtime.load(TODOS)
        yield runtime


@pytest.fixture(params=["host", "inline"])
def manual(request: pytest.FixtureRequest) -> Iterator[enfold.Runtime]:
    """A runtime with each loop, and features that sleep on the manual clock."""
    with enfold.Runtime(loop=request.param, clock="manual") as runtime:
        runtime.load(TIMERS)
        yield runtime


def heard(store: enfold.Store, pointer: str) -> list[Any]:
    """The values that an observer is told."""
    values: list[Any] = []
    store.observe(
        pointer,
        lambda event: values.append("closed" if event.closed else event.value),
        closed=True,
    )
    return values


def titles(store: enfold.Store) -> list[str]:
    return [item["title"] for item in store.get("/items")]


def held(store: enfold.Store) -> int:
    return int(store.runtime.stats()["held"])


def pending(store: enfold.Store) -> int:
    return int(store.runtime.stats()["pending"])


def elsewhere(function: Callable[[], T]) -> T:
    """What a function returns on another thread."""
    results: list[T] = []
    thread = threading.Thread(target=lambda: results.append(function()))
    thread.start()
    thread.join()
    [result] = results
    return result


# What is kept back


def test_actions_are_kept_back_in_order(counter: enfold.Store) -> None:
    counter.hold()
    counter.send("setCount", 5)
    assert counter.send_batch(["increment", "increment"]) == 2
    assert (pending(counter), held(counter)) == (3, 1)
    task = counter.task("decrement")
    assert (counter.get("/count"), counter.revision, task.status) == (0, 0, "running")
    counts = heard(counter, "/count")
    assert counts == [0]
    counter.hold(False)
    assert counts == [0, 5, 6, 7, 6]
    assert (counter.revision, task.status) == (4, "finished")
    assert (pending(counter), held(counter)) == (0, 0)
    counter.send("increment")
    assert counts[-1] == 7


def test_one_call_releases_it(counter: enfold.Store) -> None:
    counter.hold()
    counter.hold()
    counter.send("increment")
    counter.scope("/count").hold()
    assert (counter.get("/count"), held(counter)) == (0, 1)
    counter.hold(False)
    assert (counter.get("/count"), held(counter)) == (1, 0)
    counter.hold(False)
    counter.scope("").hold()
    counter.send("increment")
    assert (counter.get("/count"), held(counter)) == (1, 1)
    counter.scope("").hold(False)
    assert counter.get("/count") == 2


def test_other_stores_know_nothing_of_it(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    other = runtime.open("Counter")
    counter.hold()
    for store in (counter, other):
        store.send("increment")
    assert (counter.get("/count"), other.get("/count")) == (0, 1)


def test_what_is_being_reduced_is_reduced_as_a_whole(counter: enfold.Store) -> None:
    counts: list[int] = []

    def observe(event: enfold.Event) -> None:
        if event.value == 1:
            counter.hold()
            counter.send("setCount", 9)
        counts.append(event.value)

    counter.observe("/count", observe)
    later = heard(counter, "/count")
    counter.send_batch(["increment", "increment"])
    assert counts == later == [0, 1]
    counter.hold(False)
    assert counts == later == [0, 1, 2, 9]


def test_writes_are_kept_back(panel: enfold.Store) -> None:
    kept = {**panel.state, "name": "Grace"}
    names = heard(panel, "/name")
    panel.hold()
    panel.set("/name", "Ada")
    panel.restore(kept)
    panel.send("setTitle", "x")
    assert (names, panel.revision) == ([""], 0)
    assert panel.step() is True
    assert names == ["", "Ada"]
    panel.hold(False)
    assert names == ["", "Ada", "Grace"]
    assert panel.get("/title") == "x"


def test_changes_of_shared_values_are_kept_back(runtime: enfold.Runtime) -> None:
    name = "org.enfold.tests.sessions/Visitor"
    store = open_test_feature(runtime, SESSIONS_A, name)
    other = runtime.open(name)
    store.hold()
    runtime.shared["session"] = {"name": "Ada", "visits": 1}
    other.wait(LONG)
    assert (store.get("/session/name"), other.get("/session/name")) == ("", "Ada")
    assert runtime.shared["session"].value["name"] == "Ada"
    store.hold(False)
    store.wait(LONG)
    assert store.get("/session/name") == "Ada"


def test_what_effects_send_is_kept_back(manual: enfold.Runtime) -> None:
    store = manual.open("Timers")
    actions: list[Any] = []
    store.observe_actions(lambda event: actions.append(event.action))
    task = store.task("sleep", id=1, milliseconds=10)
    store.send("sleep", id=2, milliseconds=20)
    actions.clear()
    store.hold()
    manual.advance(0.01)
    store.send("tick")
    manual.advance(0.01)
    assert (store.get("/woken"), actions, task.status) == ([], [], "running")
    store.hold(False)
    task.wait(LONG)
    store.wait(LONG)
    assert store.get("/woken") == [1, 2]
    assert actions == [{"woke": 1}, {"tick": {}}, {"woke": 2}]


def test_what_a_flush_begins_is_kept_back(manual: enfold.Runtime) -> None:
    store = manual.open("Timers")
    store.send("type", "abc")
    store.hold()
    store.flush()
    assert store.get("/searches") == []
    store.hold(False)
    store.wait(LONG)
    assert store.get("/searches") == ["abc"]


def test_mutations_that_come_late_are_kept_back(manual: enfold.Runtime) -> None:
    store = manual.open("Delays")
    store.send("say", "x")
    store.hold()
    manual.advance(1)
    assert store.get("/words") == []
    store.hold(False)
    store.wait(LONG)
    assert store.get("/words") == ["x"]


def test_an_answer_is_kept_back(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", requests.append, raw=True)
    task = asker.task("ask", 1)
    until(asker, lambda: requests)
    asker.hold()
    requests[0].resolve("one")
    # Another thread may be the one that takes the step.
    until(asker, lambda: asker.step() or asker.get("/facts"))
    until(asker, lambda: asker.get("/facts"))
    asker.hold(False)
    task.wait(LONG)
    assert asker.get("/facts") == ["one"]


def test_a_queue_has_no_more_room_than_else(runtime: enfold.Runtime) -> None:
    with enfold.Runtime(loop=runtime.loop, limits={"queue": 2}) as narrow:
        narrow.load(COUNTER)
        store = narrow.open("Counter")
        store.hold()
        store.send("increment")
        store.send("increment")
        with pytest.raises(enfold.LimitError):
            store.send("increment")
        store.hold(False)
        assert store.get("/count") == 2


def test_the_descriptor_is_not_readable_for_what_is_kept_back() -> None:
    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        store.hold()
        elsewhere(lambda: store.send("increment"))
        assert runtime.pump() == 0
        assert not select.select([runtime], [], [], 0)[0]
        assert (pending(store), store.get("/count")) == (1, 0)
        elsewhere(lambda: store.hold(False))
        assert select.select([runtime], [], [], 0)[0]
        assert (runtime.pump(), store.get("/count")) == (1, 1)


def test_closing_a_held_store_cancels_what_is_kept_back(counter: enfold.Store) -> None:
    counts = heard(counter, "/count")
    counter.hold()
    task = counter.task("increment")
    counter.close()
    assert counts == [0, "closed"]
    with pytest.raises(enfold.CancelledError):
        task.wait(LONG)
    assert (held(counter), pending(counter)) == (0, 0)
    counter.runtime.wait()
    for call in (
        counter.hold,
        lambda: counter.hold(False),
        counter.step,
        lambda: counter.break_at("increment"),
        counter.clear_breakpoints,
    ):
        with pytest.raises(enfold.ClosedError):
            call()


# Steps


def test_a_step_takes_one(counter: enfold.Store) -> None:
    counter.hold()
    counter.send_batch(["increment", {"setCount": 7}])
    counter.restore({"count": 3})
    taken = []
    while counter.step():
        taken.append((counter.get("/count"), counter.revision))
    assert taken == [(1, 1), (7, 2), (3, 3)]
    assert (held(counter), pending(counter)) == (1, 0)
    counter.send("increment")
    assert counter.get("/count") == 3
    assert counter.scope("/count").step() is True
    assert counter.get("/count") == 4
    counter.hold(False)
    with pytest.raises(enfold.InvalidError, match="not held"):
        counter.step()


def test_a_step_takes_an_action_with_its_mutations(reactor: enfold.Store) -> None:
    reactor.hold()
    reactor.send_batch(["increment", {"setName": "x"}])
    assert reactor.step() is True
    assert (reactor.get("/count"), reactor.get("/name")) == (1, "")
    assert reactor.step() is True
    assert reactor.get("/name") == "x"
    assert reactor.step() is False


def test_inside_a_callback_a_step_waits_its_turn(counter: enfold.Store) -> None:
    counts: list[int] = []
    steps: list[bool] = []

    def observe(event: enfold.Event) -> None:
        counts.append(event.value)
        if event.value == 1:
            counter.hold()
            steps.append(counter.step())

    counter.observe("/count", observe)
    counter.send_batch(["increment"] * 3)
    assert (counts, steps) == ([0, 1, 2], [False])
    counter.hold(False)
    assert counts == [0, 1, 2, 3]


def test_on_another_thread_it_depends_on_the_loop(counter: enfold.Store) -> None:
    runtime = counter.runtime
    counter.hold()
    counter.send_batch(["increment"] * 2)
    assert elsewhere(counter.step) is (runtime.loop == "inline")
    runtime.pump()
    assert (counter.get("/count"), held(counter)) == (1, 1)
    elsewhere(lambda: counter.hold(False))
    runtime.pump()
    assert (counter.get("/count"), held(counter)) == (2, 0)


# Waits


class Looks(list[float]):
    """For how long each look of a wait was to take, and what is done before the one or the other.

    before: by the number of the look, from 1.
    """

    def __init__(self) -> None:
        self.before: dict[int, Callable[[], object]] = {}


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """The looks of all waits. One that would go on for ever fails."""
    looks = Looks()
    slices = _wait.slices

    def counted(seconds: float | None) -> Iterator[float]:
        for each in slices(seconds):
            looks.append(each)
            assert len(looks) < LONG * 1000, "it waits for ever"
            if (first := looks.before.pop(len(looks), None)) is not None:
                first()
            yield each

    monkeypatch.setattr(_wait, "SLICE", 0.001)
    for module in (_wait, _ending):
        monkeypatch.setattr(module, "slices", counted)
    return looks


@pytest.mark.parametrize("what", ["store", "scope", "task", "runtime"])
def test_a_wait_without_end_is_refused(todos: enfold.Store, what: str, looks: Looks) -> None:
    todos.hold()
    task = todos.task("add", title="a")
    parts: dict[str, Any] = {"store": todos, "task": task, "runtime": todos.runtime}
    waiting = parts[what] if what in parts else todos.scope("/items")
    with pytest.raises(enfold.TimeoutError, match=HELD) as caught:
        waiting.wait()
    assert looks == [0.0]
    assert "within" not in caught.value.message
    if what != "runtime":
        assert "the store is held" in caught.value.message
    with pytest.raises(enfold.TimeoutError, match=rf"within 0\.05 s; .*{HELD}"):
        waiting.wait(0.05)
    assert max(looks) > 0
    todos.hold(False)
    waiting.wait()
    assert task.status == "finished"


def test_what_is_idle_is_waited_for(todos: enfold.Store, looks: Looks) -> None:
    runtime = todos.runtime
    todos.hold()
    todos.wait()
    runtime.wait()
    counter = runtime.open("Counter")
    for wait in (runtime.wait, counter.wait):
        looks.clear()
        task = counter.task("factTapped")
        wait()
        assert max(looks) > 0
        task.wait(LONG)  # its end is told a moment after the store is idle
        assert task.status == "finished"
    # What another store keeps back is not waited for.
    todos.send("add", title="a")
    counter.send("factTapped")
    counter.wait()
    with pytest.raises(enfold.TimeoutError, match=HELD):
        runtime.wait()


def test_a_hold_of_a_scope_counts(todos: enfold.Store, looks: Looks) -> None:
    with todos.scope("/items") as scope:
        scope.hold()
    todos.send("add", title="a")
    with pytest.raises(enfold.TimeoutError, match="the store is held"):
        todos.wait()
    todos.scope("/items").hold(False)
    todos.wait()
    assert titles(todos) == ["a"]


def test_a_hold_inside_a_release_counts(counter: enfold.Store, looks: Looks) -> None:
    def observe(event: enfold.Event) -> None:
        if event.value == 1:
            counter.hold()

    counter.observe("/count", observe)
    counter.hold()
    counter.send_batch(["increment"] * 2)
    counter.hold(False)
    assert (counter.get("/count"), held(counter)) == (1, 1)
    with pytest.raises(enfold.TimeoutError, match=HELD):
        counter.wait()


def test_a_wait_that_has_begun_waits_for_the_release(asker: enfold.Store, looks: Looks) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", requests.append, raw=True)
    asker.send("ask", 1)
    until(asker, lambda: requests)

    def release() -> None:
        assert asker.get("/facts") == []
        asker.hold(False)

    looks.before = {2: asker.hold, 3: lambda: requests[0].resolve("one"), 6: release}
    asker.wait()
    assert asker.get("/facts") == ["one"]
    assert not looks.before


def test_a_wait_at_a_breakpoint_waits_for_the_release(todos: enfold.Store, looks: Looks) -> None:
    todos.break_at("add")
    todos.send("add", title="a")
    looks.before = {3: lambda: todos.hold(False)}
    todos.wait()
    assert (titles(todos), looks.before) == (["a"], {})
    todos.send("add", title="b")
    with pytest.raises(
        enfold.TimeoutError, match=r"stores that are held: 1; `store\.hold\(False\)`"
    ):
        todos.wait(0.001)
    # Now the program holds it, too.
    todos.hold()
    with pytest.raises(enfold.TimeoutError, match="the store is held"):
        todos.wait()


@pytest.mark.parametrize("what", ["store", "runtime"])
def test_an_end_without_end_cuts_off_what_is_kept_back(
    todos: enfold.Store, what: str, looks: Looks
) -> None:
    ending = todos if what == "store" else todos.runtime
    items = heard(todos, "/items")
    todos.hold()
    todos.send("add", title="a")
    assert ending.end(wait=None) is False
    assert looks == [0.0]
    assert ending.is_closed and items == [[], "closed"]


def test_an_end_with_a_timeout_cuts_off_what_is_kept_back(todos: enfold.Store) -> None:
    records: list[dict[str, Any]] = []
    todos.runtime.log("warning", lambda level, record: records.append(record))
    todos.hold()
    task = todos.task("add", title="a")
    assert todos.end(wait=0.001) is False
    assert todos.is_closed
    with pytest.raises(enfold.CancelledError):
        task.wait(LONG)
    todos.runtime.pump()
    assert [record["topic"] for record in records] == ["work-that-was-cut-off"]


# In asyncio


def test_a_held_store_in_asyncio(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(TODOS)
            store = runtime.open("Todos")
            store.hold()
            await store.wait()
            await runtime.wait()
            task = store.send("add", title="a")
            waits: list[Callable[[], Any]] = [store.wait, runtime.wait, task.finish]
            for wait in waits:
                with pytest.raises(enfold.TimeoutError, match=HELD) as caught:
                    await wait()
                assert "within" not in caught.value.message
            with pytest.raises(enfold.TimeoutError, match=rf"within 0\.001 s; .*{HELD}"):
                await store.wait(0.001)
            assert store.step() is True
            await task
            assert titles(store) == ["a"]
            with store.break_at("add") as stop:
                store.send("add", title="b")
                store.hold(False)
                assert (titles(store), held(store)) == (["a"], 1)
                stop.remove()
                store.hold(False)
            store.clear_breakpoints()
            await store.wait()
            await runtime.wait()
            assert titles(store) == ["a", "b"]

    run(main())


def test_awaits_that_have_begun_wait_for_the_release(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            store = open_responses(runtime)
            task = store.send("never")
            waits = [asyncio.ensure_future(each) for each in (store.wait(), task.finish())]
            await turns(3)
            store.hold()
            store.send("respond", "x")
            await turns()
            assert not any(each.done() for each in waits)
            store.hold(False)
            task.cancel()
            with pytest.raises(enfold.CancelledError):
                await waits[1]
            await waits[0]
            assert store.get("/text") == "x"

    run(main())


def test_an_end_in_asyncio_cuts_off_what_is_kept_back(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(TODOS)
            for ending in (runtime.open("Todos"), runtime):
                store = runtime.open("Todos") if ending is runtime else ending
                assert isinstance(store, enfold.aio.Store)
                items = heard(store, "/items")
                store.hold()
                store.send("add", title="a")
                assert await ending.end(wait=None) is False
                assert items == [[], "closed"]

    run(main())


# Features in Python, types, and mistakes


def test_a_feature_in_python_is_held(runtime: enfold.Runtime, looks: Looks) -> None:
    @runtime.feature("Steps", state={"heard": []})
    def steps(state: Any, action: Any) -> Any:
        state["heard"].append(action)
        return enfold.Send("next") if action == "first" else None

    store = runtime.open("Steps")
    store.hold()
    task = store.task("first")
    store.send("other")
    assert (store.get("/heard"), task.status) == ([], "running")
    assert store.step() is True
    assert (store.get("/heard"), task.status) == (["first"], "running")
    with pytest.raises(enfold.TimeoutError, match=HELD):
        task.wait()
    store.hold(False)
    task.wait(LONG)
    assert store.get("/heard") == ["first", "other", "next"]


def test_a_typed_store_is_held(todos: enfold.Store) -> None:
    store = typed.Store[Any, Any](todos)
    store.hold()
    store.send({"add": {"title": "a"}})
    store.send({"add": {"title": "b"}})
    assert titles(todos) == []
    assert store.step() is True
    assert titles(todos) == ["a"]
    store.hold(False)
    assert titles(todos) == ["a", "b"]
    for where in ({"action": "add"}, {"path": typed.Place[Any]("/items")}):
        with store.break_at(**where):  # type: ignore[arg-type]
            store.send({"add": {"title": "c"}})
            assert held(todos) == 1
        store.hold(False)
    store.break_at("add")
    store.clear_breakpoints()
    store.send({"add": {"title": "d"}})
    assert titles(todos) == ["a", "b", "c", "c", "d"]


def test_mistakes(counter: enfold.Store) -> None:
    for wrong in (1, None, "off"):
        with pytest.raises(TypeError, match="on is True or False, not "):
            counter.hold(wrong)  # type: ignore[arg-type]
    assert held(counter) == 0


def test_an_engine_without_the_extension_cannot_be_held(handmade_plugin: Any) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(handmade_plugin)
        store = runtime.open("Counter")
        for call in (
            store.hold,
            lambda: store.hold(False),
            store.step,
            lambda: store.break_at("increment"),
            lambda: store.break_at(path="/count"),
        ):
            with pytest.raises(enfold.UnsupportedError, match=r"enfold\.hold"):
                call()
        assert (held(store), store.runtime.stats()["subscriptions"]) == (0, 0)
        # It does not count as held.
        task = store.task("factTapped")
        task.wait()
        store.wait()
        assert store.get("/fact") is not None
