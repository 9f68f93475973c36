"""The PEP 517 backend of this package: needs nothing but Python's own library, and no network.

A wheel holds the package, libenfold, and what libenfold needs of the Swift runtime and libffi. It is built in a checkout of
Enfold. An editable install points at this directory, where the package finds build/lib by itself.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import os
import platform
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path
from typing import Any, Optional

HERE = Path(__file__).resolve().parents[1]
CHECKOUT = HERE.parents[1]
Settings = Optional[dict[str, Any]]


def build_wheel(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    files = {path.relative_to(HERE).as_posix(): path.read_bytes() for path in _sources()}
    if os.environ.get("ENFOLD_WITHOUT_LIBRARY") == "1":
        return _write_wheel(wheel_directory, "py3-none-any", files, {})
    with tempfile.TemporaryDirectory() as folder:
        bundle, licences = Path(folder) / "lib", Path(folder) / "licences"
        _bundle(bundle, licences)
        libraries = sorted(path for path in bundle.rglob("*") if path.is_file())
        for path in libraries:
            name = path.relative_to(bundle).as_posix()
            if name.startswith("libenfold.so"):
                name = "libenfold.so"
            files[f"enfold/_native/{name}"] = path.read_bytes()
        accelerator = _accelerator(Path(folder) / "enfold-accelerator.abi3.so")
        if accelerator is not None:
            files[f"enfold/_native/{accelerator.name}"] = accelerator.read_bytes()
            libraries.append(accelerator)
        command = _command(Path(folder) / "enfold")
        files["enfold/_native/bin/enfold"] = command.read_bytes()
        inspector = CHECKOUT / "build" / "libexec" / "enfold" / "enfold-inspect"
        if not inspector.is_file():
            _run("make", "inspector")
        files["enfold/_native/libexec/enfold/enfold-inspect"] = inspector.read_bytes()
        plugin = CHECKOUT / "build" / "plugins" / "libccounter.so"
        libraries += [command, inspector, plugin]
        files["enfold/_native/lib/enfold/plugins/libccounter.so"] = plugin.read_bytes()
        files.update({f"enfold/_native/share/{name}": path.read_bytes() for name, path in _shared()})
        texts = {path.name: path.read_bytes() for path in sorted(licences.iterdir())}
        texts["enfold"] = (CHECKOUT / "LICENSE").read_bytes()
        return _write_wheel(wheel_directory, f"py3-none-{_platform_tag(libraries)}", files, texts)


def _shared() -> list[tuple[str, Path]]:
    """What the command reads: the templates of projects in Python, the inspector's page, and what it knows of errors."""
    templates = CHECKOUT / "packaging" / "templates"
    page = CHECKOUT / "Sources" / "enfold-inspect" / "Page"
    return [
        ("doc/enfold/errors.md", CHECKOUT / "docs" / "errors.md"),
        *(
            (f"enfold/templates/{path.relative_to(templates).as_posix()}", path)
            for layer in ("common", "python-app", "python-plugin")
            for path in sorted((templates / layer).iterdir())
        ),
        *(
            (f"enfold/inspector/{path.relative_to(page).as_posix()}", path)
            for path in sorted(page.rglob("*"))
            if path.is_file()
        ),
    ]


def _bundle(folder: Path, licences: Path) -> None:
    """Puts libenfold and its libraries into a folder, and their licences into another."""
    if not (CHECKOUT / "scripts" / "bundle.sh").is_file():
        raise SystemExit(
            "enfold: the library libenfold is missing. It is built in a checkout of Enfold: "
            "`pip install ./bindings/python` there, or install a wheel. "
            "If the system has a libenfold.so.0, set ENFOLD_WITHOUT_LIBRARY=1: "
            "the package is installed without one then, and uses the system's."
        )
    library = CHECKOUT / "build" / "lib" / "libenfold.so"
    if not library.is_file():
        print("enfold: building libenfold, which takes some minutes (make build)", flush=True)
        _run("make", "build")
    _run("scripts/bundle.sh", str(library.resolve()), str(folder))
    _run("scripts/licences.sh", str(library.resolve()), str(licences))


