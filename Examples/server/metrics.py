"""Metrics: what the server counts, in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

COUNTERS = {
    "edits": "Actions of clients that were reduced.",
    "refused": "Messages of clients that were answered with an error.",
    "throttled": "Messages that waited because their client sends too fast.",
    "catchups": "Clients that came back and were told only what they had missed.",
    "behind": "Times that a slow client was put off and told the whole state later.",
    "slow": "Connections that were closed because the client did not read.",
    "saves": "Times that a board was saved.",
    "save_errors": "Times that saving failed; it is tried again.",
}
GAUGES = {
    "clients": "Clients that are connected.",
    "boards": "Boards that are open.",
    "unsaved": "Boards whose last change is not saved yet.",
    "pending": "Actions that wait and effects that run.",
    "requests": "Requests of features without an answer.",
    "subscriptions": "Observers.",
}


class Metrics:
    """The counters. `/metrics` shows them, beside what is measured at that moment."""

    def __init__(self) -> None:
        self._counts = Counter(dict.fromkeys(COUNTERS, 0))

    def count(self, name: str) -> None:
        assert name in COUNTERS
        self._counts[name] += 1

    def text(self, gauges: Mapping[str, int]) -> str:
        lines = []
        for name, help in COUNTERS.items():
            lines += described(f"enfold_{name}_total", "counter", help, self._counts[name])
        for name, help in GAUGES.items():
            lines += described(f"enfold_{name}", "gauge", help, gauges[name])
        return "\n".join([*lines, ""])


def described(name: str, kind: str, help: str, value: int) -> list[str]:
    return [f"# HELP {name} {help}", f"# TYPE {name} {kind}", f"{name} {value}"]
