"""Tree: a state of dicts and lists, which knows what a function writes to it, and can take it back.

The containers are dicts and lists themselves, of classes whose methods note what they write; so
reading costs nothing. They are changed in place. For each step there is one that undoes it.

What a function puts in stays its own object until it has returned, as in any dict: it may go on to
change it. Then it is copied, so that nothing outside of the tree is a part of it.
"""

from __future__ import annotations

from typing import Any

from ._pointers import told
from ._values import BadValueError, TooDeepError, check, check_key, escaped, leaf, same
from ._written import CHANGED, Written
from .drafts import Draft, DraftDict, DraftList


class Tree:
    """A state, and what is written to it between `begin` and `end` or `roll_back`."""

    __slots__ = ("_moved", "_saved", "_undo", "name", "root", "written")

    root: DraftDict

    def __init__(self, name: str, value: dict[str, Any]) -> None:
        """Copies a value. Raises TypeError or ValueError if it cannot be a state."""
        self.name = name  # of the feature
        self._undo: list[tuple[Any, ...]] | None = None  # None: nobody may write
        self._saved: set[int] = set()  # containers that are undone as a whole
        self._moved: dict[int, Draft] = {}  # containers of a tree that were put somewhere
        self.written: dict[int, Written] = {}
        try:
            self.root = self._copied_dict(value, None, "", set())
        except BadValueError as error:
            raise error.at("") from None
        except RecursionError:
            raise TooDeepError().at("") from None

    # A function runs

    def begin(self) -> DraftDict:
        """From now on the tree may be written to."""
        self._undo = []
        return self.root

    def settle(self) -> list[str]:
        """The function has returned. Returns the JSON Pointers of what has changed.

        If something is in it that cannot be, that is raised. `end` or `roll_back` follows.
        """
        try:
            for each in list(self.written.values()):
                self._settle(each)
            pointers = self._pointers()
        except BadValueError as error:
            raise error.at("") from None
        except RecursionError:
            raise TooDeepError().at("") from None
        return pointers

    def roll_back(self) -> None:
        """Nobody may write any more, and what was written is undone."""
        for function, *arguments in reversed(self._undo or ()):
            function(*arguments)
        self.end()

    def end(self) -> None:
        """Nobody may write any more."""
        self._undo = None
        self._saved.clear()
        self._moved.clear()
        self.written.clear()

    @property
    def is_written(self) -> bool:
        return any(each.is_changed for each in self.written.values())

    # What drafts call before they write

    def note(self, node: DraftDict | DraftList) -> Written:
        """The record of a container that is about to be written to."""
        if self._undo is None:
            raise RuntimeError(
                f"this is part of a state of the feature {self.name!r}. Only its function may "
                "change it, and only until it returns: send an action instead, or change a copy "
                "(copy.deepcopy)"
            )
        found = self.written.get(id(node))
        if found is None:
            found = self.written[id(node)] = Written(node)
        return found

    def undo_by(self, node: Draft, *step: Any) -> None:
        """What undoes the next step: a function and its arguments."""
        if id(node) not in self._saved:
            assert self._undo is not None
            self._undo.append(step)

    def save(self, node: DraftDict | DraftList) -> None:
        """Whatever is done to a container in one go, the content that it has now comes back."""
        if id(node) not in self._saved:
            assert self._undo is not None
            self._saved.add(id(node))
            self._undo.append((node._restore, node.copy()))

    def accept(self, value: Any, node: Draft, token: Any) -> Any:
        """What is put into a container for a value that a function gives; or it is refused."""
        kind = type(value)
        if kind is int or kind is bool or value is None or (kind is str and value.isascii()):
            return value
        try:
            if not isinstance(value, (dict, list, tuple)):
                return leaf(value)
            check(value, {id(node)})
        except BadValueError as error:
            raise error.at(f"{self._pointer(node) or ''}/{escaped(str(token))}") from None
        if isinstance(value, Draft):
            self._moved[id(value)] = value
        return list(value) if isinstance(value, tuple) else value

    def accept_key(self, key: Any, node: Draft) -> str:
        try:
            return check_key(key)
        except BadValueError as error:
            raise error.at(self._pointer(node) or "") from None

    # The end: what was put in becomes part of the tree

    def _settle(self, each: Written) -> None:
        node, keys = each.node, each.keys
        if isinstance(node, DraftDict):
            for key, old in keys.items():
                new = dict.get(node, key)
                if isinstance(new, (dict, list)) and new is not old:
                    settled = self._settled(node, key, new, old, keys)
                    dict.__setitem__(node, key, settled)
            return
        tail = len(node) if each.tail is None else each.tail
        for index, old in keys.items():
            if index < tail:
                new = list.__getitem__(node, index)
                if isinstance(new, (dict, list)) and new is not old:
                    settled = self._settled(node, index, new, old, keys)
                    list.__setitem__(node, index, settled)
        for index in range(tail, len(node)):
            new = list.__getitem__(node, index)
            if isinstance(new, Draft) and new._parent is node and id(new) not in self._moved:
                new._token = index
            elif isinstance(new, (dict, list, tuple)):
                list.__setitem__(node, index, self._adopted(node, index, new))

    def _settled(self, node: Draft, token: Any, new: Any, old: Any, keys: dict[Any, Any]) -> Any:
        if old is not CHANGED:
            if same(old, new):
                return old
            keys[token] = CHANGED
        return self._adopted(node, token, new)

    def _adopted(self, node: Draft, token: Any, value: Any) -> Draft:
        try:
            return self._copied(value, node, token, {id(node)})
        except BadValueError as error:
            raise error.at(f"{self._pointer(node) or ''}/{escaped(str(token))}") from None

    def _copied(self, value: Any, parent: Draft, token: Any, inside: set[int]) -> Draft:
        if isinstance(value, dict):
            return self._copied_dict(value, parent, token, inside)
        node = DraftList()
        node._tree, node._parent, node._token = self, parent, token
        self._enter(value, inside)
        append = super(DraftList, node).append
        index = 0
        try:
            for index, member in enumerate(value):
                if isinstance(member, (dict, list, tuple)):
                    append(self._copied(member, node, index, inside))
                else:
                    append(leaf(member))
        except BadValueError as error:
            error.tokens.append(str(index))
            raise
        inside.remove(id(value))
        return node

    def _copied_dict(
        self, value: dict[Any, Any], parent: Draft | None, token: Any, inside: set[int]
    ) -> DraftDict:
        node = DraftDict()
        node._tree, node._parent, node._token = self, parent, token
        self._enter(value, inside)
        put = super(DraftDict, node).__setitem__
        key: Any = ""
        try:
            for key, member in value.items():
                text = check_key(key)
                if isinstance(member, (dict, list, tuple)):
                    put(text, self._copied(member, node, text, inside))
                else:
                    put(text, leaf(member))
        except BadValueError as error:
            error.tokens.append(str(key))
            raise
        inside.remove(id(value))
        return node

    def _enter(self, value: Any, inside: set[int]) -> None:
        if id(value) in inside:
            raise BadValueError(ValueError, "it holds itself")
        inside.add(id(value))

    # Places

    def _pointers(self) -> list[str]:
        changed = {
            key: each.places() for key, each in self.written.items() if each.is_changed
        }  # by the id of the container

        def is_told(node: Draft, token: Any) -> bool:
            """Whether a change inside a container there is reported as one of the container."""
            places = changed.get(id(node), ())
            return places is None or token in places

        found: list[str] = []
        for key, places in changed.items():
            # One alone is inside no other.
            place = self._pointer(self.written[key].node, is_told if len(changed) > 1 else None)
            if place is None:
                continue
            if places is None:
                found.append(place)
            else:
                found += [f"{place}/{escaped(str(token))}" for token in places]
        return told(found)

    def _pointer(self, node: Any, is_told: Any = None) -> str | None:
        """Where a container is; None if it has left the tree, or is in what is reported."""
        if node is self.root:
            return ""
        place: list[str] = []
        while node._parent is not None:
            parent = node._parent
            token = parent._token_of(node)
            if token is None or (is_told is not None and is_told(parent, token)):
                return None
            place.append(escaped(str(token)))
            node = parent
        return "".join(f"/{token}" for token in reversed(place)) if node is self.root else None