def _accelerator(file: Path) -> Optional[Path]:
    """The accelerator; None where it cannot be built: the package works without it."""
    script = HERE / "accelerator" / "build.sh"
    done = subprocess.run(
        [str(script), str(file), "-s"], env={**os.environ, "PYTHON": sys.executable}, stdin=subprocess.DEVNULL
    )
    if done.returncode != 0:
        print("enfold: without the accelerator, which needs a C compiler and Python.h", flush=True)
        return None
    return file


def _command(file: Path) -> Path:
    """The command `enfold`, as it is beside libenfold in a wheel."""
    built = CHECKOUT / "build" / "bin" / "enfold"
    if not built.is_file():
        _run("make", "command")
    _run("strip", str(built), "-o", str(file))
    _run("patchelf", "--replace-needed", "libenfold.so.0", "libenfold.so", str(file))
    _run("patchelf", "--set-rpath", "$ORIGIN/..:$ORIGIN/../enfold", str(file))
    return file


def _run(*command: str) -> None:
    try:
        subprocess.run(command, cwd=CHECKOUT, check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(f"enfold: the wheel was not made: {error}") from None


def _platform_tag(libraries: list[Path]) -> str:
    """The oldest platform that has each symbol of the C library that the libraries need."""
    newest = (2, 17)
    for path in libraries:
        told = subprocess.run(
            ["readelf", "--version-info", "--wide", str(path)],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for found in re.findall(r"GLIBC_(\d+)\.(\d+)", told):
            newest = max(newest, (int(found[0]), int(found[1])))
    return f"manylinux_{newest[0]}_{newest[1]}_{platform.machine()}"


def build_editable(
    wheel_directory: str, config_settings: Settings = None, metadata_directory: Optional[str] = None
) -> str:
    return _write_wheel(wheel_directory, "py3-none-any", {"enfold.pth": f"{HERE}\n".encode()}, {})


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    name = f"enfold-{_version()}"
    path = Path(sdist_directory) / f"{name}.tar.gz"
    texts = {"PKG-INFO": _metadata().encode()}
    for file in [HERE / "pyproject.toml", HERE / "README.md", Path(__file__), *_sources()]:
        texts[file.relative_to(HERE).as_posix()] = file.read_bytes()
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for inside, text in texts.items():
            # Of itself an entry has mode 644, no owner and the year 1970: the same files give the same archive.
            entry = tarfile.TarInfo(f"{name}/{inside}")
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    path.write_bytes(gzip.compress(packed.getvalue(), mtime=0))
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

    table = re.search(r"^\[project\.optional-dependencies\]\n((?:.+\n)+)", project, re.M)
    assert table is not None
    extras = "".join(
        f"Provides-Extra: {name}\n"
        + "".join(
            f'Requires-Dist: {each}; extra == "{name}"\n' for each in re.findall(r'"(.+?)"', needs)
        )
        for name, needs in re.findall(r"^(\w+) = \[(.+)\]", table[1], re.M)
    )
    return (
        "Metadata-Version: 2.1\n"
        f"Name: {field('name')}\n"
        f"Version: {_version()}\n"
        f"Summary: {field('description')}\n"
        f"Requires-Python: {field('requires-python')}\n"
        "License: MIT\n"
        f"{extras}"
        "Description-Content-Type: text/markdown\n"
        f"\n{(HERE / 'README.md').read_text(encoding='utf-8')}"
    )


def _entry_points() -> str:
    project = (HERE / "pyproject.toml").read_text(encoding="utf-8")
    found = re.search(r'^\[project\.entry-points\.pytest11\]\n"(.+)" = "(.+)"', project, re.M)
    assert found is not None
    return f"[pytest11]\n{found[1]} = {found[2]}\n"


def _write_wheel(
    directory: str, tag: str, files: dict[str, bytes], licences: dict[str, bytes]
) -> str:
    name = f"enfold-{_version()}"
    information = f"{name}.dist-info"
    pure = str(tag.endswith("-any")).lower()
    files = {
        **files,
        **{f"{information}/licenses/{name}": text for name, text in licences.items()},
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
            # A regular file: pip keeps the modes of no others.
            entry.external_attr = _mode(path) << 16
            archive.writestr(entry, data)
    return wheel


def _mode(path: str) -> int:
    return 0o100755 if "/_native/" in path and "/share/" not in path else 0o100644


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


if __name__ == "__main__":  # `make wheel`
    print(build_wheel(sys.argv[1]))
