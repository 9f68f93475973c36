"""Random programs of debounces, throttles, sleeps and timers on the manual clock, and a model."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

import pytest

import enfold

from .conftest import TIMERS

PROGRAMS = 100 * int(os.environ.get("ENFOLD_TEST_TIMES", "1"))


@dataclass
class Waiter:
    number: int
    id: int
    due: int
    # How it goes on: a timer at each period, what is throttled with the next interval.
    period: int = 0
    interval: int = 0
    # Whether a flush begins it.
    is_delay: bool = False


@dataclass
class Model:
    """What a store has to do, as simply as it can be said."""

    begun: list[int] = field(default_factory=list)
    now: int = 0
    # In the order in which they began to wait.
    waiting: list[Waiter] = field(default_factory=list)
    # When the interval of an id ends.
    ends: dict[int, int] = field(default_factory=dict)

    def wait(self, number: int, id: int, time: int, **more: Any) -> None:
        """Waits in the place of what has waited with this id."""
        self.cancel(id)
        self.waiting.append(Waiter(number, id, self.now + time, **more))

    def debounce(self, number: int, id: int, time: int) -> None:
        self.wait(number, id, time, is_delay=True)

    def sleep(self, number: int, id: int, time: int) -> None:
        self.wait(number, id, time)

    def tick(self, number: int, id: int, time: int) -> None:
        self.wait(number, id, time, period=time)

    def throttle(self, number: int, id: int, time: int, keeping: str) -> None:
        held = any(each.id == id for each in self.waiting)
        end = self.ends.get(id, 0)
        if end <= self.now and not held:
            self.ends[id] = self.now + time
            self.begun.append(number)
        elif keeping == "latest" or (keeping == "first" and not held):
            self.wait(number, id, end - self.now, interval=time, is_delay=True)

    def cancel(self, id: int) -> None:
        self.waiting = [each for each in self.waiting if each.id != id]

    def advance(self, time: int) -> None:
        end = self.now + time
        while due := [each for each in self.waiting if each.due <= end]:
            first = min(due, key=lambda each: each.due)
            self.now = first.due
            self.begin(first)
        self.now = end

    def flush(self) -> None:
        for each in [each for each in self.waiting if each.is_delay]:
            self.begin(each)

    def begin(self, waiter: Waiter) -> None:
        self.waiting.remove(waiter)
        self.begun.append(waiter.number)
        if waiter.interval:
            self.ends[waiter.id] = self.now + waiter.interval
        if waiter.period:
            self.waiting.append(
                Waiter(waiter.number, waiter.id, self.now + waiter.period, period=waiter.period)
            )


def play(runtime: enfold.Runtime, random: Random) -> None:
    store = runtime.open("Waiting")
    model, said = Model(), list[str]()
    for number in range(random.randint(1, 25)):
        kind = random.choice(
            ["debounce", "throttle", "sleep", "tick", "cancel", "flush"] + ["pass"] * 3
        )
        # What is throttled has ids of its own, as in programs.
        id, time = random.randint(1, 3) + (3 if kind == "throttle" else 0), random.randint(1, 5)
        said.append(f"{kind} {number}, id {id}, {time} ms")
        if kind == "flush":
            store.flush()
            model.flush()
        elif kind == "pass":
            runtime.advance(time / 1000)
            model.advance(time)
        elif kind == "cancel":
            id = random.randint(1, 6)
            store.send("cancel", id=id)
            model.cancel(id)
        else:
            more = {}
            if kind == "throttle":
                more["keeping"] = random.choice(["latest", "first", "none"])
            said[-1] += f" {more}"
            keeping = {name: {case: {}} for name, case in more.items()}
            store.send({kind: {"number": number, "id": id, "milliseconds": time} | keeping})
            getattr(model, kind)(number, id, time, **more)
        assert store.get("/begun") == model.begun, said
    for id in range(1, 7):
        store.send("cancel", id=id)
    store.wait(30)
    store.close()
    assert runtime.stats()["sleepers"] == 0


@pytest.mark.parametrize("loop", ["inline", "host"])
@pytest.mark.parametrize("seed", range(5))
def test_waiting_is_as_the_model_says(loop: Literal["inline", "host"], seed: int) -> None:
    with enfold.Runtime(loop=loop, clock="manual") as runtime:
        runtime.load(TIMERS)
        random = Random(seed)
        for _ in range(PROGRAMS):
            play(runtime, random)
