"""Who receives what the library calls back: by a key that the library has as `user`."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Iterable
from functools import partial
from typing import Any, Protocol

from . import _accelerated, _exit


class Receiver(Protocol):
    """A subscription, a receiver of diagnostics, a handler, or the like."""

    _key: int

    def _released(self) -> None: ...


# Weak, so that a runtime that nobody uses any more can be collected: it owns its receivers.
references: dict[int, weakref.ref[Any]] = {}
_next_key = itertools.count(1).__next__


def add(receiver: Receiver) -> None:
    """Gives a receiver its key, for the library."""
    key = _next_key()
    _exit.unfinished.add(key)
    receiver._key = key
    restore([receiver])


def restore(receivers: Iterable[Receiver]) -> None:
    """Lets them be called again, although the garbage collector has found them already."""
    for receiver in receivers:
        references[receiver._key] = weakref.ref(receiver, partial(references.pop, receiver._key))


def remove(key: int) -> Any:
    """The library has released a receiver, or never got it. None if the receiver was collected."""
    found = references.pop(key, None)
    _accelerated.removed(key)
    _exit.unfinished.discard(key)
    return None if found is None else found()


def count() -> int:
    return len(references)


def forget() -> None:
    """Forgets all of them."""
    references.clear()
