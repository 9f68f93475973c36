"""Functions that ctypes calls from C: Python handles a pending signal inside their `try`."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])

# The versions of CPython whose functions begin with the instruction RESUME, and the operand with
# which it handles no signals: so their compilers write it behind an `await`. It was read in their
# sources (Python/bytecodes.c; ceval.c of 3.11). For other versions nothing is changed.
_AFTER_AWAIT = {(3, 11): 3, (3, 12): 3, (3, 13): 3, (3, 14): 3}


def entrance(function: _Function) -> _Function:
    """A decorator for functions that ctypes gives to C code. They begin with `try`.

    Python handles a signal when the next function begins, before its first line. If C code was
    running, the next function is the one that C calls: Ctrl-C would raise KeyboardInterrupt before
    its `try`, and ctypes would drop the exception and return whatever lies in memory. So these
    functions do not handle signals when they begin; the first call inside of them does. (Until
    Python 3.10 a function whose first line is `try` does so by itself.)
    """
    operand = _AFTER_AWAIT.get(sys.version_info[:2])
    if operand is None or sys.implementation.name != "cpython":
        return function
    from opcode import opmap

    resume = opmap["RESUME"]
    code = function.__code__
    instructions = bytearray(code.co_code)
    for place in range(0, len(instructions), 2):
        if instructions[place] == resume:
            instructions[place + 1] |= operand
            function.__code__ = code.replace(co_code=bytes(instructions))
            break
    return function


def address_of(function: Any) -> int:
    """The address of a function of ctypes. From now on it is never freed.

    The library may call it until the process ends: also while the interpreter ends and destroys
    everything that it finds without a reference from C.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(function))
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address
