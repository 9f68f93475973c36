"""Finds and loads libenfold, once."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator

from . import _accelerated, _fork
from ._ffi import ABI_VERSION, NOT_FOUND, Library
from ._places import BESIDE, folders
from .errors import LibraryError

_lock = threading.Lock()
_library: Library | None = None


def library() -> Library:
    """The library. Raises `LibraryError`, which names every path tried."""
    global _library
    with _lock:
        if _library is None:
            made = _load()
            _fork.protect(made)
            _accelerated.use(made)
            _library = made  # last: Ctrl-C may come in between
    return _library


def candidates() -> Iterator[tuple[str, str]]:
    """Where the library may be: what to load, and what place that is.

    ENFOLD_LIBRARY, if it is set, is the only one.
    """
    chosen = os.environ.get("ENFOLD_LIBRARY")
    if chosen:
        yield chosen, "ENFOLD_LIBRARY"
        return
    for folder, place in folders():
        file = "libenfold.so.0" if place == BESIDE else "libenfold.so"
        yield f"{folder}/{file}", place
    yield "libenfold.so.0", "the system's"


def _load() -> Library:
    tried = []
    for path, place in candidates():
        try:
            found = Library(path)
        except OSError as error:
            reason = str(error)
        except AttributeError as error:
            reason = f"not a libenfold that this package can use: {error}"
        else:
            version = found.abi_version()
            if version >= ABI_VERSION:
                return found
            reason = f"its ABI version is {version}, this package needs {ABI_VERSION}"
        tried.append(f"  {path} ({place}): {reason.removeprefix(f'{path}: ')}")
    advice = ""
    if any("libswiftCore" in line for line in tried):
        advice = (
            "libswiftCore.so, the Swift runtime, is missing: install the Swift toolchain that "
            "libenfold was built with, or put the folder that has the file (usr/lib/swift/linux of "
            "the toolchain) into LD_LIBRARY_PATH before Python starts.\n"
        )
    advice += (
        "Set ENFOLD_LIBRARY to a libenfold.so, such as lib/libenfold.so of an unpacked archive, or "
        "put the share/enfold/python beside it into PYTHONPATH, or pip install Enfold's wheel. "
        "In a checkout: `make build`, and `pip install ./bindings/python` again."
    )
    raise LibraryError(
        NOT_FOUND, "\n".join(["libenfold could not be loaded. Tried:", *tried, advice])
    )
