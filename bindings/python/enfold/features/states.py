"""The state of one store: a tree that a function writes to, or a value that it replaces."""

from __future__ import annotations

import dataclasses
from typing import Any

from . import _text
from ._pointers import NOTHING, find, tokens, told
from ._values import BadValueError, check
from .drafts import DraftDict, DraftList
from .forms import Form
from .tree import Tree


class State:
    """What a store keeps. After `begin` and `settle` comes `end`; or, at any time, `roll_back`."""

    __slots__ = ()

    def begin(self) -> Any:
        """What the function gets."""
        raise NotImplementedError

    def settle(self, new: Any) -> list[str]:
        """Where the state changes. `new` is what the function gave for it, or NOTHING.

        Raises what is wrong with it.
        """
        raise NotImplementedError

    def end(self) -> None:
        """What was settled is the state."""
        raise NotImplementedError

    def roll_back(self) -> None:
        """The state is what it was before `begin`."""
        raise NotImplementedError

    def text(self) -> bytes:
        """The whole state as JSON."""
        raise NotImplementedError

    def part(self, pointer: str) -> bytes | None:
        """What is at a JSON Pointer, as JSON; None if nothing is there."""
        raise NotImplementedError


class DraftState(State):
    """A dict. The function writes to it, or returns another one."""

    __slots__ = ("_tree",)

    def __init__(self, name: str, value: Any) -> None:
        if not isinstance(value, dict):
            raise TypeError(f"the state is an object, not {type(value).__name__}")
        self._tree = Tree(name, value)

    def begin(self) -> Any:
        return self._tree.begin()

    def settle(self, new: Any) -> list[str]:
        root = self._tree.root
        if new is not NOTHING and new is not root:
            if self._tree.is_written:
                raise TypeError(
                    "it has changed the state, and returned a new one: do one of both, and return "
                    "None, or effects, if you change the state that you are given"
                )
            try:
                check(new, set())
            except BadValueError as error:
                raise error.at("") from None
            _merge(root, _unshared(new, root))
        return self._tree.settle()

    def end(self) -> None:
        self._tree.end()

    def roll_back(self) -> None:
        self._tree.roll_back()

    def text(self) -> bytes:
        return _text.encode(self._tree.root)

    def part(self, pointer: str) -> bytes | None:
        found = find(self._tree.root, pointer)
        return None if found is NOTHING else _text.encode(found)


def _unshared(new: Any, old: Any) -> Any:
    """A copy, except what is at its old place: merging changes that which is at other places."""
    if new is old:
        return new
    if isinstance(new, dict):
        if not isinstance(old, dict):
            old = {}
        copy = {}
        for key, value in new.items():
            copy[key] = _unshared(value, old.get(key))
        return copy
    if isinstance(new, (list, tuple)):
        fits = isinstance(old, list) and len(old) == len(new)
        elements = []
        for index, value in enumerate(new):
            elements.append(_unshared(value, old[index] if fits else None))
        return elements
    return new


def _merge(node: DraftDict, new: dict[str, Any]) -> None:
    """Makes a dict of the state equal to another, by as few writes as possible."""
    for key in [key for key in node if key not in new]:
        del node[key]
    for key, value in new.items():
        _merge_at(node, key, node.get(key), value)
    if list(node) != list(new):
        node._reorder(new)


def _merge_at(node: Any, key: Any, old: Any, new: Any) -> None:
    if old is new and (new is not None or key in node or isinstance(node, list)):
        return
    if isinstance(old, DraftDict) and isinstance(new, dict):
        _merge(old, new)
    elif isinstance(old, DraftList) and isinstance(new, list) and len(old) == len(new):
        for index, value in enumerate(new):
            _merge_at(old, index, old[index], value)
    else:
        node[key] = new


class ValueState(State):
    """A dataclass or a model. The function returns another one."""

    __slots__ = ("_form", "_members", "_new", "_value")

    def __init__(self, form: Form, value: Any) -> None:
        """Raises `BadValueError` if it cannot be written."""
        form.write(value)
        self._form = form
        self._value = value
        self._new: Any = value
        self._members: dict[str, Any] = {}

    def begin(self) -> Any:
        self._new = self._value
        self._members = members(self._value)
        return self._value

    def settle(self, new: Any) -> list[str]:
        value = self._value
        changed = {
            name for name, member in members(value).items() if member is not self._members[name]
        }
        if changed:
            advice = "dataclasses.replace(state, …)"
            if not dataclasses.is_dataclass(value):
                advice = "state.model_copy(update={…})"
            raise TypeError(
                f"it has changed the state in place ({', '.join(sorted(changed))}): return a new "
                f"one, such as {advice}"
            )
        if new is NOTHING or new is value:
            return []
        pointers: list[str] = []
        try:
            self._form.compare(value, new, "", pointers)
        except BadValueError as error:
            raise error.at("") from None
        self._new = new
        return told(pointers)

    def end(self) -> None:
        self._value = self._new
        self._members = {}

    def roll_back(self) -> None:
        for name, member in self._members.items():
            if getattr(self._value, name) is not member:
                setattr(self._value, name, member)
        self._new = self._value
        self._members = {}

    def text(self) -> bytes:
        return _text.encode(self._form.write(self._value))

    def part(self, pointer: str) -> bytes | None:
        found = self._form.part(self._value, tokens(pointer))
        return None if found is NOTHING else _text.encode(found)


def members(value: Any) -> dict[str, Any]:
    """What can be assigned to in a value; nothing if it is frozen."""
    if dataclasses.is_dataclass(value):
        if getattr(type(value), "__dataclass_params__").frozen:  # noqa: B009
            return {}
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if getattr(type(value), "model_config", {}).get("frozen"):
        return {}
    return {name: getattr(value, name) for name in getattr(type(value), "model_fields", ())}
