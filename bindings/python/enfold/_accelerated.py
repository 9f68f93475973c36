"""The one place where calls go one of two ways: by the accelerator, or by ctypes alone.

The accelerator is an extension in C (the folder `accelerator` of the sources). It does what is
ordinary, and leaves the rest to the functions whose places it has taken. Without it these do all.
"""

from __future__ import annotations

import os
import sys
from ctypes import c_void_p, cast, sizeof
from typing import TYPE_CHECKING, Any, TypeVar

from . import _ffi
from ._places import folders

if TYPE_CHECKING:
    from types import ModuleType

_Class = TypeVar("_Class", bound=type)

# What this and accelerator.h agree on. Both are changed together.
_AGREEMENT = 3


def _load() -> tuple[ModuleType | None, str]:
    """The module and its path, or why there is none."""
    if os.environ.get("ENFOLD_ACCELERATOR") == "0":
        return None, "ENFOLD_ACCELERATOR is 0"
    if sys.implementation.name != "cpython" or sys.version_info < (3, 10):
        return None, "it is for CPython 3.10 and later"
    files = (f"{folder}/enfold-accelerator.abi3.so" for folder, _ in folders())
    path = next(filter(os.path.isfile, files), None)
    if path is None:
        return None, "it was not built: there was no C compiler, or no Python.h"
    from importlib.machinery import ExtensionFileLoader, ModuleSpec

    name = "enfold._accelerator"
    try:
        loader = ExtensionFileLoader(name, path)
        module = loader.create_module(ModuleSpec(name, loader, origin=path))
        loader.exec_module(module)
    except ImportError as error:
        return None, f"{path} cannot be loaded: {error}"
    sizes = (_ffi.ABI_VERSION, sizeof(_ffi.ErrorReport), sizeof(_ffi.EventRecord))
    if module.agreement != (_AGREEMENT, *sizes):
        return None, f"{path} is of another version of this package"
    return module, path


# `place` is where it is, or why there is none.
accelerator, place = _load()


def fast(kind: _Class) -> _Class:
    """A decorator of classes for which the accelerator has a type, methods, or both."""
    if accelerator is None:
        return kind
    name = kind.__name__
    made: _Class = getattr(accelerator, name, kind)
    if made is not kind:
        for inside, value in kind.__dict__.items():
            if inside not in made.__dict__ or inside == "__doc__":
                setattr(made, inside, value)
    for method in accelerator.methods.get(name, ()):
        plain = kind.__dict__[method]
        plain = plain.fget if isinstance(plain, property) else plain
        setattr(made, method, accelerator.replace(made, f"{name}.{method}", plain))
    return made


# The functions that the library calls, by name; empty: ctypes makes them.
callbacks: dict[str, int] = {} if accelerator is None else accelerator.callbacks


def feature_callbacks(refused: Any) -> dict[str, int]:
    """Those of features in Python. `refused` tells the library what a feature has raised."""
    if accelerator is not None:
        accelerator.use_features(refused)
    return callbacks


def use_codec(codec: Any) -> None:
    """Lets it read and write JSON as this module does: `_codec` or `_orjson`."""
    if accelerator is not None:
        accelerator.use_codec(*codec.FUNCTIONS, codec.decode)


def use(library: _ffi.Library) -> None:
    """The library is loaded."""
    if accelerator is None:
        return
    from . import _json, _receivers, _stack, events, store
    from .callbacks import check, kept

    addresses = {
        name: cast(getattr(library, name), c_void_p).value for name in accelerator.functions
    }
    for name in addresses:
        if hasattr(accelerator, name):
            setattr(library, name, getattr(accelerator, name))
    accelerator.install(
        addresses,
        {
            "kept": kept,
            "check": check,
            "check_set": store.check_set,
            "report": _ffi.report,
            "references": _receivers.references,
            "remove": _receivers.remove,
            "stack": _stack.stack,
            "unread": events.UNREAD,
            "encode_name": _json._encode_name,
            "encode_without_fields": _json._encode_without_fields,
        },
    )


def removed(key: int) -> None:
    """A receiver is not to be called any more."""
    if accelerator is not None:
        accelerator.removed(key)


def forget() -> None:
    """This is a forked child, where nothing may be called any more."""
    if accelerator is not None:
        accelerator.forget()


def threads_inside() -> int:
    """How many threads of the library run Python code through it."""
    return 0 if accelerator is None else accelerator.threads_inside()


def end_threads() -> None:
    """From now on no thread of the library runs Python code through it."""
    if accelerator is not None:
        accelerator.threads_end()
