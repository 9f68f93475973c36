"""What the tests of requests have in common: a feature that asks, and how to wait for it."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

import enfold

LONG = 30  # seconds: long enough for any machine


def until(store: enfold.Store, condition: Callable[[], object]) -> None:
    """Pumps until something is so, which threads bring about."""
    arrived = threading.Event()
    for _ in range(LONG * 1000):
        if condition():
            return
        store.runtime.pump()
        arrived.wait(0.001)
    pytest.fail("it never came about")


def open_requests(store: enfold.Store) -> int:
    return int(store.runtime.stats()["requests"])
