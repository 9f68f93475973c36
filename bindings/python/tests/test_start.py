"""What starting takes: which modules of Python the package imports, and when."""

from __future__ import annotations

import subprocess
import sys

import enfold

from .conftest import PACKAGE, Script

LOADED = "print(*sorted(name for name in {names!r} if name in sys.modules))"
SLOW = ("asyncio", "ctypes", "dataclasses", "inspect", "json", "logging", "re", "typing")


def test_nothing_is_imported_before_the_first_use() -> None:
    code = f"import sys, enfold; {LOADED.format(names=SLOW)}"
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        env={"PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "\n"


def test_a_store_needs_nothing_that_takes_its_time(script: Script) -> None:
    done = script(
        f"""
        import sys

        sys.modules["orjson"] = None  # it imports some of them
        with enfold.Runtime() as runtime:
            runtime.stats()
        {LOADED.format(names=("asyncio", "dataclasses", "inspect", "logging"))}
        """,
        "-S",
    )
    assert (done.stdout, done.stderr) == ("\n", "")


def test_every_name_is_there_and_told() -> None:
    for name in enfold.__all__:
        assert getattr(enfold, name) is not None
    assert set(enfold.__all__) <= set(dir(enfold))
    assert not hasattr(enfold, "anything")
