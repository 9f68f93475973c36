"""Annotations of Python's types, and the forms that they ask for."""

from __future__ import annotations

import collections.abc
import dataclasses
import enum
import inspect
import sys
import types
import typing
from collections.abc import Callable
from typing import Any, Union

from .containers import DictForm, ListForm, TupleForm
from .forms import AnyForm, ChoiceForm, Form, ScalarForm, UnionForm
from .models import ModelForm, is_model
from .objects import DataclassForm, Property, TypedDictForm, is_required

_UNIONS = (Union, getattr(types, "UnionType", Union))
_WRAPPERS = tuple(
    getattr(typing, name)
    for name in ("Annotated", "Required", "NotRequired", "ReadOnly", "Final")
    if hasattr(typing, name)
)
_LISTS = (list, collections.abc.Sequence, collections.abc.MutableSequence, collections.abc.Iterable)
_DICTS = (dict, collections.abc.Mapping, collections.abc.MutableMapping)

# What annotations may refer to, beside what their modules have.
Names = Callable[[], dict[str, Any]]


def is_typed_dict(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, dict) and hasattr(kind, "__total__")


def unwrapped(annotation: Any) -> Any:
    """A type without Annotated, NewType and the like."""
    while True:
        if hasattr(annotation, "__supertype__"):
            annotation = annotation.__supertype__
        elif hasattr(annotation, "__value__"):  # type X = ...
            annotation = annotation.__value__
        elif typing.get_origin(annotation) in _WRAPPERS:
            annotation = typing.get_args(annotation)[0]
        elif hasattr(annotation, "__metadata__"):
            annotation = annotation.__origin__
        else:
            return annotation


def members(annotation: Any) -> list[Any]:
    """The types of a union, or the one type."""
    annotation = unwrapped(annotation)
    if typing.get_origin(annotation) in _UNIONS:
        return [each for inner in typing.get_args(annotation) for each in members(inner)]
    return [annotation]


class Forms:
    """The forms of one feature's types."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._made: dict[Any, Form] = {}

    def form(self, annotation: Any) -> Form:
        """The form of a type. Raises TypeError if it has none."""
        annotation = unwrapped(annotation)
        if annotation is Any or annotation is object:
            return AnyForm()
        if annotation is None:
            annotation = type(None)
        if annotation in (bool, int, float, str, type(None)):
            return ScalarForm(annotation)
        origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
        if origin in _UNIONS:
            return UnionForm([self.form(each) for each in arguments])
        if origin is typing.Literal:
            return ChoiceForm([(self._literal(each), each) for each in arguments])
        found = self._container(origin or annotation, arguments)
        if found is not None:
            return found
        if not isinstance(annotation, type):
            raise TypeError(f"{_name(annotation)} has no JSON form")
        return self._class(annotation)

    def _literal(self, value: Any) -> Any:
        if value is not None and type(value) not in (bool, int, str):
            raise TypeError(f"{value!r} has no JSON form: use the values of an enumeration")
        return value

    def _container(self, origin: Any, arguments: tuple[Any, ...]) -> Form | None:
        if origin in _LISTS:
            return ListForm(self.form(arguments[0]) if arguments else AnyForm(), list)
        if origin in _DICTS:
            if arguments and unwrapped(arguments[0]) is not str:
                raise TypeError(f"keys are str, not {_name(arguments[0])}")
            return DictForm(self.form(arguments[1]) if arguments else AnyForm())
        if origin is tuple:
            if not arguments:
                return ListForm(AnyForm(), tuple)
            if len(arguments) == 2 and arguments[1] is Ellipsis:
                return ListForm(self.form(arguments[0]), tuple)
            return TupleForm([self.form(each) for each in arguments if each != ()])
        return None

    def _class(self, kind: type) -> Form:
        if kind in self._made:
            return self._made[kind]
        if issubclass(kind, enum.Enum):
            choices = [(member, self._literal(member.value)) for member in kind]
            return self._made.setdefault(kind, ChoiceForm(choices))
        if is_model(kind):
            return self._made.setdefault(kind, ModelForm(kind))
        if dataclasses.is_dataclass(kind):
            form = DataclassForm(kind)
            self._made[kind] = form  # it may refer to itself
            hints = self.hints(kind)
            form.properties = [
                Property(field.name, self._of(kind, field.name, hints), is_required(field))
                for field in dataclasses.fields(kind)
                if field.init
            ]
            return form
        if is_typed_dict(kind):
            typed = TypedDictForm(kind)
            self._made[kind] = typed
            hints = self.hints(kind)
            required: Any = kind.__required_keys__  # type: ignore[attr-defined]
            typed.properties = [
                Property(name, self._of(kind, name, hints), name in required) for name in hints
            ]
            return typed
        raise TypeError(
            f"{kind.__name__} has no JSON form: use a dataclass, a TypedDict, a pydantic model, an "
            "enumeration, Literal, bool, int, float, str, None, list, tuple or dict[str, …]"
        )

    def _of(self, kind: type, name: str, hints: dict[str, Any]) -> Form:
        try:
            return self.form(hints[name])
        except TypeError as error:
            raise TypeError(f"{kind.__name__}.{name}: {error}") from None

    def hints(self, kind: type) -> dict[str, Any]:
        """The annotations of a class, without strings."""
        return resolved(kind, vars(sys.modules.get(kind.__module__, types)), self._names)


def resolved(annotated: Any, globals: dict[str, Any], names: Names) -> dict[str, Any]:
    """The annotations of a class or a function, without strings."""
    try:
        return typing.get_type_hints(annotated, globals, include_extras=True)
    except NameError:
        pass
    try:
        return typing.get_type_hints(annotated, globals, names(), include_extras=True)
    except NameError as error:
        raise TypeError(
            f"{error}, in an annotation of {_name(annotated)}: give the types to the decorator, as "
            'in @runtime.feature("Cart", state=…, action=…)'
        ) from None


def parameters(function: Callable[..., Any], names: Names) -> list[Any]:
    """The annotations of a feature's two parameters; Any where there is none."""
    described = inspect.unwrap(function)
    described = getattr(described, "func", described)  # functools.partial
    if not inspect.isroutine(described):
        described = getattr(type(described), "__call__", described)  # noqa: B004
    annotations = dict(getattr(described, "__annotations__", {}))
    found = []
    for name in list(inspect.signature(function).parameters)[:2]:
        if name not in annotations:
            found.append(Any)
            continue
        holder = type("_", (), {"__annotations__": {name: annotations[name]}})
        globals = getattr(inspect.unwrap(described), "__globals__", {})
        try:
            found.append(resolved(holder, globals, names)[name])
        except TypeError as error:
            raise TypeError(str(error).replace(" of _:", f" of {_name(function)}:")) from None
    return found


def _name(value: Any) -> str:
    return getattr(value, "__name__", None) or str(value)
