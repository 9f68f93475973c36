"""Who receives what the library calls back: by key, which the library is given as `user`."""

from __future__ import annotations

import itertools
import weakref
from functools import partial
from typing import Any, Protocol


class Receiver(Protocol):
    """A subscription, a receiver of diagnostics, a handler, or who waits for a task's end."""

    _key: int

    def _released(self) -> None: ...


# Weak, so that a runtime that nobody uses any more can be collected: it owns its receivers.
references: dict[int, weakref.ref[Any]] = {}
_next_key = itertools.count(1).__next__


def add(receiver: Receiver) -> None:
    """Gives a receiver its key."""
    key = _next_key()
    receiver._key = key
    references[key] = weakref.ref(receiver, partial(references.pop, key))


def remove(key: int) -> Any:
    """Takes a receiver out; None if it is not there."""
    found = references.pop(key, None)
    return None if found is None else found()


def count() -> int:
    return len(references)


def forget() -> None:
    """Forgets all of them."""
    references.clear()
