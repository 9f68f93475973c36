"""Worker processes, each with some of the boards: one that ends is started anew.

    python3 Examples/server/workers.py 4 build/plugins/libBoard.so boards --port 8080

The workers listen on the ports from 8080 on; a board is at the worker `worker_of(name, 4)`. All
that follows the number of workers is for server.py.
"""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import sys
import time
from pathlib import Path

from options import parse

SERVER = str(Path(__file__).with_name("server.py"))
logger = logging.getLogger("workers")


class Worker:
    """A process that is there until `end` is called."""

    def __init__(self, number: int, arguments: list[str]) -> None:
        self._number = number
        self._command = [sys.executable, SERVER, "--with-parent", *arguments]
        self._process: asyncio.subprocess.Process | None = None
        self._is_ending = False

    async def keep(self) -> int:
        """Starts the process again and again. Its status when it was to end."""
        pause = 0.1
        status = 0
        while not self._is_ending:
            begin = time.monotonic()
            # Nothing is written to its input: it ends when this process does, however that is.
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=asyncio.subprocess.PIPE
            )
            if self._is_ending:
                self.end()  # it was called while the process began
            status = await self._process.wait()
            if self._is_ending:
                break
            # If a plugin trapped, the crash line above this one says in which action.
            logger.error("worker %d ended %s, and is started anew", self._number, how(status))
            # One that cannot live is not started all the time.
            pause = 0.1 if time.monotonic() - begin > 10 else min(2 * pause, 5)
            await asyncio.sleep(pause)
        return status

    def end(self) -> None:
        self._is_ending = True
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()


def how(status: int) -> str:
    return f"by {signal.Signals(-status).name}" if status < 0 else f"with status {status}"


async def keep_all(count: int, arguments: list[str]) -> bool:
    """Keeps the workers until SIGTERM or SIGINT comes. Whether all have ended well then."""
    port = parse(arguments).port
    workers = [
        Worker(
            number,
            [*arguments, f"--port={port + number}", f"--worker={number}", f"--workers={count}"],
        )
        for number in range(count)
    ]
    keeping = [asyncio.create_task(worker.keep()) for worker in workers]

    def end() -> None:
        for worker in workers:
            worker.end()

    for signal_number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(signal_number, end)
    return not any(await asyncio.gather(*keeping))


def main() -> None:
    logging.basicConfig(format="%(asctime)s %(name)s %(levelname)s %(message)s")
    if len(sys.argv) < 2 or not re.fullmatch("[1-9][0-9]?", sys.argv[1]):
        sys.exit("usage: workers.py WORKERS PLUGIN FOLDER [OPTIONS OF server.py]")
    sys.exit(0 if asyncio.run(keep_all(int(sys.argv[1]), sys.argv[2:])) else 1)


if __name__ == "__main__":
    main()
