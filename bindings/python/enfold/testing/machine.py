"""StoreMachine: a state machine for Hypothesis, made from the schemas of a feature."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any, ClassVar, Union

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from hypothesis.strategies import SearchStrategy

from .. import _arguments
from .._json import NOT_GIVEN
from ..errors import ActionError, Error, JSONError, NoTargetError, UnsupportedError
from ..events import Event
from ..runtime import Runtime
from ..store import Store
from . import answers as _answers
from . import patch
from .difference import difference
from .effects import Effects
from .mutations import Wrong, wrong_actions
from .schema import Checker, SchemaError, shown
from .strategies import from_schema

PathLike = Union[str, "os.PathLike[str]"]

# Registers features in Python.
Register = Callable[[Runtime], object]

ALLOWED = ("failures", "refusals")

# How much time passes after an action on a manual clock, in milliseconds: often none.
_TIMES = st.just(0) | st.integers(0, 10_000)


class Machine(RuleBasedStateMachine):
    """What each machine is that `StoreMachine` makes. Subclass one of them to add to it.

    store, runtime: open while an example runs. before: the state before the last step.
    """

    store: Store
    runtime: Runtime
    before: Any

    _plugins: ClassVar[list[str | Register]] = []
    _feature: ClassVar[str]
    _state: ClassVar[Any]
    _environment: ClassVar[Any]
    _clock: ClassVar[Any]
    _answers: ClassVar[Mapping[str, Any]]
    _allow: ClassVar[frozenset[str]]
    _timeout: ClassVar[float]
    _checker: ClassVar[Checker]

    def __init__(self) -> None:
        super().__init__()
        self._patched: Any = None
        self._events = 0
        self.runtime = self._open_runtime()
        try:
            # Where states are read again. It has shared values of its own.
            self._second = self._open_runtime()
            self._effects = Effects(self.runtime, self._clock, self._timeout, self._allow)
            _answers.install(self.runtime, self._answers)
            self.store = self.runtime.open(self._feature, state=self._state)
            self.before = self.store.state
            self.store.observe("", self._receive, patch=True, value=False, filter="raw")
        except BaseException:
            self.teardown()
            raise

    def _open_runtime(self) -> Runtime:
        runtime = Runtime(environment=self._environment, clock=self._clock)
        try:
            runtime.log(None)
            _load(runtime, self._plugins)
        except BaseException:
            runtime.close()
            raise
        return runtime

    def _receive(self, event: Event) -> None:
        self._events += 1
        self._patched = patch.apply(self._patched, event.patch or [])

    @property
    def state(self) -> Any:
        """The store's state now."""
        return self.store.state

    def teardown(self) -> None:
        self.runtime.close()
        if hasattr(self, "_second"):
            self._second.close()

    # Steps

    def perform(self, action: Any) -> None:
        """Sends a valid action, and lets its effects end, or go as far as they can without time."""
        self.before = self.store.state
        try:
            task = self.store.task(action)
        except NoTargetError:
            return  # a child that is absent: that is no mistake of the action's form
        except (ActionError, JSONError) as error:
            if "refusals" in self._allow:
                return
            raise AssertionError(
                f"the schema allows {shown(action)}, but the store refuses it: {error}\n"
                'If the feature wants it so: give strategies for the place, or allow={"refusals"}.'
            ) from None
        self._effects.begin(action, task)

    def advance(self, seconds: float | timedelta) -> None:
        """Lets time pass on the clock of a machine with `clock="manual"`."""
        self.before = self.store.state
        self._effects.advance(seconds)
        self._effects.settle()

    def refuse(self, wrong: Wrong) -> None:
        """Sends an action that is not valid: it must be refused, and change nothing."""
        before = (self.store.raw(), self.store.revision, self._events)
        try:
            self.store.send(wrong.action)
        except (ActionError, JSONError):
            pass
        else:
            raise AssertionError(
                f"the store accepts {shown(wrong.action)}, which its schema does not allow"
                f" ({wrong.reason})"
            )
        after = (self.store.raw(), self.store.revision, self._events)
        for name, old, new in zip(("state", "revision", "number of events"), before, after):
            if old != new:
                raise AssertionError(
                    f"{shown(wrong.action)} was refused, but the {name} changed from {old!r} to"
                    f" {new!r}"
                )

    # Invariants

    @invariant()
    def state_fits_its_schema(self) -> None:
        try:
            self._checker.check(self.store.state)
        except SchemaError as error:
            raise AssertionError(f"the state does not fit its schema: {error}") from None

    @invariant()
    def patches_give_the_state(self) -> None:
        self.runtime.pump()
        state = self.store.state
        found = difference(self._patched, state)
        if found is not None:
            pointer, patched, value = found
            raise AssertionError(
                f"at {pointer or 'the top'} the patches give {patched}, but the state has {value}\n"
                f"the patches give {shown(self._patched)}, but the state is {shown(state)}"
                f"{self._usual_cause()}"
            )

    @invariant()
    def state_is_read_as_it_was_written(self) -> None:
        written = self.store.raw()
        try:
            with self._open_again(written) as second:
                again = second.raw()
        except Error as error:
            raise AssertionError(
                f"the state {written.decode()} cannot be read again: {error}"
            ) from None
        if again != written:
            found = difference(json.loads(written), json.loads(again))
            pointer, before, after = found or ("", "one text", "another text for the same")
            raise AssertionError(
                f"at {pointer or 'the top'} the state has {before}, which is read as {after}\n"
                f"the state {written.decode()} is read as {again.decode()}{self._usual_cause()}"
            )

    def _usual_cause(self) -> str:
        if all(callable(each) for each in self._plugins):
            return ""
        return (
            "\nUsually this is a @Derived property whose getter names an @Ignored one: nobody "
            "notices when that changes, and it is in no text. Let it name stored properties only."
        )

    def _open_again(self, state: bytes) -> Store:
        try:
            return self._second.open(self._feature, state=state, stub=True)
        except UnsupportedError:  # a plugin in C
            return self._second.open(self._feature, state=state)


