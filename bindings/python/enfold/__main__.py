"""`python -m enfold`: says which library is used, or why none is."""

from __future__ import annotations

import argparse
import platform
import sys

from . import LibraryError, __version__
from ._ffi import ABI_VERSION
from ._loader import library

_DESCRIPTION = """\
Says which libenfold this Python uses, and its version; or every place where it was looked for.
The exit status is 1 if none can be loaded."""

_ENVIRONMENT = """\
environment:
  ENFOLD_LIBRARY  the file of libenfold.so to load; nothing else is tried then

In a program: import enfold; help(enfold)"""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m enfold",
        description=_DESCRIPTION,
        epilog=_ENVIRONMENT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=__version__)
    parser.parse_args(arguments)
    print(f"enfold     {__version__}, for ABI {ABI_VERSION} or later")
    print(f"python     {platform.python_version()} ({sys.executable})")
    print(f"system     {platform.platform()}")
    try:
        found = library()
    except LibraryError as error:
        print(error.message, file=sys.stderr)
        return 1
    print(f"library    {found.path}")
    print(f"           {found.version().decode()}, ABI {found.abi_version()}")
    for path in _swift_runtimes():
        print(f"swift      {path}")
    return 0


def _swift_runtimes() -> list[str]:
    """The Swift runtimes in this process: plugins need exactly one, shared with libenfold."""
    try:
        with open("/proc/self/maps", encoding="utf-8") as maps:
            paths = {line.split(maxsplit=5)[-1].strip() for line in maps}
    except OSError:
        return []
    return sorted(path for path in paths if "libswiftCore." in path)


if __name__ == "__main__":
    sys.exit(main())
