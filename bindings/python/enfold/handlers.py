"""Handlers: functions of this program that answer the requests of features, each in its way."""

from __future__ import annotations

import inspect
import threading
import weakref
from collections.abc import AsyncGenerator, Callable, Iterator
from typing import TYPE_CHECKING, Any

from . import _exit, _receivers
from ._arguments import c_text, encode_name, require_callback
from ._ffi import LIMIT, OK, report
from .callbacks import check, trampolines
from .errors import ForkedError
from .requests import Request

if TYPE_CHECKING:
    import asyncio

    from .runtime import Runtime

# How long a generator waits before it tries again to hand on an element for which there was no
# room, in seconds: each time twice as long.
_FIRST_PAUSE = 0.001
_LONGEST_PAUSE = 0.05


def check_name(name: str, raw: bool) -> bytes:
    """Checks what `runtime.handle` knows before it has a function."""
    if callable(name):
        raise TypeError('the decorator needs the name of a request: @runtime.handle("numberFact")')
    if not isinstance(raw, bool):
        raise TypeError(f"raw is True or False, not {type(raw).__name__}")
    return c_text(encode_name(name, "the name of a request"))


def handle(runtime: Runtime, name: str, function: Callable[..., Any], raw: bool) -> None:
    """Lets a function handle the requests of a name."""
    text = check_name(name, raw)
    require_callback(function, "what handles requests")
    loop = None
    if is_async(function):
        loop = _running_loop(name)
        runtime._attach_if_host()
    handler = Handler(runtime, name, function, raw, loop)
    made = trampolines()
    library = runtime._library
    try:
        status = library.runtime_handle(
            *(runtime._handle, text, made.ask, made.cancel, handler._key, made.release),
            report.address,
        )
    except ForkedError:
        handler._released()
        raise
    check(status, text)


def unhandle(runtime: Runtime, name: str) -> None:
    """Lets nobody handle the requests of a name."""
    text = c_text(encode_name(name, "the name of a request"))
    library = runtime._library
    check(
        library.runtime_handle(runtime._handle, text, None, None, None, None, report.address), text
    )


def open_requests(runtime: Runtime) -> list[str]:
    """The names of the requests that functions of this program have not answered yet."""
    handlers = [each for each in list(runtime._receivers.values()) if isinstance(each, Handler)]
    return [handler._name for handler in handlers for _ in list(handler._open)]


