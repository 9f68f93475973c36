"""Enfold: application state and logic in a plugin, driven from Python.

import enfold

with enfold.Runtime() as runtime:
    runtime.load("build/plugins/libCounter.so")
    store = runtime.open("Counter")
    store.observe("/count", lambda event: print(event.value))
    store.send("increment")
"""

from __future__ import annotations

# For type checkers alone. Nothing but this file is read before the first use of a name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import aio
    from .breakpoint import Breakpoint
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
    from .inspection import Inspection
    from .patches import apply_patch
    from .plugin import Plugin
    from .recording import Recording
    from .requests import Request
    from .runtime import Runtime
    from .shared import SharedValue
    from .store import Store
    from .subscription import Observer, Subscription
    from .tagged import Given, Tagged
    from .task import Task
    from .trace import Trace
    from .trace_log import TraceLog

__version__ = "0.1.0"

__all__ = [
    "ActionError",
    "Ask",
    "Breakpoint",
    "Callback",
    "Cancel",
    "CancelledError",
    "ClosedError",
    "Error",
    "Event",
    "FailedError",
    "ForkedError",
    "Given",
    "IOError",
    "Inspection",
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
    "Recording",
    "ReentrantError",
    "Request",
    "Runtime",
    "Send",
    "SharedValue",
    "StateError",
    "Store",
    "Subscription",
    "Tagged",
    "Task",
    "TimeoutError",
    "Trace",
    "TraceLog",
    "UnsupportedError",
    "aio",
    "apply_patch",
    "version",
]


# Where those names are that are not in `errors`.
_PLACES = {
    "Ask": "features.effects",
    "Breakpoint": "breakpoint",
    "Callback": "c_callback",
    "Cancel": "features.effects",
    "Event": "events",
    "Given": "tagged",
    "Inspection": "inspection",
    "Level": "diagnostics",
    "LogFunction": "diagnostics",
    "Observer": "subscription",
    "Plugin": "plugin",
    "Recording": "recording",
    "Request": "requests",
    "Runtime": "runtime",
    "Send": "features.effects",
    "SharedValue": "shared",
    "Store": "store",
    "Subscription": "subscription",
    "Tagged": "tagged",
    "Task": "task",
    "Trace": "trace",
    "TraceLog": "trace_log",
    "apply_patch": "patches",
}


def version() -> str:
    """The version of the library that is loaded. Loads it."""
    from ._loader import library

    return library().version().decode()


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    if name == "aio":
        return importlib.import_module(".aio", __name__)
    module = importlib.import_module(f".{_PLACES.get(name, 'errors')}", __name__)
    found = globals()[name] = getattr(module, name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
