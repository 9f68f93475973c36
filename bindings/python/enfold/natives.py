"""Natives: C functions that answer the requests of features, without any Python in between."""

from __future__ import annotations

import ctypes
import os
import re
from _ctypes import CFuncPtr
from collections.abc import Mapping
from ctypes import c_void_p
from typing import TYPE_CHECKING, Any

from . import _json
from ._arguments import c_text, encode_name
from ._ffi import NOT_FOUND, report
from .callbacks import check
from .errors import NotFoundError

if TYPE_CHECKING:
    from .runtime import Runtime

_kept: list[object] = []

# In time that grows with the length: a comment that does not end goes to the end, and a name is
# tried from where it begins only.
_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_NAME = re.compile(r"\b([A-Za-z_]\w*)\s*\(")


def bind(
    runtime: Runtime,
    prototype: str,
    library: str | os.PathLike[str] | ctypes.CDLL | None,
    function: Any,
    options: dict[str, Any],
) -> None:
    """Lets a C function handle the requests of its name."""
    declaration = c_text(encode_name(prototype, "a prototype"))
    if function is not None and library is not None:
        raise TypeError("a function is given, or the library that it is in, not both")
    address = _address_in(library, prototype) if function is None else _address_of(function)
    text = _json.encode(options) if options else b""
    status = runtime._library.runtime_bind(
        *(runtime._handle, declaration, address, text or None, len(text), report.address)
    )
    if status < 0:
        is_about_options = b": options: " in report.record.message[:40]
        check(status, text if is_about_options else None)
    check(status)
    # Somebody must keep a function that ctypes has made, and its library. Nobody tells when the
    # last call of it has ended: a thread may be inside it even after its runtime was closed.
    if isinstance(function, CFuncPtr):
        _kept.append(function)
    if isinstance(library, ctypes.CDLL):
        _kept.append(library)


def _address_in(library: str | os.PathLike[str] | ctypes.CDLL | None, prototype: str) -> int | None:
    """The address of the function that a prototype declares; None if it declares none.

    Then libenfold says what is wrong with it.
    """
    name = _NAME.search(_COMMENT.sub(" ", prototype))
    if name is None:
        return None
    opened = library if isinstance(library, ctypes.CDLL) else _open(library)
    try:
        return _address_of(opened[name[1]])
    except AttributeError:
        where = "this process" if library is None else opened._name
        raise NotFoundError(NOT_FOUND, f"there is no function {name[1]} in {where}") from None


def _open(library: str | os.PathLike[str] | None) -> ctypes.CDLL:
    if library is not None and not isinstance(library, (str, os.PathLike)):
        raise TypeError(
            f"a library is a name, a path or a ctypes.CDLL, not {type(library).__name__}"
        )
    path = None if library is None else os.fspath(library)
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise NotFoundError(NOT_FOUND, f"the library cannot be loaded: {error}") from None


def _address_of(function: Any) -> int:
    if isinstance(function, int) and not isinstance(function, bool):
        if not 0 < function < 2 ** (8 * ctypes.sizeof(c_void_p)):
            raise ValueError(f"{function} is no address of a function")
        return function
    if not isinstance(function, CFuncPtr):
        raise TypeError(
            "a function is an address or a function of ctypes, "
            f"not {type(function).__name__}; Runtime.handle takes functions of Python"
        )
    address = ctypes.cast(function, c_void_p).value
    if address is None:
        raise ValueError("the function is NULL")
    return address


def options_of(
    name: str | None, returns: str | Mapping[str, str] | None, thread: str | None, errno: bool
) -> dict[str, Any]:
    """The options that were given."""
    given: dict[str, Any] = {}
    if name is not None:
        given["name"] = name
    if returns is not None:
        given["returns"] = dict(returns) if isinstance(returns, Mapping) else returns
    if thread is not None:
        given["thread"] = thread
    if errno is not False:
        given["errno"] = errno
    return given