class Handler:
    """A function that handles the requests of one name. The runtime owns it until its release.

    It does not hold the runtime: a runtime that nobody uses can be collected.
    """

    __slots__ = (
        "__weakref__",
        "_function",
        "_is_raw",
        "_key",
        "_library",
        "_loop",
        "_name",
        "_open",
        "_owner",
        "_runtime",
        "_tasks",
    )

    _key: int

    def __init__(
        self,
        runtime: Runtime,
        name: str,
        function: Callable[..., Any],
        is_raw: bool,
        loop: asyncio.AbstractEventLoop | None,
    ) -> None:
        """`loop`: where an async function runs, or an async generator; None for the others."""
        self._library = runtime._library
        self._runtime = weakref.ref(runtime)
        self._owner = runtime._receivers
        self._name = name
        self._function = function
        self._is_raw = is_raw
        self._loop = loop
        self._open: dict[int, Request] = {}
        self._tasks: set[asyncio.Task[None]] = set()  # asyncio keeps no task alive
        _receivers.add(self)
        self._owner[self._key] = self

    # What the library calls

    def _asked(self, handle: int, payload: bytes) -> None:
        request = Request(self._library, self._runtime, self._name, handle, payload, self._open)
        if self._loop is not None:
            try:
                self._loop.call_soon_threadsafe(self._start, request)
            except RuntimeError as error:
                # Another thread may close the loop at any moment.
                request._fail_with(error)
            return
        try:
            given = self._call(request)
        except BaseException as error:
            request._fail_with(error)
            if not isinstance(error, Exception):
                raise
            check(OK)
            return
        if isinstance(given, Iterator):
            self._start_thread(given, request)
        elif inspect.isawaitable(given) or inspect.isasyncgen(given):
            if inspect.iscoroutine(given):
                given.close()
            request._fail_with(
                TypeError(
                    f"the handler gave {type(given).__name__}, which nobody awaits: "
                    "handle requests with an `async def` function itself"
                )
            )
        elif not self._is_raw:  # which answers by its request
            request._conclude(given)
        check(OK)  # raises what observers raised while the answer was given

    def _cancelled(self, handle: int) -> None:
        request = self._open.pop(handle, None)
        if request is not None:
            request._cancel()

    def _released(self) -> None:
        """The library does not use it any more."""
        _receivers.remove(self._key)
        self._owner.pop(self._key, None)

    def _call(self, request: Request) -> Any:
        return self._function(request if self._is_raw else request.payload)

    # Generators and other iterators, each on a thread of its own

    def _start_thread(self, iterator: Iterator[Any], request: Request) -> None:
        thread = threading.Thread(
            target=_iterate,
            args=(iterator, request),
            name=f"enfold {self._name}",
            daemon=True,  # one that blocks does not keep the interpreter from exiting
        )
        _exit.unfinished.add(request)
        try:
            thread.start()
        except RuntimeError as error:
            _exit.unfinished.discard(request)
            request._fail_with(error)  # there are too many threads

    # Async functions and generators, in the event loop

    def _start(self, request: Request) -> None:
        assert self._loop is not None
        if request.is_cancelled:
            return
        task = self._loop.create_task(self._run(request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        loop = self._loop

        def cancel() -> None:
            try:
                loop.call_soon_threadsafe(task.cancel)
            except RuntimeError:
                if not loop.is_closed():
                    raise

        request.on_cancel(cancel)

    async def _run(self, request: Request) -> None:
        try:
            given = self._call(request)
            if inspect.isasyncgen(given):
                await _hand_on(given, request)
            else:
                request._conclude(await given)
        except Exception as error:
            request._fail_with(error)
        except BaseException as error:
            # A task that is cancelled because its request is, has nobody to tell.
            if not request.is_cancelled:
                request._fail_with(error)
            raise
        check(OK)


def _iterate(iterator: Iterator[Any], request: Request) -> None:
    """Hands on what a generator yields. It is closed when the request is over."""
    try:
        try:
            _hand_on_each(iterator, request)
        finally:
            close = getattr(iterator, "close", None)
            if close is not None:
                close()
    except BaseException as error:
        request._fail_with(error)
        if not isinstance(error, Exception):
            raise
    finally:
        _exit.unfinished.discard(request)
    check(OK)


def _hand_on_each(iterator: Iterator[Any], request: Request) -> None:
    is_over = threading.Event()
    request.on_cancel(is_over.set)
    while not is_over.is_set():
        try:
            value = next(iterator)
        except StopIteration:
            request._conclude()
            return
        pause = _FIRST_PAUSE
        while (status := request._take(value)) == LIMIT:
            if is_over.wait(pause):
                return
            pause = min(2 * pause, _LONGEST_PAUSE)
        if status != OK:
            return


async def _hand_on(generator: AsyncGenerator[Any, Any], request: Request) -> None:
    """Hands on what an async generator yields."""
    import asyncio

    try:
        async for value in generator:
            pause = _FIRST_PAUSE
            while (status := request._take(value)) == LIMIT:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            if status != OK:
                return
        request._conclude()
    finally:
        await generator.aclose()


def is_async(function: Any) -> bool:
    """Whether a function, or an object that is called like one, runs in an event loop."""
    return any(
        inspect.iscoroutinefunction(each) or inspect.isasyncgenfunction(each)
        for each in (function, getattr(function, "__call__", None))  # noqa: B004
    )


def _running_loop(name: str) -> asyncio.AbstractEventLoop:
    import asyncio  # takes its time to import

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        raise RuntimeError(
            f"the handler of {name!r} is async, and no event loop runs here: "
            "call Runtime.handle inside the loop that is to run it"
        ) from None
