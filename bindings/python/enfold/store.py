"""Store: the state of one feature, and the actions that change it."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterable
from ctypes import c_size_t, c_uint32, c_uint64
from typing import TYPE_CHECKING, Any, TypeVar

from . import _json, _wait
from ._accelerated import fast
from ._arguments import Timeout, encode_pointer
from ._awaits import ASYNC, AWAIT_SEND, refuse_await
from ._ending import Ending
from ._ffi import (
    BAD_ACTION,
    BAD_POINTER,
    SIZES,
    STALE,
    Text,
    handle_argument,
    report,
    size_argument,
    size_arguments,
)
from ._json import NOT_GIVEN, Action
from .breakpoint import Breakpoint
from .c_callback import Callback
from .callbacks import check, kept
from .observable import Observable
from .tagged import Given, Tagged
from .task import Task

if TYPE_CHECKING:
    from .runtime import Runtime

_THEN = b'{"action":'
_modules = sys.modules
_getframe = sys._getframe

_Self = TypeVar("_Self", bound="Store")


@fast
class StoreFields:
    """What a store needs to call the library."""

    __slots__ = ("_handle",)


@fast
class Store(StoreFields, Observable):
    """An open store. Made by `Runtime.open`; lives until it or its runtime is closed.

    If nobody refers to it any more before that, nor observes it, a ResourceWarning says so, unless
    a `with` statement will close its runtime.

    Actions are written in four ways, which mean the same:

        store.send("rename", id=7, title="x")           # a name and its fields
        store.send("rename", {"id": 7, "title": "x"})   # a name and its payload
        store.send({"rename": {"id": 7, "title": "x"}})
        store.send(b'{"rename":{"id":7,"title":"x"}}')  # ready JSON: the fastest
    """

    __slots__ = (
        "__weakref__",
        "_argument",
        "_has_ended",
        "_library",
        "_root",
        "feature",
        "runtime",
    )

    _handle: int
    runtime: Runtime
    feature: str

    def __init__(
        self, runtime: Runtime, feature: str, handle: int, root: Store | None = None
    ) -> None:
        self._root = root  # the store that this is a scope of
        self._has_ended = False
        self.runtime = runtime
        self.feature = feature
        self._handle = handle
        self._argument = handle_argument(handle)
        self._library = runtime._library

    # Actions

    def send(self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any) -> None:
        """Sends an action.

        On the loop's thread it has been reduced, and its observers were called, when this returns.
        From inside a callback or on another thread it is queued and reduced later, in order.
        It does not wait for effects, and cannot be awaited: `task` can, and so can the `send` of
        stores of `enfold.aio`. An `await` is a TypeError, and sends nothing.
        """
        if "asyncio" in _modules and _getframe(1).f_code.co_flags & ASYNC:
            refuse_await("send", AWAIT_SEND)
        if payload is not NOT_GIVEN or fields or type(action) is not bytes:
            action = _json.encode_action(action, payload, fields)
        length = len(action)
        status = self._library.store_send_ready(
            self._argument,
            action,
            size_arguments[length] if length < SIZES else size_argument(length),
            None,
            report.argument,
        )
        if status < 0 or kept:
            check(status, action)

    def task(self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any) -> Task:
        """Sends an action and returns a task over everything that it causes."""
        text = _json.encode_action(action, payload, fields)
        handle = c_uint64()
        status = self._library.store_send(
            self._handle, text, len(text), ctypes.byref(handle), report.address
        )
        task = Task(self, handle.value)
        check(status, text)
        return task

    def send_batch(self, actions: bytes | bytearray | memoryview | Iterable[Action]) -> int:
        """Sends several actions at once and returns their number. If one is bad, none is accepted.

        Bytes are a JSON array of actions.
        """
        if isinstance(actions, (bytearray, memoryview)):
            actions = bytes(actions)
        elif not isinstance(actions, bytes):
            if isinstance(actions, (str, dict)):
                kind = type(actions).__name__
                raise TypeError(f"send_batch takes a list, not a {kind}; send takes one")
            if not isinstance(actions, Iterable):
                kind = type(actions).__name__
                raise TypeError(f"send_batch takes a list of actions or bytes of JSON, not {kind}")
            encoded = (_json.encode_action(action, NOT_GIVEN, {}) for action in actions)
            actions = b"[%b]" % b",".join(encoded)
        accepted = c_size_t()
        status = self._library.store_send_batch(
            self._handle, actions, len(actions), ctypes.byref(accepted), report.address
        )
        check(status, actions)
        return accepted.value

    def tagged(self, tag: str) -> Tagged:
        """This store for actions with a tag, such as the name of a user. It has `send` and `task`.

            ada = store.tagged("ada")
            ada.send("add", title="x")

        The tag, at most 256 bytes of UTF-8, comes back in events (`Event.tag`), in diagnostics, and
        in requests (`Request.tag`), also through everything that the action's effects send.
        Features do not see it. To make one costs little, and it needs no end.
        """
        return Tagged(self, tag)

    def given(self, dependencies: Any, *, tag: str = "") -> Given:
        """This store for actions whose dependencies get these values. It has `send` and `task`.

            store = runtime.open("Todos", effects="none")
            store.given([{"uuid": "9e107d9d-372b-4b6d-8d6e-2a1b0c3d4e5f"}]).send("add", title="x")

        For stores that were opened with `effects="none"`: to do again what a trace has told. Then
        `uuid`, `date` and `random` give these values while the action is reduced, in order, and
        each in the form that an entry of the kind "dependency" has (`Runtime.trace`). Bytes are a
        JSON array of them. What is asked for and not given, or given and not asked for,
        `Runtime.log` gets as a warning, under the topic "a-dependency-that-differs"; the
        dependency makes its own value then.

        tag: that of the actions, as in `tagged`.
        """
        return Given(self, dependencies, tag)

    def wait(self, timeout: Timeout = None) -> None:
        """Waits until nothing is queued and no effect runs, at most `timeout` seconds.

        Raises `TimeoutError`. The loop's thread pumps meanwhile. Without a timeout it raises it at
        once if something is left to do and the program itself holds the store (`hold`): nobody else
        would end the wait.
        """
        _wait.wait(
            self.runtime,
            self._library.store_wait,
            self._handle,
            timeout,
            "the store was not idle",
            self,
        )

    def flush(self) -> None:
        """Begins the debounced and throttled effects that wait, also on a manual clock.

        On the loop's thread they have begun when this returns. From inside a callback or on another
        thread they will, in turn. What they debounce again waits as usual, and so do effects that
        sleep, and timers. A scope flushes its whole store.
        """
        check(self._library.store_flush(self._handle, report.address))

    # Holding

    def hold(self, on: bool = True) -> None:
        """Holds the store, to look at it between two changes; False: releases it.

        While it is held, its state does not change. Actions, `set`, `restore`, mutations that come
        late and changes of shared values are kept back, in order, and their tasks end when it was
        released. Everything else goes on: it can be read, observed and closed, and effects run. A
        callback that holds the store lets the action end that is being reduced.

        On the loop's thread what was kept back has been reduced when `hold(False)` returns. From
        inside a callback or on another thread it will be, in turn.

        To hold a store that is held changes nothing: one `hold(False)` releases it, whoever holds
        it, also a breakpoint. A scope holds its whole store. To close it cancels what is kept back.
        """
        if not isinstance(on, bool):
            raise TypeError(f"on is True or False, not {type(on).__name__}")
        stores = self.runtime._stores
        if not on:
            # Before the call, inside which a callback may hold it anew.
            stores.note_hold(self, False)
        status = self._library.store_hold(self._handle, on, report.address)
        if on and status >= 0:
            stores.note_hold(self, True)
        check(status)

    def step(self) -> bool:
        """Lets a store that is held take the first thing that is kept back. It stays held.

        That is one action with the mutations that are at hand, or one write. True: it was done
        before this returned. False: nothing is kept back, or it will be done, in turn: this is
        inside a callback, or on another thread than the loop's. A store that is not held raises
        `InvalidError`. A scope takes a step of its whole store.
        """
        done = c_uint32()
        check(self._library.store_step(self._handle, ctypes.byref(done), report.address))
        return done.value != 0

    def break_at(self, action: str | None = None, *, path: str | None = None) -> Breakpoint:
        """Adds a breakpoint: the store is held there, as by `hold`, until `hold(False)`.

            with store.break_at("add"):
                store.send("add", title="x")  # the store is held, and the action is kept back
                print(store.state)
                store.hold(False)  # goes on with the action

        Give one of these:

        action: stops before each action with this name. The name is the text that the action is in
            JSON, or a key of its object; behind a "/" follows a name inside that: "detail/rename"
            stops before {"detail": {"rename": "x"}}.
        path: a JSON Pointer: stops behind each commit that has changed the value there.

        `Runtime.log` gets an info of each stop, under the topic "a-store-is-held". With breakpoints
        each action takes longer. An action of a scope with a template is the store's: then this
        raises `UnsupportedError`.
        """
        return Breakpoint(self, action, path)

    def clear_breakpoints(self) -> None:
        """Removes all breakpoints of the store, also those that were made of its scopes.

        A store that is held stays held.
        """
        options = b'{"clear":true}'
        check(
            self._library.store_break(self._handle, options, len(options), None, report.address),
            options,
        )

    # State

    @property
    def state(self) -> Any:
        """The whole state. Inside a callback: that of the event; elsewhere: of the last commit."""
        return _json.decode(self.raw())

    def get(self, pointer: str) -> Any:
        """The value at a JSON Pointer.

        In arrays, `name=value` selects an element: "/items/id=7/title".
        """
        return _json.decode(self.raw(pointer))

    def raw(self, pointer: str = "") -> bytes:
        """The value at a pointer, as JSON."""
        try:
            text = pointer.encode()
        except (AttributeError, UnicodeEncodeError):
            text = encode_pointer(pointer)
        out = Text()
        status = self._library.store_state(
            self._handle, text, len(text), ctypes.byref(out), report.address
        )
        check(status, text)
        return self._library.take(out)

    @property
    def revision(self) -> int:
        """The number of commits so far: every reduced action is one."""
        out = c_uint64()
        check(self._library.store_revision(self._handle, ctypes.byref(out), report.address))
        return out.value

    def set(self, pointer: str, value: Any, *, then: Action | None = None) -> None:
        """Writes one property that the feature lets hosts write: half of a two-way binding.

        It waits its turn among the actions and makes a commit of its own, unless the value is equal
        to the one that is there then. Bytes are the value as JSON. If the feature takes bindings,
        the write is an action of it: {"binding": {"/name": "Ada"}}.

        then: an action that is sent right after it, unless it was skipped. In it the strings "$old"
            and "$new" stand for the value before and the value written:

                store.set("/name", "Ada", then={"renamed": {"from": "$old", "to": "$new"}})

        Raises `UnsupportedError` for other properties, and `NoTargetError` if what contains the
        property is absent. If the library finds this out only after this has returned,
        `Runtime.log` gets a warning.
        """
        place = encode_pointer(pointer)
        text = _json.encode(value)
        options = b""
        if then is not None:
            action = _json.check_json(_json.encode_action(then, NOT_GIVEN, {}))
            options = _THEN + action + b"}"
        status = self._library.store_set(
            *(self._handle, place, len(place), text, len(text)),
            *(options or None, len(options), report.address),
        )
        check_set(status, place, text, options)

    def restore(self, state: Any) -> None:
        """Replaces the state by one that was kept: a value that `state` gave, or bytes of JSON.

        It waits its turn among the actions and makes one commit without an action. Observers are
        told what differs. Effects go on, but those of children that are not in the new state are
        cancelled. What is no state of the feature raises `StateError` and changes nothing.

        Only whole states can be restored: a scope with a pointer raises `UnsupportedError`.
        """
        text = _json.encode(state)
        status = self._library.store_restore(self._handle, text, len(text), report.address)
        check(status, text)

    # Parts

    def scope(self: _Self, pointer: str, action: Action | None = None) -> _Self:
        """A part of this store as a store of its own: its pointers start at `pointer`.

        action: what its actions are put into: the name of a case, or a template that has the string
            "$action" in the place of the action. Without it they are this store's own actions.

                row = store.scope("/rows/id=7", {"row": {"id": 7, "action": "$action"}})
                row.send("rename", title="x")  # {"row":{"id":7,"action":{"rename":{"title":"x"}}}}

                child = store.scope("/child", "child")  # the same as {"child": "$action"}

        Its `observe_actions`, `actions`, `revision`, `wait` and tasks are those of the whole store.
        What `pointer` leads to may be absent at any time: reading it raises `NoTargetError` then.

        It ends when it is closed, at the end of its `with` statement, when nobody refers to it or
        to a subscription of it any more, and at the latest with its store. A scope of a scope
        belongs to the store, and may live longer than the scope that it was made of.
        """
        place = encode_pointer(pointer)
        template = b"" if action is None else _json.encode_template(action)
        handle = c_uint64()
        status = self._library.store_scope(
            *(self._handle, place, len(place)),
            *(template if action is not None else None, len(template)),
            *(ctypes.byref(handle), report.address),
        )
        check(status, place if status == BAD_POINTER else template)
        return type(self)(self.runtime, self.feature, handle.value, self._root or self)

    def binding(self: _Self) -> _Self:
        """A group of subscriptions that end as one: those of a window, a row or a page.

            self.ui.close()  # what it observed before
            self.ui = other.binding()
            self.ui.observe("/name", self.show_name)
            self.ui.observe("/avatar", self.show_avatar)

        It is this store in all else: the same as `scope("")`.
        """
        return self.scope("")

    # C functions

    def callback(
        self,
        prototype: str,
        action: Action,
        *,
        returns: bool | int | float | None = None,
        signal: bool = False,
    ) -> Callback:
        """A C function that sends an action when it is called, for any C library to call.

            clicked = store.callback(
                "void clicked(void *button, int x, int y)", {"clicked": {"x": "$x", "y": "$y"}}
            )
            library.on_click(button, clicked.pointer)

        prototype: how the C library calls it.
        action: what is sent. The strings that are "$" and the name of a parameter stand for its
            argument; "$arg0" and so on for those without a name. A string that begins with "$$"
            stands for one with one "$". A pointer becomes a str such as "0x55d0c0ffee00".
        returns: what the function returns: a number or a bool. Without it 0, False or NULL.
        signal: whether it may be called from a signal handler of C. Then its actions are sent by
            the next pump. Only with `loop="host"`.

        What cannot be sent goes to `Runtime.log`.
        """
        return Callback(self, prototype, action, returns, signal)

    # Ending and closing

    def end(self, *, flush: bool = True, wait: Timeout = 2.0) -> bool:
        """Ends it so that nothing is lost: waits until it is idle, and closes it.

        flush: begin what is debounced or throttled at once, as `flush` does.
        wait: how many seconds it waits; None: without end. The loop's thread pumps meanwhile.

        From the beginning of this call on it takes nothing from outside: sending and writing raise
        `ClosedError`. What was accepted before is reduced, effects go on and may send, and
        observers hear of that.

        True: everything was done. False: effects ran still, and were cancelled; `Runtime.log` gets
        a warning that names them. It is closed either way. What callbacks raise meanwhile is raised
        after that. Ctrl-C is raised at once: then it is not closed, and can be ended anew. So is
        `TimeoutError` if it was to wait without end, something is left to do, and the program
        itself holds it (`hold`).

        Not for scopes (`UnsupportedError`), and not inside a callback (`ReentrantError`).
        """
        ending = self._ending(flush, wait)
        ending.begin_and_wait()
        return self._finish(ending)

    def _ending(self, flush: bool, wait: Timeout) -> Ending:
        library = self._library
        return Ending(
            self.runtime, library.store_end, library.store_wait, self._handle, flush, wait, self
        )

    def _finish(self, ending: Ending) -> bool:
        self._has_ended = True
        self.runtime._stores.remove(self._handle)
        return ending.finish()

    def close(self) -> None:
        """Closes it: what waits or runs is cancelled, observers that asked get a last event.

        A scope is closed alone: only its own observers end. A second call does nothing.
        """
        self._has_ended = True
        if self._root is None:
            self.runtime._stores.remove(self._handle)
        else:
            self.runtime._stores.let_go_all(self)
        if self._library.is_forked:
            return
        status = self._library.store_close(self._handle, report.address)
        check(0 if status == STALE else status)

    @property
    def is_closed(self) -> bool:
        """Whether it, the store that it is a scope of, or its runtime was closed."""
        if self._root is not None:
            return self._has_ended or self._root.is_closed
        return self._handle not in self.runtime._stores

    def __enter__(self: _Self) -> _Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        kind = "Store" if self._root is None else "Store (scope)"
        state = " (closed)" if self.is_closed else ""
        return f"<enfold.{kind} {self.feature} {self._handle:#x}{state}>"

    def __del__(self) -> None:
        # A scope that nobody can use. It has no subscriptions, which would have kept it.
        if self._root is not None and not self._has_ended and not self._library.is_forked:
            self.runtime._stores.let_go_all(self)
            self._library.store_close(self._handle, None)


def check_set(status: int, place: bytes, text: bytes, options: bytes) -> None:
    """Ends `Store.set`. An error may be about the pointer, the value, or the action behind it."""
    if status == BAD_ACTION or (status < 0 and b": options: " in report.record.message[:40]):
        check(status, options[len(_THEN) : -1], before=len(_THEN))
    check(status, place if status == BAD_POINTER else text)
