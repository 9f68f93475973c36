"""A terminal that a test types into, and whose screen it reads."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from types import TracebackType

import pexpect
import pyte

ROWS, COLUMNS = 40, 100
PATIENCE = 30.0


class Terminal:
    """A command in a terminal of its own."""

    def __init__(self, command: list[str], environment: dict[str, str] | None = None) -> None:
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.Stream(self._screen)
        self.bytes = ""
        self._child = pexpect.spawn(
            command[0],
            command[1:],
            env={**os.environ, "TERM": "xterm", **(environment or {})},
            dimensions=(ROWS, COLUMNS),
            encoding="utf-8",
            timeout=PATIENCE,
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._child.close(force=True)

    def type(self, text: str) -> None:
        self._child.send(text)

    def lines(self) -> list[str]:
        """What the screen shows, without empty lines."""
        return [line.rstrip() for line in self._screen.display if line.strip()]

    @property
    def column(self) -> int:
        """Where the cursor is."""
        return int(self._screen.cursor.x)

    def wait_until(self, condition: Callable[[list[str]], bool]) -> list[str]:
        """Reads until the screen is as it should be."""
        while not condition(self.lines()):
            try:
                text = self._child.read_nonblocking(4096, timeout=PATIENCE)
            except pexpect.EOF:
                raise AssertionError(
                    f"the command has ended, and the screen shows {self.lines()}"
                ) from None
            except pexpect.TIMEOUT:
                raise AssertionError(f"the screen still shows {self.lines()}") from None
            self.bytes += text
            self._stream.feed(text)
        return self.lines()

    def wait_for_line(self, pattern: str) -> list[str]:
        """Reads until the last line is as it should be."""
        return self.wait_until(
            lambda lines: bool(lines) and re.fullmatch(pattern, lines[-1]) is not None
        )

    def wait_for(self, pattern: str) -> list[str]:
        """Reads until some line contains the pattern."""
        return self.wait_until(lambda lines: any(re.search(pattern, line) for line in lines))

    def end(self) -> int:
        """Waits until the command has ended. Its exit status."""
        self._child.expect(pexpect.EOF)
        self._child.close()
        return int(
            self._child.exitstatus
            if self._child.exitstatus is not None
            else -self._child.signalstatus
        )
