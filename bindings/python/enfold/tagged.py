"""Tagged and Given: a store whose actions have a tag, or values for their dependencies."""

from __future__ import annotations

import ctypes
import sys
from ctypes import c_uint64
from typing import TYPE_CHECKING, Any

from . import _json
from ._accelerated import fast
from ._awaits import AWAIT_SEND, refuse_await
from ._ffi import INVALID, report
from ._json import NOT_GIVEN, Action
from .callbacks import check
from .task import Task

if TYPE_CHECKING:
    from .store import Store


@fast
class Tagged:
    """Made by `Store.tagged`: sends actions to `store` that have the `tag`."""

    __slots__ = ("_options", "store", "tag")

    store: Store
    tag: str

    def __init__(self, store: Store, tag: str) -> None:
        if not isinstance(tag, str):
            raise TypeError(f"a tag is a str, not {type(tag).__name__}")
        self.store = store
        self.tag = tag
        self._options = _json.encode({"tag": tag})

    def send(self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any) -> None:
        """Sends an action, as `Store.send` does."""
        if "asyncio" in sys.modules:
            refuse_await("send", AWAIT_SEND)
        text = _json.encode_action(action, payload, fields)
        self._check(self._send(text, None), text)

    def task(self, action: Action, payload: Any = NOT_GIVEN, /, **fields: Any) -> Task:
        """Sends an action and returns a task over everything that it causes, as `Store.task`."""
        text = _json.encode_action(action, payload, fields)
        handle = c_uint64()
        status = self._send(text, ctypes.byref(handle))
        task = Task(self.store, handle.value)
        self._check(status, text)
        return task

    def _send(self, text: bytes, task: Any) -> int:
        store, options = self.store, self._options
        return store._library.store_send_with(
            *(store._handle, text, len(text), options, len(options), task, report.address)
        )

    def _check(self, status: int, text: bytes) -> None:
        is_option = status < 0 and b": options: " in report.record.message[:40]
        check(status, self._options if is_option else text)

    def __repr__(self) -> str:
        return f"<enfold.Tagged {self.tag!r} of {self.store!r}>"


class Given(Tagged):
    """Made by `Store.given`: sends actions to `store`, and gives their dependencies these values.

    tag: that of the actions; "" if they have none.
    """

    __slots__ = ("_values",)

    def __init__(self, store: Store, dependencies: Any, tag: str = "") -> None:
        super().__init__(store, tag)
        self._values = encode_dependencies(dependencies)
        self._options = b'{"dependencies":%b,%b' % (self._values, self._options[1:])

    def _check(self, status: int, text: bytes) -> None:
        is_value = status == INVALID and b": options: " not in report.record.message[:40]
        if is_value:  # the plugin says what is wrong with them
            check(status, self._values)
        super()._check(status, text)

    def __repr__(self) -> str:
        tag = f" tag={self.tag!r}" if self.tag else ""
        return f"<enfold.Given {self._values.decode(errors='replace')}{tag} of {self.store!r}>"


def encode_dependencies(values: Any) -> bytes:
    """The option `dependencies`. Bytes are JSON already."""
    text = _json.encode(values)
    if isinstance(values, (bytes, bytearray, memoryview)):
        _json.check_json(text)
    return text
