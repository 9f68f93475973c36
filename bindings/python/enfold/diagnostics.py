"""Diagnostics: what the runtime has to say, to a function or to `logging`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from . import _json, _receivers

if TYPE_CHECKING:
    from .runtime import Runtime

Level = Literal["error", "warning", "info", "debug"]
LogFunction = Callable[[Level, dict[str, Any]], object]

LEVELS: dict[Level, int] = {"error": 1, "warning": 2, "info": 3, "debug": 4}
_NAMES: dict[int, Level] = {number: name for name, number in LEVELS.items()}

_ATTRIBUTES = ("store", "feature", "time", "row", "topic")


class LogReceiver:
    """Receives the diagnostics of one runtime. The runtime owns it; it does not own the runtime."""

    __slots__ = ("__weakref__", "_function", "_key", "_owner")

    _key: int

    def __init__(self, runtime: Runtime, function: LogFunction) -> None:
        self._owner = runtime._receivers
        self._function = function
        _receivers.add(self)
        self._owner[self._key] = self

    def _receive(self, level: int, record: bytes) -> None:
        self._function(_NAMES.get(level, "debug"), _json.decode(record))

    def _released(self) -> None:
        self._owner.pop(self._key, None)


def to_logging(level: Level, record: dict[str, Any]) -> None:
    """Sends a record to the logger "enfold", under the same level.

    The log record's attribute `enfold` is the record: "message" and, where they are known, the name
    of the "action" it began with, where the "effect" is written, and the "name" of the store. Its
    attributes `store` (the number that the store's `repr` shows), `feature`, `time` (seconds since
    1970), `row` (the id of the element of a list that it is about) and `topic` (for `python -m
    enfold explain`) are there always, and None if they are not known.
    """
    import logging  # takes its time to import

    parts = [f"{name} {record[name]}" for name in ("action", "effect") if name in record]
    text = ": ".join([*parts, str(record.get("message", record))])
    extra = {"enfold": record} | {name: record.get(name) for name in _ATTRIBUTES}
    logging.getLogger("enfold").log(getattr(logging, level.upper()), "%s", text, extra=extra)
