"""A server of the inspector, programs that it looks at, and programs that only seem to be some."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

ROOT = Path(__file__).resolve().parents[3]
BUILD = Path(os.environ.get("ENFOLD_BUILD", ROOT / "build")).resolve()
SERVER = str(BUILD / "libexec" / "enfold" / "enfold-inspect")
TODOS = str(BUILD / "plugins" / "libTodos.so")
SESSION = ROOT / "Examples" / "Todos" / "Todos.enfold.jsonl"
HOST = str(Path(__file__).with_name("host.py"))
PATIENCE = 20.0

T = TypeVar("T")


def until(condition: Callable[[], T]) -> T:
    """Waits until something is so, and returns it."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it does not come about"
        threading.Event().wait(0.01)
    return found


class Answer:
    """What the server has answered."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def message(self) -> str:
        return str(self.json["error"]["message"])


class Server:
    """A server that runs."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        environment = {**os.environ, "XDG_RUNTIME_DIR": str(folder), "TMPDIR": str(folder)}
        self.process = subprocess.Popen(
            [SERVER, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline().decode()
        assert line.startswith("http://127.0.0.1:"), self.end()
        self.address, self.token = line.strip().split("/#t=")
        self.port = int(self.address.rsplit(":", 1)[1])
        self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def end(self) -> str:
        """Ends it, and returns what it has complained about."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            _, errors = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        return errors.decode()

    def ask(self, path: str, body: Any = None, headers: Any = None, /, **query: Any) -> Answer:
        """Asks for a path with the token; with a POST, if there is a body."""
        if query:
            path += "?" + urllib.parse.urlencode(query)
        text = None if body is None else json.dumps(body)
        given = {"Authorization": f"Bearer {self.token}"}
        if body is not None:
            given["Content-Type"] = "application/json"
        given.update(headers or {})
        self.connection.request("GET" if body is None else "POST", path, text, given)
        response = self.connection.getresponse()
        return Answer(response.status, dict(response.getheaders()), response.read())

    def get(self, path: str, /, **query: Any) -> Any:
        """What a path answers, which must be well."""
        answer = self.ask(path, **query)
        assert answer.status == 200, answer.body
        return answer.json

    def post(self, path: str, /, **body: Any) -> Any:
        answer = self.ask(path, body)
        assert answer.status == 200, answer.body
        return answer.json

    def sources(self) -> list[Any]:
        sources: list[Any] = self.get("/api/sources")["sources"]
        return sources

    def source(self, **members: Any) -> Any:
        """The first source with these members; waits for it."""

        def find() -> Any:
            for source in self.sources():
                if all(source.get(name) == value for name, value in members.items()):
                    return source
            return None

        return until(find)

    def loaded(self, count: int) -> tuple[int, int]:
        """The only file, when it has so many entries, and its first store."""
        source = self.source(count=count)
        return source["id"], source["stores"][0]["id"]

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), PATIENCE)

    def raw(self, request: bytes) -> bytes:
        """Sends bytes as they are, and returns everything that comes until the server closes."""
        with self.connect() as connection:
            with contextlib.suppress(OSError):  # it may have closed already
                connection.sendall(request)
            return everything(connection)

    def request(self, line: str, *headers: str, body: bytes = b"") -> bytes:
        """A request with the token and the right Host, unless they are among the headers."""
        lines = [line, *headers, "Connection: close"]
        names = {header.split(":")[0].lower() for header in headers}
        if "host" not in names:
            lines.append(f"Host: 127.0.0.1:{self.port}")
        if "authorization" not in names:
            lines.append(f"Authorization: Bearer {self.token}")
        return self.raw("\r\n".join([*lines, "", ""]).encode() + body)

    def is_alive(self) -> bool:
        # The server closes a connection on which nothing is asked for a minute.
        self.connection.close()
        return self.process.poll() is None and self.ask("/api/sources").status == 200


def everything(connection: socket.socket) -> bytes:
    """What comes until the other side closes."""
    data = b""
    try:
        while part := connection.recv(1 << 16):
            data += part
    except ConnectionResetError:
        pass
    return data


def status(answer: bytes) -> int:
    """The status of an answer as it came; 0 if there is none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else 0


class Program:
    """A program with a store of Todos, in a process of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        python = [str(ROOT / "bindings" / "python"), os.environ.get("PYTHONPATH", "")]
        environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": str(folder),
            "PYTHONPATH": os.pathsep.join(python),
        }
        self.process = subprocess.Popen(
            [sys.executable, HOST, TODOS, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.answer()

    def answer(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "done\n"

    def do(self, line: str) -> None:
        """Runs a line of Python in it: `store` and `runtime` are there."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        self.answer()

    def end(self) -> None:
        """It ends in an orderly way."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def kill(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.kill()
        self.process.wait(PATIENCE)
        self.process.stdin.close()
        self.process.stdout.close()


HELLO = {
    "kind": "hello",
    "protocol": 1,
    "enfold": "0.1.0",
    "pid": os.getpid(),
    "program": "fake",
    "runtime": 1,
    "control": True,
    "recording": True,
    "dropped": 0,
}
HEADER = {"format": "enfold-session", "version": 1, "time": "2026-11-29T13:05:00.000001Z"}


def opened(state: Any, store: int = 1, revision: int = 0) -> dict[str, Any]:
    names = {"name": f"Fake#{store}", "feature": "Fake"}
    return {
        "seq": 1,
        "store": store,
        "kind": "opened",
        **names,
        "revision": revision,
        "state": state,
    }


def commit(revision: int, patch: Any, store: int = 1, **members: Any) -> dict[str, Any]:
    entry = {"seq": revision + 1, "store": store, "kind": "action", "revision": revision}
    return {**entry, "action": {"set": {}}, "patch": patch, **members}


def replace(path: str, value: Any) -> dict[str, Any]:
    return {"op": "replace", "path": path, "value": value}


def lines(*entries: Any) -> bytes:
    return b"".join(json.dumps(entry).encode() + b"\n" for entry in entries)


class FakeHost:
    """A socket in the folder of hosts. A thread sends what it is given to who connects."""

    def __init__(self, folder: Path, data: bytes = b"", name: str = "fake") -> None:
        hosts = folder / "enfold"
        hosts.mkdir(mode=0o700, exist_ok=True)
        self.path = hosts / f"{os.getpid()}-{name}.sock"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(self.path))
        self.path.chmod(0o600)
        self.socket.listen()
        self.data = data
        self.connection: socket.socket | None = None
        self.received = b""
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self) -> None:
        try:
            self.connection, _ = self.socket.accept()
            self.connection.sendall(self.data)
            while part := self.connection.recv(1 << 16):
                self.received += part
        except OSError:
            pass

    def send(self, data: bytes) -> None:
        until(lambda: self.connection is not None)
        assert self.connection is not None
        self.connection.sendall(data)

    def is_closed(self) -> bool:
        """Whether the server has closed the connection."""
        return not self.thread.is_alive()

    def close(self) -> None:
        for one in (self.connection, self.socket):
            if one is not None:
                with contextlib.suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
                one.close()
        self.path.unlink(missing_ok=True)
        self.thread.join(PATIENCE)
