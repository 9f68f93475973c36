"""Buffer: events that have come and were not taken yet."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING

from .._ffi import INVALID, LIMIT
from ..errors import InvalidError, LimitError

if TYPE_CHECKING:
    from ..events import Event
    from ..subscription import WhenFull
    from ._waiter import Waiter


class Buffer:
    """A queue with one end for whatever thread runs callbacks, and one for a coroutine.

    limit: how many events may wait; None: any number.
    when_full: what becomes of one more: "newest": the oldest one goes; "raise": the subscription
        ends, and so do the events, with an error behind those that wait.
    """

    __slots__ = (
        "_limit",
        "_lock",
        "_overflow",
        "_waiter",
        "_waiting",
        "_when_full",
        "is_over",
        "missed",
    )

    def __init__(self, limit: int | None, when_full: WhenFull) -> None:
        if limit is not None:
            if not isinstance(limit, int) or isinstance(limit, bool):
                kind = type(limit).__name__
                raise TypeError(f"a buffer is a number of events or None, not {kind}")
            if limit < 1:
                raise InvalidError(INVALID, f"a buffer holds 1 event or more, not {limit}")
        if when_full not in ("newest", "raise"):
            raise InvalidError(INVALID, f'when_full is "newest" or "raise", not {when_full!r}')
        self._limit = limit
        self._when_full = when_full
        self._lock = threading.Lock()
        self._waiting: deque[Event] = deque()
        self._waiter: Waiter | None = None
        self._overflow: LimitError | None = None
        self.is_over = False
        self.missed = 0

    def put(self, event: Event) -> None:
        with self._lock:
            if event.closed:
                self.is_over = True
            elif self.is_over:
                return
            elif self._limit is None or len(self._waiting) < self._limit:
                self._waiting.append(event)
            elif self._when_full == "newest":
                self._waiting.popleft()
                self._waiting.append(event)
                self.missed += 1
            else:
                self.is_over = True
                self._overflow = _overflow(self._limit, event)
            waiter, self._waiter = self._waiter, None
        if self._overflow is not None:
            event.subscription.cancel()
        if waiter is not None:
            waiter.settle()

    def take(self) -> Event | None:
        """The oldest event; None if none waits. Raises, once, if there were too many."""
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            problem, self._overflow = self._overflow, None
        if problem is not None:
            raise problem
        return None

    def wait(self, waiter: Waiter) -> None:
        """Settles this one as soon as there is something to take, or never will be again."""
        with self._lock:
            if not self._waiting and not self.is_over:
                self._waiter = waiter
                return
        waiter.settle()

    def end(self) -> None:
        """Forgets what waits, and takes no more."""
        with self._lock:
            self.is_over = True
            self._overflow = None
            self._waiting.clear()
            waiter, self._waiter = self._waiter, None
        if waiter is not None:
            waiter.settle()


def _overflow(limit: int, event: Event) -> LimitError:
    return LimitError(
        LIMIT,
        f"{limit} events of {event.subscription!r} wait, and one more came: take them faster, or "
        "give a larger `buffer` (None: any number), or let the newest be enough (when_full)",
    )
