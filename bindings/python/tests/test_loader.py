"""Finding the library, and saying so when it is not there."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import enfold
from enfold import _loader
from enfold._ffi import Library

from .conftest import PACKAGE, Script


def test_a_wrong_choice_is_named_with_its_reason(script: Script, tmp_path: Path) -> None:
    done = script("enfold.Runtime()", ENFOLD_LIBRARY=str(tmp_path / "libnone.so"))
    assert done.returncode == 1
    message = done.stderr.split("enfold.errors.LibraryError: ")[1]
    assert "ENFOLD_LIBRARY): cannot open shared object file" in message
    assert str(tmp_path / "libnone.so") in message
    assert "make build" in message
    assert "share/enfold/python" in message and "ENFOLD_LIBRARY to" in message
    assert "libenfold.so.0" not in message


def test_a_library_of_something_else_is_refused(script: Script) -> None:
    done = script("enfold.version()", ENFOLD_LIBRARY="libm.so.6")
    assert "not a libenfold that this package can use" in done.stderr
    assert "enfold_runtime_open" in done.stderr


def test_without_a_choice_every_place_is_named(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE / "enfold", tmp_path / "enfold")
    done = subprocess.run(
        [sys.executable, "-c", "import enfold; enfold.Runtime()"],
        cwd=tmp_path,
        env={},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("  ") and "): " in line]
    assert len(lines) == 2
    assert f"{tmp_path}/enfold/_native/libenfold.so (installed with the package)" in lines[0]
    assert "libenfold.so.0 (the system's)" in lines[1]
    assert done.stderr.count("Traceback") == 1


def test_in_an_installed_tree_the_tree_s_library_comes_first(tmp_path: Path) -> None:
    place = tmp_path / "share/enfold/python"
    shutil.copytree(PACKAGE / "enfold", place / "enfold")
    done = subprocess.run(
        [sys.executable, "-c", "import enfold; enfold.Runtime()"],
        cwd=place,
        env={},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("  ") and "): " in line]
    assert f"{tmp_path}/lib/libenfold.so.0 (installed beside the package)" in lines[1]
    assert "libenfold.so.0 (the system's)" in lines[2]


def test_importing_loads_nothing(script: Script) -> None:
    done = script(
        """
        import sys
        with open("/proc/self/maps") as maps:
            print(enfold.__version__, "libenfold" in maps.read(), "asyncio" in sys.modules)
        """,
        ENFOLD_LIBRARY="/nowhere",
    )
    assert done.stdout == "0.1.0 False False\n", done.stderr


def test_the_doctor_tells_what_is_used(script: Script) -> None:
    done = script("import runpy; runpy.run_module('enfold', run_name='__main__')")
    assert done.returncode == 0, done.stderr
    assert _loader.library().path in done.stdout
    assert "ABI 1" in done.stdout
    assert "libswiftCore.so" in done.stdout


def test_the_doctor_lists_files_and_packages(script: Script) -> None:
    code = """
        import runpy, sys
        sys.argv[1:] = ["doctor"]
        runpy.run_module("enfold", run_name="__main__")
    """
    done = script(code)
    assert done.returncode == 0, done.stderr
    for name in ("libenfold.so", "libswiftCore.so", "libdispatch.so"):
        assert re.search(rf"^mapped     /.*{re.escape(name)}", done.stdout, re.M), done.stdout
    for name in ("orjson", "uvloop", "pydantic", "pytest", "hypothesis"):
        assert re.search(rf"^{name} +(\d|not installed; .*pip install)", done.stdout, re.M)


def test_two_swift_runtimes_are_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    from enfold import __main__ as doctor

    assert doctor._check(["/a/libswiftCore.so"]) == 0
    assert doctor._check(["/a/libswiftCore.so", "/b/libswiftCore.so"]) == 1
    assert "two Swift runtimes" in capsys.readouterr().err


def test_the_doctor_tells_why_nothing_works(script: Script) -> None:
    done = script(
        "import runpy; runpy.run_module('enfold', run_name='__main__')", ENFOLD_LIBRARY="/nowhere"
    )
    assert done.returncode == 1
    assert "/nowhere (ENFOLD_LIBRARY)" in done.stderr


def test_help_says_what_it_does_and_which_variable_counts(script: Script) -> None:
    code = """
        import runpy, sys
        sys.argv[1:] = ["--help"]
        runpy.run_module("enfold", run_name="__main__")
    """
    done = script(code, ENFOLD_LIBRARY="/nowhere")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: python -m enfold [-h]")
    assert "ENFOLD_LIBRARY" in done.stdout


def test_a_missing_swift_runtime_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: str) -> Library:
        raise OSError(f"{path}: libswiftCore.so: cannot open shared object file")

    monkeypatch.setattr(_loader, "Library", refuse)
    with pytest.raises(enfold.LibraryError) as caught:
        _loader._load()
    assert "libswiftCore.so, the Swift runtime, is missing" in caught.value.message
    assert "LD_LIBRARY_PATH" in caught.value.message
