"""Kinds of states: with what a store begins, how a state is read, and what describes it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any

from .. import _json
from .._json import NOT_GIVEN
from .._stack import is_deep_for_python, stack
from ._values import BadValueError, TooDeepError, plain
from .annotations import Forms, is_typed_dict, unwrapped
from .containers import DictForm
from .forms import AnyForm, Definitions, Form
from .models import ModelForm, is_model
from .objects import DataclassForm, TypedDictForm, fresh
from .states import DraftState, State, ValueState


class Kind:
    """The kind of one feature's states."""

    expected: str  # what its function may return for a state

    def schema(self) -> dict[str, Any] | None:
        """The JSON Schema; None if nothing is known."""
        raise NotImplementedError

    initial: Callable[[], Any]  # makes what a store begins with

    def state(self, value: Any) -> State:
        """The state of a store that begins with a value. Raises TypeError or ValueError."""
        raise NotImplementedError

    def first(self) -> State:
        """The state with which a store begins."""
        return self.state(self.initial())

    def read(self, text: bytes) -> State:
        """The state of a text that the library has checked."""
        raise NotImplementedError

    def has(self, value: Any) -> bool:
        """Whether something that a function returned is meant as a state."""
        raise NotImplementedError


class DraftKind(Kind):
    """Dicts."""

    expected = "a dict"

    def __init__(self, name: str, initial: Callable[[], Any], form: Form | None) -> None:
        self._name = name
        self.initial = initial
        self._form = form

    def schema(self) -> dict[str, Any] | None:
        return None if self._form is None else _document(self._form)

    def state(self, value: Any) -> State:
        if self._form is not None:
            _written(self._form, value)
        return DraftState(self._name, value)

    def read(self, text: bytes) -> State:
        return DraftState(self._name, _decoded(text))

    def has(self, value: Any) -> bool:
        return isinstance(value, dict)


class ValueKind(Kind):
    """Dataclasses, or models."""

    def __init__(self, form: DataclassForm | ModelForm, initial: Callable[[], Any]) -> None:
        self._form = form
        self.initial = initial
        self.expected = f"a {form.kind.__name__}"

    def schema(self) -> dict[str, Any] | None:
        return _document(self._form)

    def state(self, value: Any) -> State:
        _written(self._form, value)
        return ValueState(self._form, value)

    def read(self, text: bytes) -> State:
        try:
            return ValueState(self._form, self._form.read(_decoded(text)))
        except BadValueError as error:
            raise error.at("") from None

    def has(self, value: Any) -> bool:
        return self._form.has(value)


def kind_of(name: str, state: Any, annotation: Any, forms: Forms) -> Kind:
    """The kind of the states of a feature.

    state: its initial state, what makes one, or its type. annotation: the type of its function's
    first parameter, or Any. Raises TypeError if this is no state.
    """
    annotation = unwrapped(annotation)
    if is_type(state):
        annotation, state = state, NOT_GIVEN
    initial = _initial(state, annotation)
    made = initial()
    if not is_type(annotation) and (dataclasses.is_dataclass(made) or is_model(type(made))):
        annotation = type(made)
    kind = _kind(name, initial, annotation, forms.form(annotation))
    kind.state(made)  # if it is none, that is said now
    return kind


def _kind(name: str, initial: Callable[[], Any], annotation: Any, form: Form) -> Kind:
    if isinstance(form, (DataclassForm, ModelForm)):
        return ValueKind(form, initial)
    if isinstance(form, AnyForm) or (
        isinstance(form, DictForm) and isinstance(form.member, AnyForm)
    ):
        return DraftKind(name, initial, None)
    if isinstance(form, (TypedDictForm, DictForm)):
        return DraftKind(name, initial, form)
    raise TypeError(
        "a state is a dict, a dataclass, a TypedDict or a pydantic model, not "
        f"{getattr(annotation, '__name__', annotation)}"
    )


def is_type(value: Any) -> bool:
    """Whether this is the type of states, and not a state."""
    return isinstance(value, type) and (
        dataclasses.is_dataclass(value) or is_model(value) or is_typed_dict(value)
    )


def _initial(state: Any, annotation: Any) -> Callable[[], Any]:
    if state is NOT_GIVEN:
        if not is_type(annotation):
            raise TypeError(
                'it has no initial state: give one, as in state={"items": []}, or a function '
                "without arguments that makes it"
            )
        kind: Callable[[], Any] = annotation
        try:
            kind()
        except (TypeError, ValueError) as error:
            raise TypeError(
                f"{annotation.__name__}() is no initial state ({error}): give one, as in "
                f"state={annotation.__name__}(…), or give its fields defaults"
            ) from None
        return kind
    if isinstance(state, Mapping):
        copied = plain(dict(state))
        return lambda: copied
    if dataclasses.is_dataclass(state) or is_model(type(state)):
        return lambda: fresh(state)
    if callable(state):
        made: Callable[[], Any] = state
        return made
    raise TypeError(
        f"state is the initial state, or a function that makes it, not {type(state).__name__}"
    )


def _decoded(text: bytes) -> Any:
    value = _json.decode(text)
    if is_deep_for_python(value):
        raise TooDeepError(stack.levels).at("")
    return value


def _written(form: Form, value: Any) -> None:
    try:
        form.write(value)
    except BadValueError as error:
        raise error.at("") from None


def _document(form: Form) -> dict[str, Any]:
    definitions = Definitions()
    return definitions.document(form.schema(definitions))
