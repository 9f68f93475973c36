"""Prints what the benchmark programs measured: a table with ratios, then whether targets are met.

Usage: report.py [--update FILE] < ROWS. With --update the tables replace what stands between the
markers of a Markdown file.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rows import Results, read
from targets import Verdict, judge

# The side that the others of a workload are compared with.
REFERENCES = (
    "floor",
    "enfold.h",
    "reducer",
    "Foundation",
    "empty ctypes call",
    "empty ctypes call and callback",
    "Python alone",
    "minimal Swift loop",
    "no effect",
    "tasks of Swift",
    "no body",
    "dict reducer with json",
)
ORDER = ("W1", "W2", "W3", "W4", "W5", "W6", "W7", "W8", "P9", "E1", "S4")
BEGIN, END = "<!-- results: written by make bench-docs -->", "<!-- end of results -->"

LAST_WORDS = """\
The rows from C are of a process with one thread, in which the mutex of the floors takes no locked
instructions; in the rows "two threads", where a second thread sleeps, it does.
Left out: that a commit without observers encodes nothing shows only in its time and allocations;
effects that take time, queues that several threads fill from C, and hosts with a loop of their own
in C are not measured."""


def table(results: Results) -> list[tuple[str, str, str, str, str]]:
    """Workload, what, median with unit, span and ratio to the workload's reference."""
    lines = []
    for workload, rows in sorted(
        results.workloads.items(), key=lambda item: ORDER.index(item[0][:2])
    ):
        reference = next((row for row in rows if row.what in REFERENCES), None)
        for row in rows:
            ratio = ""
            if reference and row is not reference and row.unit == reference.unit:
                ratio = factor(row.median / reference.median)
            span = (
                f"{number(row.lowest)} to {number(row.highest)}"
                if row.lowest != row.highest
                else ""
            )
            lines.append((workload, row.what, f"{number(row.median)} {row.unit}", span, ratio))
    return lines


def factor(value: float) -> str:
    return f"{value:.2f} x" if value >= 0.1 else f"{value:.4f} x"


def number(value: float) -> str:
    return f"{value:,.1f}" if abs(value) < 1000 else f"{value:,.0f}"


def bound(verdict: Verdict, value: float | None) -> str:
    if value is None:
        return ""
    return f"{'>=' if verdict.is_least else '<='} {value:,g} {verdict.unit}"


def measured(verdict: Verdict) -> str:
    return "" if verdict.measured is None else f"{verdict.measured:,.2f} {verdict.unit}"


def text(results: Results, verdicts: list[Verdict]) -> str:
    lines = [f"{'workload':40} {'what':34} {'median':>20} {'ratio':>10}   span of the runs"]
    for workload, what, median, span, ratio in table(results):
        lines.append(f"{workload:40} {what:34} {median:>20} {ratio:>10}   {span}".rstrip())
    lines += ["", f"{'':4} {'target':48} {'bound':>15} {'measured':>16}   verdict"]
    for v in verdicts:
        remark = f" ({v.remark})" if v.remark else ""
        limit = bound(v, v.target)
        lines.append(
            f"{v.name:4} {v.what:48} {limit:>15} {measured(v):>16}   {v.judgement}{remark}".rstrip()
        )
    lines += ["", *results.notes, LAST_WORDS]
    lines.append(", ".join(f"{name}: {value}" for name, value in results.facts.items()))
    return "\n".join(lines)


def markdown(results: Results, verdicts: list[Verdict]) -> str:
    facts = "; ".join(f"{name}: {value}" for name, value in results.facts.items())
    lines = [
        f"{facts}.",
        "",
        "| | what | target | beyond | measured | |",
        "|---|---|---|---|---|---|",
    ]
    for v in verdicts:
        cells = v.name, v.what, bound(v, v.target), bound(v, v.beyond), measured(v), v.judgement
        lines.append(f"| {' | '.join(cells)}{f'; {v.remark}' if v.remark else ''} |")
    lines += [
        "",
        "| workload | what | median | ratio | span of the runs |",
        "|---|---|---:|---:|---|",
    ]
    for workload, what, median, span, ratio in table(results):
        lines.append(f"| {workload} | {what} | {median} | {ratio} | {span} |")
    lines += ["", *(f"- {note}" for note in results.notes)]
    return "\n".join(lines).rstrip()


def update(path: Path, content: str) -> None:
    before, begin, rest = path.read_text(encoding="utf-8").partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{path} has not both markers: {BEGIN} and {END}")
    path.write_text(f"{before}{BEGIN}\n\n{content}\n\n{END}{after}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Prints what the benchmark programs measured.")
    parser.add_argument("--update", type=Path, metavar="FILE", help="a Markdown file with markers")
    arguments = parser.parse_args()
    results = read(sys.stdin)
    # A run of some workloads says nothing about the targets of the others.
    is_partial = "workloads" in results.facts
    verdicts = [v for v in judge(results) if v.measured is not None or not is_partial]
    if arguments.update:
        update(arguments.update, markdown(results, verdicts))
    else:
        print(text(results, verdicts))


if __name__ == "__main__":
    main()
