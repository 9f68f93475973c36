"""W7: the counter through the Python package, beside an empty ctypes call and a plain dict reducer with json.

Usage: bench.py PLUGIN_DIR. Prints "workload<TAB>what<TAB>value<TAB>unit".
"""

from __future__ import annotations

import ctypes
import json
import statistics
import sys
import time
from typing import Any, Callable

import enfold

RUNS = 7
COUNT = 50_000
INCREMENT = b'{"increment":{}}'


def nanoseconds(body: Callable[[], Any]) -> float:
    loop = range(COUNT)
    start = time.perf_counter_ns()
    for _ in loop:
        body()
    return (time.perf_counter_ns() - start) / COUNT


def compare(workload: str, sides: dict[str, Callable[[], Any]]) -> None:
    times: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(RUNS):
        for name, body in sides.items():
            times[name].append(nanoseconds(body))
    for name, values in times.items():
        print(f"{workload}\t{name}\t{statistics.median(values):.1f}\tns")


def main() -> None:
    getpid = ctypes.CDLL(None).labs
    getpid.argtypes = [ctypes.c_uint64, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p, ctypes.c_void_p]
    getpid.restype = ctypes.c_int32

    state = {"count": 0}

    def dict_reducer() -> None:
        action = json.loads(INCREMENT)
        if "increment" in action:
            state["count"] += 1
        json.dumps(state["count"])

    with enfold.Runtime() as runtime:
        runtime.load(f"{sys.argv[1]}/libCounter.so")
        alone = runtime.open("Counter")
        observed = runtime.open("Counter")
        seen: list[Any] = [None]

        def note(event: Any) -> None:
            seen[0] = event.value

        subscription = observed.observe("/count", note)
        compare(
            "W7 ready bytes, no observer",
            {
                "empty ctypes call": lambda: getpid(1, INCREMENT, len(INCREMENT), None, None),
                "Python": lambda: alone.send(INCREMENT),
            },
        )
        compare(
            "W7 JSON both ways, one observer",
            {
                "plain dict reducer with json": dict_reducer,
                "Python": lambda: observed.send({"increment": {}}),
                "Python, ready bytes": lambda: observed.send(INCREMENT),
            },
        )
        subscription.cancel()


if __name__ == "__main__":
    main()
