"""`python -m enfold`: says which library is used, or why none is; with `doctor`, more of it.

For other commands it runs the command `enfold`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.metadata
import os
import platform
import re
import shutil
import sys

from . import LibraryError, __version__
from ._accelerated import accelerator, place
from ._ffi import ABI_VERSION
from ._loader import library

_DESCRIPTION = """\
Says which libenfold this Python uses, and its version; or every place where it was looked for, and
what to type. `doctor` also lists the files that are mapped and the packages that Enfold uses if
they are there.
The exit status is 1 if no library can be loaded, or if something in this process is in its way."""

_ENVIRONMENT = """\
environment:
  ENFOLD_LIBRARY       the file of libenfold.so to load; nothing else is tried then
  ENFOLD_ACCELERATOR   0: without the accelerator, the part in C: by ctypes alone

Other commands, such as `python -m enfold info plugin.so`, are those of the command `enfold`:
`python -m enfold help` lists them.

In a program: import enfold; help(enfold)"""

# What Enfold uses if it is installed, and what for.
_OPTIONAL = {
    "orjson": "faster JSON: pip install enfold[fast]",
    "uvloop": "another loop for enfold.aio: pip install uvloop",
    "pydantic": "models as states of features: pip install pydantic",
    "pytest": "enfold.testing: pip install enfold[testing]",
    "hypothesis": "enfold.testing.StoreMachine: pip install enfold[testing]",
}

_MAPPED = re.compile(r"/lib(enfold|swift|dispatch|BlocksRuntime|ffi)[^/]*\.so[^/]*$")


def main(arguments: list[str] | None = None) -> int:
    if arguments is None:
        arguments = sys.argv[1:]
    if arguments and not arguments[0].startswith("-") and arguments[0] != "doctor":
        return _run_command(arguments)
    parser = argparse.ArgumentParser(
        prog="python -m enfold",
        description=_DESCRIPTION,
        epilog=_ENVIRONMENT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("command", nargs="?", choices=["doctor"], help="examines this installation")
    is_doctor = parser.parse_args(arguments).command == "doctor"
    print(f"enfold     {__version__}, for ABI {ABI_VERSION} or later")
    print(f"package    {os.path.dirname(os.path.abspath(__file__))}")
    print(f"python     {platform.python_version()} ({sys.executable})")
    print(f"system     {platform.platform()}")
    if is_doctor:
        _list_packages()
    try:
        found = library()
    except LibraryError as error:
        print(error.message, file=sys.stderr)
        return 1
    print(f"library    {found.path}")
    print(f"           {found.version().decode()}, ABI {found.abi_version()}")
    print(f"in C       {place if accelerator else f'nothing: {place}'}")
    mapped = _mapped()
    for path in mapped:
        if is_doctor or "libswiftCore." in path:
            print(f"{'mapped' if is_doctor else 'swift':10} {path}")
    return _check(mapped)


def _run_command(arguments: list[str]) -> int:
    """Becomes the command `enfold`, or says why it cannot."""
    here = os.path.dirname(os.path.abspath(__file__))
    places = [os.path.join(here, "_native", "bin", "enfold")]
    with contextlib.suppress(LibraryError):
        library()
        # In a build, and below the prefix of an installation.
        for path in _mapped():
            if os.path.basename(path).startswith("libenfold."):
                beside = os.path.dirname(os.path.dirname(path))
                places.append(os.path.join(beside, "bin", "enfold"))
    found = next((place for place in places if os.access(place, os.X_OK)), shutil.which("enfold"))
    if found is not None:
        os.execv(found, ["enfold", *arguments])
    print(
        f"`{arguments[0]}` is of the command `enfold`, which is not installed. Install a wheel of "
        "Enfold, or call `make install` in a checkout. It was looked for in PATH, and here:",
        *places,
        sep="\n  ",
        file=sys.stderr,
    )
    return 1


def _list_packages() -> None:
    for name, use in _OPTIONAL.items():
        try:
            print(f"{name:10} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            print(f"{name:10} not installed; {use}")


def _mapped() -> list[str]:
    """The libraries in this process that are Enfold's or those that it needs."""
    try:
        with open("/proc/self/maps", encoding="utf-8") as maps:
            paths = {line.rstrip("\n").split(maxsplit=5)[-1] for line in maps}
    except OSError:
        return []
    return sorted(path for path in paths if _MAPPED.search(path))


def _check(mapped: list[str]) -> int:
    """Plugins need exactly one Swift runtime, shared with libenfold."""
    runtimes = [path for path in mapped if "/libswiftCore." in path]
    if len(runtimes) < 2:
        return 0
    print(
        "There are two Swift runtimes in this process, and plugins need one. The first that is "
        "loaded counts: import enfold before what brings the other one, or take that out of "
        "LD_LIBRARY_PATH and LD_PRELOAD.",
        file=sys.stderr,
    )
    return 1


def _main() -> int:
    """As `main`, for a reader who may go, such as `head`."""
    try:
        status = main()
        sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes the standard output once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


if __name__ == "__main__":
    sys.exit(_main())
