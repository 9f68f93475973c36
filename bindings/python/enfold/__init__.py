"""Enfold: application state and logic in a plugin, driven from Python.

import enfold

with enfold.Runtime() as runtime:
    runtime.load("build/plugins/libCounter.so")
    store = runtime.open("Counter")
    store.observe("/count", lambda event: print(event.value))
    store.send("increment")
"""

from ._loader import library as _library
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
from .plugin import Plugin
from .requests import Request
from .runtime import Runtime
from .shared import SharedValue
from .store import Store
from .subscription import Observer, Subscription
from .task import Task

__version__ = "0.1.0"

__all__ = [
    "ActionError",
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
    "SharedValue",
    "StateError",
    "Store",
    "Subscription",
    "Task",
    "TimeoutError",
    "UnsupportedError",
    "version",
]


def version() -> str:
    """The version of the library that is loaded. Loads it."""
    return _library().version().decode()
