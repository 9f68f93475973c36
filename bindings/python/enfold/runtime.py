"""Runtime: plugins, stores and the loop that drives them."""

from __future__ import annotations

import ctypes
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping
from ctypes import c_int, c_uint32, c_uint64
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeVar, overload

from . import _exit, _json, _receivers, _wait, callbacks
from ._accelerated import fast
from ._arguments import (
    Timeout,
    c_text,
    encode_name,
    nanoseconds,
    require_callback,
    require_directory,
)
from ._callers import caller
from ._crash import is_handled
from ._ending import Ending
from ._ffi import INVALID, NO_OFFSET, STALE, Call, Text, report
from ._json import NOT_GIVEN
from ._loader import library
from ._receivers import Receiver
from ._stores import Stores
from .callbacks import check, trampolines
from .diagnostics import LEVELS, Level, LogFunction, LogReceiver, to_logging
from .errors import ClosedError, InvalidError
from .shared import SharedValues
from .store import Store
from .tagged import encode_dependencies

if TYPE_CHECKING:
    import asyncio
    import logging
    from datetime import timedelta

    from .aio import Attachment
    from .inspection import Inspection
    from .plugin import Plugin
    from .recording import Recording
    from .trace import Trace
    from .trace_log import TraceLog

_Function = TypeVar("_Function", bound=Callable[..., Any])

_STATE = b'"state":'


