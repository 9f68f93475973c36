"""asyncio: a runtime that an event loop pumps, tasks to await, events to iterate over."""

from ._attachment import BUDGET, Attachment, running_loop
from ._events import Events
from ._finish import finish

__all__ = ["BUDGET", "Attachment", "Events", "finish", "running_loop"]
