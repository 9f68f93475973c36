"""What the tests of the inspector's server share."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support import SESSION, FakeHost, Program, Server


@pytest.fixture
def folder() -> Iterator[Path]:
    """The runtime folder of the user. Its path is short, because that of a socket must be."""
    with tempfile.TemporaryDirectory(prefix="enf") as path:
        yield Path(path)


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Server]]:
    """Starts a server; it must end well."""
    servers: list[Server] = []

    def started(*arguments: str) -> Server:
        servers.append(Server(folder, *arguments))
        return servers[-1]

    yield started
    for server in servers:
        server.connection.close()
        server.end()
        assert server.process.returncode == 0


@pytest.fixture
def server(start: Callable[..., Server]) -> Server:
    """A server that looks at the folder of hosts."""
    return start()


@pytest.fixture
def filed(start: Callable[..., Server]) -> Server:
    """A server with the session of the example Todos: 13 entries of one store."""
    server = start(str(SESSION))
    server.loaded(13)
    return server


@pytest.fixture
def program(folder: Path) -> Iterator[Program]:
    """A program that may be controlled."""
    program = Program(folder, "control")
    yield program
    if program.process.poll() is None:
        program.end()


@pytest.fixture
def fake(folder: Path) -> Iterator[Callable[..., FakeHost]]:
    """Makes sockets in the folder of hosts."""
    hosts: list[FakeHost] = []

    def made(data: bytes = b"", name: str = "fake") -> FakeHost:
        hosts.append(FakeHost(folder, data, name))
        return hosts[-1]

    yield made
    for host in hosts:
        host.close()


@pytest.fixture
def write(tmp_path: Path) -> Callable[[bytes], str]:
    """Writes a session file, and returns its path."""

    def written(data: bytes) -> str:
        path = tmp_path / "made.enfold.jsonl"
        path.write_bytes(data)
        return str(path)

    return written
