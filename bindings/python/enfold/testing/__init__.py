"""Tests of features through the library: a state machine for Hypothesis, and fixtures for pytest.

The fixtures are in `enfold.testing.plugin`, which pytest finds by itself if enfold is installed.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .blame import Change, blame
from .diagnostics import Diagnostics
from .replay import Divergence, Replayed, SessionError, assert_replays, read_session
from .schema import SchemaError, check

if TYPE_CHECKING:
    from .machine import Machine, StoreMachine
    from .strategies import from_schema

__all__ = [
    "Change",
    "Diagnostics",
    "Divergence",
    "Machine",
    "Replayed",
    "SchemaError",
    "SessionError",
    "StoreMachine",
    "assert_replays",
    "blame",
    "check",
    "from_schema",
    "read_session",
]

_MODULES = {"Machine": ".machine", "StoreMachine": ".machine", "from_schema": ".strategies"}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = importlib.import_module(_MODULES[name], __name__)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != "hypothesis":
            raise
        raise ImportError(
            f"enfold.testing.{name} needs Hypothesis: pip install hypothesis", name="hypothesis"
        ) from error
    return getattr(module, name)
