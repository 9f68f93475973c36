"""Measuring: sides are calibrated by time, then measured in turn."""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Mapping

RUNS = 7
RUN_TIME = 50e6  # ns of one run of one side
CALIBRATION = 5e6  # ns: a trial at least this long tells how many calls fit

Body = Callable[[], object]

# Rows of a run without the accelerator are apart.
WAY = ", by ctypes" if os.environ.get("ENFOLD_ACCELERATOR") == "0" else ""


def row(workload: str, what: str, values: list[float], unit: str = "ns") -> None:
    numbers = statistics.median(values), min(values), max(values)
    print(
        f"{workload}{WAY}\t{what}\t{numbers[0]:.2f}\t{unit}\t{numbers[1]:.2f}\t{numbers[2]:.2f}",
        flush=True,
    )


def note(text: str) -> None:
    print(f"note\t{text}", flush=True)


def time_of(body: Body, count: int) -> float:
    loop = range(count)
    start = time.perf_counter_ns()
    for _ in loop:
        body()
    return time.perf_counter_ns() - start


def calibrated(body: Body) -> int:
    body()
    count = 1
    while (elapsed := time_of(body, count)) < CALIBRATION:
        count *= 2
    return max(1, int(RUN_TIME / elapsed * count))


def compare(
    workload: str, sides: Mapping[str, Body], prepare: Callable[[str], object] = str
) -> None:
    """Measures the sides in turn. `prepare` is called with the name of each before it runs."""
    counts = {}
    for what, body in sides.items():
        prepare(what)
        counts[what] = calibrated(body)
    times: dict[str, list[float]] = {what: [] for what in sides}
    for _ in range(RUNS):
        for what, body in sides.items():
            prepare(what)
            times[what].append(time_of(body, counts[what]) / counts[what])
    for what, values in times.items():
        row(workload, what, values)
