"""Enfold: application state and logic in a plugin, driven from Python.

import enfold

with enfold.Runtime() as runtime:
    runtime.load("build/plugins/libCounter.so")
    store = runtime.open("Counter")
    store.observe("/count", lambda event: print(event.value))
    store.send("increment")
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._loader import library as _library
from .c_callback import Callback
from .diagnostics import Level, LogFunction
from .errors import (
    ActionError,
    CancelledError,
    ClosedError,
    Error,
    FailedError,
    ForkedError,
    InvalidError,
    IOError,
    JSONError,
    LibraryError,
    LimitError,
    NoTargetError,
    NotFoundError,
    PluginError,
    PointerError,
    ReentrantError,
    StateError,
    TimeoutError,
    UnsupportedError,
)
from .events import Event
from .features.effects import Ask, Cancel, Send
from .plugin import Plugin
from .requests import Request
from .runtime import Runtime
from .shared import SharedValue
from .store import Store
from .subscription import Observer, Subscription
from .task import Task

if TYPE_CHECKING:
    from . import aio

__version__ = "0.1.0"

__all__ = [
    "ActionError",
    "Ask",
    "Callback",
    "Cancel",
    "CancelledError",
    "ClosedError",
    "Error",
    "Event",
    "FailedError",
    "ForkedError",
    "IOError",
    "InvalidError",
    "JSONError",
    "Level",
    "LibraryError",
    "LimitError",
    "LogFunction",
    "NoTargetError",
    "NotFoundError",
    "Observer",
    "Plugin",
    "PluginError",
    "PointerError",
    "ReentrantError",
    "Request",
    "Runtime",
    "Send",
    "SharedValue",
    "StateError",
    "Store",
    "Subscription",
    "Task",
    "TimeoutError",
    "UnsupportedError",
    "aio",
    "version",
]


def version() -> str:
    """The version of the library that is loaded. Loads it."""
    return _library().version().decode()


def __getattr__(name: str) -> Any:
    if name != "aio":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib  # asyncio takes its time to import

    return importlib.import_module(".aio", __name__)
