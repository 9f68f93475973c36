"""A client of docs/inspector-protocol.md, for tests."""

from __future__ import annotations

import json
import socket
from typing import Any

import enfold


class Inspector:
    """A connection to a host. `lines` are all that came, but for answers."""

    def __init__(self, path: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        try:
            self.socket.connect(path)
        except OSError:
            self.socket.close()
            raise
        self.rest = b""
        self.lines: list[dict[str, Any]] = []
        self.number = 0

    def close(self) -> None:
        self.socket.close()

    def __enter__(self) -> Inspector:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def line(self) -> dict[str, Any]:
        """The next line."""
        while b"\n" not in self.rest:
            data = self.socket.recv(1 << 16)
            if not data:
                raise EOFError
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        parsed: dict[str, Any] = json.loads(line)
        return parsed

    def until(self, **members: Any) -> dict[str, Any]:
        """Reads lines up to the first one with these members."""
        while True:
            line = self.line()
            if "reply" not in line:
                self.lines.append(line)
            if all(line.get(name) == value for name, value in members.items()):
                return line

    def rest_of_lines(self) -> None:
        """Reads to the end."""
        try:
            while True:
                self.lines.append(self.line())
        except (EOFError, ConnectionResetError):
            pass

    def ask(self, do: str, **members: Any) -> dict[str, Any]:
        """Sends a command and returns its answer."""
        self.number += 1
        self.send(json.dumps({"id": self.number, "do": do, **members}).encode() + b"\n")
        return self.until(reply=self.number)

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def states(self) -> dict[int, Any]:
        """The states of the stores after the lines that came, by their patches."""
        states: dict[int, Any] = {}
        patches: dict[int, list[Any]] = {}
        for line in self.lines:
            if line.get("kind") in ("opened", "state"):
                states[line["store"]], patches[line["store"]] = line["state"], []
            elif "patch" in line and line["store"] in states:
                patches[line["store"]] += line["patch"]
        return {store: enfold.apply_patch(state, patches[store]) for store, state in states.items()}
