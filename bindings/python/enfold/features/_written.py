"""Written: what was written to one container of a state while a function ran."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._values import reordered

if TYPE_CHECKING:
    from .drafts import DraftDict, DraftList

# The value at a key, or an index, is another one now.
CHANGED: Any = object()


class Written:
    """What was written to one container.

    keys: for each key or index CHANGED; or the container that was there before, if it got one that
        was the same then, and that its owner may change before the function returns.
    tail: of a list: the elements from here on are others, or have moved.
    order: of a dict from which keys were taken: the keys before; else None.
    """

    __slots__ = ("keys", "length", "node", "order", "tail")

    def __init__(self, node: DraftDict | DraftList) -> None:
        self.node = node
        self.length = len(node)  # before
        self.keys: dict[Any, Any] = {}
        self.tail: int | None = None
        self.order: list[str] | None = None

    def places(self) -> dict[Any, None] | None:
        """The keys or indices of what has changed, in order.

        None if one report of all is best.
        """
        tail, keys = self.tail, [key for key, old in self.keys.items() if old is CHANGED]
        if self.order is not None and reordered(self.order, self.node):  # type: ignore[arg-type]
            return None
        if tail is not None:
            keys = [key for key in keys if key < tail]
            if tail == self.length:  # others were added to the end
                keys += range(tail, len(self.node))
            elif tail == len(self.node):  # the last ones were removed
                keys += range(self.length - 1, tail - 1, -1)
            else:
                return None
        return dict.fromkeys(keys)

    @property
    def is_changed(self) -> bool:
        return self.tail is not None or self.order is not None or CHANGED in self.keys.values()

    def removes(self) -> None:
        """A key of a dict is taken out, and may come back elsewhere."""
        if self.order is None and self.node:  # an empty one has none to take out
            self.order = list(self.node)

    def moves(self, position: int) -> None:
        """Elements from a position on are others now."""
        self.tail = position if self.tail is None else min(self.tail, position)
