"""asyncio: a runtime that an event loop drives, tasks to await, events to iterate over.

import asyncio
import enfold

async def main():
    async with enfold.aio.Runtime() as runtime:
        runtime.load("build/plugins/libCounter.so")
        store = runtime.open("Counter")
        await store.send("factTapped")
        async for event in store.changes("/fact"):
            print(event.value)

asyncio.run(main())
"""

from ._attachment import BUDGET, Attachment, running_loop
from ._events import Events
from ._finish import finish
from ._runtime import Runtime
from ._store import Store

__all__ = ["BUDGET", "Attachment", "Events", "Runtime", "Store", "finish", "running_loop"]
