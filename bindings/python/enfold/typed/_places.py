"""Place: where a value is in a state, with the value's type."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, cast

V = TypeVar("V")
P = TypeVar("P", bound="Place[Any]")


class Place(Generic[V]):
    """Where a value is in a state. `str(place)` is its JSON Pointer.

    Subclasses of generated files have an attribute for each property of a record, which is the
    property's place. Values inside of lists, dictionaries and optional records may be absent:
    reading them raises `NoTargetError` or `PointerError` then, and an event is `removed`, with the
    value None.
    """

    _pointer: str
    _keys: ClassVar[Mapping[str, str]] = {}  # of attributes that are called otherwise in JSON

    def __init__(self, pointer: str) -> None:
        self._pointer = pointer

    if not TYPE_CHECKING:  # so that an attribute that is not annotated is an error

        def __getattr__(self, name: str) -> Any:
            kind = type(self)
            annotation = getattr(kind, "__annotations__", {}).get(name)
            if annotation is None or name.startswith("_"):
                raise AttributeError(f"there is no {name!r} in {kind.__name__}")
            key = kind._keys.get(name, name)
            return _made(annotation, kind.__module__, f"{self._pointer}/{_token(key)}")

    def __str__(self) -> str:
        return self._pointer

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._pointer!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Place) and other._pointer == self._pointer

    def __hash__(self) -> int:
        return hash(self._pointer)


class _Elements(Place[V], Generic[V, P]):
    """A place with others inside, which have no names."""

    # What an element's place is, as it is annotated, and the module of the annotation.
    _element: tuple[str, str] = ("Place", __name__)

    def _inside(self, token: str) -> P:
        return cast(P, _made(*self._element, f"{self._pointer}/{token}"))


class ListPlace(_Elements[list[V], P], Generic[V, P]):
    """The place of a list: `at.items[0]`, `at.items.where(id=7)`."""

    def __getitem__(self, index: int) -> P:
        """The place of the element with this index, from 0."""
        if index < 0:
            raise IndexError("places count from the beginning")
        return self._inside(str(index))

    def where(self, **selector: str | int | float | bool | None) -> P:
        """The place of the element that has a property of this value, wherever it stands."""
        if len(selector) != 1:
            raise TypeError("an element is selected by one property: where(id=7)")
        [(name, value)] = selector.items()
        text = value if isinstance(value, str) else json.dumps(value)
        return self._inside(_token(f"{name}={text}"))


class MapPlace(_Elements[dict[str, V], P], Generic[V, P]):
    """The place of a dictionary: `at.scores["Ada"]`."""

    def __getitem__(self, key: str) -> P:
        return self._inside(_token(key))


def _token(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def _made(annotation: str, module: str, pointer: str) -> Place[Any]:
    """The place that an annotation describes, such as `ListPlace[Todo, TodoAt[Todo]]`.

    Only the names of places are looked up. The types of values may be written as only a newer
    Python can evaluate them.
    """
    name, _, rest = annotation.partition("[")
    place: Place[Any] = getattr(sys.modules[module], name)(pointer)
    if isinstance(place, _Elements):
        place._element = (_last(rest[:-1]), module)
    return place


def _last(arguments: str) -> str:
    """The last of some arguments, which may have brackets with commas inside."""
    depth = 0
    start = 0
    for index, character in enumerate(arguments):
        depth += (character == "[") - (character == "]")
        if character == "," and depth == 0:
            start = index + 1
    return arguments[start:].strip()
