"""The stream of events."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from typing import Any

from support import HEADER, HELLO, FakeHost, Server, commit, lines, opened, replace


class Stream:
    """A stream of events."""

    def __init__(self, server: Server) -> None:
        self.socket = server.connect()
        request = (
            f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Authorization: Bearer {server.token}\r\n\r\n"
        )
        self.socket.sendall(request.encode())
        self.file = self.socket.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        while self.file.readline().strip():
            pass

    def line(self) -> str:
        """The next line of the chunks."""
        size = int(self.file.readline(), 16)
        text = self.file.read(size).decode()
        self.file.readline()
        return text

    def event(self, name: str) -> Any:
        """The data of the next event of a name."""
        while True:
            text = self.line()
            if text.startswith(f"event: {name}\n"):
                return json.loads(text.split("data: ", 1)[1])

    def close(self) -> None:
        self.file.close()
        self.socket.close()


def test_events(server: Server, fake: Callable[..., FakeHost]) -> None:
    stream = Stream(server)
    assert stream.event("sources")["sources"] == []
    host = fake(lines(HELLO, HEADER, opened({"n": 0})))
    while not (sources := stream.event("sources")["sources"]) or not sources[0]["stores"]:
        pass
    source, store = sources[0]["id"], sources[0]["stores"][0]["id"]
    host.send(lines(commit(1, [replace("/n", 1)])))
    while (count := stream.event("counts")["counts"][0])["count"] < 2:
        pass
    assert count == {"source": source, "count": 2, "dropped": 0, "stores": [[store, 1]]}
    assert host.connection is not None
    host.connection.shutdown(socket.SHUT_RDWR)
    while stream.event("sources")["sources"][0]["condition"] == "connected":
        pass
    stream.close()


def test_a_comment_says_that_the_server_is_there(server: Server) -> None:
    stream = Stream(server)
    while not stream.line().startswith(":"):
        pass
    stream.close()


def test_streams_that_end_make_room(server: Server) -> None:
    for _ in range(3):
        streams = [Stream(server) for _ in range(8)]
        assert {stream.status for stream in streams} == {200}
        for stream in streams:
            stream.close()
        # The server has seen that they are gone when there is room for one.
        while (one := Stream(server)).status != 200:
            one.close()
        one.close()
        while (one := Stream(server)).status != 200:
            one.close()
        one.close()
