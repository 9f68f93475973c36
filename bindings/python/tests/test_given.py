"""Values for dependencies: a session that a trace has told is done again without effects."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest

import enfold
from enfold import typed

from .asker import LONG
from .conftest import LOTTERY, Run

ID = "9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f"
TIME = "2026-11-27T10:00:00Z"
BITS = "18446744073709551615"
ALL = [{"uuid": ID}, {"date": TIME}, {"random": BITS}]

Records = list[dict[str, Any]]


@pytest.fixture
def records() -> Records:
    return []


@pytest.fixture(params=["host", "inline"])
def runtime(request: pytest.FixtureRequest, records: Records) -> Iterator[enfold.Runtime]:
    """A runtime with each loop and the plugin; see Tests/Plugins/Lottery.swift."""
    with enfold.Runtime(loop=request.param) as runtime:
        runtime.log("warning", lambda level, record: records.append(record))
        runtime.load(LOTTERY)
        yield runtime


@pytest.fixture
def lottery(runtime: enfold.Runtime) -> enfold.Store:
    return runtime.open("Lottery", effects="none")


def differences(runtime: enfold.Runtime, records: Records) -> list[str]:
    """The messages about values that differ."""
    runtime.wait(LONG)
    return [
        record["message"] for record in records if record["topic"] == "a-dependency-that-differs"
    ]


def test_a_session_is_done_again(runtime: enfold.Runtime, records: Records) -> None:
    with runtime.trace() as trace:
        first = runtime.open("Lottery")
        for action in ("buy", "everything", {"draw": 3}, "count", "buyLater"):
            first.tagged("ada").task(action).wait(LONG)
        entries = []
        # The effect may end before what it has sent is reduced.
        kinds: list[str] = []
        while kinds.count("action") < 6 or "effect ended" not in kinds:
            entry = trace.get(LONG)
            assert entry is not None
            entries.append(entry)
            kinds.append(entry["kind"])

    opening: list[dict[str, Any]] = []
    values: list[dict[str, Any]] = []
    steps = []
    for entry in entries:
        if entry["kind"] == "dependency":
            into = opening if entry["revision"] == 0 else values
            into.append({entry["dependency"]: entry["value"]})
        elif entry["kind"] == "action":
            steps.append((entry["action"], values, entry["tag"]))
            values = []
    assert [list(value) for value in opening] == [["uuid"], ["date"]]
    assert [len(given) for _, given, _ in steps] == [1, 3, 3, 0, 0, 0]

    second = runtime.open("Lottery", effects="none", dependencies=opening)
    tags = []
    second.observe_actions(lambda event: tags.append(event.tag))
    for action, given, tag in steps:
        second.given(given, tag=tag).send(action)
    runtime.wait(LONG)
    assert second.state == first.state
    assert tags == ["ada"] * 6
    assert differences(runtime, records) == []


def test_ways_to_give(lottery: enfold.Store, records: Records) -> None:
    given = lottery.given(ALL)
    given.send("everything")
    given.task("everything").wait(LONG)
    lottery.given(json.dumps(ALL).encode()).send({"everything": {}})
    lottery.given(tuple(ALL)).send(b'"everything"')
    lottery.given([], tag="ada").send("count")
    number = int(BITS) % 1_000_000
    assert lottery.get("/tickets") == [ID] * 4
    assert lottery.get("/times") == [TIME] * 4
    assert lottery.get("/numbers") == [number] * 4
    assert differences(lottery.runtime, records) == []


def test_a_store_is_opened_with_values(runtime: enfold.Runtime, records: Records) -> None:
    values = [{"uuid": ID}, {"date": TIME}]
    for dependencies in (values, json.dumps(values).encode()):
        store = runtime.open("Lottery", effects="none", dependencies=dependencies)
        assert (store.get("/id"), store.get("/opened")) == (ID, TIME)
    assert differences(runtime, records) == []
    runtime.open("Lottery", effects="none", dependencies=[{"uuid": ID}])
    [message] = differences(runtime, records)
    assert "of the first state" in message and message.endswith("asked for and not given: date")


def test_what_differs_is_logged(lottery: enfold.Store, records: Records) -> None:
    lottery.given([{"date": TIME}, {"uuid": ID}]).send("buy")
    [message] = differences(lottery.runtime, records)
    assert message.endswith("asked for and not given: uuid; given and not asked for: date, uuid")
    assert lottery.get("/tickets") != [ID] and len(lottery.get("/tickets")) == 1
    assert records[0]["level"] == "warning"


def test_what_it_is(lottery: enfold.Store) -> None:
    given = lottery.given([{"uuid": ID}], tag="ada")
    assert isinstance(given, enfold.Given) and isinstance(given, enfold.Tagged)
    assert (given.store, given.tag) == (lottery, "ada")
    assert ID in repr(given) and "'ada'" in repr(given) and repr(lottery) in repr(given)
    assert lottery.given([]).tag == "" and "tag" not in repr(lottery.given([]))


def test_what_is_refused(runtime: enfold.Runtime, lottery: enfold.Store) -> None:
    with pytest.raises(TypeError, match="a tag is a str"):
        lottery.given([], tag=5)  # type: ignore[arg-type]
    with pytest.raises(enfold.JSONError):
        lottery.given(b"[")
    with pytest.raises(TypeError):
        lottery.given([object()])
    wrong_values: list[Any] = [5, None, {}, [5], [{}], [{"clock": 1}], [{"uuid": "a", "date": "b"}]]
    for wrong in wrong_values:
        given = lottery.given(wrong)
        for send in (given.send, given.task):
            with pytest.raises(enfold.InvalidError) as caught:
                send("buy")
            assert caught.value.text is not None
            assert json.loads(caught.value.text) == wrong
        with pytest.raises(enfold.InvalidError):
            runtime.open("Lottery", effects="none", dependencies=wrong)
    with pytest.raises(enfold.ActionError) as refused:
        lottery.given(ALL).send("sell")
    assert refused.value.text == b'"sell"'
    with pytest.raises(enfold.InvalidError, match="257 bytes"):
        lottery.given([], tag="x" * 257).send("buy")
    assert lottery.revision == 0
    lottery.close()
    with pytest.raises(enfold.ClosedError):
        lottery.given([]).send("buy")


def test_a_store_with_effects_takes_none(runtime: enfold.Runtime) -> None:
    with pytest.raises(enfold.InvalidError, match='"effects":"none"'):
        runtime.open("Lottery", dependencies=[])
    with pytest.raises(enfold.InvalidError, match='"effects":"none"'):
        runtime.open("Lottery", stub=True, dependencies=[])
    store = runtime.open("Lottery")
    with pytest.raises(enfold.InvalidError, match='"effects":"none"') as caught:
        store.given([{"uuid": ID}]).send("buy")
    assert caught.value.text is not None and b"dependencies" in caught.value.text
    assert store.revision == 0


def test_an_engine_that_cannot(handmade_plugin: Any) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(handmade_plugin)
        with pytest.raises(enfold.UnsupportedError):
            runtime.open("Counter", effects="none", dependencies=[])


def test_a_feature_in_python_asks_for_nothing(runtime: enfold.Runtime, records: Records) -> None:
    @runtime.feature("Python", state={"count": 0})
    def count(state: Any, action: Any) -> None:
        state["count"] += 1

    store = runtime.open("Python", effects="none", dependencies=[])
    store.given([]).send("count")
    assert differences(runtime, records) == []
    store.given([{"uuid": ID}]).send("count")
    [message] = differences(runtime, records)
    assert message.endswith("given and not asked for: uuid")
    assert store.get("/count") == 2


def test_typed_stores(lottery: enfold.Store) -> None:
    store = typed.Store[Any, Any](lottery)
    given = store.given([{"uuid": ID}], tag="ada")
    assert isinstance(given, typed.Given)
    given.send("buy")
    given.task({"buy": {}}).wait(LONG)
    assert lottery.get("/tickets") == [ID, ID]

    class Lottery(typed.Feature[Any, Any]):
        name = "Lottery"

    values = [{"uuid": ID}, {"date": TIME}]
    opened = Lottery.open(lottery.runtime, effects="none", dependencies=values)
    assert opened.untyped.get("/id") == ID


def test_in_asyncio(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(LOTTERY)
            values = [{"uuid": ID}, {"date": TIME}]
            store = runtime.open("Lottery", effects="none", dependencies=values)
            assert store.get("/id") == ID
            given = store.given([{"date": TIME}], tag="ada")
            await asyncio.wait_for(given.send("stamp"), LONG)
            await asyncio.wait_for(given.task("stamp"), LONG)
            assert store.get("/times") == [TIME, TIME]
            plain = super(enfold.aio.Store, store).given([])
            with pytest.raises(TypeError, match="nothing to await"):
                await plain.send("count")  # type: ignore[func-returns-value]

    run(main())
