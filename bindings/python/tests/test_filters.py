"""Which events a subscription gets: pulses, coalesced ones, those that are not null."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import enfold


def test_a_pulse_is_heard_at_every_assignment(panel: enfold.Store) -> None:
    pulses: list[enfold.Event] = []
    distinct: list[str | None] = []
    panel.observe("/alert", pulses.append, filter="pulse")
    panel.observe("/alert", lambda event: distinct.append(event.value))
    for alert in ("late", "late", None, None):
        panel.send("show", alert)
    panel.send("setLevel", 3)
    assert [event.value for event in pulses] == [None, "late", "late", None, None]
    assert [event.pulse for event in pulses] == [False, True, True, True, True]
    assert pulses[0].initial and not pulses[1].initial
    assert repr(pulses[1]) == "<enfold.Event '/alert' #1 changed|pulse \"late\">"
    assert distinct == [None, "late", None]


def test_what_is_no_pulse_is_refused(panel: enfold.Store) -> None:
    with pytest.raises(enfold.UnsupportedError, match="no @Pulse"):
        panel.observe("/name", print, filter="pulse")
    assert panel.runtime.stats()["subscriptions"] == 0


def test_a_feature_makes_equal_values_count(panel: enfold.Store) -> None:
    levels: list[int] = []
    panel.observe("/level", lambda event: levels.append(event.value))
    for level in (0, 1, 1):
        panel.send("setLevel", level)
    panel.send("setTitle", "x")
    assert levels == [0, 0, 1, 1]


def test_coalesced_changes_come_after_the_drain(counter: enfold.Store) -> None:
    heard: list[tuple[str, int, int]] = []

    def note(name: str) -> Any:
        return lambda event: heard.append((name, event.revision, event.value))

    counter.observe("/count", note("last"), initial=False, coalesce="drain")
    counter.observe("/count", note("each"), initial=False, coalesce="none")
    counter.send_batch(["increment"] * 3)
    assert heard == [("each", 1, 1), ("each", 2, 2), ("each", 3, 3), ("last", 3, 3)]
    counter.send_batch(["increment", "decrement"])
    assert heard[-1] == ("each", 5, 3)


def test_null_is_skipped_but_seen(panel: enfold.Store) -> None:
    titles: list[str] = []
    children: list[int] = []
    panel.observe("/title", lambda event: titles.append(event.value), skip_null=True)
    panel.observe("/child/count", lambda event: children.append(event.value), skip_null=True)
    for title in ("a", "a", None, "a"):
        panel.send("setTitle", title)
    assert titles == ["a", "a"]
    for action in ("addChild", "removeChild", "addChild"):
        panel.send(action)
    assert children == [0, 0]
    with pytest.raises(enfold.InvalidError, match="needs"):
        panel.observe("/title", print, skip_null=True, value=False)


def test_options_are_told_apart_by_their_types(counter: enfold.Store) -> None:
    with pytest.raises(enfold.InvalidError, match="boolean"):
        counter.observe("/count", print, patch=1)  # type: ignore[call-overload]
    events: list[enfold.Event] = []
    counter.observe("/count", events.append, patch=True, value=False)
    assert events[0].patch == [{"op": "replace", "path": "", "value": 0}]


def test_changes_take_the_same_options(panel: enfold.Store) -> None:
    async def main() -> list[tuple[str, bool]]:
        async def drive() -> None:
            await asyncio.sleep(0)
            for alert in ("a", "a", None, "b"):
                panel.send("show", alert)
            panel.send_batch([{"show": "c"}, {"show": "d"}])
            panel.close()

        driver = asyncio.ensure_future(drive())
        changes = panel.changes("/alert", filter="pulse", coalesce="drain", skip_null=True)
        heard = [(event.value, event.pulse) async for event in changes]
        await driver
        return heard

    assert asyncio.run(asyncio.wait_for(main(), 10)) == [
        ("a", True),
        ("a", True),
        ("b", True),
        ("d", True),
    ]
