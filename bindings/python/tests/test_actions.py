"""Observing actions."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import enfold


def test_every_reduced_action_is_one_event(counter: enfold.Store) -> None:
    events: list[enfold.Event] = []
    subscription = counter.observe_actions(events.append)
    counter.send("increment")
    counter.send("setCount", 1)
    counter.send_batch(["increment", "decrement"])
    assert [(event.revision, event.action, event.changed) for event in events] == [
        (1, {"increment": {}}, True),
        (2, {"setCount": 1}, False),
        (3, {"increment": {}}, True),
        (4, {"decrement": {}}, True),
    ]
    first = events[0]
    assert first.subscription is subscription
    assert (first.pointer, first.value, first.raw_value) == ("", None, None)
    assert not any((first.initial, first.pulse, first.removed, first.closed))
    subscription.cancel()
    counter.send("increment")
    assert len(events) == 4


def test_it_is_a_decorator_with_and_without_parentheses(counter: enfold.Store) -> None:
    heard: list[str] = []

    @counter.observe_actions
    def bare(event: enfold.Event) -> None:
        heard.append("bare")

    @counter.observe_actions(phase="finished")
    def finished(event: enfold.Event) -> None:
        heard.append("finished")

    counter.send("increment")
    assert heard == ["bare", "finished"]
    assert isinstance(bare, enfold.Subscription) and isinstance(finished, enfold.Subscription)


def test_events_carry_the_state_of_their_commit(panel: enfold.Store) -> None:
    counts: list[tuple[Any, bool, str]] = []
    levels: list[int] = []
    panel.observe_actions(
        lambda event: counts.append((event.value, event.removed, event.pointer)),
        state="/child/count",
    )
    panel.observe_actions(lambda event: levels.append(event.value["level"]), state="")
    panel.send("addChild")
    panel.send("child", {"setCount": 4})
    panel.send("removeChild")
    panel.send("setLevel", 3)
    assert counts == [
        (0, False, "/child/count"),
        (4, False, "/child/count"),
        (None, True, "/child/count"),
        (None, True, "/child/count"),
    ]
    assert levels == [0, 0, 0, 3]


def test_a_finished_action_is_told_when_all_has_ended(panel: enfold.Store) -> None:
    heard: list[tuple[Any, ...]] = []
    for phase in ("reduced", "finished"):

        def note(event: enfold.Event, phase: str = phase) -> None:
            heard.append((phase, *event.action, event.value, event.revision))

        panel.observe_actions(note, phase=phase, state="/level")
    # Together, so that what the effect sends comes after both.
    panel.send_batch(["twice", {"setLevel": 10}])
    panel.wait(timeout=10)
    assert heard == [
        ("reduced", "twice", 1, 1),
        ("reduced", "setLevel", 10, 2),
        ("finished", "setLevel", 10, 2),
        ("reduced", "once", 11, 3),
        ("finished", "once", 11, 3),
        ("finished", "twice", 1, 1),
    ]


def test_a_scope_observes_all_actions(panel: enfold.Store) -> None:
    heard: list[tuple[Any, Any]] = []
    child = panel.scope("/child", "child")
    child.observe_actions(
        lambda event: heard.append((event.action, event.value)), state="/count", closed=True
    )
    panel.send("addChild")
    child.send("increment")
    child.close()
    assert heard == [
        ({"addChild": {}}, 0),
        ({"child": {"increment": {}}}, 1),
        (None, None),
    ]


def test_mutations_are_told_if_they_are_asked_for(reactor: enfold.Store) -> None:
    with_mutations: list[enfold.Event] = []
    without: list[bool] = []
    reactor.observe_actions(with_mutations.append, state="/count", mutations=True)
    reactor.observe_actions(lambda event: without.append(event.is_mutation))
    reactor.send("increment")
    reactor.send("setName", "Ada")
    assert [
        (event.is_mutation, event.revision, event.action, event.value) for event in with_mutations
    ] == [
        (True, 1, {"add": 1}, 1),
        (False, 1, {"increment": {}}, 1),
        (True, 2, {"setName": "Ada"}, 1),
        (False, 2, {"setName": "Ada"}, 1),
    ]
    assert "changed|mutation" in repr(with_mutations[0])
    assert without == [False, False]


def test_mutations_are_told_in_every_phase(reactor: enfold.Store) -> None:
    heard: list[bool] = []
    reactor.observe_actions(phase="finished", mutations=True)(
        lambda event: heard.append(event.is_mutation)
    )
    reactor.send("increment")
    reactor.wait(timeout=10)
    assert heard == [True, False]


def test_mutations_are_iterated_over(reactor: enfold.Store) -> None:
    async def main() -> list[Any]:
        async def drive() -> None:
            await asyncio.sleep(0)
            reactor.send("increment")
            reactor.close()

        driver = asyncio.ensure_future(drive())
        heard = [event.action async for event in reactor.actions(mutations=True)]
        await driver
        return heard

    assert asyncio.run(asyncio.wait_for(main(), 10)) == [{"add": 1}, {"increment": {}}]


def test_wrong_options_are_refused(counter: enfold.Store) -> None:
    with pytest.raises(enfold.InvalidError, match="finished") as caught:
        counter.observe_actions(print, phase="later")  # type: ignore[call-overload]
    assert (caught.value.text, caught.value.offset) == (b'{"phase":"later"}', 9)
    for wrong in (1, 0, None, "yes"):
        with pytest.raises(enfold.InvalidError, match="a boolean is expected"):
            counter.observe_actions(print, mutations=wrong)  # type: ignore[call-overload]
    with pytest.raises(enfold.PointerError, match="/colour"):
        counter.observe_actions(print, state="/colour")
    assert counter.runtime.stats()["subscriptions"] == 0


def test_actions_are_iterated_over(counter: enfold.Store) -> None:
    async def main() -> list[tuple[Any, Any]]:
        async def drive() -> None:
            await asyncio.sleep(0)
            counter.send("increment")
            counter.send("setCount", 5)
            counter.close()

        driver = asyncio.ensure_future(drive())
        heard = [(event.action, event.value) async for event in counter.actions(state="/count")]
        await driver
        return heard

    assert asyncio.run(asyncio.wait_for(main(), 10)) == [
        ({"increment": {}}, 1),
        ({"setCount": 5}, 5),
    ]


def test_leaving_the_iteration_unsubscribes(counter: enfold.Store) -> None:
    async def main() -> None:
        async def drive() -> None:
            await asyncio.sleep(0)
            counter.send("increment")

        driver = asyncio.ensure_future(drive())
        actions = counter.actions(phase="finished")
        async for event in actions:
            assert event.action == {"increment": {}}
            break
        await driver

    asyncio.run(asyncio.wait_for(main(), 10))
    assert counter.runtime.stats()["subscriptions"] == 0
