"""A client of a board that comes back when its connection breaks, and misses nothing.

    python3 Examples/server/client.py http://127.0.0.1:8080/boards/kitchen ada

Each line of the input is an action, such as {"delete":{"id":"…"}}; what changes is printed. It
needs aiohttp and jsonpatch.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import Callable
from typing import Any

import aiohttp
import jsonpatch


class Client:
    """A copy of a board, which is kept up to date.

    on_change: is called with each change, and with None when the whole state is new.
    """

    def __init__(
        self, url: str, user: str, on_change: Callable[[dict[str, Any] | None], object]
    ) -> None:
        self.state: Any = None
        self.epoch = ""
        self.revision = -1
        self._url = url
        self._user = user
        self._on_change = on_change
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._last = 0
        # Those without an answer are sent once more after a reconnection.
        self._open: dict[int, tuple[str, asyncio.Future[dict[str, Any]]]] = {}

    async def send(self, action: Any) -> dict[str, Any]:
        """Sends an action and waits for its answer, over as many connections as it takes."""
        self._last += 1
        text = json.dumps({"id": self._last, "action": action})
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._open[self._last] = text, answer
        if self._socket is not None and not self._socket.closed:
            await self._socket.send_str(text)
        return await answer

    async def run(self) -> None:
        """Connects, again and again. Says once why it cannot. Cancel it at the end."""
        pause = 0.05
        reason = ""
        async with aiohttp.ClientSession() as session:
            while True:
                try:
                    await self._talk(session)
                    pause = 0.05
                    reason = ""
                except (aiohttp.ClientError, OSError) as error:
                    pause = min(2 * pause, 5)
                    if reason != (reason := str(error)):
                        sys.stderr.write(f"not connected: {reason}\n")
                self._socket = None
                # Not all clients at the same moment.
                await asyncio.sleep(pause * random.uniform(0.5, 1))

    async def _talk(self, session: aiohttp.ClientSession) -> None:
        query = {"user": self._user, "epoch": self.epoch, "revision": str(self.revision)}
        async with session.ws_connect(self._url, params=query, max_msg_size=0) as socket:
            self._socket = socket
            for text, _ in list(self._open.values()):
                await socket.send_str(text)
            async for message in socket:
                self._receive(json.loads(message.data))

    def _receive(self, message: dict[str, Any]) -> None:
        if "state" in message:
            self.state = message["state"]
            self.epoch = message["epoch"]
            self.revision = message["revision"]
            self._on_change(None)
        for change in message.get("changes", ()):
            self.state = jsonpatch.apply_patch(self.state, change["patch"], in_place=True)
            self.revision = change["revision"]
            self._on_change(change)
        if "answer" in message:
            _, answer = self._open.pop(message["answer"], (None, None))
            if answer is not None and not answer.done():
                answer.set_result(message)


async def main(url: str, user: str) -> None:
    client = Client(url, user, lambda change: print(change or client.state, flush=True))
    running = asyncio.create_task(client.run())
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            action = json.loads(line)
        except ValueError as error:
            sys.stderr.write(f"no JSON: {error}\n")
        else:
            print(await client.send(action), flush=True)
    running.cancel()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: client.py URL USER")
    asyncio.run(main(*sys.argv[1:]))
