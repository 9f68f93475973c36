"""Request: what a feature asks of this program."""

from __future__ import annotations

import ctypes
import weakref
from collections import deque
from collections.abc import Callable
from ctypes import c_uint64
from typing import TYPE_CHECKING, Any

from . import _json
from ._arguments import encode_text, require_callback
from ._ffi import INVALID, LIMIT, OK, QUEUED, STALE, Call, Library, Text, report
from .callbacks import check
from .errors import ClosedError, ForkedError

if TYPE_CHECKING:
    from .runtime import Runtime
    from .store import Store

# After these a request is as it was. After any other error, and an answer, its handle is stale.
_UNCHANGED = (INVALID, STALE)
_UNCHANGED_BY_ELEMENTS = (OK, QUEUED, LIMIT, INVALID, STALE)


class Request:
    """One request of a feature, to be answered now or later, on any thread.

    `runtime.handle(name, function, raw=True)` hands it to the function. It is answered once, by
    `resolve` or `fail`; a stream gets elements by `emit` before that. The feature waits until then:
    keep this object, and answer. After the answer, and when the feature does not want one any more,
    everything that answers raises `ClosedError`.

    name:    what was asked for.
    payload: what came with it; None if there is nothing.

    `store`, `action` and `tag` say who asks, until it is over. They raise `UnsupportedError` if
    nobody knows: the feature does not declare its requests.
    """

    __slots__ = (
        "_handle",
        "_library",
        "_open",
        "_payload",
        "_runtime",
        "_then",
        "is_cancelled",
        "name",
    )

    name: str
    is_cancelled: bool  # whether the feature stopped waiting before there was an answer

    def __init__(
        self,
        library: Library,
        runtime: weakref.ref[Runtime],
        name: str,
        handle: int,
        payload: bytes,
        open: dict[int, Request],
    ) -> None:
        """`open`: the requests of a handler that are not over; a request takes itself out."""
        self._library = library
        self._runtime = runtime
        self._handle = handle
        self._payload = payload
        self._open = open
        self._then: deque[Callable[[], object]] = deque()
        self.name = name
        self.is_cancelled = False
        open[handle] = self

    @property
    def payload(self) -> Any:
        return _json.decode(self._payload)

    # Who asks

    @property
    def store(self) -> Store:
        """The store that asks."""
        out = c_uint64()
        check(self._library.request_store(self._handle, ctypes.byref(out), report.address))
        runtime = self._runtime()
        if runtime is None:
            raise ClosedError(STALE, "the runtime is gone")
        return runtime._stores.find(out.value, runtime)

    @property
    def action(self) -> str:
        """The name of the action whose reducer began the effect that asks, without values."""
        return self._told(self._library.request_action)

    @property
    def tag(self) -> str | None:
        """The tag of the action with which it began (`Store.tagged`); None if it had none."""
        return self._told(self._library.request_tag) or None

    def _told(self, function: Call) -> str:
        out = Text()
        check(function(self._handle, ctypes.byref(out), report.address))
        return self._library.take(out).decode(errors="replace")

    # Answering

    def emit(self, value: Any) -> bool:
        """Gives one element to a stream. Bytes are the element as JSON.

        False: as many elements wait as the feature has declared, and this one is not kept; try it
        again later. An element that the stream cannot have raises `StateError` or `JSONError`, and
        the request has failed with that message. `InvalidError`: it is no stream.
        """
        text = _json.encode(value)
        status = self._call(self._library.request_emit, text)
        check(OK if status == LIMIT else status, text)
        return status != LIMIT

    def resolve(self, value: Any = None) -> None:
        """Answers, or ends a stream, which takes no value. Bytes are the answer as JSON.

        What is no answer to this request raises `StateError`, `JSONError` or `LimitError`, and the
        request has failed with that message. `InvalidError`: a value for the end of a stream; the
        request goes on.
        """
        text = None if value is None else _json.encode(value)
        check(self._call(self._library.request_resolve, text), text)

    def fail(self, message: str = "") -> None:
        """Says that it failed: the effect that asked throws an error with this message."""
        if not isinstance(message, str):
            raise TypeError(f"a message is a str, not {type(message).__name__}")
        text = encode_text(message)
        check(self._call(self._library.request_fail, text), text)

    # Being cancelled

    def on_cancel(self, function: Callable[[], object]) -> None:
        """Calls a function when the feature stops waiting before there was an answer.

        It is called where handlers are called, at most once; at once if that has happened already.
        """
        require_callback(function, "what hears of the end of a request")
        self._then.append(function)
        if self.is_cancelled:
            self._call_then()

    def __repr__(self) -> str:
        state = (
            "cancelled" if self.is_cancelled else "open" if self._handle in self._open else "over"
        )
        return f"<enfold.Request {self.name!r} {self._handle:#x} ({state})>"

    def _cancel(self) -> None:
        """The library says that the answer is not wanted any more."""
        self.is_cancelled = True
        self._call_then()

    def _call_then(self) -> None:
        # Without a lock: this may be in the middle of `on_cancel` itself, on the same thread.
        problem: BaseException | None = None
        while True:
            try:
                function = self._then.popleft()
            except IndexError:
                break
            try:
                function()
            except BaseException as exception:
                problem = problem or exception
        if problem is not None:
            raise problem

    # What handlers use. It raises nothing: what other callbacks raise meanwhile, `check` tells

    def _conclude(self, value: Any = None) -> None:
        """Answers with what a handler gave. If that is no answer, the request fails."""
        try:
            text = None if value is None else _json.encode(value)
        except Exception as error:
            self._fail_with(error)
            return
        problem = "{name!r} is a stream: yield its elements, or return an iterator, but not {kind}"
        self._settle(self._library.request_resolve, text, problem, value)

    def _take(self, value: Any) -> int:
        """Gives an element that a handler yielded: OK, LIMIT (try it again later) or STALE."""
        try:
            text = _json.encode(value)
        except Exception as error:
            self._fail_with(error)
            return STALE
        problem = "{name!r} is no stream: return its answer, and yield nothing"
        status = self._settle(self._library.request_emit, text, problem)
        if self._handle not in self._open:
            return STALE
        return OK if status >= 0 else status if status == LIMIT else STALE

    def _fail_with(self, error: BaseException) -> None:
        """Fails with an exception: `TypeName: message`. If it is over, only the log can tell."""
        import logging  # takes its time to import

        text = described(error).encode(errors="replace")
        status = self._settle(self._library.request_fail, text)
        logger = logging.getLogger("enfold")
        if status == OK:
            logger.debug("the handler of %r raised", self.name, exc_info=error)
        elif isinstance(error, Exception):
            logger.error("the handler of %r raised, too late to fail", self.name, exc_info=error)

    def _settle(
        self, function: Call, text: bytes | None, problem: str = "", value: object = None
    ) -> int:
        """Answers for a handler.

        problem: what is wrong if the library finds that such a request is not answered so. It is
            open then, and fails.
        """
        try:
            status = self._call(function, text)
            if status == INVALID:
                message = problem.format(name=self.name, kind=type(value).__name__)
                self._fail_with(TypeError(message))
        except ForkedError:
            self._open.pop(self._handle, None)
            return STALE
        return status

    def _call(self, function: Call, text: bytes | None) -> int:
        length = 0 if text is None else len(text)
        status = function(self._handle, text, length, report.address)
        is_element = function is self._library.request_emit
        if status not in (_UNCHANGED_BY_ELEMENTS if is_element else _UNCHANGED):
            self._open.pop(self._handle, None)
        return status


def described(error: BaseException) -> str:
    """An exception in one line: `TypeName: message`."""
    try:
        message = str(error)
    except Exception:
        message = ""
    name = type(error).__name__
    return f"{name}: {message}" if message else name
