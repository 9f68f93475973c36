"""The wheel: made without a network, complete, and able to run."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

from .conftest import COUNTER, PACKAGE


@pytest.fixture
def backend() -> Any:
    path = PACKAGE / "_build" / "enfold_backend.py"
    specification = importlib.util.spec_from_file_location("enfold_backend", path)
    assert specification is not None and specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize("compiler", ["cc", "false"])
def test_a_wheel_runs_from_where_it_is_unpacked(
    backend: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    monkeypatch.setenv("CC", compiler)
    monkeypatch.delenv("ENFOLD_ACCELERATOR", raising=False)
    wheel = tmp_path / backend.build_wheel(str(tmp_path))
    assert wheel.name.startswith("enfold-0.1.0-py3-none-manylinux_2_")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    code = f"""
import enfold
with enfold.Runtime() as runtime:
    runtime.load({str(COUNTER)!r})
    store = runtime.open("Counter")
    store.task("factTapped").wait(10)
    print(store.get("/fact"), runtime._library.path)
    print(enfold._accelerated.place)
with open("/proc/self/maps") as maps:
    print({{line.split()[-1] for line in maps if "/libswiftCore." in line}})
"""
    environment = {name: value for name, value in os.environ.items() if name != "ENFOLD_LIBRARY"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**environment, "PYTHONPATH": str(site)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    library = site / "enfold" / "_native" / "libenfold.so"
    swift = library.parent / "enfold" / "libswiftCore.so"
    place = str(library.with_name("enfold-accelerator.abi3.so"))
    if compiler == "false" or sys.version_info < (3, 10):
        place = "it was not built: there was no C compiler, or no Python.h"
    expected = f"0 has no divisor from 2 to 9 {library}\n{place}\n{ {str(swift)} }\n"
    assert done.stdout == expected, done.stderr


def test_a_wheel_makes_projects_in_python_and_explains_errors(backend: Any, tmp_path: Path) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(tmp_path / backend.build_wheel(str(tmp_path))) as archive:
        for entry in archive.infolist():
            made = Path(archive.extract(entry, site))
            made.chmod(entry.external_attr >> 16)  # as pip does
    assert (site / "enfold/_native/bin/enfold").stat().st_mode & 0o777 == 0o755
    assert (site / "enfold/_native/share/doc/enfold/errors.md").stat().st_mode & 0o777 == 0o644
    environment = {name: value for name, value in os.environ.items() if name != "ENFOLD_LIBRARY"}
    environment |= {"PYTHONPATH": str(site), "PATH": "/usr/bin:/bin"}

    def run(*command: str, status: int = 0, given: str = "") -> str:
        done = subprocess.run(
            command,
            cwd=tmp_path,
            env=environment,
            input=given,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    enfold = (sys.executable, "-m", "enfold")
    next_lines = run(*enfold, "new", "app", "Nest", "--lang", "python")
    assert "Type next:\n\n  cd Nest\n  make test\n" in next_lines
    make = ("make", "-s", f"PYTHON={sys.executable}", "-C")
    assert "2 passed" in run(*make, "Nest", "test")
    assert run(*make, "Nest", "run", given='{"add":5}\n').endswith('{"count": 5}\n')
    run(*enfold, "new", "plugin", "Snake", "--lang", "python")
    assert "4 passed" in run(*make, "Snake", "test")
    assert "add --lang python" in run(*enfold, "new", "app", "Bird", status=1)
    assert not (tmp_path / "Bird").exists()
    assert "The text is not JSON." in run(*enfold, "explain", "ENFOLD_BAD_JSON")


def test_a_wheel_holds_the_package_and_its_record(
    backend: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENFOLD_WITHOUT_LIBRARY", "1")
    name = backend.build_wheel(str(tmp_path))
    assert name == "enfold-0.1.0-py3-none-any.whl"
    with zipfile.ZipFile(tmp_path / name) as archive:
        files = set(archive.namelist())
        record = archive.read("enfold-0.1.0.dist-info/RECORD").decode().splitlines()
        metadata = archive.read("enfold-0.1.0.dist-info/METADATA").decode()
        entries = archive.read("enfold-0.1.0.dist-info/entry_points.txt").decode()
    sources = {str(path.relative_to(PACKAGE)) for path in (PACKAGE / "enfold").rglob("*.py")}
    assert sources | {"enfold/py.typed"} < files
    assert {line.split(",")[0] for line in record} == files
    assert metadata.startswith("Metadata-Version: 2.1\nName: enfold\nVersion: 0.1.0\n")
    assert "Requires-Python: >=3.9\n" in metadata
    assert 'Provides-Extra: fast\nRequires-Dist: orjson>=3.9; extra == "fast"\n' in metadata
    assert 'Requires-Dist: hypothesis>=6.100; extra == "testing"\n' in metadata
    assert entries == "[pytest11]\nenfold.testing.plugin = enfold.testing.plugin\n"


def test_without_a_checkout_there_is_no_wheel_without_a_library(
    backend: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "CHECKOUT", tmp_path)
    with pytest.raises(SystemExit, match=r"libenfold is missing.*ENFOLD_WITHOUT_LIBRARY=1"):
        backend.build_wheel(str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_build_that_fails_gives_no_wheel(
    backend: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "scripts" / "bundle.sh"
    script.parent.mkdir()
    script.touch()
    (tmp_path / "Makefile").write_text("build:\n\tfalse\n")
    monkeypatch.setattr(backend, "CHECKOUT", tmp_path)
    with pytest.raises(SystemExit, match=r"the wheel was not made: .*'make', 'build'"):
        backend.build_wheel(str(tmp_path))
    assert list(tmp_path.glob("*.whl")) == []


def test_an_editable_install_points_here(backend: Any, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / backend.build_editable(str(tmp_path))) as archive:
        assert archive.read("enfold.pth").decode() == f"{PACKAGE}\n"


def test_a_source_distribution_can_build_itself(backend: Any, tmp_path: Path) -> None:
    name = backend.build_sdist(str(tmp_path))
    with tarfile.open(tmp_path / name) as archive:
        files = set(archive.getnames())
        entries = {(entry.mode, entry.uid, entry.uname, entry.mtime) for entry in archive}
    # Nothing of who packed it, and when.
    assert entries == {(0o644, 0, "", 0)}
    for file in ("PKG-INFO", "pyproject.toml", "README.md", "_build/enfold_backend.py"):
        assert f"enfold-0.1.0/{file}" in files
    assert "enfold-0.1.0/enfold/py.typed" in files
