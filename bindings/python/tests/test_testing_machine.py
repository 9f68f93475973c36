"""StoreMachine: real features hold, and broken ones are found."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

import enfold
from enfold.testing import Machine, StoreMachine
from enfold.testing.difference import difference
from enfold.testing.machine import ALLOWED
from enfold.testing.schema import Checker

from .conftest import (
    ASKER,
    BOUND,
    COUNTER,
    COUNTERS,
    PANEL,
    PLUGINS,
    PRESENTED,
    STACKED,
    TEST_PLUGINS,
    TIMERS,
    TODOS,
)

SHORT = settings(max_examples=6, stateful_step_count=12, deadline=None, database=None)
TIMED: dict[str, Any] = {
    "clock": "manual",
    "strategies": {"/step/times": st.integers(0, 5)},
}
ANSWERS = {"numberFact": str, "ticks": [1, 2], "save": None, "more": 5}


def run(machine: type[Machine], steps: settings = SHORT) -> None:
    run_state_machine_as_test(machine, settings=steps)


@pytest.mark.parametrize(
    ("plugin", "feature", "options"),
    [
        (COUNTER, "Counter", {}),
        (COUNTER, "org.enfold.counter/Counter", {"ignore": {"setCount"}, "full_range": True}),
        (TODOS, "Todos", {"ignore": {"load"}}),
        (TODOS, "Todos", {"strategies": {"/load/path": st.just("/absent")}}),
        (PANEL, "Panel", {"ignore": {"fail"}}),
        (PANEL, "Panel", {"allow": {"failures"}, "state": {"volume": 3}}),
        (ASKER, "Asker", {"answers": ANSWERS}),
        (ASKER, "AskerParent", {"answers": ANSWERS, "ignore": {"asker/listenOnce"}}),
        (COUNTERS, "ReducerCounter", {}),
        (COUNTERS, "ReactorCounter", {}),
        (COUNTERS, "ReactableCounter", {}),
        (TEST_PLUGINS / "libOutline.so", "Outline", {}),
        (BOUND, "Bound", {}),
        (PRESENTED, "Presented", {"clock": "manual"}),
        (STACKED, "Stacked", {"clock": "manual"}),
        (TIMERS, "Timers", {**TIMED, "answers": {"fact": "seven"}}),
        (TIMERS, "Delays", {"clock": "manual"}),
        (PLUGINS / "libccounter.so", "CCounter", {"strategies": {"": st.just("increment")}}),
    ],
)
def test_features_hold(plugin: Path, feature: str, options: dict[str, Any]) -> None:
    run(StoreMachine(plugin, feature, **options))


class TestTodos(StoreMachine(TODOS, "Todos", ignore={"load"}).TestCase):  # type: ignore[misc]
    settings = SHORT


def test_machines_can_be_extended() -> None:
    seen: set[str] = set()

    class CounterMachine(StoreMachine(COUNTER, "Counter")):  # type: ignore[misc]
        @rule()
        def reset(self) -> None:
            self.perform({"setCount": 0})
            assert self.state["count"] == 0
            seen.update(self.before)

    run(CounterMachine)
    assert seen == {"count", "isLoading", "fact"}


# What is broken on purpose


def failure(machine: type[Machine]) -> str:
    with pytest.raises(AssertionError) as caught:
        run(machine, settings(SHORT, max_examples=100, phases=[Phase.generate], derandomize=True))
    return str(caught.value)


def test_a_state_that_does_not_fit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = StoreMachine(COUNTER, "Counter")
    schema = {"type": "object", "properties": {"count": {"type": "integer", "maximum": 1}}}
    monkeypatch.setattr(machine, "_checker", Checker(schema))
    assert "the state does not fit its schema: at /count: " in failure(machine)


def test_a_patch_that_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = StoreMachine(COUNTER, "Counter")
    apply = Machine._receive

    def receive(self: Machine, event: enfold.Event) -> None:
        apply(self, event)
        if self._patched["count"] == 2:
            self._patched["count"] = 3

    monkeypatch.setattr(Machine, "_receive", receive)
    message = failure(machine)
    assert "at /count the patches give 3, but the state has 2\n" in message
    assert 'the patches give {"count": 3' in message
    assert 'the state is {"count": 2' in message
    assert "a @Derived property whose getter names an @Ignored one" in message


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"a": [1, {"b/c": 2}]}, {"a": [1, {"b/c": 3}]}, ("/a/1/b~1c", "2", "3")),
        ({"a": 1}, {"a": 1.0}, ("/a", "1", "1.0")),
        ({"a": 1, "b": 2}, {"b": 2}, ("/a", "1", "nothing")),
        ({"b": 2}, {"b": 2, "": None}, ("/", "nothing", "null")),
        ([1], [1, [2]], ("/1", "nothing", "[2]")),
        ({"a": {}}, {"a": []}, ("/a", "{}", "[]")),
        (1, True, ("", "1", "true")),
        ({"a": 1, "b": [None]}, {"b": [None], "a": 1}, None),
        ([], [], None),
    ],
)
def test_the_place_that_differs(first: Any, second: Any, expected: Any) -> None:
    assert difference(first, second) == expected


def test_a_feature_in_python_has_no_derived_properties(monkeypatch: pytest.MonkeyPatch) -> None:
    def register(runtime: enfold.Runtime) -> None:
        def count(state: Any, action: Literal["more"]) -> None:
            state["count"] += 1

        runtime.feature("Count", count, state={"count": 0})

    machine = StoreMachine(register, "Count")
    monkeypatch.setattr(machine, "_receive", lambda self, event: None)
    message = failure(machine)
    assert 'at the top the patches give null, but the state has {"count": 0}' in message
    assert "Derived" not in message


def test_a_state_that_is_read_as_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = StoreMachine(COUNTER, "Counter")
    open_again = Machine._open_again
    monkeypatch.setattr(
        Machine,
        "_open_again",
        lambda self, state: open_again(self, state.replace(b'"count":1,', b'"count":2,')),
    )
    message = failure(machine)
    assert "at /count the state has 1, which is read as 2\n" in message
    assert 'the state {"count":1,' in message


def test_a_refusal_that_changes_something_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = StoreMachine(COUNTER, "Counter")
    send = enfold.Store.send

    def leak(self: enfold.Store, action: Any) -> None:
        try:
            send(self, action)
        except enfold.ActionError:
            send(self, "increment")
            raise

    monkeypatch.setattr(enfold.Store, "send", leak)
    assert "was refused, but the state changed" in failure(machine)


def test_a_feature_without_schemas(keep_plugin: Path) -> None:
    # Its plugin describes no actions. What is no JSON is refused nevertheless.
    run(StoreMachine(keep_plugin, "Keep", strategies={"": st.just({"a": [1]})}))


def test_an_accepted_mutation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = StoreMachine(COUNTER, "Counter")
    monkeypatch.setattr(enfold.Store, "send", lambda self, action: None)
    assert "the store accepts" in failure(machine)


def test_effects_that_fail_and_refusals_are_found() -> None:
    assert "nobody handles the request" in failure(StoreMachine(ASKER, "Asker"))
    board = PLUGINS / "libccounter.so"
    refused = failure(StoreMachine(board, "CCounter", strategies={"": st.just("no such")}))
    assert 'the schema allows "no such", but the store refuses it' in refused
    run(StoreMachine(board, "CCounter", strategies={"": st.just("no such")}, allow={"refusals"}))


def test_time_passes_on_a_manual_clock() -> None:
    heard: set[str] = set()

    class TimersMachine(StoreMachine(TIMERS, "Timers", **TIMED, ignore={"ask"})):  # type: ignore[misc]
        @rule()
        def sleep(self) -> None:
            self.perform({"sleep": {"id": 77, "milliseconds": 5}})
            assert 77 not in self.state["woken"][len(self.before["woken"]) :]
            self.advance(0.005)
            assert self.state["woken"].count(77) == self.before["woken"].count(77) + 1
            heard.add("woken")

        def teardown(self) -> None:
            heard.update(name for name in ("ticks", "searches", "time") if self.state[name])
            super().teardown()

    run(TimersMachine, settings(SHORT, max_examples=30, derandomize=True))
    assert heard == {"woken", "ticks", "searches", "time"}


def test_an_effect_that_fails_later_is_found() -> None:
    message = failure(StoreMachine(TIMERS, "Timers", **TIMED))
    assert 'an effect of "ask" failed' in message or 'an effect of {"ask"' in message
    assert "nobody handles the request" in message


def test_an_effect_that_waits_for_no_time_is_cancelled() -> None:
    class Silent(StoreMachine(ASKER, "Asker", clock="manual", answers=ANSWERS, timeout=0.02)):  # type: ignore[misc]
        @rule()
        def ask(self) -> None:
            self.runtime.handle("numberFact", lambda request: None, raw=True)
            self.perform({"ask": 1})
            assert self.runtime.stats()["requests"] == 0

    run(Silent)


def test_an_effect_that_goes_on_for_ever_is_cancelled() -> None:
    class Endless(StoreMachine(ASKER, "Asker", clock="manual", answers=ANSWERS, timeout=0.02)):  # type: ignore[misc]
        @rule()
        def ask_for_ever(self) -> None:
            self.perform("askForEver")
            self.advance(1)

    run(Endless)


def test_mistakes_are_told_when_the_machine_is_made() -> None:
    with pytest.raises(enfold.NotFoundError):
        StoreMachine("absent.so", "Counter")
    with pytest.raises(enfold.NotFoundError, match="Todos"):
        StoreMachine(COUNTER, "Todos")
    with pytest.raises(ValueError, match="the top has no 'inc'; it has increment, decrement"):
        StoreMachine(COUNTER, "Counter", ignore={"inc"})
    with pytest.raises(ValueError, match="describe its actions"):
        StoreMachine(PLUGINS / "libccounter.so", "CCounter")
    with pytest.raises(ValueError, match=", ".join(ALLOWED)):
        StoreMachine(COUNTER, "Counter", allow={"all"})
    with pytest.raises(enfold.InvalidError, match="manual"):
        StoreMachine(COUNTER, "Counter", clock="slow")
    with pytest.raises(TypeError, match="allow is a set"):
        StoreMachine(COUNTER, "Counter", allow="failures")
    with pytest.raises(enfold.StateError):
        StoreMachine(COUNTER, "Counter", state={"count": "x"})