@fast
class Runtime:
    """Owns plugins and stores. Use it in a `with` statement, or close it.

    loop: "host" (default): callbacks run only inside calls on the thread that opened it, or that
        pumped last, so that no thread of the library ever runs the program's code. "inline": they
        run on the thread that sends, before `send` returns, unless another thread is reducing the
        store's actions right then: then on that one. What an effect sends after it has waited for
        something is reduced on a thread of Swift, which runs the callbacks, too; what they raise
        there goes to `sys.unraisablehook`. One store never runs two callbacks at once.
    clock: "manual": effects sleep on a clock that stands still until `advance` moves it, and for
        which it is 2001-02-03T04:05:06Z at the beginning. So debounces and timers need no waiting.
    environment: which dependencies features see.
    limits: some of {"depth": 128, "bytes": 67108864, "queue": 1048576, "callbacks": 1024,
        "requests": 65536}.
    shared_directory: an absolute path: where shared values are kept that outlive the process.
        Without it: in the live environment $XDG_STATE_HOME/enfold or else ~/.local/state/enfold; in
        the others they stay in memory.
    crash_line: True: a plugin that traps, which ends the process, leaves one line on stderr that
        names the feature and the action. Then what handled the signal before goes on. "values": the
        line has the first 200 bytes of the action, too. Once on, it is on for the process. Default:
        True, unless somebody handles such a signal already, as `faulthandler` does.
    stats: True: the times of commits are always counted, for `stats`, and not only while a trace
        is read.
    redact: patterns such as "/user/token", "/cards/*/note", "action:/login/password" and
        "request:login/password": places of states, actions and requests whose values nobody gets
        who reads a trace, the log, the message of an error or the crash line. They get
        "[redacted]". `state` and observers get the values.

    A failure that reaches no caller, such as an effect that throws, goes to `logging`, logger
    "enfold", as an error; `log` changes that.
    """

    __slots__ = (
        "__weakref__",
        "_attachment",
        "_handle",
        "_is_closed",
        "_is_driven",
        "_library",
        "_receivers",
        "_stores",
        "loop",
    )

    loop: Literal["host", "inline"]
    _store_type: ClassVar[type[Store]] = Store

    def __init__(
        self,
        *,
        loop: Literal["host", "inline"] = "host",
        clock: Literal["system", "manual"] = "system",
        environment: Literal["live", "preview", "test"] | None = None,
        limits: Mapping[str, int] | None = None,
        shared_directory: str | os.PathLike[str] | None = None,
        crash_line: bool | Literal["values"] | None = None,
        stats: bool = False,
        redact: Iterable[str] = (),
    ) -> None:
        self._library = library()
        self._stores = Stores(self._library)
        self._receivers: dict[int, Receiver] = {}
        self._attachment: Attachment | None = None
        self._is_driven = False  # somebody has pumped it, or an event loop does
        self.loop = loop
        options: dict[str, Any] = {"loop": loop, "clock": clock}
        if environment is not None:
            options["environment"] = environment
        if limits is not None:
            if not isinstance(limits, Mapping):
                raise TypeError(f"limits are a mapping, not {type(limits).__name__}")
            options["limits"] = dict(limits)
        if shared_directory is not None:
            options["shared"] = {"directory": require_directory(shared_directory)}
        options["crashLine"] = not is_handled() if crash_line is None else crash_line
        if stats:
            options["stats"] = stats
        if isinstance(redact, str):
            raise TypeError("redact is a list of patterns, not one text")
        if redact := list(redact):
            options["redact"] = redact
        text = _json.encode(options)
        handle = c_uint64()
        self._library.is_used = True
        check(
            self._library.runtime_open(text, len(text), ctypes.byref(handle), report.address), text
        )
        self._handle = handle.value
        self._is_closed = False
        _exit.add(self)
        self.log("error")

    # Plugins and features

    def load(self, path: str | os.PathLike[str], *, replace: bool = False) -> Plugin:
        """Loads a plugin. Its code stays loaded until the process ends.

        replace: what becomes of a file that has changed since it was loaded. Without it that is an
            error. With it the file is loaded as a new generation: new stores get it, open ones keep
            theirs. Write another file and rename it; never overwrite one that is loaded.
        """
        if not isinstance(replace, bool):
            raise TypeError(f"replace is True or False, not {type(replace).__name__}")
        options = b'{"replace":true}' if replace else b""
        out = c_uint64()
        status = self._library.plugin_load(
            *(self._handle, c_text(os.fsencode(path)), options or None, len(options)),
            *(ctypes.byref(out), report.address),
        )
        check(status)
        from .plugin import Plugin  # dataclasses take their time to import

        return Plugin._from_info(self._read(self._library.plugin_info, out.value))

    def features(self) -> list[dict[str, Any]]:
        """All features: name, plugin, version and the JSON Schemas of state and action.

        Those that declare requests have them under "requests": name, whether it is a stream, and
        the schemas of payload and answer.
        """
        features: list[dict[str, Any]] = self._read(self._library.runtime_features, self._handle)
        return features

    def open(
        self,
        feature: str,
        *,
        state: Any = NOT_GIVEN,
        stub: bool = False,
        effects: Literal["run", "none"] = "run",
        dependencies: Any = NOT_GIVEN,
        name: str | None = None,
        unknown_keys: Literal["refuse", "ignore"] = "refuse",
    ) -> Store:
        """Opens a store of a feature.

        feature: "Todos", "org.example.todos/Todos" or "org.example.todos@1.0.0/Todos".
        state: the initial state, a value or bytes of JSON; without it, the feature's own.
        stub: True: actions are checked and reported to `Store.observe_actions`, and nothing is
            reduced: no effects, no commits. `Store.set` and `Store.restore` write as always. For
            tests of what surrounds a store.
        effects: "none": actions are reduced and commits made as always, and the effects that they
            return are dropped: nothing is asked of the host, and a task ends with its action. A
            reactor is not asked for mutations. To see what a feature does with actions that were
            recorded.
        dependencies: with `effects="none"`: what `uuid`, `date` and `random` give while the first
            state is made, in place of their own values; see `Store.given`.
        name: what log records call the store ("name"), 1 to 256 bytes of UTF-8. Without it: the
            feature's name and a number, such as "Todos#2". Two stores may have the same name.
        unknown_keys: what becomes of keys in `state` and in actions that the feature does not know.
        """
        full_name = c_text(encode_name(feature, "a feature's name"))
        if not isinstance(stub, bool):
            raise TypeError(f"stub is True or False, not {type(stub).__name__}")
        if name is not None:
            encode_name(name, "a store's name")
        options = []
        ready = b""
        if state is not NOT_GIVEN:
            ready = _json.encode(state)
            if isinstance(state, (bytes, bytearray, memoryview)):
                _json.check_json(ready)
            options.append(_STATE + ready)
        if stub:
            options.append(b'"stub":true')
        if effects != "run":
            options.append(b'"effects":%b' % _json.encode(effects))
        if dependencies is not NOT_GIVEN:
            options.append(b'"dependencies":%b' % encode_dependencies(dependencies))
        if name is not None:
            options.append(b'"name":%b' % _json.encode(name))
        if unknown_keys != "refuse":
            options.append(b'"unknownKeys":%b' % _json.encode(unknown_keys))
        text = b"{%b}" % b",".join(options) if options else b""
        handle = c_uint64()
        status = self._library.store_open(
            self._handle,
            full_name,
            text or None,
            len(text),
            ctypes.byref(handle),
            report.address,
        )
        try:
            _check_open(status, ready, text)
        except BaseException:
            if handle.value:
                self._library.store_close(handle.value, None)
            raise
        store = self._store_type(self, feature, handle.value)
        self._stores.add(store)
        return store

    @property
    def stores(self) -> list[Store]:
        """The open stores, in the order in which they were opened."""
        return self._stores.all(self)

    # Shared values

    @property
    def shared(self) -> SharedValues:
        """The values that features declare with `@Shared`, by key.

        All stores and all plugins of this runtime share them, and so does this program:

            runtime.shared["session"].value            # reads it
            runtime.shared["session"] = {"name": ""}   # replaces it
        """
        return SharedValues(self)

    # Requests

    @overload
    def handle(self, name: str, function: _Function, *, raw: bool = ...) -> _Function: ...

    @overload
    def handle(
        self, name: str, function: None = ..., *, raw: bool = ...
    ) -> Callable[[_Function], _Function]: ...

    def handle(
        self, name: str, function: _Function | None = None, *, raw: bool = False
    ) -> _Function | Callable[[_Function], _Function]:
        """Answers the requests of a name with a function, in place of the one before.

            @runtime.handle("numberFact")
            def fact(number):
                return f"{number} is a number"

        Without a function it is a decorator. Either way the function is returned as it is. It gets
        the payload, None if the request has none, and may be:

        - a function, or an `async def`: what it returns is the answer. None means `null`, or the
          end of a stream.
        - a generator, or an async one, or a function that returns an iterator: each value that it
          yields is an element of a stream. While as many elements wait as the feature has declared,
          it waits, and tries again after 1 ms, 2 ms and so on, at most 50 ms.

        What they raise fails the request, as `TypeName: message`; so does a result that is no
        answer. What they raise after the request is over goes to `logging`, logger "enfold", as an
        error. A function runs where callbacks run. A generator has a thread of its own for each
        request, so that it may block. Async functions and generators run in the event loop that
        runs where `handle` is called. There must be one; the runtime is attached to it as by
        `attach`.

        If the feature stops waiting: an async function is cancelled as asyncio does it; a generator
        is closed, at its next `yield` if it is busy; a function goes on, and its answer is dropped.
        When the program ends, generators that are busy have two seconds for that.

        raw: True: the function gets a `Request`, which says who asks, in place of the payload. A
            plain function answers it itself, whenever and wherever it likes: what it returns does
            not count. Generators and async functions answer as they do without `raw`.
        """

        from . import handlers  # inspect takes its time to import

        handlers.check_name(name, raw)

        def handle(function: _Function) -> _Function:
            handlers.handle(self, name, function, raw)
            return function

        return handle if function is None else handle(function)

    def unhandle(self, name: str) -> None:
        """Nobody handles the requests of this name any more: they fail, and the message says so.

        Requests that came before are answered still.
        """
        from . import handlers

        handlers.unhandle(self, name)

    def bind(
        self,
        prototype: str,
        *,
        library: str | os.PathLike[str] | ctypes.CDLL | None = None,
        function: Any = None,
        name: str | None = None,
        returns: Literal["free"] | Mapping[str, str] | None = None,
        thread: Literal["handler", "worker"] | None = None,
        errno: bool = False,
    ) -> None:
        """Answers the requests of a name with a C function, in place of the one before.

            runtime.bind("double cos(double x)", library="libm.so.6")

        The payload of a request has its arguments: an object by the names of the parameters, an
        array by position, or for one parameter the value itself. What does not fit fails the
        request, and the function is not called. No Python runs when it is called, so it may be
        called on any thread. `unhandle` removes it. enfold.h says which types there are.

        prototype: its declaration in C, as a header has it. It must be right: nothing can check it.
        library: the library that it is in, as ctypes.CDLL takes it. None: this process.
        function: its address, or a function of ctypes, in place of a library.
        name: the name of the requests, if it is not the function's.
        returns: "free", or {"release": "g_free"}: what frees the text that it returns.
        thread: "worker": on a thread of a pool, because it may block.
        errno: True: the answer is {"value": …, "errno": …}.
        """
        from . import natives

        natives.bind(
            self,
            prototype,
            library,
            function,
            natives.options_of(name, returns, thread, errno),
        )

    # Features

    @overload
    def feature(
        self, name: str, function: _Function, *, state: Any = ..., action: Any = ...
    ) -> _Function: ...

    @overload
    def feature(
        self, name: str, function: None = ..., *, state: Any = ..., action: Any = ...
    ) -> Callable[[_Function], _Function]: ...

    def feature(
        self,
        name: str,
        function: _Function | None = None,
        *,
        state: Any = NOT_GIVEN,
        action: Any = NOT_GIVEN,
    ) -> _Function | Callable[[_Function], _Function]:
        """Makes a function a feature, which is opened, driven and observed like any other.

            @runtime.feature("Cart", state={"items": []})
            def cart(state, action):
                match action:
                    case {"add": {"sku": sku}}:
                        state["items"].append({"sku": sku, "count": 1})
                    case "clear":
                        state["items"].clear()

        Without a function it is a decorator. Either way the function is returned as it is. A
        feature with this name that was registered before is replaced: open stores keep theirs.

        state: the initial state, or a function without arguments that makes it, or the type of the
            state, which can then be made without arguments. Not needed if the function's first
            parameter has such a type as annotation.
        action: the type of the actions, in place of the annotation of the second parameter: a
            dataclass, a pydantic model, a TypedDict, an enumeration or a Literal, or several of
            them joined by `|`. libenfold checks actions by it. Without it every JSON is an action.

        A state that is a dict (or TypedDict) is given to the function to be changed. It behaves as
        every dict, and so do the dicts and lists inside. A dataclass, or a pydantic model, is
        replaced: the function returns another one.

        The function returns None, or a new state; what follows, which is `Send`, `Ask`, `Cancel` or
        a list of these; or both, as `state, effects`. If it raises, the state is what it was
        before, the action's task fails with `TypeName: message`, and the traceback goes to
        `logging`, logger "enfold".

        It runs where actions are reduced: with `loop="inline"` on the thread that sends. Inside, a
        store takes actions, which are queued, and refuses to be read (`ReentrantError`).
        """
        from .features import feature  # typing and dataclasses take their time to import

        feature.check_name(name)
        frame = sys._getframe(1)

        def register(function: _Function) -> _Function:
            # Looks at the caller's names only if it must: to look would keep them alive.
            feature.register(self, name, function, state, action, lambda: frame.f_locals)
            return function

        return register if function is None else register(function)

    # The loop

    def pump(self, max_actions: int = 0) -> int:
        """Reduces what waits, at most `max_actions` (0: all), and runs the callbacks.

        A request that waits for its handler counts like an action. Returns how many there were.
        Makes this thread the loop's thread.
        """
        if not isinstance(max_actions, int):
            raise TypeError(f"max_actions is an int, not {type(max_actions).__name__}")
        if not 0 <= max_actions < 2**32:
            raise InvalidError(INVALID, f"max_actions is 0 or more and fits 32 bits: {max_actions}")
        self._is_driven = True
        done = c_uint32()
        status = self._library.runtime_pump(
            self._handle, max_actions, ctypes.byref(done), report.address
        )
        check(status)
        return done.value

    def wait(self, timeout: Timeout = None) -> None:
        """Waits until every store is idle, at most `timeout` seconds (`TimeoutError`).

        The loop's thread pumps meanwhile. Without a timeout it raises `TimeoutError` at once if the
        program itself holds a store (`Store.hold`) in which something is left to do.
        """
        _wait.wait(
            self, self._library.runtime_wait, self._handle, timeout, "some store was not idle"
        )

    def flush(self) -> None:
        """Begins what is debounced or throttled and waits in any store, as `Store.flush` does.

        If a feature cannot be flushed, this raises `UnsupportedError` when all others were.
        """
        check(self._library.runtime_flush(self._handle, report.address))

    def advance(self, seconds: float | timedelta) -> None:
        """Lets time pass on the clock of a runtime with `clock="manual"`.

        Effects that sleep until then are woken one after the other, in the order of their
        deadlines. Before the next one is woken, and before this returns, they go as far as they
        can: until they sleep again, end, or wait for something else, such as an answer. What they
        send is reduced. This thread becomes the loop's thread, and pumps. 0 lets effects go as far
        as they can, and wakes those that sleep for no time. Ctrl-C is raised when all the time has
        passed.
        """
        self._is_driven = True
        check(self._library.clock_advance(self._handle, nanoseconds(seconds), report.address))

    @property
    def fd(self) -> int:
        """The descriptor that is readable exactly while `pump` has work.

        Poll it; never read or close it.
        """
        out = c_int()
        check(self._library.runtime_fd(self._handle, ctypes.byref(out), report.address))
        return out.value

    def fileno(self) -> int:
        """The descriptor, for `selectors` and `select`."""
        return self.fd

    def attach(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Lets an asyncio event loop (default: the running one) pump, until `detach` or `close`.

        A runtime has one loop at a time. Another loop may follow when the first has stopped; while
        the first still runs, this raises RuntimeError.
        """
        from . import aio  # asyncio takes its time to import

        loop = aio.running_loop(loop)
        if self._attachment is not None and self._attachment.loop is not loop:
            self._attachment.require_stopped(loop)
            self.detach()
        if self._attachment is None:
            self._attachment = aio.Attachment(self, loop)
            self._is_driven = True

    def detach(self) -> None:
        """Ends what `attach` began."""
        if self._attachment is not None:
            self._attachment.end()
            self._attachment = None

    def _attach_if_host(self) -> None:
        if self.loop == "host":
            self.attach()

    # Diagnostics

    def stats(self) -> dict[str, Any]:
        """Numbers about the runtime. Later versions may add some.

        stores, scopes, callbacks: how many are open. subscriptions: those of scopes and of shared
            values among them.
        tasks: those that a `Task` stands for. requests: those that nobody has answered yet.
        plugins: how many are loaded. The generations of a file are one, and features in Python
            none.
        pending: how many actions wait and effects run, in all stores. 0: `wait` returns at once.
        held: how many stores are held, by `Store.hold` or at a breakpoint.
        now, sleepers: with `clock="manual"`: its time in nanoseconds, and how many effects and
            timers sleep on it.
        loop: "host" or "inline".
        """
        stats: dict[str, Any] = self._read(self._library.runtime_stats, self._handle)
        return stats

    def log(self, level: Level | None = "warning", function: LogFunction = to_logging) -> None:
        """Sends diagnostics of this level and the more serious ones to a function.

        The default function sends them to `logging`, logger "enfold", under the same level: what a
        new runtime does with errors. Warnings are also about actions that `send` refused. Replaces
        what was set before; a level of None ends it. With `loop="host"` the function is called
        inside calls on the loop's thread, as every callback is.
        """
        if level is None:
            check(self._library.runtime_log(self._handle, 0, None, None, None, report.address))
            return
        if level not in LEVELS:
            raise InvalidError(INVALID, f"a level is one of {', '.join(LEVELS)}, not {level!r}")
        require_callback(function, "a receiver of diagnostics")
        receiver = LogReceiver(self, function)
        made = trampolines()
        status = self._library.runtime_log(
            self._handle, LEVELS[level], made.log, receiver._key, made.release, report.address
        )
        check(status)

    def trace(self, *, limit: int = 16 << 20) -> Trace:
        """Tells what happens in its stores, from now on: entries to iterate over.

            with runtime.trace() as trace:
                for entry in trace:  # waits for the next one
                    print(entry.get("name"), entry["kind"], entry.get("revision"))

        Each commit has an entry, and so have the beginning and the end of each effect, stores that
        are opened and closed, and requests and their answers. An entry is a dict:

        seq, time: its number in this runtime, and seconds since 1970.
        store, name: the number that the store's `repr` shows, and what the store is called.
        kind: of a commit "action", "set", "binding" (a write that was an action), "restore",
            "shared" or "mutation"; otherwise "effect began", "effect ended", "held", "released",
            "opened", "closed", "request", "answer", "dependency", which comes before its commit, or
            "mark", see `mark`.
        revision: that of the commit; of other kinds the store's at that time.
        task: a number in the store: all that one action from outside has caused have the same.
        cause: {"store": …, "revision": …}: the commit whose effect has caused it; of "shared" the
            commit that has changed the shared value, or whose effect has. Not there: it came from
            outside.
        tag: that of the action with which everything began; see `Store.tagged`. Of "shared" that of
            the action that has changed the value.
        action: the one that was reduced; of mutations and effects the one that they belong to.
        effect, row, outcome: where an effect is written, the id of the element of a list to which
            it belongs, and how it has ended: "finished", "failed" or "cancelled".
        request, id: the name of a request, and its number, which its answers have, too.
        payload: what was asked.
        value, message: the answer, or why it failed; its `outcome` is as that of an effect. Without
            one it is an element of a stream.
        feature: that of a store that is opened.
        dependency, value: "uuid", "date" or "random", and what it has given; see `Store.given`.
        text: that of a mark, which has `seq`, `time` and `kind` besides.
        waited, reduced, encoded, told: nanoseconds of a commit: the action waited in the queue; the
            state was changed; what is observed was written; the observers were told.

        What is not known is left out. A store never waits for who reads.

        limit: how many bytes of entries may wait: so many in the library, and so many here. If
            there are more, the oldest are dropped, and {"kind": "dropped", "count": …} comes in
            their place.
        """
        from .trace import Trace  # takes its time to import

        return Trace(self, limit)

    def log_trace(
        self,
        logger: logging.Logger | str = "enfold.trace",
        level: int = 10,  # logging.DEBUG
        *,
        limit: int = 16 << 20,
    ) -> TraceLog:
        """Writes what happens in its stores to `logging`, until the result or this is closed.

        The message is one line, such as `Todos#1 action add revision 3 0.012 ms`. The log record's
        attribute `enfold` is the entry; see `trace`, also for the limit. A thread of its own calls
        the logger, so that no store waits for a slow handler. What a handler or a filter raises
        goes to `threading.excepthook`. When the program ends, it has two seconds for what waits.
        """
        from .trace_log import TraceLog  # logging takes its time to import

        return TraceLog(self, logger, level, limit)

    def record(
        self, path: str | os.PathLike[str], *, limit: int = 16 << 20, checkpoint: int = 1000
    ) -> Recording:
        """Writes what happens in its stores into a new file, until the result or this is closed.

            with runtime.record("session.enfold.jsonl"):
                ...

        The file can be sent to somebody and looked through: each line is a JSON object,
        `docs/session-format.md` tells what is in it. In the path `%p` stands for the number of the
        process, `%n` for that of this runtime in it, and `%%` for `%`. A file that exists is
        refused: `IOError`.

        limit: how many bytes may wait to be written. If there are more, the oldest are dropped, and
            the file says so.
        checkpoint: after how many entries of a store its state is written again; 0: never.
        """
        from .recording import Recording

        return Recording(self, path, limit, checkpoint)

    def inspect(self, *, control: bool = False, limit: int = 16 << 20) -> Inspection:
        """Lets an inspector look into its stores, until the result or this is closed.

            with runtime.inspect() as inspection:
                print(inspection.path)

        It listens at a Unix socket that only this user can connect to. What happens from now on is
        kept in memory for an inspector, at the price of a trace. Without a line of code:
        `ENFOLD_INSPECT=1` in the environment, or `ENFOLD_INSPECT=control`.

        control: whether it may also send actions, restore states, hold stores and take steps.
        limit: how many bytes are kept for an inspector that comes later, or is slow.
        """
        from .inspection import Inspection

        return Inspection(self, control, limit)

    def mark(self, text: str) -> None:
        """Writes a text into its recording, and to those who read its trace or log it.

            runtime.mark("the user has opened the dialog")

        It stands between the entries of what was told before and after it: {"kind": "mark",
        "text": …} with `seq` and `time`, without a store. The entry of a commit is told behind its
        observers: what one of these marks comes before it. It is not redacted. If nobody records or
        reads, it does nothing.

        text: 1 to 4096 bytes of UTF-8.
        """
        data = encode_name(text, "a mark")
        status = self._library.runtime_mark(self._handle, data, len(data), report.address)
        check(status, data)

    # Ending and closing

    def end(self, *, flush: bool = True, wait: Timeout = 2.0) -> bool:
        """Ends it so that nothing is lost: does with all stores what `Store.end` does with one.

            with enfold.Runtime() as runtime:
                ...
                if not runtime.end(wait=5):
                    print("something was cut off")

        From the beginning of this call on no store is opened. With `wait=None` it raises
        `TimeoutError`, as there, if the program itself holds a store in which something is left to
        do.
        """
        ending = self._ending(flush, wait)
        ending.begin_and_wait()
        return self._finish(ending)

    def _ending(self, flush: bool, wait: Timeout) -> Ending:
        library = self._library
        return Ending(self, library.runtime_end, library.runtime_wait, self._handle, flush, wait)

    def _finish(self, ending: Ending) -> bool:
        _exit.remove(self)
        self._is_closed = True
        self._stores.clear()
        try:
            self.detach()
        finally:
            is_done = ending.finish()
        return is_done

    def close(self) -> None:
        """Closes it and its stores, as `Store.close` does. A second call does nothing.

        If it is closed inside asyncio, where nobody has pumped it, and something waits for that, a
        RuntimeWarning says so.
        """
        forgotten = self._forgotten()
        if not _exit.remove(self):
            return
        self._is_closed = True
        self._stores.clear()
        if self._library.is_forked:
            return
        try:
            self.detach()
        finally:
            status = self._library.runtime_close(self._handle, report.address)
            check(0 if status == STALE else status)
        if forgotten:
            warnings.warn(forgotten, RuntimeWarning, stacklevel=caller()[1])

    def _forgotten(self) -> str:
        """The warning if this is closed inside asyncio, and has waited for an event loop."""
        is_forgotten = self.loop == "host" and not (self._is_driven or self._is_closed)
        if not is_forgotten or self._library.is_forked or _exit.is_ending:
            return ""
        if not self._is_in_asyncio():
            return ""
        try:
            pending = self.stats()["pending"]
        except ClosedError:  # by another thread
            return ""
        if not pending:
            return ""
        return (
            f"{self!r} is closed while {pending} actions or effects wait. No event loop has pumped "
            "it, so that they could not go on: use `async with enfold.aio.Runtime()`, or call "
            "`attach` inside the loop"
        )

    def _is_in_asyncio(self) -> bool:
        asyncio = sys.modules.get("asyncio")
        return asyncio is not None and asyncio._get_running_loop() is not None

    @property
    def is_closed(self) -> bool:
        """Whether it was closed."""
        return self._is_closed

    def __enter__(self) -> Runtime:
        self._stores.have_an_end = True
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        # Nobody has closed it. This may be in the middle of another call.
        if getattr(self, "_is_closed", True) or self._library.is_forked:
            return
        earlier = callbacks._set_aside()
        self._is_driven = True  # the warning below is enough
        try:
            _receivers.restore(list(self._receivers.values()))
            self.close()
        finally:
            if earlier:
                callbacks._put_back(earlier)
            message = f"unclosed enfold.Runtime {self._handle:#x}"
            warnings.warn(message, ResourceWarning, stacklevel=2)

    def __repr__(self) -> str:
        state = " (closed)" if self.is_closed else ""
        return f"<enfold.Runtime {self._handle:#x} loop={self.loop!r}{state}>"

    def _read(self, function: Call, handle: int) -> Any:
        out = Text()
        check(function(handle, ctypes.byref(out), report.address))
        return _json.decode(self._library.take(out))


def _check_open(status: int, state: bytes, options: bytes) -> None:
    """Ends `Runtime.open`. An error may be about the state, which is first in the options."""
    before = len(b"{" + _STATE)
    behind = before + len(state) if state else 0
    if status < 0 and behind < report.record.offset < NO_OFFSET:
        check(status, options)
    check(status, state, before)
