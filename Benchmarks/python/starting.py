"""W7, starting: `import enfold` without orjson, beside the start of Python itself."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import enfold
from measure import row

RUNS = 15
# What orjson itself imports is no part of this.
IMPORT = "import sys; sys.modules['orjson'] = None; import enfold"
SIDES = {
    "Python alone": "",
    "and import enfold": IMPORT,
    "and a first Runtime": f"{IMPORT}; enfold.Runtime().close()",
}


def measure() -> None:
    path = str(Path(enfold.__file__).parents[1])
    # Compiled once, as an installed package is.
    environment = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": ""}
    times: dict[str, list[float]] = {what: [] for what in SIDES}
    for turn in range(RUNS + 1):
        for what, code in SIDES.items():
            start = time.perf_counter_ns()
            subprocess.run([sys.executable, "-c", code], env=environment, check=True)
            if turn > 0:
                times[what].append((time.perf_counter_ns() - start) / 1e6)
    for what, values in times.items():
        row("W7 start", what, values, "ms")
