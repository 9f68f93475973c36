"""Tags: what a sender calls an action comes back in events, diagnostics and requests."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

import enfold
from enfold import typed

from .asker import LONG, until
from .conftest import BEHAVIOURS, Run, open_responses

TAGS = ["ada", "Malmö \N{EAR OF RICE}", 'q"\\', "a\0b", "x" * 256]


@pytest.mark.parametrize("tag", TAGS)
def test_events_have_the_tag(counter: enfold.Store, tag: str) -> None:
    seen: list[enfold.Event] = []
    counter.observe("/count", seen.append)
    counter.observe_actions(seen.append)
    tagged = counter.tagged(tag)
    assert (tagged.store, tagged.tag) == (counter, tag)
    assert repr(tag) in repr(tagged)
    tagged.send("increment")
    tagged.task("setCount", 7).wait(LONG)
    tagged.send({"setCount": 8})
    counter.send("increment")
    assert [event.tag for event in seen] == [None] + 6 * [tag] + 2 * [None]
    assert copy.copy(seen[1]).tag == tag
    assert repr(seen[1]).endswith(f" tag={tag!r}>") and "tag" not in repr(seen[0])


def test_a_field_may_be_called_as_anything(todos: enfold.Store) -> None:
    seen: list[enfold.Event] = []
    todos.observe_actions(seen.append)
    todos.tagged("ada").send("add", title="x")
    assert (seen[0].action, seen[0].tag) == ({"add": {"title": "x"}}, "ada")
    with pytest.raises(enfold.ActionError, match="tag"):
        todos.send("add", title="x", tag="y")
    with pytest.raises(enfold.ActionError):
        todos.tagged("ada").send("add", title="x", tag="y")


def test_scopes_and_types_have_tags(panel: enfold.Store) -> None:
    seen: list[Any] = []
    panel.observe_actions(lambda event: seen.append((event.action, event.tag)))
    panel.send("addChild")
    panel.scope("/child", "child").tagged("ada").send("increment")
    tagged = typed.Store[Any, Any](panel).tagged("bob")
    tagged.send({"setLevel": 3})
    tagged.task({"setLevel": 4}).wait(LONG)
    assert seen == [
        ({"addChild": {}}, None),
        ({"child": {"increment": {}}}, "ada"),
        ({"setLevel": 3}, "bob"),
        ({"setLevel": 4}, "bob"),
    ]


def test_a_made_event_has_a_tag(counter: enfold.Store) -> None:
    subscription = counter.observe("/count", lambda event: None)
    assert enfold.Event(subscription, 2, 5, b"1").tag is None
    assert enfold.Event(subscription, 2, 5, b"1", None, None, "ada").tag == "ada"


def test_a_tag_that_is_none_is_refused(counter: enfold.Store) -> None:
    for wrong in (None, 5, b"ada"):
        with pytest.raises(TypeError, match="a tag is a str"):
            counter.tagged(wrong)  # type: ignore[arg-type]
    with pytest.raises(enfold.InvalidError, match="257 bytes; at most 256") as caught:
        counter.tagged("x" * 257).send("increment")
    assert caught.value.offset == len('{"tag":')
    with pytest.raises(enfold.JSONError) as wrong_text:
        counter.tagged("\ud800").send("increment")
    assert wrong_text.value.text == b'{"tag":"\\ud800"}'
    with pytest.raises(enfold.ActionError) as refused:
        counter.tagged("ada").send("nonsense")
    assert refused.value.text == b'"nonsense"'
    counter.tagged("").send("increment")
    assert counter.get("/count") == 1
    counter.close()
    with pytest.raises(enfold.ClosedError):
        counter.tagged("ada").send("increment")


def test_diagnostics_have_the_tag(runtime: enfold.Runtime) -> None:
    records: list[dict[str, Any]] = []
    runtime.log("warning", lambda level, record: records.append(record))
    runtime.load(BEHAVIOURS)
    store = runtime.open("Responses")
    task = store.tagged("ada").task("fail", message="no", isLate=True)
    with pytest.raises(enfold.FailedError):
        task.wait(LONG)
    runtime.pump()  # the task may have ended after the last pump of the wait
    [record] = records
    assert record["tag"] == "ada"


def test_in_asyncio(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            store = open_responses(runtime)
            async with store.actions() as actions, store.changes("/number") as changes:
                await store.tagged("ada").send("tap")
                assert [(await actions.__anext__()).tag for _ in range(2)] == ["ada", "ada"]
                assert [(await changes.__anext__()).tag for _ in range(2)] == [None, "ada"]
            plain = super(enfold.aio.Store, store).tagged("ada")
            for _ in range(50):  # also when CPython has specialised the call
                with pytest.raises(TypeError, match="nothing to await"):
                    await plain.send("tap")  # type: ignore[func-returns-value]

    run(main())


# Who asks


def test_a_request_says_who_asks(asker: enfold.Store) -> None:
    runtime = asker.runtime
    other = runtime.open("Asker")
    requests: list[enfold.Request] = []
    runtime.handle("numberFact", requests.append, raw=True)
    heard: list[Any] = []
    other.observe("/facts", lambda event: heard.append((event.value, event.tag)))
    asker.send("ask", 1)
    until(asker, lambda: len(requests) == 1)
    task = other.tagged("ada").task("ask", 2)
    until(asker, lambda: len(requests) == 2)
    first, second = requests
    assert (first.store, first.action, first.tag) == (asker, "ask(_:)", None)
    assert (second.store, second.action, second.tag) == (other, "ask(_:)", "ada")
    second.resolve("two")
    task.wait(LONG)
    assert heard == [([], None), (["two"], "ada")]
    first.resolve("one")
    for tell in (lambda: first.store, lambda: first.action, lambda: first.tag):
        with pytest.raises(enfold.ClosedError):
            tell()


def test_a_store_that_nobody_refers_to_asks(asker: enfold.Store) -> None:
    stores: list[enfold.Store] = []

    def answer(request: enfold.Request) -> None:
        stores.append(request.store)
        request.resolve("x")

    asker.runtime.handle("numberFact", answer, raw=True)
    asker.runtime._stores._open[asker._handle].store = lambda: None  # type: ignore[assignment]
    asker.task("ask", 1).wait(LONG)
    [store] = stores
    assert store is not asker and store._handle == asker._handle
    assert store.get("/facts") == ["x"]
    asker.runtime._stores.remove(asker._handle)
    asker.task("ask", 1).wait(LONG)
    assert stores[1]._handle == asker._handle and stores[1].is_closed


def test_nobody_knows_who_asks(asker: enfold.Store) -> None:
    requests: list[enfold.Request] = []
    asker.runtime.handle("numberFact", requests.append, raw=True)
    parent = asker.runtime.open("AskerParent")
    parent.send({"asker": {"ask": 1}})
    until(asker, lambda: requests)
    for tell in (
        lambda: requests[0].store,
        lambda: requests[0].action,
        lambda: requests[0].tag,
    ):
        with pytest.raises(enfold.UnsupportedError, match="static let requests"):
            tell()


def test_a_feature_in_python_asks(inline: enfold.Runtime) -> None:
    requests: list[Any] = []

    def answer(request: enfold.Request) -> None:
        requests.append((request.store, request.action, request.tag))
        request.resolve(1)

    inline.handle("number", answer, raw=True)

    @inline.feature("Python", state={"number": 0})
    def feature(state: Any, action: Any) -> Any:
        if action == "ask":
            return enfold.Ask("number", answer="answered")
        state["number"] += 1
        return None

    store = inline.open("Python")
    seen: list[Any] = []
    store.observe("/number", lambda event: seen.append((event.value, event.tag)), initial=False)
    store.tagged("ada").task("ask").wait(LONG)
    assert requests == [(store, "ask", "ada")]
    assert seen == [(1, "ada")]


def test_an_engine_without_extensions_has_no_tags(handmade_plugin: Path) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(handmade_plugin)
        store = runtime.open("Counter")
        with pytest.raises(enfold.UnsupportedError, match=r"enfold\.tags"):
            store.tagged("ada").send("increment")
        store.tagged("").send("increment")  # no tag needs no extension
        with pytest.raises(enfold.UnsupportedError, match=r"enfold\.flush"):
            store.flush()
        with pytest.raises(enfold.UnsupportedError, match=r"enfold\.flush"):
            runtime.flush()
        assert store.get("/count") == 1
        assert store.end() is True
