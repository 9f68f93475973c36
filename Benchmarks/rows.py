"""What the benchmark programs print: measurements, remarks, and facts about the run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Row:
    what: str
    median: float
    unit: str
    lowest: float
    highest: float


@dataclass
class Results:
    workloads: dict[str, list[Row]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    facts: dict[str, str] = field(default_factory=dict)

    def get(self, workload: str, what: str) -> float | None:
        """A median, or None if it was not measured."""
        return next(
            (row.median for row in self.workloads.get(workload, []) if row.what == what), None
        )


def read(lines: Iterable[str]) -> Results:
    results = Results()
    for line in lines:
        parts = line.rstrip("\n").split("\t")
        if parts[0] == "note" and len(parts) == 2:
            results.notes.append(parts[1])
        elif parts[0] == "fact" and len(parts) == 3:
            results.facts[parts[1]] = parts[2]
        elif len(parts) == 6:
            workload, what, median, unit, lowest, highest = parts
            row = Row(what, float(median), unit, float(lowest), float(highest))
            results.workloads.setdefault(workload, []).append(row)
        else:
            results.notes.append(f"not understood: {line.strip()}")
    return results
