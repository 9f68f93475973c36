"""Refuses an `await` of a function that gives nothing to await, and says what would be right.

Python would call the function, and say afterwards that None cannot be awaited. These functions
return None to everybody else, so they look at who calls them.
"""

from __future__ import annotations

from functools import lru_cache
from types import CodeType

from ._callers import caller

# Of the code of an `async def`. Only these can hold an `await`.
# These are inspect.CO_COROUTINE and inspect.CO_ASYNC_GENERATOR.
ASYNC = 0x80 | 0x200

AWAIT_SEND = (
    "await store.task(…) waits for all that an action causes, and so does await store.send(…) with "
    "a store of enfold.aio.Runtime"
)


def refuse_await(what: str, right: str) -> None:
    """Raises TypeError if the program awaits what the function of this package gives it.

    what: the function, which has called this, perhaps through others of this package. right: what
    would be right.
    """
    frame, _ = caller()
    if frame is None or not frame.f_code.co_flags & ASYNC:
        return
    if _is_awaited(frame.f_code, frame.f_lasti):
        raise TypeError(f"{what} gives nothing to await: {right}")


@lru_cache(maxsize=256)
def _is_awaited(code: CodeType, place: int) -> bool:
    """Whether the code awaits next what its call at this place gives."""
    import dis  # takes its time to import

    passed = ["CACHE"]
    for instruction in dis.get_instructions(code):
        if instruction.offset == place and instruction.opname == "PRECALL":
            passed.append("CALL")  # CPython 3.11: a specialised PRECALL has made the call
        if instruction.offset > place and instruction.opname not in passed:
            return instruction.opname == "GET_AWAITABLE"
    return False
