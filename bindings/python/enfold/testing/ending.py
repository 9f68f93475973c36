"""The end of a test: whether everything that it began has ended well."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from ..errors import TimeoutError
from .diagnostics import Diagnostics, text

if TYPE_CHECKING:
    from ..runtime import Runtime

_HINT = (
    "If that is to be: end it in the test, or @pytest.mark.enfold(allow={{{names}}}); what a test "
    "expects, enfold_diagnostics.expect(…) takes out."
)


def problems(
    runtime: Runtime, diagnostics: Diagnostics, allow: Collection[str], timeout: float
) -> list[str]:
    """What went wrong, as lines for a message; none if nothing did.

    Effects have `timeout` seconds to end, unless they sleep on a manual clock.
    """
    if runtime.is_closed:
        return _of_diagnostics(diagnostics, allow)
    names: set[str] = set()
    lines: list[str] = []
    is_idle = True
    sleepers = 0
    if "effects" in allow:
        if runtime.loop == "host":
            runtime.pump()
    else:
        sleepers = _sleepers(runtime)
        try:
            runtime.wait(0 if sleepers else timeout)
        except TimeoutError:
            is_idle = False
    open_requests = runtime.stats()["requests"]
    if open_requests and "requests" not in allow:
        names.add("requests")
        lines.append(f"requests have no answer at the end of the test: {open_requests}")
    elif not is_idle and not (open_requests and "requests" in allow):
        names.add("effects")
        if sleepers:
            lines.append(
                f"effects sleep at the end of the test: {sleepers}; enfold_runtime.advance(…) lets "
                "time pass"
            )
        else:
            lines.append(f"effects still run {timeout:g} s after the end of the test")
    found = _of_diagnostics(diagnostics, allow)
    if lines:
        # Closing tells which requests they are.
        before = len(diagnostics)
        runtime.close()
        lines += [f"  {record['message']}" for record in diagnostics.records[before:]]
        lines.append(_HINT.format(names=", ".join(map(repr, sorted(names)))))
    return lines + found


def _sleepers(runtime: Runtime) -> int:
    """How many sleep on the manual clock, when all effects have gone as far as they can."""
    if "sleepers" not in runtime.stats():
        return 0
    runtime.advance(0)
    return int(runtime.stats()["sleepers"])


def _of_diagnostics(diagnostics: Diagnostics, allow: Collection[str]) -> list[str]:
    kinds = {"error": "failures", "warning": "warnings"}
    unexpected = [record for record in diagnostics if kinds[record["level"]] not in allow]
    if not unexpected:
        return []
    names = sorted({kinds[record["level"]] for record in unexpected})
    lines = ["the runtime said during the test:"]
    lines += [f"  {text(record)}" for record in unexpected]
    return [*lines, _HINT.format(names=", ".join(map(repr, names)))]
