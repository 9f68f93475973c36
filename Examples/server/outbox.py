"""Outbox: what a client is still to be told."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    text: str
    is_answer: bool


class Outbox:
    """At most `limit` messages wait.

    When one more change comes, the changes that wait are dropped, and the client is told the whole
    state when its turn comes: it needs no more memory, however slow it is. Answers are never
    dropped; whoever puts them waits for room before.
    """

    def __init__(self, limit: int, whole: Callable[[], str]) -> None:
        """`whole`: makes the message with the whole state."""
        self._limit = limit
        self._whole = whole
        self._waiting: deque[Message] = deque()
        self._is_behind = False
        self._is_ended = False
        self._put = asyncio.Event()
        self._taken = asyncio.Event()

    def put_answer(self, text: str) -> None:
        self._waiting.append(Message(text, True))
        self._put.set()

    def put_change(self, text: str) -> bool:
        """False: the client is behind, from now on."""
        if self._is_behind:
            return True
        if len(self._waiting) >= self._limit:
            self._waiting = deque(each for each in self._waiting if each.is_answer)
            self._is_behind = True
            self._taken.set()
        else:
            self._waiting.append(Message(text, False))
        self._put.set()
        return not self._is_behind

    async def room(self) -> None:
        """Waits until another answer may wait."""
        while len(self._waiting) >= self._limit:
            self._taken.clear()
            await self._taken.wait()

    async def take(self) -> str | None:
        """The next message; None if there will be no more."""
        while True:
            if self._waiting:
                self._taken.set()
                return self._waiting.popleft().text
            if self._is_behind:
                self._is_behind = False
                return self._whole()
            if self._is_ended:
                return None
            self._put.clear()
            await self._put.wait()

    def end(self) -> None:
        """Nothing comes any more: what waits is still taken."""
        self._is_ended = True
        self._put.set()
