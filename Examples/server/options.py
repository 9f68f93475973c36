"""Options of the server: where its things are, and its limits."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True)
class Options:
    """What the command line says."""

    plugin: Path
    folder: Path  # where the boards are saved
    feature: str = "Board"
    host: str = "127.0.0.1"
    port: int = 8080  # 0: any
    # Which worker this is, and of how many: see workers.py.
    worker: int = 0
    workers: int = 1
    with_parent: bool = False  # end when the input ends, because the parent has gone
    # Limits of the server.
    boards: int = 10_000
    clients: int = 10_000
    idle: float = 60.0  # a board without clients is closed after so many seconds
    wait: float = 30.0  # how long the end waits for what is to be saved
    # Limits of a board, and of a client.
    history: int = 256 * 1024  # the size of the changes that are kept for clients that come back
    message: int = 16 * 1024  # the largest message that is taken
    rate: float = 50.0  # messages in a second; `burst` of them at once
    burst: int = 100
    outbox: int = 256  # the messages that may wait for a slow client
    patience: float = 20.0  # how long one message may take to be sent
    heartbeat: float = 60.0  # a client that is silent is asked so often whether it is there still


def parse(arguments: list[str] | None = None) -> Options:
    """Options of the command line: one for each field."""
    parser = argparse.ArgumentParser(description="Boards that many clients edit.")
    for field in fields(Options):
        flag = f"--{field.name.replace('_', '-')}"
        if field.name in ("plugin", "folder"):
            parser.add_argument(field.name, type=Path)
        elif field.default is False:
            parser.add_argument(flag, action="store_true")
        else:
            parser.add_argument(flag, type=type(field.default), default=field.default, metavar="…")
    return Options(**vars(parser.parse_args(arguments)))