def StoreMachine(
    plugin: PathLike | Register | Sequence[PathLike | Register],
    feature: str,
    *,
    state: Any = NOT_GIVEN,
    environment: str = "test",
    clock: str = "system",
    answers: Mapping[str, Any] | None = None,
    strategies: Mapping[str, SearchStrategy[Any]] | None = None,
    ignore: Collection[str] = (),
    allow: Collection[str] = (),
    full_range: bool = False,
    timeout: float | timedelta = 1.0,
) -> type[Machine]:
    """A state machine that sends random actions to a feature, valid ones and others.

        TestCounter = StoreMachine("build/plugins/libCounter.so", "Counter").TestCase

    After each step: the state fits its schema; the patches that an observer got give the state; the
    state is the same after it was written and read; and an action that was refused has changed
    nothing. An effect that fails is a failure, too.

    plugin: the path of the plugin, or several. In place of a path, a function that gets a runtime
        and registers features in Python (`Runtime.feature`).
    state: the initial state.
    environment: which dependencies the feature sees: "live", "preview" or "test".
    clock: "manual": effects sleep on a clock that stands still, except a random time after each
        action.
    answers: what requests get, by name; see `enfold.testing.plugin`.
    strategies, ignore, full_range: what actions are made; see `from_schema`. The places are those
        in an action: {"/add/title": st.text(max_size=5)}.
    allow: "failures": effects may fail. "refusals": actions may be refused that fit the schema.
    timeout: how long the effects of an action may run, in seconds. Then they are cancelled. Those
        that sleep on a manual clock may sleep for ever.
    """
    plugins = [
        each if callable(each) else str(Path(each).absolute())
        for each in (
            list(plugin)
            if isinstance(plugin, Sequence) and not isinstance(plugin, str)
            else [plugin]
        )
    ]
    allowed = _allowed(allow)
    with Runtime(environment=environment, clock=clock) as runtime:  # type: ignore[arg-type]
        _load(runtime, plugins)
        runtime.open(feature, state=state).close()
        about = _about(runtime, feature)
    schema = about.get("action")
    if (schema is None or schema is True) and "" not in (strategies or {}):
        raise ValueError(
            f'the feature {feature} does not describe its actions: give strategies={{"": …}},'
            " a strategy for whole actions"
        )
    valid = from_schema(schema, strategies=strategies, ignore=ignore, full_range=full_range)
    wrong = wrong_actions(schema, valid)

    def send(self: Machine, action: Any) -> None:
        self.perform(action)

    def send_and_advance(self: Machine, action: Any, milliseconds: int) -> None:
        before = self.store.state
        self.perform(action)
        self.advance(milliseconds / 1000)
        self.before = before

    def refuse(self: Machine, wrong: Wrong) -> None:
        Machine.refuse(self, wrong)

    name = f"{feature.rpartition('/')[2]}Machine"
    members = {
        "__doc__": f"Random actions for {feature}.",
        "send": (
            rule(action=valid, milliseconds=_TIMES)(send_and_advance)
            if clock == "manual"
            else rule(action=valid)(send)
        ),
        "refuse": rule(wrong=wrong)(refuse),
        "_plugins": plugins,
        "_feature": feature,
        "_state": state,
        "_environment": environment,
        "_clock": clock,
        "_answers": dict(answers or {}),
        "_allow": allowed,
        "_timeout": _arguments.seconds(timeout, "timeout"),
        "_checker": Checker(about.get("state")),
    }
    return type(name, (Machine,), members)


def _load(runtime: Runtime, plugins: Sequence[str | Register]) -> None:
    for each in plugins:
        if callable(each):
            each(runtime)
        else:
            runtime.load(each)


def _about(runtime: Runtime, feature: str) -> dict[str, Any]:
    for about in runtime.features():
        names = (
            about["name"],
            f"{about['plugin']}/{about['name']}",
            f"{about['plugin']}@{about['version']}/{about['name']}",
        )
        if feature in names:
            return about
    raise ValueError(f"no feature {feature!r}")


def _allowed(allow: Collection[str]) -> frozenset[str]:
    if isinstance(allow, str):
        raise TypeError(f"allow is a set of names, not a str: {{{allow!r}}}")
    for name in allow:
        if name not in ALLOWED:
            raise ValueError(f"allow takes {', '.join(ALLOWED)}, not {name!r}")
    return frozenset(allow)
