"""The PEP 517 backend of this package: needs nothing but Python's own library, and no network.

A wheel holds the package and, if the checkout's build/lib/libenfold.so exists, that library as well. An editable
install points at this directory, where the package finds build/lib by itself.
"""

from __future__ import annotations

import base64
import hashlib
import re
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import Any, Optional

HERE = Path(__file__).resolve().parents[1]
LIBRARY = HERE.parents[1] / "build" / "lib" / "libenfold.so"
Settings = Optional[dict[str, Any]]


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in _sources()}
    tag = "py3-none-any"
    if LIBRARY.is_file():
        files["enfold/_native/libenfold.so"] = LIBRARY.read_bytes()
        tag = f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"
    else:
        print(f"note: there is no {LIBRARY.name} in build/lib; the wheel holds none")
    return _write_wheel(wheel_directory, tag, files)


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    return _write_wheel(wheel_directory, "py3-none-any", {"enfold.pth": f"{HERE}\n".encode()})


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    name = f"enfold-{_version()}"
    path = Path(sdist_directory) / f"{name}.tar.gz"
    (Path(sdist_directory) / "PKG-INFO").write_text(_metadata(), encoding="utf-8")
    with tarfile.open(path, "w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.add(Path(sdist_directory) / "PKG-INFO", f"{name}/PKG-INFO")
        for file in [HERE / "pyproject.toml", HERE / "README.md", Path(__file__), *_sources()]:
            archive.add(file, f"{name}/{file.relative_to(HERE).as_posix()}")
    (Path(sdist_directory) / "PKG-INFO").unlink()
    return path.name


def _sources() -> list[Path]:
    package = HERE / "enfold"
    return [*sorted(package.rglob("*.py")), package / "py.typed"]


def _version() -> str:
    found = re.search(r'^__version__ = "(.+)"', (HERE / "enfold" / "__init__.py").read_text(), re.M)
    assert found is not None
    return found[1]


def _metadata() -> str:
    project = (HERE / "pyproject.toml").read_text(encoding="utf-8")

    def field(name: str) -> str:
        found = re.search(rf'^{name} = "(.+)"', project, re.M)
        assert found is not None, name
        return found[1]

    extra = re.search(r"^\[project\.optional-dependencies\]\ntesting = \[(.+)\]", project, re.M)
    assert extra is not None
    requirements = "".join(
        f'Requires-Dist: {each}; extra == "testing"\n' for each in re.findall(r'"(.+?)"', extra[1])
    )
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {field('name')}\n"
        f"Version: {_version()}\n"
        f"Summary: {field('description')}\n"
        f"Requires-Python: {field('requires-python')}\n"
        "License: MIT\n"
        "Provides-Extra: testing\n"
        f"{requirements}"
        "Description-Content-Type: text/markdown\n"
        f"\n{(HERE / 'README.md').read_text(encoding='utf-8')}"
    )


def _entry_points() -> str:
    project = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^\[project\.entry-points\.pytest11\]\n"(.+)" = "(.+)"', project, re.M)
    assert found is not None
    return f"[pytest11]\n{found[1]} = {found[2]}\n"


def _write_wheel(directory: str, tag: str, files: dict[str, bytes]) -> str:
    name = f"enfold-{_version()}"
    information = f"{name}.dist-info"
    pure = str(tag.endswith("-any")).lower()
    files = {
        **files,
        f"{information}/METADATA": _metadata().encode(),
        f"{information}/entry_points.txt": _entry_points().encode(),
        f"{information}/WHEEL": (
            f"Wheel-Version: 1.0\nGenerator: enfold_backend\nRoot-Is-Purelib: {pure}\nTag: {tag}\n"
        ).encode(),
    }
    record = f"{information}/RECORD"
    lines = [f"{path},sha256={_digest(data)},{len(data)}" for path, data in files.items()]
    files[record] = "\n".join([*lines, f"{record},,", ""]).encode()
    wheel = f"{name}-{tag}.whl"
    with zipfile.ZipFile(Path(directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            # A fixed date, so that the same files give the same wheel.
            entry = zipfile.ZipInfo(path, (2020, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith(".so") else 0o644) << 16
            archive.writestr(entry, data)
    return wheel


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
