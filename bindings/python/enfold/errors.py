"""Exceptions: one class per family of statuses."""

from __future__ import annotations

import builtins
import sys
from typing import Any


class Error(Exception):
    """Something that Enfold refused or that failed.

    `code` is the status, `name` its name ("ENFOLD_BAD_JSON") and `message` says what is wrong.
    `offset` is the byte of the text that could not be accepted, or None; `text` is that text, if
    it is known.

    What `help` says to type shows the cause and the cure. From Python 3.11 on a traceback says
    so, too.
    """

    def __init__(
        self,
        code: int,
        message: str,
        name: str = "",
        offset: int | None = None,
        text: bytes | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.name = name or STATUS_NAMES.get(code, "ENFOLD_UNKNOWN")
        self.offset = offset
        self.text = text
        if sys.version_info >= (3, 11):
            self._tell_help()

    if sys.version_info >= (3, 11):

        def _tell_help(self) -> None:
            self.add_note(f"{self.help} tells more")

    @property
    def help(self) -> str:
        """What to type in a shell to read of this error: its section of docs/errors.md."""
        return f"python -m enfold explain {self.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.name, self.offset, self.text)

    def __str__(self) -> str:
        place = "" if self.offset is None else f"\n{_show(self.offset, self.text)}"
        return f"{self.message} [{self.name}]{place}"


class InvalidError(Error, ValueError):
    """An argument is out of range or contradicts another; an unknown option."""


class ClosedError(Error):
    """The runtime, store, subscription or task was closed."""


class ForkedError(ClosedError):
    """This process was forked from the one that opened the runtime."""


class JSONError(Error, ValueError):
    """A text is not JSON."""


class ActionError(JSONError):
    """JSON, but no action of this feature."""


class StateError(JSONError):
    """JSON, but no state of this feature."""


class PointerError(Error, LookupError):
    """Not a JSON Pointer, or nothing is there."""


class NotFoundError(Error, LookupError):
    """There is no such feature, file, symbol or key."""


class NoTargetError(NotFoundError):
    """An action for a child that is absent now."""


class PluginError(Error):
    """Not a plugin, or one for another ABI or compiler."""


class ReentrantError(Error, RuntimeError):
    """Not allowed from inside a callback: the call would wait for itself."""


class LimitError(Error):
    """A configured limit was reached: the size or depth of a text, the length of a queue."""


class CancelledError(Error):
    """The task was cancelled. (Not asyncio's CancelledError, which ends the task that awaits.)"""


class FailedError(Error):
    """The task's effect or the plugin failed."""


class IOError(Error, OSError):
    """A file or system call failed."""


class UnsupportedError(Error, NotImplementedError):
    """Not on this system, or not by this feature."""


class TimeoutError(Error, builtins.TimeoutError):
    """The wait ended first."""


class LibraryError(Error, ImportError):  # type: ignore[misc]  # both have a name
    """libenfold could not be loaded; the message names every path tried."""

    def _tell_help(self) -> None:
        """Without libenfold there is nobody who explains."""


_FAMILIES: dict[int, tuple[str, type[Error]]] = {
    3: ("ENFOLD_TIMEOUT", TimeoutError),
    -1: ("ENFOLD_INVALID", InvalidError),
    -2: ("ENFOLD_BAD_HANDLE", InvalidError),
    -3: ("ENFOLD_STALE", ClosedError),
    -4: ("ENFOLD_BAD_JSON", JSONError),
    -5: ("ENFOLD_BAD_ACTION", ActionError),
    -6: ("ENFOLD_BAD_STATE", StateError),
    -7: ("ENFOLD_BAD_POINTER", PointerError),
    -8: ("ENFOLD_NOT_FOUND", NotFoundError),
    -9: ("ENFOLD_BAD_PLUGIN", PluginError),
    -10: ("ENFOLD_NO_TARGET", NoTargetError),
    -11: ("ENFOLD_REENTRANT", ReentrantError),
    -12: ("ENFOLD_LIMIT", LimitError),
    -13: ("ENFOLD_CANCELLED", CancelledError),
    -14: ("ENFOLD_FAILED", FailedError),
    -15: ("ENFOLD_IO", IOError),
    -16: ("ENFOLD_UNSUPPORTED", UnsupportedError),
}

STATUS_NAMES: dict[int, str] = {code: name for code, (name, _) in _FAMILIES.items()}


def error_class(code: int) -> type[Error]:
    """The class for a status."""
    return _FAMILIES[code][1] if code in _FAMILIES else Error


def _show(offset: int, text: bytes | None) -> str:
    """A place in a text: the line around it, and a caret below the character."""
    if text is None or offset > len(text):
        return f"at byte {offset}"
    before = text[:offset].rpartition(b"\n")[2].decode(errors="replace")
    after = text[offset:].partition(b"\n")[0].decode(errors="replace")
    start = f"at byte {offset}: "
    if len(before) > 40:
        before = f"…{before[-40:]}"
    if len(after) > 40:
        after = f"{after[:40]}…"
    return f"{start}{before}{after}\n{' ' * (len(start) + len(before))}^"
