"""The dicts and lists of a state: they note what is written to them. See tree.py."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, SupportsIndex

from ._values import CONTAINERS, plain, same
from ._written import CHANGED, Written

if TYPE_CHECKING:
    from .tree import Tree

_NOTHING: Any = object()


class Draft:
    """What both have.

    _parent: the container around it. _token: its key or, if it has not moved since, its index.
    """

    __slots__ = ()

    _tree: Tree
    _parent: Draft | None
    _token: Any

    def __copy__(self) -> Any:
        return self.copy()  # type: ignore[attr-defined]

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return plain(self)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        # pickle, too, makes dicts and lists of it.
        return (dict if isinstance(self, dict) else list), (self.copy(),)  # type: ignore[attr-defined]


class DraftDict(dict[str, Any], Draft):
    """A dict of a state. It behaves as every dict."""

    __slots__ = ("_parent", "_token", "_tree")

    # What all the others are made of

    def __setitem__(self, key: str, value: Any) -> None:
        written = self._tree.note(self)
        old = dict.get(self, key, _NOTHING) if isinstance(key, str) else _NOTHING
        if old is _NOTHING:
            key = self._tree.accept_key(key, self)
        new = self._tree.accept(value, self, key)
        if old is _NOTHING:
            self._tree.undo_by(self, dict.__delitem__, self, key)
            written.keys.pop(key, None)  # added keys are reported in the order of the dict
            written.keys[key] = CHANGED
        else:
            if not _is_other(written, key, old, new):
                return
            self._tree.undo_by(self, dict.__setitem__, self, key, old)
        dict.__setitem__(self, key, new)

    def __delitem__(self, key: str) -> None:
        written = self._tree.note(self)
        if key not in self:
            raise KeyError(key)
        self._tree.save(self)  # the order of the keys comes back, too
        written.removes()
        dict.__delitem__(self, key)
        written.keys[key] = CHANGED

    def setdefault(self, key: str, default: Any = None) -> Any:
        if key not in self:
            self[key] = default
        return self[key]

    def pop(self, key: str, *default: Any) -> Any:
        if len(default) > 1:
            raise TypeError(f"pop expected at most 2 arguments, got {1 + len(default)}")
        if key not in self:
            self._tree.note(self)
            if default:
                return default[0]
            raise KeyError(key)
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        written = self._tree.note(self)
        written.removes()
        key, value = dict.popitem(self)
        self._tree.undo_by(self, dict.__setitem__, self, key, value)
        written.keys[key] = CHANGED
        return key, value

    def clear(self) -> None:
        written = self._tree.note(self)
        self._tree.save(self)
        written.removes()
        written.keys.update(dict.fromkeys(self, CHANGED))
        dict.clear(self)

    def update(self, *others: Any, **fields: Any) -> None:
        self._tree.note(self)
        for key, value in dict(*others, **fields).items():
            self[key] = value

    def __ior__(self, other: Any) -> DraftDict:  # type: ignore[override,misc]
        self.update(other)
        return self

    @classmethod
    def fromkeys(cls, keys: Any, value: Any = None) -> Any:
        """A dict that belongs to no state."""
        return dict.fromkeys(keys, value)

    # What the tree calls

    def _reorder(self, keys: Iterable[str]) -> None:
        """Puts the keys into another order. They are all of its keys."""
        written = self._tree.note(self)
        self._tree.save(self)
        written.removes()
        self._restore({key: dict.__getitem__(self, key) for key in keys})

    def _token_of(self, node: Draft) -> Any:
        """The key of a container in here; None if it is not in here any more."""
        return node._token if dict.get(self, node._token) is node else None

    def _restore(self, content: dict[str, Any]) -> None:
        dict.clear(self)
        dict.update(self, content)


class DraftList(list[Any], Draft):
    """A list of a state. It behaves as every list."""

    __slots__ = ("_parent", "_token", "_tree")

    # What all the others are made of

    def __setitem__(self, index: Any, value: Any) -> None:
        if isinstance(index, slice):
            self._set_slice(index, value)
            return
        written = self._tree.note(self)
        index = self._position(index, "list assignment index out of range")
        old = list.__getitem__(self, index)
        new = self._tree.accept(value, self, index)
        if _is_other(written, index, old, new):
            self._tree.undo_by(self, list.__setitem__, self, index, old)
            list.__setitem__(self, index, new)

    def insert(self, index: SupportsIndex, value: Any) -> None:
        written = self._tree.note(self)
        number = index.__index__()
        at = max(0, number + len(self)) if number < 0 else min(number, len(self))
        new = self._tree.accept(value, self, at)
        self._tree.undo_by(self, list.__delitem__, self, at)
        list.insert(self, at, new)
        written.moves(at)

    def append(self, value: Any) -> None:
        self.insert(len(self), value)

    def __delitem__(self, index: Any) -> None:
        written = self._tree.note(self)
        if isinstance(index, slice):
            positions = range(len(self))[index]
            if positions:
                self._tree.save(self)
                list.__delitem__(self, index)
                written.moves(min(positions))
            return
        at = self._position(index, "list assignment index out of range")
        old = list.__getitem__(self, at)
        self._tree.undo_by(self, list.insert, self, at, old)
        list.__delitem__(self, at)
        written.moves(at)

    def _set_slice(self, index: slice, values: Iterable[Any]) -> None:
        written = self._tree.note(self)
        positions = range(len(self))[index]
        if not isinstance(values, Iterable):
            list.__setitem__(self, index, values)  # raises what lists raise
            return
        values = list(values)
        if len(values) == len(positions):
            for position, value in zip(positions, values):
                self[position] = value
            return
        first = positions.start if positions.step > 0 else 0
        values = [
            self._tree.accept(value, self, first + place) for place, value in enumerate(values)
        ]
        self._tree.save(self)
        list.__setitem__(self, index, values)  # an extended slice refuses another length
        written.moves(first)

    def _rearrange(self, function: Callable[[], None]) -> None:
        """Lets a function change the order."""
        written = self._tree.note(self)
        before = self.copy()
        self._tree.save(self)
        try:
            function()
        finally:
            for position, (old, new) in enumerate(zip(before, self)):
                # Containers that are the same now may have been, or become, different.
                if old is not new and (isinstance(new, CONTAINERS) or not same(old, new)):
                    written.moves(position)
                    break

    def sort(self, *, key: Any = None, reverse: bool = False) -> None:
        self._rearrange(lambda: list.sort(self, key=key, reverse=reverse))

    def reverse(self) -> None:
        self._rearrange(lambda: list.reverse(self))

    def extend(self, values: Iterable[Any]) -> None:
        self._tree.note(self)
        for value in list(values):
            self.append(value)

    def pop(self, index: SupportsIndex = -1) -> Any:
        self._tree.note(self)
        if not self:
            raise IndexError("pop from empty list")
        at = self._position(index, "pop index out of range")
        value = list.__getitem__(self, at)
        del self[at]
        return value

    def remove(self, value: Any) -> None:
        try:
            at = self.index(value)
        except ValueError:
            raise ValueError("list.remove(x): x not in list") from None
        del self[at]

    def clear(self) -> None:
        del self[:]

    def __iadd__(self, values: Iterable[Any]) -> DraftList:  # type: ignore[misc]
        self.extend(values)
        return self

    def __imul__(self, count: SupportsIndex) -> DraftList:
        self[:] = list(self) * count
        return self

    def _position(self, index: Any, problem: str) -> int:
        if not hasattr(index, "__index__"):
            list.__getitem__(self, index)  # raises what lists raise
        number: int = index.__index__()
        at = number + len(self) if number < 0 else number
        if not 0 <= at < len(self):
            raise IndexError(problem)
        return at

    # What the tree calls

    def _token_of(self, node: Draft) -> Any:
        """The index of a container in here; None if it is not in here any more."""
        if node._token < len(self) and list.__getitem__(self, node._token) is node:
            return node._token
        for index, each in enumerate(self):
            if each is node:
                node._token = index
                return index
        return None

    def _restore(self, content: list[Any]) -> None:
        list.__setitem__(self, slice(None), content)


def _is_other(written: Written, token: Any, old: Any, new: Any) -> bool:
    """Whether a value is to be written at all; and notes that it changes what is there.

    A container that is the same now may be changed by its owner before the function returns.
    """
    if old is new:
        return False
    if same(old, new):
        if not isinstance(new, CONTAINERS):
            return False
        written.keys.setdefault(token, old)
    else:
        written.keys[token] = CHANGED
    return True
