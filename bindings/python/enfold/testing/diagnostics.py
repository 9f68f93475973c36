"""Diagnostics: what a runtime said during a test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ..diagnostics import Level, to_logging

if TYPE_CHECKING:
    from ..runtime import Runtime

# `send` raises this to its caller as well, so that it is no news.
_REFUSED = "an action was refused at "


class Diagnostics:
    """The errors and warnings of a runtime. A test says which of them it expects.

    `logging` gets them, too. A refused action is not among them: `send` raises.
    """

    __slots__ = ("_runtime", "records")

    records: list[dict[str, Any]]  # as `Runtime.log` gives them; the expected ones are taken out

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self.records = []
        runtime.log("warning", self._receive)

    def _receive(self, level: Level, record: dict[str, Any]) -> None:
        if str(record.get("message", "")).startswith(_REFUSED):
            return
        self.records.append({"level": level, **record})
        to_logging(level, record)

    def expect(self, match: str) -> list[dict[str, Any]]:
        """Takes out and returns what matches a regular expression. AssertionError if nothing does.

        Call it when the effects have ended, such as after `store.wait()`.
        """
        if not self._runtime.is_closed and self._runtime.loop == "host":
            self._runtime.pump()
        found = [record for record in self.records if re.search(match, text(record))]
        if not found:
            raise AssertionError(f"no diagnostic matches {match!r}; there are:\n{self}")
        self.records[:] = [record for record in self.records if record not in found]
        return found

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(list(self.records))

    def __len__(self) -> int:
        return len(self.records)

    def __str__(self) -> str:
        return "\n".join(map(text, self.records)) or "none"

    def __repr__(self) -> str:
        return f"<enfold.testing.Diagnostics {len(self.records)}>"


def text(record: dict[str, Any]) -> str:
    """A record as one line."""
    about = [f"{name} {record[name]}" for name in ("feature", "action", "effect") if name in record]
    return f"{record['level']}: {', '.join(about)}: {record.get('message', record)}"
