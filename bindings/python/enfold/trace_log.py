"""TraceLog: the entries of a trace as records of `logging`."""

from __future__ import annotations

import logging
import sys
import threading
from typing import TYPE_CHECKING, Any, TypeVar

from . import _exit, _json
from ._wait import slices
from .trace import LIMIT, TraceReader

if TYPE_CHECKING:
    from .runtime import Runtime

_Self = TypeVar("_Self", bound="TraceLog")

# Of an action that is no name with a payload.
_SHOWN = 40

# Texts come from anywhere: what ends a line, or what a terminal obeys, is written as in JSON.
_ESCAPES = {
    code: f"\\u{code:04x}" for code in (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
} | {ord("\t"): "\\t", ord("\n"): "\\n", ord("\r"): "\\r"}


class TraceLog:
    """Writes each entry of a trace as a log record. Made by `Runtime.log_trace`.

    It goes on until it is closed, or its runtime is, whether or not this object is kept. In a
    `with` statement it is closed at the end.

    logger, level: where the records go.
    """

    __slots__ = ("_reader", "level", "logger")

    logger: logging.Logger
    level: int

    def __init__(
        self, runtime: Runtime, logger: logging.Logger | str, level: int, limit: int = LIMIT
    ) -> None:
        """See `Runtime.log_trace`. Nothing is logged if this raises."""
        if isinstance(logger, str):
            logger = logging.getLogger(logger)
        if not isinstance(logger, logging.Logger):
            kind = type(logger).__name__
            raise TypeError(f"a logger is a logging.Logger or the name of one, not {kind}")
        if not isinstance(level, int) or isinstance(level, bool):
            kind = type(level).__name__
            raise TypeError(f"a level is a number, such as logging.DEBUG, not {kind}")
        self.logger = logger
        self.level = level
        self._reader = TraceReader(runtime, limit)
        thread = threading.Thread(
            target=_write,
            args=(self._reader, logger, level),
            name="enfold trace",
            daemon=True,  # a handler that blocks does not keep the interpreter from exiting
        )
        _exit.unfinished.add(self._reader)
        try:
            thread.start()
        except BaseException:  # there are too many threads
            _exit.unfinished.discard(self._reader)
            self._reader.end()
            raise

    def close(self) -> None:
        """Ends it. The entries that are here are logged still. A second call does nothing.

        Does not wait for that, nor for a handler that runs.
        """
        if not self._reader.is_forked:
            self._reader.end()
            self._reader.entries.finish()

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        state = " (over)" if self._reader.entries.is_done else ""
        return f"<enfold.TraceLog to {self.logger.name!r}{state}>"


def line_of(entry: dict[str, Any]) -> str:
    """An entry as one line to read: `Todos#1 action add revision 3 0.012 ms`."""
    kind = entry["kind"]
    if kind == "dropped":
        return f"dropped entries: {entry['count']}"
    if kind == "mark":
        return f"mark: {entry['text']}".translate(_ESCAPES)
    parts = [entry["name"], kind]
    if "action" in entry:
        parts.append(_name_of(entry["action"]))
    parts += [entry[key] for key in ("feature", "request", "dependency") if key in entry]
    if "dependency" in entry and "value" in entry:
        parts.append(_shortened(entry["value"]))
    if kind == "answer":
        parts.append(entry.get("outcome", "element"))
    parts += ["revision", entry["revision"]]
    if "outcome" in entry and kind != "answer":
        parts.append(entry["outcome"])
    if "reduced" in entry:
        times = sum(entry.get(part, 0) for part in ("reduced", "encoded", "told"))
        parts.append(f"{times / 1e6:.3f} ms")
    if "effect" in entry:
        parts.append(f"at {entry['effect']}")
    if "row" in entry:
        parts.append(f"row {entry['row']}")
    if "cause" in entry:
        cause = entry["cause"]
        parts.append(f"because of revision {cause['revision']}")
        if cause.get("store") != entry["store"]:
            parts.append(f"of store {cause.get('store', 'unknown')}")
    if "tag" in entry:
        parts.append(f"tag {entry['tag']}")
    return " ".join(map(str, parts)).translate(_ESCAPES)


def _name_of(action: Any) -> str:
    if isinstance(action, str):
        return action
    if isinstance(action, dict) and len(action) == 1:
        return str(*action)
    return _shortened(action)


def _shortened(value: Any) -> str:
    text = value if isinstance(value, str) else _json.encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _write(reader: TraceReader, logger: logging.Logger, level: int) -> None:
    """Logs the entries of a reader until it is over. Knows nothing of the runtime."""
    try:
        for left in slices(None):
            entry, is_over = reader.poll()
            while entry is not None:
                _log(entry, logger, level)
                entry, is_over = reader.poll()
            if is_over:
                return
            reader.entries.wait(left)
    finally:
        _exit.unfinished.discard(reader)
        reader.end()


def _log(text: bytes, logger: logging.Logger, level: int) -> None:
    try:
        if logger.isEnabledFor(level):
            entry = _json.decode(text)
            logger.log(level, "%s", line_of(entry), extra={"enfold": entry})
    except Exception:
        # Of a handler or a filter. The other entries are logged still.
        threading.excepthook(
            threading.ExceptHookArgs((*sys.exc_info(), threading.current_thread()))
        )
