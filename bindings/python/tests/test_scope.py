"""Scopes: parts of a store as stores of their own."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
from typing import Any

import pytest

import enfold


def test_pointers_and_actions_start_at_the_scope(panel: enfold.Store) -> None:
    panel.send("addChild")
    child = panel.scope("/child", "child")
    events: list[enfold.Event] = []
    child.observe("/count", events.append, action=True)
    child.send("increment")
    child.send("setCount", 7)
    child.send_batch(["increment", {"setCount": 2}])
    child.task("increment").wait(timeout=10)
    child.set("/count", 9)
    assert child.state == {"count": 9}
    assert child.get("/count") == panel.get("/child/count") == 9
    assert [event.value for event in events] == [0, 1, 7, 8, 2, 3, 9]
    assert events[1].action == {"child": {"increment": {}}}
    assert all(event.store is child and event.pointer == "/count" for event in events)
    assert child.revision == panel.revision
    assert child.feature == panel.feature
    assert "scope" in repr(child)


@pytest.mark.parametrize(
    "template",
    [
        "child",
        {"child": "$action"},
        b' {"child" : "$action"}',
        bytearray(b'{"child":"$action"}'),
        {"type": "child", "payload": "$action"},
    ],
)
def test_a_template_is_written_in_many_ways(panel: enfold.Store, template: Any) -> None:
    panel.send("addChild")
    panel.scope("/child", template).send({"setCount": 5})
    assert panel.get("/child/count") == 5


def test_without_a_template_actions_are_the_stores(panel: enfold.Store) -> None:
    child = panel.scope("/child")
    child.send("addChild")
    child.send({"child": {"setCount": 4}})
    assert child.state == {"count": 4}


def test_a_scope_of_a_scope_outlives_it(panel: enfold.Store) -> None:
    child = panel.scope("/child", "child")
    count = child.scope("/count", {"setCount": "$action"})
    child.close()
    panel.send("addChild")
    count.send(b"6")
    assert count.state == 6
    with pytest.raises(enfold.ClosedError):
        child.send("increment")
    panel.close()
    assert count.is_closed


def test_its_place_comes_and_goes(panel: enfold.Store) -> None:
    child = panel.scope("/child", "child")
    events: list[tuple[bool, Any]] = []
    child.observe("", lambda event: events.append((event.removed, event.value)), skip_null=False)
    for pointer in ("", "/count"):
        with pytest.raises(enfold.NoTargetError, match="/child"):
            child.get(pointer)
    panel.send("addChild")
    panel.send("removeChild")
    assert [value for _, value in events] == [None, {"count": 0}, None]


def test_a_scope_ends_with_its_with_statement(panel: enfold.Store) -> None:
    heard: list[enfold.Event] = []
    with panel.scope("/name") as name:
        name.observe("", heard.append, initial=False, closed=True)
        panel.observe("/name", heard.append, initial=False, closed=True)
        panel.set("/name", "Ada")
        assert not name.is_closed
    assert name.is_closed and not panel.is_closed
    assert [(event.store is name, event.closed) for event in heard] == [
        (True, False),
        (False, False),
        (True, True),
    ]
    name.close()
    assert panel.runtime.stats()["scopes"] == 0


@pytest.mark.parametrize("end", ["scope", "store", "runtime"])
def test_a_scope_that_has_ended_says_so(
    runtime: enfold.Runtime, panel: enfold.Store, end: str
) -> None:
    panel.send("addChild")
    child = panel.scope("/child", "child")
    inner = child.scope("/count")
    closed: list[enfold.Event] = []
    subscription = child.observe("", closed.append, initial=False, closed=True)
    closed_one: Any = {"scope": child, "store": panel, "runtime": runtime}[end]
    closed_one.close()
    assert [event.closed for event in closed] == [True]
    assert not subscription.is_active
    assert child.is_closed and "closed" in repr(child)
    assert inner.is_closed is (end != "scope")
    for call in (
        lambda: child.send("increment"),
        lambda: child.task("increment"),
        lambda: child.send_batch(["increment"]),
        lambda: child.set("/count", 1),
        lambda: child.state,
        lambda: child.revision,
        lambda: child.observe("", print),
        lambda: child.observe_actions(print),
        lambda: child.scope(""),
        child.wait,
    ):
        with pytest.raises(enfold.ClosedError):
            call()
    child.close()


def test_a_callback_closes_its_scope(panel: enfold.Store) -> None:
    name = panel.scope("/name")
    heard: list[tuple[Any, bool]] = []

    @name.observe(initial=False, closed=True)
    def close(event: enfold.Event) -> None:
        heard.append((event.value, event.closed))
        event.store.close()

    panel.set("/name", "Ada")
    panel.set("/name", "Grace")
    assert heard == [("Ada", False), (None, True)]


def test_a_scope_is_no_store_of_the_runtime(runtime: enfold.Runtime, panel: enfold.Store) -> None:
    child = panel.scope("/child")
    assert runtime.stores == [panel]
    stats = runtime.stats()
    assert (stats["stores"], stats["scopes"]) == (1, 1)
    assert not child.is_closed


def test_a_forgotten_scope_ends_unless_it_observes(
    runtime: enfold.Runtime, panel: enfold.Store
) -> None:
    names: list[str] = []
    for _ in range(100):
        assert panel.scope("/name").state == ""
    panel.scope("/name").observe("", lambda event: names.append(event.value))
    gc.collect()
    assert runtime.stats()["scopes"] == 1
    panel.set("/name", "Ada")
    assert names == ["", "Ada"]


def test_a_caught_error_keeps_no_scope(runtime: enfold.Runtime, panel: enfold.Store) -> None:
    gc.disable()
    try:
        with contextlib.suppress(enfold.NoTargetError):
            panel.scope("/child").get("/count")
        assert runtime.stats()["scopes"] == 0
    finally:
        gc.enable()


def test_errors_point_into_the_callers_text(panel: enfold.Store) -> None:
    child = panel.scope("/child", {"child": "$action"})
    with pytest.raises(enfold.ActionError) as caught:
        child.send(b'{"setCount":"x"}')
    assert (caught.value.text, caught.value.offset) == (b'{"setCount":"x"}', 12)
    with pytest.raises(enfold.ActionError, match="template") as caught:
        panel.scope("/child", "nobody").send("increment")
    assert caught.value.offset is None


@pytest.mark.parametrize(
    ("pointer", "template", "family", "text", "offset"),
    [
        ("/nowhere", None, enfold.PointerError, b"/nowhere", None),
        ("child", "child", enfold.PointerError, b"child", 0),
        ("", {"child": "action"}, enfold.InvalidError, b'{"child":"action"}', None),
        ("", ["$action", "$action"], enfold.InvalidError, b'["$action","$action"]', 11),
        ("", b"", enfold.JSONError, b"", 0),
        ("", b'{"child":"$action"', enfold.JSONError, b'{"child":"$action"', 18),
    ],
)
def test_an_impossible_scope_is_refused(
    panel: enfold.Store,
    pointer: str,
    template: Any,
    family: type[enfold.Error],
    text: bytes,
    offset: int | None,
) -> None:
    with pytest.raises(family) as caught:
        panel.scope(pointer, template)
    assert type(caught.value) is family
    assert (caught.value.text, caught.value.offset) == (text, offset)
    assert panel.runtime.stats()["scopes"] == 0


def test_json_in_a_str_is_no_name(panel: enfold.Store) -> None:
    with pytest.raises(TypeError, match="a dict or bytes of JSON"):
        panel.scope("/child", '{"child":"$action"}')


def test_a_scope_is_iterated_over_until_it_is_closed(panel: enfold.Store) -> None:
    async def main() -> list[int]:
        panel.send("addChild")
        child = panel.scope("/child", "child")

        async def drive() -> None:
            await asyncio.sleep(0)
            for _ in range(3):
                child.send("increment")
            child.close()

        driver = asyncio.ensure_future(drive())
        values = [event.value async for event in child.changes("/count")]
        await driver
        return values

    assert asyncio.run(asyncio.wait_for(main(), 10)) == [0, 1, 2, 3]
    assert not panel.is_closed


def test_threads_make_and_forget_scopes(runtime: enfold.Runtime, panel: enfold.Store) -> None:
    panel.send("addChild")
    running = []

    def work() -> None:
        for _ in range(200):
            panel.scope("/child", "child").send(b'"increment"')

    for _ in range(4):
        running.append(threading.Thread(target=work))
        running[-1].start()
    while any(thread.is_alive() for thread in running):
        runtime.pump()
    runtime.pump()
    gc.collect()
    assert panel.get("/child/count") == 800
    assert runtime.stats()["scopes"] == 0


def test_a_binding_ends_all_its_subscriptions_at_once(panel: enfold.Store) -> None:
    heard: list[tuple[str, str]] = []

    def note(event: enfold.Event) -> None:
        heard.append((event.pointer, event.value))

    with panel.binding() as ui:
        ui.observe("/name", note)
        ui.observe("/title", note, initial=False)
        ui.observe_actions(lambda event: heard.append(("action", str(event.action))))
        ui.set("/name", "Ada")
        ui.send("setTitle", "Countess")
    everything = [
        ("/name", ""),
        ("/name", "Ada"),
        ("/title", "Countess"),
        ("action", "{'setTitle': 'Countess'}"),
    ]
    assert sorted(heard) == sorted(everything)
    panel.set("/name", "Grace")
    panel.send("setTitle", "Admiral")
    assert len(heard) == len(everything)
    assert panel.runtime.stats()["subscriptions"] == 0


def test_a_binding_is_replaced_by_that_of_another_store(panel: enfold.Store) -> None:
    other = panel.runtime.open("Panel")
    seen: list[str] = []
    ui = panel.binding()
    for store in (panel, other):
        ui.close()
        ui = store.binding()
        ui.observe("/name", lambda event: seen.append(event.value))
        store.set("/name", "Ada")
    panel.set("/name", "nobody hears this")
    other.set("/name", "Grace")
    assert seen == ["", "Ada", "", "Ada", "Grace"]
