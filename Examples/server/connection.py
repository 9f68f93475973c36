"""Connection: one client of a board, its limits, and the two tasks that read and write."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

from aiohttp import WSCloseCode, WSMsgType, web
from board import Board
from metrics import Metrics
from options import Options
from outbox import Outbox

import enfold


class Rate:
    """So many messages in a second; `burst` of them at once."""

    def __init__(self, rate: float, burst: int) -> None:
        self._interval = 1 / rate
        self._slack = burst / rate
        self._due = 0.0

    def pause(self) -> float:
        """How long the message that has come has to wait."""
        now = time.monotonic()
        self._due = max(self._due, now) + self._interval
        return max(0.0, self._due - now - self._slack)


class Connection:
    """A client. From the beginning on it hears of what changes; `talk` sends and receives."""

    def __init__(
        self,
        request: web.Request,
        socket: web.WebSocketResponse,
        board: Board,
        options: Options,
        metrics: Metrics,
    ) -> None:
        """The query has the `user`, and perhaps the `epoch` and `revision` that it has seen."""
        self._request = request
        self._socket = socket
        self._board = board
        self._options = options
        self._metrics = metrics
        self._store = board.store.tagged(request.query.get("user", "")[:64])
        self._outbox = Outbox(options.outbox, board.whole)
        self._rate = Rate(options.rate, options.burst)
        self._ending = asyncio.Event()
        revision = request.query.get("revision", "")
        known = int(revision) if re.fullmatch("[0-9]{1,18}", revision) else -1
        missed = board.missed(request.query.get("epoch", ""), known)
        if missed is not None:
            metrics.count("catchups")
        self._outbox.put_answer(missed or board.whole())
        board.listeners.add(self)

    def tell(self, text: str) -> None:
        if not self._outbox.put_change(text):
            self._metrics.count("behind")

    def end(self) -> None:
        """Lets `talk` end: it takes nothing any more, and sends what is to be sent."""
        self._ending.set()

    async def talk(self) -> None:
        """Until the client goes, or does not read, or `end` is called."""
        reading = asyncio.create_task(self._read())
        writing = asyncio.create_task(self._write())
        ending = asyncio.create_task(self._ending.wait())
        await asyncio.wait({reading, writing, ending}, return_when=asyncio.FIRST_COMPLETED)
        # An action is sent and answered in one step, which cannot be cut in two.
        reading.cancel()
        ending.cancel()
        self._board.leave(self)
        self._outbox.end()
        results = await asyncio.gather(reading, writing, return_exceptions=True)
        if self._ending.is_set():
            await self._socket.close(code=WSCloseCode.GOING_AWAY, message=b"the server ends")
        for problem in results:
            if isinstance(problem, Exception) and not isinstance(problem, ConnectionError):
                raise problem

    async def _read(self) -> None:
        async for message in self._socket:
            if message.type is not WSMsgType.TEXT:
                await self._socket.close(code=WSCloseCode.UNSUPPORTED_DATA, message=b"not a text")
                return
            if pause := self._rate.pause():
                self._metrics.count("throttled")
                await asyncio.sleep(pause)
            await self._outbox.room()
            self._outbox.put_answer(json.dumps(self._answer(message.data)))

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while (text := await self._outbox.take()) is not None:
            timer = loop.call_later(self._options.patience, self._give_up)
            try:
                await self._socket.send_str(text)
            finally:
                timer.cancel()

    def _give_up(self) -> None:
        self._metrics.count("slow")
        if self._request.transport is not None:
            self._request.transport.abort()

    def _answer(self, text: str) -> dict[str, Any]:
        """Sends the action of a message. An answer with a revision says that the board has it."""
        number: Any = None
        before = self._board.changed
        try:
            message = json.loads(text)
            if not isinstance(message, dict) or message.keys() != {"id", "action"}:
                raise ValueError('a message is {"id":NUMBER,"action":ACTION}')
            number = message["id"]
            if not isinstance(number, int):
                raise ValueError(f"an id is a number, not {json.dumps(number)[:80]}")
            self._store.send(message["action"])
        except enfold.Error as error:
            self._metrics.count("refused")
            return {"answer": number, "error": error.message}
        except (ValueError, TypeError, RecursionError) as error:
            self._metrics.count("refused")
            return {"answer": number, "error": str(error)}
        self._metrics.count("edits")
        is_changed = self._board.changed != before
        return {"answer": number, "revision": self._board.store.revision, "changed": is_changed}
