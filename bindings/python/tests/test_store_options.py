"""How a store is opened: without effects, and with a name."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import enfold
from enfold import typed

from .asker import LONG
from .conftest import ASKER, BEHAVIOURS, COUNTER, COUNTERS, TODOS, Run


@pytest.fixture(params=["host", "inline"])
def runtime(request: pytest.FixtureRequest) -> Iterator[enfold.Runtime]:
    """A runtime with each loop."""
    with enfold.Runtime(loop=request.param) as runtime:
        runtime.load(COUNTER)
        yield runtime


class CounterFeature(typed.Feature[Any, Any]):
    name = "Counter"


# Without effects


def test_nothing_is_asked_and_tasks_end_at_once(runtime: enfold.Runtime) -> None:
    asked: list[int] = []

    @runtime.handle("numberFact")
    def fact(number: int) -> str:
        asked.append(number)
        return "a fact"

    runtime.load(ASKER)
    store = runtime.open("Asker", effects="none")
    task = store.task("ask", 1)
    assert (task.status, store.revision) == ("finished", 1)
    assert (runtime.stats()["pending"], runtime.stats()["requests"]) == (0, 0)
    store.send("learned", "told")
    assert store.get("/facts") == ["told"]
    other = runtime.open("Asker", effects="run")
    other.task("ask", 2).wait(LONG)
    assert (asked, store.get("/facts"), other.get("/facts")) == ([2], ["told"], ["a fact"])


def test_commits_are_made_as_always(runtime: enfold.Runtime) -> None:
    store = runtime.open("Counter", effects="none", state={"count": 6})
    loading: list[bool] = []
    actions: list[Any] = []
    store.observe("/isLoading", lambda event: loading.append(event.value))
    store.observe_actions(lambda event: actions.append(event.action), phase="finished")
    task = store.task("factTapped")
    assert task.status == "finished"
    store.send("increment")
    runtime.wait(LONG)
    assert (loading, store.get("/fact"), store.get("/count")) == ([False, True], None, 7)
    assert actions == [{"factTapped": {}}, {"increment": {}}]
    store.restore({"count": 3})
    assert store.get("/count") == 3


def test_a_reactor_is_not_asked(runtime: enfold.Runtime) -> None:
    runtime.load(COUNTERS)
    store, other = runtime.open("ReactorCounter", effects="none"), runtime.open("ReactorCounter")
    for each in (store, other):
        each.task("increment").wait(LONG)
    assert (store.get("/count"), other.get("/count")) == (0, 1)


def test_a_feature_in_python_has_none(runtime: enfold.Runtime) -> None:
    @runtime.feature("Steps", state={"heard": []})
    def steps(state: Any, action: Any) -> Any:
        state["heard"].append(action)
        return enfold.Send("next") if action == "first" else None

    store, other = runtime.open("Steps", effects="none"), runtime.open("Steps")
    for each in (store, other):
        each.task("first").wait(LONG)
    assert (store.get("/heard"), other.get("/heard")) == (["first"], ["first", "next"])


def test_an_engine_without_the_extension_has_effects(handmade_plugin: Path) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(handmade_plugin)
        with pytest.raises(enfold.UnsupportedError, match=r"enfold\.no_effects"):
            runtime.open("Counter", effects="none")
        runtime.open("Counter", effects="run")


# Names


Names = list[str]


def note_names(runtime: enfold.Runtime) -> Names:
    """What the records call the stores that stop at a breakpoint."""
    names: Names = []

    def note(level: str, record: dict[str, Any]) -> None:
        if record.get("topic") == "a-store-is-held":
            names.append(record["name"])

    runtime.log("info", note)
    return names


def stop(*stores: enfold.Store) -> None:
    for store in stores:
        store.break_at("increment")
        store.send("increment")
    stores[0].runtime.pump()


def test_records_have_the_name_of_the_store(runtime: enfold.Runtime) -> None:
    names = note_names(runtime)
    given = ["left", 'Malmö "\N{EAR OF RICE}"', "x" * 256, "left"]
    stores = [runtime.open("Counter"), runtime.open("Counter")]
    stores += [runtime.open("Counter", name=name) for name in given]
    stop(*stores)
    assert names == ["Counter#1", "Counter#2", *given]


def test_each_feature_counts_its_stores(runtime: enfold.Runtime) -> None:
    names = note_names(runtime)
    runtime.load(TODOS)
    runtime.open("Todos")
    stop(runtime.open("Counter"))
    assert names == ["Counter#1"]


def test_a_failure_is_told_with_the_name(runtime: enfold.Runtime) -> None:
    runtime.load(BEHAVIOURS)
    arrived = threading.Event()
    names: Names = []

    def note(level: str, record: dict[str, Any]) -> None:
        names.append(record["name"])
        arrived.set()

    runtime.log("error", note)
    store = runtime.open("Responses", name="left")
    with pytest.raises(enfold.FailedError):
        store.task("fail", message="no", isLate=True).wait(LONG)
    runtime.pump()
    assert arrived.wait(LONG)
    assert names == ["left"]


def test_typed_stores_and_those_of_asyncio_take_both(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            names = note_names(runtime)
            runtime.load(COUNTER)
            plain = runtime.open("Counter", effects="none", name="plain")
            await plain.send("factTapped")
            store = CounterFeature.open(runtime, effects="none", name="typed")
            await store.task({"factTapped": {}})
            assert (plain.get("/fact"), store.state["fact"]) == (None, None)
            assert plain.get("/isLoading") is store.state["isLoading"] is True
            stop(plain, store.untyped)
            assert names == ["plain", "typed"]

    run(main())


# Mistakes


@pytest.mark.parametrize("state", [None, {"count": 1}])
@pytest.mark.parametrize(
    ("option", "error", "message", "place"),
    [
        ({"effects": "some"}, enfold.InvalidError, '"some"; known: "run", "none"', b'"some"'),
        ({"name": ""}, enfold.InvalidError, "0 bytes; at least 1 and at most 256", b'""'),
        ({"name": "x" * 257}, enfold.InvalidError, "257 bytes", b'"xxx'),
        ({"name": "\ud800"}, enfold.JSONError, "at /name", b""),
    ],
)
def test_a_bad_option_is_shown(
    runtime: enfold.Runtime,
    state: Any,
    option: dict[str, Any],
    error: type[enfold.Error],
    message: str,
    place: bytes,
) -> None:
    given = option if state is None else {**option, "state": state}
    with pytest.raises(error, match=message) as caught:
        runtime.open("Counter", **given)
    assert caught.value.text is not None and caught.value.offset is not None
    assert place in caught.value.text[caught.value.offset - 1 :][:10]
    assert runtime.stats()["stores"] == 0


def test_a_bad_state_is_shown_by_itself(runtime: enfold.Runtime) -> None:
    with pytest.raises(enfold.StateError) as caught:
        runtime.open("Counter", state={"count": "x"}, name="left", effects="none")
    assert (caught.value.offset, caught.value.text) == (9, b'{"count":"x"}')


@pytest.mark.parametrize("wrong", [5, b"left", True])
def test_a_name_is_a_text(runtime: enfold.Runtime, wrong: Any) -> None:
    with pytest.raises(TypeError, match="a store's name is a str"):
        runtime.open("Counter", name=wrong)
