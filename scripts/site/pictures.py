"""Pictures from text: graphs by Graphviz, and plots of the results in docs/performance.md as small SVGs."""

from __future__ import annotations

import html
import math
import re
import subprocess


def of_graph(text: str) -> str:
    """A graph in the language of Graphviz as SVG that stands in a page."""
    done = subprocess.run(["dot", "-Tsvg"], input=text, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        raise ValueError(f"dot: {done.stderr}")
    svg = done.stdout[done.stdout.index("<svg") :]
    svg = re.sub(r'<(svg|g|a) ([^>]*?)id="[^"]*"\s*', r"<\1 \2", svg)
    svg = re.sub(r"<!--.*?-->|<title>.*?</title>", "", svg, flags=re.DOTALL)
    return f'<figure class="picture">{"".join(svg.splitlines())}</figure>'


def nanoseconds(text: str) -> float:
    """ "1,070 ns" as a number."""
    number, unit = text.replace(",", "").split()
    return float(number) * {"ns": 1, "us": 1e3, "ms": 1e6}[unit]


def rows_of(page: str) -> dict[tuple[str, str], str]:
    """The results: (workload, what) and the median."""
    found = re.findall(r"^\| ([^|]+) \| ([^|]+) \| ([\d,.]+ (?:ns|us|ms)) \|", page, re.MULTILINE)
    return {(workload.strip(), what.strip()): median for workload, what, median in found}


def of_results(page: str, title: str, wanted: list[tuple[str, str, str]]) -> str:
    """Horizontal bars, one for each (label, workload, what). A scale of powers of ten, if the values need it."""
    rows = rows_of(page)
    bars = []
    for label, workload, what in wanted:
        if (workload, what) not in rows:
            raise ValueError(f"docs/performance.md has no row {workload} | {what}, which the plot {title} shows")
        bars.append((label, rows[workload, what]))
    values = [nanoseconds(median) for _, median in bars]
    is_wide = max(values) / min(values) > 30
    low = 10 ** math.floor(math.log10(min(values)) - 0.3) if is_wide else 0.0

    def length(value: float) -> float:
        share = math.log10(value / low) / math.log10(max(values) / low) if is_wide else value / max(values)
        return max(2.0, 360 * share)

    height = 26 * len(bars) + 8
    parts = [f'<svg viewBox="0 0 760 {height}" role="img" aria-label="{html.escape(title)}" width="760">']
    for at, ((label, median), value) in enumerate(zip(bars, values, strict=True)):
        y = 26 * at + 4
        parts.append(f'<text x="250" y="{y + 15}" text-anchor="end">{html.escape(label)}</text>')
        parts.append(f'<rect x="260" y="{y + 2}" width="{length(value):.0f}" height="18" rx="2"/>')
        parts.append(f'<text x="{266 + length(value):.0f}" y="{y + 15}">{median}</text>')
    note = " (each step of a bar counts tenfold: the scale is logarithmic)" if is_wide else ""
    parts.append("</svg>")
    return f'<figure class="plot">{"".join(parts)}<figcaption>{html.escape(title + note)}</figcaption></figure>'
