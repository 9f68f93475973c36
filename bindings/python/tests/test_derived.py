"""Properties that a state computes from others: read, observed and written as any other."""

from __future__ import annotations

import pytest

import enfold

from .conftest import TEST_PLUGINS


@pytest.fixture
def thermometer(runtime: enfold.Runtime) -> enfold.Store:
    """A store with derived properties; see Tests/Plugins/Thermometer.swift."""
    runtime.load(TEST_PLUGINS / "libThermometer.so")
    return runtime.open("Thermometer")


def test_a_derived_property_is_observed_as_any_other(thermometer: enfold.Store) -> None:
    counts: list[int] = []
    thermometer.observe("/warmRooms", lambda event: counts.append(event.value))
    for room in (1, 2):
        thermometer.send("add", id=room, name="")
        thermometer.send("heat", id=room, celsius=30)
    thermometer.send("rename", id=1, name="hall")
    assert counts == [0, 1, 2]
    assert thermometer.get("/rooms/id=1/isWarm") is True


def test_one_with_a_setter_can_be_set_and_another_cannot(thermometer: enfold.Store) -> None:
    thermometer.set("/fahrenheit", 212)
    assert thermometer.get("/celsius") == 100
    with pytest.raises(enfold.UnsupportedError, match="it is derived from other properties"):
        thermometer.set("/warmRooms", 1)


def test_a_state_that_was_read_can_be_opened_again(
    runtime: enfold.Runtime, thermometer: enfold.Store
) -> None:
    thermometer.send("add", id=1, name="hall")
    state = thermometer.state
    assert runtime.open("Thermometer", state=state).state == state
