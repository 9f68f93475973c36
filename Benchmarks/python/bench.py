"""W7: the counter through the Python package, beside what Python itself needs for the same.

Usage: bench.py PLUGIN_DIR [WORKLOAD...], as in "bench.py build/plugins W7".
Prints "workload<TAB>what<TAB>median<TAB>unit<TAB>lowest<TAB>highest" and "note<TAB>text".
"""

from __future__ import annotations

import sys

import answering
import reducing
import sending
import starting


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("usage: bench.py PLUGIN_DIR [WORKLOAD...]")
    plugins, wanted = sys.argv[1], sys.argv[2:]
    if wanted and "W7" not in wanted:
        return
    sending.measure(plugins)
    reducing.measure()
    answering.measure(plugins)
    # Where asyncio was imported, each send looks at its caller, for an `await`. That takes 70 ns.
    import producers

    producers.measure(plugins)
    starting.measure()


if __name__ == "__main__":
    main()
