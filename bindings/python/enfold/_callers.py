"""Who calls: the first frame of the program, behind those of this package."""

from __future__ import annotations

import sys
from types import FrameType

_PACKAGE = __name__.rpartition(".")[0]


def caller() -> tuple[FrameType | None, int]:
    """The frame that has called into this package, and the `stacklevel` of a warning about it."""
    frame: FrameType | None = sys._getframe(1)
    level = 1
    while frame is not None and _is_inside(frame):
        frame = frame.f_back
        level += 1
    return frame, level


def _is_inside(frame: FrameType) -> bool:
    name: str = frame.f_globals.get("__name__", "")
    return name == _PACKAGE or name.startswith(f"{_PACKAGE}.")
