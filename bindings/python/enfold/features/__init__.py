"""Features that are written in Python: `Runtime.feature`."""

from __future__ import annotations

from .effects import Ask, Cancel, Effect, Send

__all__ = ["Ask", "Cancel", "Effect", "Send"]
