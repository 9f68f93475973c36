"""Board: an open store, who listens to it, and the changes that a client may have missed."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections import deque
from typing import Protocol

import enfold


class Listener(Protocol):
    def tell(self, text: str) -> None:
        """Tells a change. It does not wait."""


class Board:
    """The changes are kept for clients that come back: at most `history` characters of them."""

    def __init__(self, name: str, store: enfold.aio.Store, history: int) -> None:
        self.name = name
        self.store = store
        # Revisions begin with 0 in each store. Those of another one mean nothing here.
        self.epoch = secrets.token_hex(8)
        self.listeners: set[Listener] = set()
        self.idle_since = time.monotonic()
        self.changed = 0  # the revision of the last change
        self.saved = 0
        self.saving = asyncio.Lock()
        self._history = history
        self._size = 0
        self._changes: deque[tuple[int, str]] = deque()
        self._forgotten = 0  # the revision of the last change that is not kept any more
        store.observe("", self._on_change, initial=False, value=False, patch=True)

    def _on_change(self, event: enfold.Event) -> None:
        assert event.raw_patch is not None
        tag, patch = json.dumps(event.tag), event.raw_patch.decode()
        change = f'{{"revision":{event.revision},"tag":{tag},"patch":{patch}}}'
        self.changed = event.revision
        self._changes.append((event.revision, change))
        self._size += len(change)
        while self._size > self._history:
            self._forgotten, forgotten = self._changes.popleft()
            self._size -= len(forgotten)
        for listener in self.listeners:
            listener.tell(f'{{"changes":[{change}]}}')

    def missed(self, epoch: str, revision: int) -> str | None:
        """What a client has missed since a revision; None if that is not known any more."""
        if epoch != self.epoch or not self._forgotten <= revision <= self.store.revision:
            return None
        missed = ",".join(change for number, change in self._changes if number > revision)
        return f'{{"changes":[{missed}]}}'

    def whole(self) -> str:
        """The whole state."""
        state = self.store.raw().decode()
        return f'{{"epoch":"{self.epoch}","revision":{self.store.revision},"state":{state}}}'

    def leave(self, listener: Listener) -> None:
        self.listeners.discard(listener)
        self.idle_since = time.monotonic()
