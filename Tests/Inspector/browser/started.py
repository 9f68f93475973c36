"""What the tests start: the server of the inspector, and hosts in Python and in C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILD = Path(os.environ.get("ENFOLD_BUILD", ROOT / "build")).resolve()
PLUGINS = BUILD / "plugins"


class Program:
    """A process that is written to and read from in lines."""

    def __init__(self, command: list[str | Path], folder: Path, **environment: str) -> None:
        variables = {
            **os.environ,
            "XDG_RUNTIME_DIR": str(folder),
            "PYTHONPATH": str(ROOT / "bindings" / "python"),
            **environment,
        }
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=variables, text=True
        )

    def line(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, f"{self.process.args!r} has ended"
        return line.rstrip("\n")

    def write(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """Lets it end by itself: its stdin is closed."""
        if self.process.stdin and not self.process.stdin.closed:
            self.process.stdin.close()
        self.process.wait(timeout=20)

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.process.poll() is None:
            self.kill()
        for stream in (self.process.stdin, self.process.stdout):
            if stream and not stream.closed:
                stream.close()


class PythonHost(Program):
    """Todos, PrimeTime, TextBoard and Numbers, a feature whose values are hard for JavaScript."""

    def __init__(self, folder: Path, mode: str = "control") -> None:
        super().__init__([sys.executable, HERE / "host.py", PLUGINS], folder, ENFOLD_INSPECT=mode)
        assert self.line() == "ready"

    def do(self, **told: Any) -> Any:
        self.write(json.dumps(told))
        return json.loads(self.line())

    def send(self, store: str, action: Any, **more: Any) -> None:
        self.do(store=store, action=action, **more)


class CHost(Program):
    """Todos, PrimeTime and TextBoard."""

    def __init__(self, binary: Path, folder: Path, mode: str = "1") -> None:
        super().__init__([binary, PLUGINS], folder, ENFOLD_INSPECT=mode)
        assert self.line() == "ready"

    def send(self, store: str, action: Any) -> None:
        self.write(f"{store} {json.dumps(action)}")
        assert self.line() == "done"


class Server(Program):
    """The server; `address` is what it prints."""

    def __init__(self, folder: Path, *arguments: str | Path) -> None:
        server = BUILD / "libexec" / "enfold" / "enfold-inspect"
        super().__init__([server, *arguments], folder)
        self.address = self.line()


def c_host(folder: Path) -> Path:
    """Builds the host in C."""
    binary = folder / "c-host"
    library = BUILD / "lib"
    command: list[str | Path] = [
        os.environ.get("CC", "cc"),
        "-std=c11",
        "-Wall",
        "-Werror",
        f"-I{ROOT / 'include'}",
        HERE / "host.c",
        f"-L{library}",
        "-lenfold",
        f"-Wl,-rpath,{library}",
        "-o",
        binary,
    ]
    subprocess.run(command, check=True)
    return binary
