"""Entries: those of a trace that nobody has read yet."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from . import _json

# What an entry takes beside its text.
_OVERHEAD = 48


class Entries:
    """A queue with a limit, of entries as JSON. Who puts one in never waits for who takes them.

    limit: how many bytes may wait. If there are more, the oldest entries are dropped and counted,
        and the next one that is taken says how many. One that is larger is taken when nothing else
        waits.
    is_over: whether no more are put in.
    """

    __slots__ = ("_bytes", "_changed", "_dropped", "_limit", "_waiting", "_watchers", "is_over")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._waiting: deque[bytes] = deque()
        self._bytes = 0
        self._dropped = 0
        # Its lock may be taken again by who has it: a signal handler, or a finalizer, may come in.
        self._changed = threading.Condition()
        self._watchers: list[Callable[[], object]] = []
        self.is_over = False

    @property
    def is_done(self) -> bool:
        """Whether there will never be anything to take any more."""
        return self.is_over and not self._waiting

    def put(self, entry: bytes) -> None:
        with self._changed:
            if self.is_over:
                return
            self._waiting.append(entry)
            self._bytes += len(entry) + _OVERHEAD
            while self._bytes > self._limit and len(self._waiting) > 1:
                self._dropped += _count(self._pop())
            watchers = self._wake()
        _call(watchers)

    def take(self) -> bytes | None:
        """The oldest entry; first one that says how many were dropped. None if none waits."""
        with self._changed:
            if self._dropped:
                return self._told_dropped()
            return self._pop() if self._waiting else None

    def take_all(self) -> list[bytes]:
        """All that wait."""
        with self._changed:
            taken = [self._told_dropped()] if self._dropped else []
            taken += self._waiting
            self._waiting.clear()
            self._bytes = 0
            return taken

    def wait(self, seconds: float) -> None:
        """Waits until there is something to take, or never will be again, or the time is over."""
        with self._changed:
            if not self._waiting and not self.is_over:
                self._changed.wait(seconds)

    def watch(self, function: Callable[[], object]) -> None:
        """Calls a function once, on any thread, as soon as `wait` would end."""
        with self._changed:
            if not self._waiting and not self.is_over:
                self._watchers.append(function)
                return
        function()

    def unwatch(self, function: Callable[[], object]) -> None:
        with self._changed:
            if function in self._watchers:
                self._watchers.remove(function)

    def finish(self) -> None:
        """No more are put in. Those that wait can still be taken."""
        with self._changed:
            self.is_over = True
            watchers = self._wake()
        _call(watchers)

    def end(self) -> None:
        """Forgets those that wait, and takes no more."""
        with self._changed:
            self.is_over = True
            self._waiting.clear()
            self._bytes = self._dropped = 0
            watchers = self._wake()
        _call(watchers)

    def _pop(self) -> bytes:
        entry = self._waiting.popleft()
        self._bytes -= len(entry) + _OVERHEAD
        return entry

    def _told_dropped(self) -> bytes:
        count, self._dropped = self._dropped, 0
        return b'{"kind":"dropped","count":%d}' % count

    def _wake(self) -> list[Callable[[], object]]:
        self._changed.notify_all()
        watchers, self._watchers = self._watchers, []
        return watchers


def _call(watchers: list[Callable[[], object]]) -> None:
    for watcher in watchers:
        watcher()


def _count(entry: bytes) -> int:
    """How many entries one stands for: the library's queue drops some, too, and says how many."""
    if not entry.startswith(b'{"kind":"dropped"'):
        return 1
    count: int = _json.decode(entry)["count"]
    return count
