"""The accelerator: where it is used.

All other tests run with it, too, and nearly all once more without it: scripts/python-test.sh.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import enfold
from enfold import _accelerated

from .accelerator import needs_it
from .conftest import COUNTER, PACKAGE, ROOT, Script

TELL = "from enfold import _accelerated; print(_accelerated.place)"
USE = """
with enfold.Runtime() as runtime:
    runtime.load(COUNTER)
    store = runtime.open("Counter")
    store.observe("/count", lambda event: print(event.value), initial=False)
    store.send("increment")
"""


def test_it_is_used_where_it_was_built() -> None:
    if os.environ.get("ENFOLD_ACCELERATOR") == "0" or sys.version_info < (3, 10):
        assert _accelerated.accelerator is None
    else:
        assert _accelerated.place.endswith("/enfold-accelerator.abi3.so")
        assert type(enfold.Store.send).__name__ == "method_descriptor"


def test_the_environment_turns_it_off(script: Script) -> None:
    done = script(f"{TELL}\n{USE}", ENFOLD_ACCELERATOR="0")
    assert done.stdout == "ENFOLD_ACCELERATOR is 0\n1\n", done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the package, with a place for an accelerator, and none there."""
    shutil.copytree(PACKAGE / "enfold", tmp_path / "enfold", ignore=shutil.ignore_patterns("__*__"))
    (tmp_path / "enfold" / "_native").mkdir()
    return tmp_path


def run_installed(folder: Path) -> list[str]:
    library = str(enfold._loader.library().path)
    done = subprocess.run(
        [sys.executable, "-c", f"import enfold\nCOUNTER = {str(COUNTER)!r}\n{TELL}\n{USE}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "ENFOLD_LIBRARY": library},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@needs_it
def test_without_it_or_with_a_wrong_one_ctypes_does_all(installed: Path) -> None:
    it = installed / "enfold" / "_native" / "enfold-accelerator.abi3.so"
    reason = "it was not built: there was no C compiler, or no Python.h"
    assert run_installed(installed) == [reason, "1"]
    it.write_bytes(b"no library")
    assert run_installed(installed) == [f"{it} cannot be loaded: {it}: file too short", "1"]
    shutil.copy(_accelerated.place, it)
    assert run_installed(installed) == [str(it), "1"]
    module = installed / "enfold" / "_accelerated.py"
    other = module.read_text().replace("_AGREEMENT = ", "_AGREEMENT = 1000 + ")
    module.write_text(other)
    assert run_installed(installed) == [f"{it} is of another version of this package", "1"]


@needs_it
def test_the_library_is_loaded_anew_if_ctrl_c_came_meanwhile(script: Script) -> None:
    done = script(
        f"""
        import sys

        class Interrupt:
            def find_spec(self, name, *_):
                if name == "enfold.store":
                    sys.meta_path.remove(self)
                    raise KeyboardInterrupt

        sys.meta_path.insert(0, Interrupt())
        try:
            enfold.version()
        except KeyboardInterrupt:
            print("interrupted")
        {textwrap.indent(USE, " " * 8).strip()}
        """
    )
    assert (done.stdout, done.stderr) == ("interrupted\n1\n", "")


def test_both_sides_have_the_same_agreement() -> None:
    header = (PACKAGE / "accelerator" / "accelerator.h").read_text()
    told = re.search(r"#define AGREEMENT (\d+)", header)
    assert told is not None and int(told[1]) == _accelerated._AGREEMENT


@pytest.mark.parametrize(
    ("way", "reason"),
    [
        ("0", "ENFOLD_ACCELERATOR is 0"),
        pytest.param("1", "the accelerator is for the main interpreter", marks=needs_it),
    ],
)
def test_a_subinterpreter_does_without(script: Script, way: str, reason: str) -> None:
    """The main interpreter goes on meanwhile, in its own way.

    An isolated subinterpreter of CPython 3.12 cannot load ctypes, and so not Enfold either.
    """
    use = f"""
import enfold
runtime = enfold.Runtime()
runtime.load({str(COUNTER)!r})
store = runtime.open("Counter")
store.observe("/count", lambda event: print(event.value, end=" "))
store.send("increment")
try:
    store.send("nothing")
except enfold.ActionError:
    print("refused", store.get("/count"), flush=True)
"""
    code = f"""
import _xxsubinterpreters as interpreters
exec({use!r})
for end in ("runtime.close()", ""):
    made = interpreters.create()
    interpreters.run_string(made, {TELL!r} + {use!r} + end)
    interpreters.destroy(made)
store.send("increment")
runtime.close()
"""
    done = script(code, ENFOLD_ACCELERATOR=way)
    first, *rest = done.stdout.splitlines()
    places = [line for line in rest if line.endswith(reason)]
    others = [line for line in rest if line not in places]
    told = "0 1 refused 1"
    assert (first, len(places), others, done.stderr) == (told, 2, [told, told, "2 "], "")


@needs_it
def test_a_second_copy_of_the_package_does_without(script: Script) -> None:
    done = script(
        """
        import sys

        def observed(copy):
            runtime = copy.Runtime()
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            values = []
            store.observe("/count", lambda event: values.append(event.value))
            return runtime, store, values

        copies = [observed(enfold)]
        for name in [name for name in sys.modules if name.startswith("enfold")]:
            del sys.modules[name]
        import enfold as second
        copies.append(observed(second))
        for runtime, store, values in copies:
            store.send("increment")
            print(values)
            runtime.close()
        """
    )
    assert (done.stdout, done.stderr) == ("[0, 1]\n[0, 1]\n", "")


def test_it_is_compiled_with_the_warnings_of_the_project() -> None:
    flags = (PACKAGE / "accelerator" / "build.sh").read_text()
    assert "-std=c11 -O2 -Wall -Wextra -pedantic -Werror" in flags
    assert (
        "#define Py_LIMITED_API 0x030A0000"
        in (PACKAGE / "accelerator" / "accelerator.h").read_text()
    )
    assert (ROOT / "include" / "enfold.h").is_file()
