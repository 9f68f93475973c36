"""Observation: what events say, and what their callbacks may do."""

from __future__ import annotations

from functools import partial
from typing import Any

import jsonpatch
import pytest

import enfold


def test_an_observer_begins_with_the_value_now(counter: enfold.Store) -> None:
    events: list[enfold.Event] = []
    subscription = counter.observe("/count", events.append)
    counter.send("increment")
    counter.send("setCount", 1)
    assert [(event.revision, event.value) for event in events] == [(0, 0), (1, 1)]
    first, second = events
    assert (first.initial, first.changed) == (True, False)
    assert (second.initial, second.changed) == (False, True)
    assert not any((second.removed, second.closed, second.pulse))
    assert second.raw_value == b"1"
    assert (second.patch, second.action, second.raw_patch) == (None, None, None)
    assert second.pointer == "/count"
    assert second.store is counter
    assert second.subscription is subscription
    assert repr(second) == "<enfold.Event '/count' #1 changed 1>"


def test_events_outlive_their_callback(todos: enfold.Store) -> None:
    events: list[enfold.Event] = []
    todos.observe("/items", events.append, patch=True, action=True, initial=False)
    for title in "abc":
        todos.send("add", title=title)
    assert [len(event.value) for event in events] == [1, 2, 3]
    assert events[0].value is events[0].value
    assert [event.action for event in events] == [{"add": {"title": title}} for title in "abc"]
    item = '{"id":1,"title":"a","isDone":false}'
    assert repr(events[0]) == (
        f"<enfold.Event '/items' #1 changed [{item}]"
        f' patch=[{{"op":"add","path":"/0","value":{item}}}] action={{"add":{{"title":"a"}}}}>'
    )


def test_patches_lead_from_each_value_to_the_next(todos: enfold.Store) -> None:
    events: list[enfold.Event] = []
    todos.observe("/items", events.append, patch=True)
    for title in "abc":
        todos.send("add", title=title)
    todos.send("toggle", id=2)
    todos.send("rename", id=3, title="d")
    todos.send("delete", id=1)
    todos.send("clearCompleted")
    assert len(events) == 8
    for before, after in zip(events, events[1:]):
        assert jsonpatch.apply_patch(before.value, after.patch) == after.value


def test_observe_is_a_decorator(counter: enfold.Store) -> None:
    values: list[int] = []

    @counter.observe("/count", initial=False)
    def observe_count(event: enfold.Event) -> None:
        values.append(event.value)

    counter.send("increment")
    observe_count.cancel()
    counter.send("increment")
    assert values == [1]


def test_a_subscription_ends_with_its_with_statement(counter: enfold.Store) -> None:
    values: list[int] = []
    with counter.observe("/count", lambda event: values.append(event.value)) as subscription:
        counter.send("increment")
        assert subscription.is_active
    counter.send("increment")
    assert values == [0, 1]
    assert not subscription.is_active
    assert "ended" in repr(subscription)
    subscription.cancel()


def test_a_subscription_needs_not_be_kept(counter: enfold.Store) -> None:
    values: list[int] = []
    counter.observe("/count", lambda event: values.append(event.value))
    for _ in range(3):
        counter.send("increment")
    assert values == [0, 1, 2, 3]


def test_raw_observers_hear_of_every_commit(counter: enfold.Store) -> None:
    distinct: list[enfold.Event] = []
    raw: list[enfold.Event] = []
    counter.observe("/count", distinct.append, initial=False)
    counter.observe("/count", raw.append, initial=False, filter="raw", value=False)
    counter.send("setCount", 0)
    counter.send("setCount", 1)
    assert [event.revision for event in distinct] == [2]
    assert [event.revision for event in raw] == [1, 2]
    assert [event.raw_value for event in raw] == [None, None]
    with pytest.raises(enfold.InvalidError, match="raw") as caught:
        counter.observe("/count", raw.append, filter="fine")  # type: ignore[call-overload]
    assert caught.value.text == b'{"filter":"fine"}'
    assert caught.value.offset == len('{"filter":')


def test_a_value_disappears_and_comes_back(todos: enfold.Store) -> None:
    events: list[tuple[bool, Any]] = []
    todos.observe("/items/id=1/title", lambda event: events.append((event.removed, event.value)))
    todos.send("add", title="one")
    todos.send("delete", id=1)
    assert events == [(True, None), (False, "one"), (True, None)]


def test_a_pointer_that_no_state_has_is_refused(counter: enfold.Store) -> None:
    for pointer in ("/colour", "count"):
        with pytest.raises(enfold.PointerError):
            counter.observe(pointer, print)
    assert counter.runtime.stats()["subscriptions"] == 0


