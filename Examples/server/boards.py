"""Boards: those that are open, by name, and their files."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
import zlib
from pathlib import Path

from board import Board
from metrics import Metrics
from options import Options

import enfold

logger = logging.getLogger("boards")


class Refused(Exception):
    """A client that cannot come in: a status of HTTP, and why."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Boards:
    """The open boards, by name. A board is opened for its first client."""

    def __init__(self, runtime: enfold.aio.Runtime, options: Options, metrics: Metrics) -> None:
        self._runtime = runtime
        self._options = options
        self._metrics = metrics
        self._boards: dict[str, Board] = {}
        self._by_store: dict[enfold.Store, Board] = {}
        self._saving: set[asyncio.Task[None]] = set()  # asyncio keeps no task alive
        # Each thread that has ended writes a byte into the pipe that wakes asyncio, and where that
        # is full (some 270 bytes), a signal is lost.
        self._writing = asyncio.Semaphore(64)
        options.folder.mkdir(parents=True, exist_ok=True)
        runtime.handle("save", self._save, raw=True)

    def __len__(self) -> int:
        return len(self._boards)

    @property
    def unsaved(self) -> list[str]:
        return [board.name for board in self._boards.values() if board.saved < board.changed]

    def open(self, name: str) -> Board:
        """The board of a name. Raises `Refused`."""
        if name in self._boards:
            return self._boards[name]
        if not re.fullmatch("[a-z0-9-]{1,64}", name):
            raise Refused(404, "a board is called by 1 to 64 of a-z, 0-9 and -")
        if (worker := worker_of(name, self._options.workers)) != self._options.worker:
            raise Refused(421, f"the board {name} is at worker {worker}")
        if len(self._boards) >= self._options.boards:
            raise Refused(503, f"{len(self._boards)} boards are open, and no more may be")
        # Nothing is awaited here: otherwise two clients might open a board twice.
        try:
            store = self._open_store(self._path(name))
        except (enfold.Error, OSError) as error:
            logger.error("the board %s cannot be opened: %s", name, error)
            raise Refused(500, f"the board {name} cannot be opened") from error
        board = Board(name, store, self._options.history)
        self._boards[name] = self._by_store[store] = board
        return board

    def _path(self, name: str) -> Path:
        return self._options.folder / f"{name}.json"

    def _open_store(self, path: Path) -> enfold.aio.Store:
        if not path.exists():
            return self._runtime.open(self._options.feature)
        return self._runtime.open(self._options.feature, state=path.read_bytes())

    async def close_idle(self) -> None:
        """Closes boards that nobody has looked at for a while, when they are saved. Never ends."""
        while True:
            await asyncio.sleep(self._options.idle / 2)
            long_ago = time.monotonic() - self._options.idle
            for board in list(self._boards.values()):
                is_idle = not board.listeners and board.idle_since < long_ago
                if is_idle and board.saved >= board.changed:
                    del self._boards[board.name], self._by_store[board.store]
                    board.store.close()

    # Saving

    def _save(self, request: enfold.Request) -> None:
        """Answers the request "save" of a feature: its store says which board it is."""
        board = self._by_store[request.store]
        task = asyncio.get_running_loop().create_task(self._answer(request, board))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _answer(self, request: enfold.Request, board: Board) -> None:
        """Saves until it works. If the feature asks anew meanwhile, that request is enough."""
        async with board.saving:  # one after the other: an older state never replaces a newer one
            while not request.is_cancelled:
                revision, state = board.store.revision, board.store.raw()
                try:
                    async with self._writing:
                        await asyncio.to_thread(replace, self._path(board.name), state)
                except OSError as error:
                    logger.error("the board %s cannot be saved: %s", board.name, error)
                    self._metrics.count("save_errors")
                    await asyncio.sleep(1)
                    continue
                board.saved = revision
                self._metrics.count("saves")
                if not request.is_cancelled:
                    request.resolve()
                return


def replace(path: Path, content: bytes) -> None:
    """Writes a file, which has the old content or the new one, whatever happens."""
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def worker_of(name: str, workers: int) -> int:
    """Which worker has a board."""
    return zlib.crc32(name.encode()) % workers
