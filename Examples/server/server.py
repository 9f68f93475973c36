"""Boards that many clients edit by websockets: each hears at once of what the others do.

    ENFOLD_LIBRARY=build/lib/libenfold.so PYTHONPATH=bindings/python \
        python3 Examples/server/server.py build/plugins/libBoard.so boards

It needs aiohttp. docs/server.md says what each part is for.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import sys

from aiohttp import web
from boards import Boards, Refused
from connection import Connection
from metrics import Metrics
from options import Options, parse

import enfold

logger = logging.getLogger("server")


class Server:
    """The routes, and who is connected."""

    def __init__(self, runtime: enfold.aio.Runtime, options: Options) -> None:
        self._runtime = runtime
        self._options = options
        self._metrics = Metrics()
        self._connections: dict[Connection, asyncio.Task[object]] = {}
        self._is_ending = False
        self.boards = Boards(runtime, options, self._metrics)
        self.app = web.Application()
        self.app.router.add_get("/boards/{name}", self._join)
        self.app.router.add_get("/metrics", self._show_metrics)

    async def _join(self, request: web.Request) -> web.StreamResponse:
        """A client comes, or comes back. Its first message is what it has missed."""
        socket = web.WebSocketResponse(
            max_msg_size=self._options.message,
            heartbeat=self._options.heartbeat,
            timeout=2,
            compress=False,
        )
        try:
            if not socket.can_prepare(request):
                raise Refused(426, "a board is for websockets")
            if self._is_ending or len(self._connections) >= self._options.clients:
                raise Refused(503, f"{len(self._connections)} clients are here, and no more may be")
            board = self.boards.open(request.match_info["name"])
        except Refused as refused:
            return web.Response(status=refused.status, text=f"{refused}\n")
        connection = Connection(request, socket, board, self._options, self._metrics)
        task = asyncio.current_task()
        assert task is not None
        self._connections[connection] = task
        try:
            await socket.prepare(request)
            await connection.talk()
        finally:
            board.leave(connection)
            del self._connections[connection]
        return socket

    async def _show_metrics(self, request: web.Request) -> web.Response:
        gauges = {
            **{name: each for name, each in self._runtime.stats().items() if name != "loop"},
            "clients": len(self._connections),
            "boards": len(self.boards),
            "unsaved": len(self.boards.unsaved),
        }
        return web.Response(text=self._metrics.text(gauges))

    async def say_goodbye(self) -> None:
        """Takes no more edits, and waits until the clients have had their answers."""
        self._is_ending = True
        for connection in self._connections:
            connection.end()
        if self._connections:
            await asyncio.wait(self._connections.values())


def stop_event(options: Options) -> asyncio.Event:
    """Is set by SIGTERM and SIGINT, and when the parent has gone."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)

    def end() -> None:
        loop.remove_reader(sys.stdin)
        stop.set()

    if options.with_parent:
        loop.add_reader(sys.stdin, end)
    return stop


async def serve(options: Options) -> bool:
    """Serves until it is to stop. Whether everything is saved then."""
    stop = stop_event(options)
    async with enfold.aio.Runtime(crash_line=True) as runtime:
        runtime.load(options.plugin)
        server = Server(runtime, options)
        runner = web.AppRunner(server.app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, options.host, options.port)
        await site.start()
        closing = asyncio.create_task(server.boards.close_idle())
        # In one write: the workers share the output, and an unbuffered `print` writes the end of a
        # line by itself, so that the lines of two workers could mix.
        sys.stdout.write(f"http://{options.host}:{runner.addresses[0][1]}\n")
        sys.stdout.flush()

        await stop.wait()
        closing.cancel()
        await site.stop()
        await server.say_goodbye()
        # What is debounced begins now, and this waits until all of it is saved. Warnings name what
        # was cut off. (Before, they would tell of each bad action of a client.)
        runtime.log("warning")
        await runtime.end(wait=options.wait)
        await runner.cleanup()

    for name in server.boards.unsaved:
        logger.error("the last edits of the board %s are not saved", name)
    return not server.boards.unsaved


def main() -> None:
    logging.basicConfig(format="%(asctime)s %(name)s %(levelname)s %(message)s")
    try:
        is_saved = asyncio.run(serve(parse()))
    except (enfold.Error, OSError) as error:
        sys.exit(f"server.py: {error}")
    sys.exit(0 if is_saved else 1)


if __name__ == "__main__":
    main()