def test_observers_are_called_in_the_order_of_subscribing(counter: enfold.Store) -> None:
    order: list[int] = []

    def note(number: int, event: enfold.Event) -> None:
        order.append(number)

    for number in range(5):
        counter.observe("/count", partial(note, number), initial=False)
    counter.send("increment")
    assert order == [0, 1, 2, 3, 4]


def test_an_observer_cancels_itself(counter: enfold.Store) -> None:
    values: list[int] = []

    def once(event: enfold.Event) -> None:
        values.append(event.value)
        event.subscription.cancel()

    counter.observe("/count", once)
    later = counter.observe("/count", once, initial=False)
    counter.send("increment")
    counter.send("increment")
    assert values == [0, 1]
    assert not later.is_active
    assert counter.runtime.stats()["subscriptions"] == 0


def test_observers_cancel_each_other(counter: enfold.Store) -> None:
    heard: list[str] = []
    subscriptions: dict[str, enfold.Subscription] = {}

    def observe(name: str, victim: str) -> None:
        def callback(event: enfold.Event) -> None:
            heard.append(name)
            subscriptions[victim].cancel()

        subscriptions[name] = counter.observe("/count", callback, initial=False)

    observe("a", "b")
    observe("b", "a")
    counter.send("increment")
    counter.send("increment")
    assert heard == ["a", "a"]


def test_an_observer_sends(counter: enfold.Store) -> None:
    values: list[int] = []

    def up_to_five(event: enfold.Event) -> None:
        values.append(event.value)
        if event.value < 5:
            counter.send("increment")
            assert counter.get("/count") == event.value

    counter.observe("/count", up_to_five)
    counter.runtime.pump()
    assert values == [0, 1, 2, 3, 4, 5]


def test_an_observer_closes_its_store(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    events: list[enfold.Event] = []

    def close(event: enfold.Event) -> None:
        events.append(event)
        counter.close()

    counter.observe("/count", close, initial=False, closed=True)
    counter.send("increment")
    assert [event.closed for event in events] == [False, True]
    assert runtime.stats()["stores"] == 0


def test_an_observer_closes_its_runtime(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    counter.observe("/count", lambda event: runtime.close(), initial=False)
    counter.send("increment")
    with pytest.raises(enfold.ClosedError):
        counter.send("increment")


def test_an_observer_observes(counter: enfold.Store) -> None:
    values: list[int] = []

    def observe(event: enfold.Event) -> None:
        if event.initial:
            counter.observe("/count", lambda inner: values.append(inner.value), initial=False)

    counter.observe("/count", observe)
    counter.runtime.pump()
    counter.send("increment")
    assert values == [1]


def test_an_observer_may_not_wait(counter: enfold.Store) -> None:
    def wait(event: enfold.Event) -> None:
        for call in (counter.wait, counter.runtime.wait, counter.runtime.pump):
            with pytest.raises(enfold.ReentrantError):
                call()

    counter.observe("/count", wait)
    counter.send("increment")


def test_an_observer_asks_for_the_last_event(counter: enfold.Store) -> None:
    events: list[enfold.Event] = []
    quiet = counter.observe("/count", events.append, initial=False)
    told = counter.observe("/count", events.append, initial=False, closed=True)
    counter.close()
    assert [(event.closed, event.raw_value) for event in events] == [(True, None)]
    assert events[0].subscription is told
    assert not quiet.is_active and not told.is_active
    quiet.cancel()


def test_a_runtime_that_is_closed_tells_observers(runtime: enfold.Runtime) -> None:
    closed: list[bool] = []
    for _ in range(3):
        runtime.open("Counter").observe(
            "/count", lambda event: closed.append(event.closed), initial=False, closed=True
        )
    runtime.close()
    assert closed == [True] * 3


def test_the_whole_state_is_observed(counter: enfold.Store) -> None:
    counts: list[int] = []

    @counter.observe()
    def observe_all(event: enfold.Event) -> None:
        counts.append(event.value["count"])

    counter.send("increment")
    assert counts == [0, 1]


@pytest.mark.parametrize("value", [True, False])
@pytest.mark.parametrize("patch", [True, False])
@pytest.mark.parametrize("action", [True, False])
def test_an_event_carries_what_was_asked_for(
    counter: enfold.Store, value: bool, patch: bool, action: bool
) -> None:
    events: list[enfold.Event] = []
    counter.observe("/count", events.append, initial=False, value=value, patch=patch, action=action)
    counter.send({"setCount": 5})
    [event] = events
    replaced = [{"op": "replace", "path": "", "value": 5}]
    assert event.value == (5 if value else None)
    assert event.patch == (replaced if patch else None)
    assert event.action == ({"setCount": 5} if action else None)
