"""Effects: what the actions of a StoreMachine have begun, and which of it fails."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Collection
from datetime import timedelta
from typing import Any

from ..errors import CancelledError, FailedError, TimeoutError
from ..runtime import Runtime
from ..task import Task
from .schema import shown

# How long to wait for answers before looking again whether all are there, in seconds.
_SLICE = 0.01
# How long effects may go on while time passes on a manual clock, in seconds.
_PATIENCE = 20.0


class Effects:
    """The effects of actions: they end before the next step, or sleep on a manual clock."""

    def __init__(
        self, runtime: Runtime, clock: str, timeout: float, allow: Collection[str]
    ) -> None:
        """`timeout`: how many seconds they have. Then they are cancelled."""
        self._runtime = runtime
        self._may_sleep = clock == "manual"
        self._timeout = timeout
        self._may_fail = "failures" in allow
        self._open: list[tuple[Any, Task]] = []

    def begin(self, action: Any, task: Task) -> None:
        """An action was sent."""
        self._open.append((action, task))
        self.settle()

    def settle(self) -> None:
        """Lets them go as far as they can. One that fails is an AssertionError."""
        end = time.monotonic() + self._timeout
        while self._open:
            left = end - time.monotonic()
            if self._may_sleep:
                self.advance(0, left)
                left = min(left, _SLICE)
            with contextlib.suppress(TimeoutError):
                self._runtime.wait(0 if self._all_sleep() else max(left, 0))
            self._open = [each for each in self._open if not self._has_ended(*each)]
            if self._all_sleep():
                return
            if time.monotonic() >= end:
                self._cancel()

    def advance(self, seconds: float | timedelta, limit: float = _PATIENCE) -> None:
        """Lets time pass. Effects that go on after `limit` seconds of real time are cancelled.

        Without that, an effect which goes on for ever and never sleeps would keep time from
        passing.
        """
        tasks = [task for _, task in self._open]

        def cancel() -> None:
            for task in tasks:
                task.cancel()

        timer = threading.Timer(max(limit, 0), cancel)
        timer.start()
        try:
            self._runtime.advance(seconds)
        finally:
            timer.cancel()
            timer.join()

    def _all_sleep(self) -> bool:
        """Whether what is open needs time, and nothing else, to go on."""
        if not self._may_sleep:
            return False
        stats = self._runtime.stats()
        return bool(stats["sleepers"]) and not stats["requests"]

    def _has_ended(self, action: Any, task: Task) -> bool:
        try:
            task.wait(0)
        except TimeoutError:
            return False
        except CancelledError:
            pass
        except FailedError as error:
            if not self._may_fail:
                raise AssertionError(
                    f"an effect of {shown(action)} failed: {error}\n"
                    "If that is to be: give answers for what it asks the host, leave the action out"
                    ' by ignore, or allow={"failures"}.'
                ) from None
        return True

    def _cancel(self) -> None:
        tasks = [task for _, task in self._open]
        self._open.clear()
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(TimeoutError, CancelledError, FailedError):
                task.wait(self._timeout)
