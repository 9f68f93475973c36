"""asyncio watches a runtime and standard input: lines are actions, new states are printed.

    ENFOLD_LIBRARY=build/lib/libenfold.so PYTHONPATH=bindings/python \
        python3 Examples/loops/asyncio_loop.py build/plugins/libCounter.so

Type "increment" or "factTapped", with the quotes, and Control-D at the end.
"""

from __future__ import annotations

import asyncio
import sys

import enfold


async def read_actions(store: enfold.Store) -> None:
    """Sends each line. At the end of the input it closes the runtime."""
    reader = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    async for line in reader:
        try:
            store.send(line)
        except enfold.ActionError as error:
            print(error, file=sys.stderr)
    store.runtime.close()


async def main(plugin: str) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(plugin)
        runtime.attach()  # now the event loop pumps
        store = runtime.open("Counter")
        reading = asyncio.create_task(read_actions(store))
        async for event in store.changes():  # until the runtime is closed
            print(event.value, flush=True)
        reading.cancel()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: asyncio_loop.py PLUGIN")
    asyncio.run(main(sys.argv[1]))
