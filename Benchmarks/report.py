"""Prints the rows of the benchmark programs as one table, with ratios to the floor of the same workload."""

import sys
from collections import defaultdict

LEFT_OUT = """\
Left out: W3 (fan-out), W4 (big payloads) through the C API, W6 (scopes). Ratios are of one run on this machine; absolute
figures mean little. "floor" is a C program written by hand for the one feature; it has no queue, no effects, no tasks, no
second observer and no way to load another feature."""


def main() -> None:
    rows: dict[str, list[tuple[str, float, str]]] = defaultdict(list)
    for line in sys.stdin:
        parts = line.rstrip("\n").split("\t")
        if len(parts) == 4:
            rows[parts[0]].append((parts[1], float(parts[2]), parts[3]))
        else:
            print(line, end="", file=sys.stderr)
    print(f"{'workload':40} {'what':38} {'median':>12}  {'ratio':>8}")
    for workload, sides in rows.items():
        reference = next((value for what, value, _ in sides if what in REFERENCES), None)
        for what, value, unit in sides:
            ratio = "" if reference is None or what in REFERENCES else f"{value / reference:.2f} x"
            print(f"{workload:40} {what:38} {value:12,.1f} {unit:5} {ratio:>8}")
    print()
    print(LEFT_OUT)


REFERENCES = ("floor", "Foundation", "empty ctypes call")

if __name__ == "__main__":
    main()
