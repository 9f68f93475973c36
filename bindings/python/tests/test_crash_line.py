"""The line that a plugin leaves when it ends the process."""

from __future__ import annotations

import re
import signal

import pytest

import enfold

from .conftest import Script

TRAP = """
import resource
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
{before}
runtime = enfold.Runtime({options})
runtime.load(COUNTER)
store = runtime.open("Counter", state={{"count": 9223372036854775807}})
store.send("increment")
"""
LINE = re.compile(
    r"^enfold: SIG(ILL|TRAP) in the plugin \S+ \(.*\): the feature Counter was .*$", re.M
)


def lines(done_stderr: str) -> list[str]:
    return [line.group() for line in LINE.finditer(done_stderr)]


def trap(script: Script, options: str = "", before: str = "", **environment: str) -> list[str]:
    environment = {"ENFOLD_CRASH_LINE": "", "SWIFT_BACKTRACE": "enable=no", **environment}
    done = script(TRAP.format(options=options, before=before), **environment)
    assert done.returncode in (-signal.SIGILL, -signal.SIGTRAP), done.stderr
    return lines(done.stderr)


@pytest.mark.parametrize("options", ["", "crash_line=True", "loop='inline'"])
def test_a_trap_says_who(script: Script, options: str) -> None:
    (line,) = trap(script, options)
    assert line.endswith(" was reducing increment")


def test_the_action_is_told_where_swift_reports_crashes_too(script: Script) -> None:
    (line,) = trap(script, "crash_line=True", SWIFT_BACKTRACE="enable=yes")
    assert line.endswith(" was reducing increment")


def test_values_are_added_when_they_are_asked_for(script: Script) -> None:
    (line,) = trap(script, "crash_line='values'")
    assert line.endswith(' was reducing increment: {"increment":{}}')


def test_nothing_is_installed_when_it_is_not_wanted(script: Script) -> None:
    assert trap(script, "crash_line=False") == []


def test_somebody_who_handles_the_signal_comes_first(script: Script) -> None:
    handled = "import faulthandler; faulthandler.enable()"
    assert trap(script, before=handled) == []
    assert len(trap(script, "crash_line=True", before=handled)) == 1


def test_other_values_are_refused() -> None:
    with pytest.raises(enfold.InvalidError, match="crashLine"):
        enfold.Runtime(crash_line="names")  # type: ignore[arg-type]
