"""Features: functions of this program that reduce actions."""

from __future__ import annotations

import ctypes
import inspect
import json
import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .. import _json, _receivers
from .._arguments import c_text, encode_name, encode_text, require_callback
from .._ffi import BAD_ACTION, BAD_STATE, Library, report
from .._json import NOT_GIVEN
from ..callbacks import check, trampolines
from ..errors import ForkedError, LimitError
from ..handlers import is_async
from ._pointers import NOTHING
from ._values import TooDeepError, described
from .actions import Actions
from .annotations import Forms, Names, parameters
from .effects import Ask, Cancel, Effect, Send
from .kinds import Kind, is_type, kind_of
from .states import State
from .table import FeatureTable, Follow, Reducer, Refusal, tables

if TYPE_CHECKING:
    from ..runtime import Runtime

_logger = logging.getLogger("enfold")


def check_name(name: str) -> bytes:
    """Checks what `runtime.feature` knows before it has a function."""
    if callable(name):
        raise TypeError('the decorator needs the name of a feature: @runtime.feature("Cart")')
    return c_text(encode_name(name, "the name of a feature"))


def register(
    runtime: Runtime,
    name: str,
    function: Callable[..., Any],
    state: Any,
    action: Any,
    names: Names,
) -> None:
    """Makes a function a feature. `names`: what annotations may refer to, beside globals."""
    text = check_name(name)
    _check_function(function)
    try:
        feature = Feature(runtime, name, function, *_types(name, function, state, action, names))
    except TypeError as error:
        raise TypeError(f"the feature {name!r}: {error}") from None
    library = runtime._library
    try:
        status = library.feature_register(
            runtime._handle,
            feature._table(text),
            ctypes.c_void_p(feature._key),
            trampolines().release,
            report.address,
        )
    except ForkedError:
        feature._released()
        raise
    check(status, text)


def _types(
    name: str, function: Callable[..., Any], state: Any, action: Any, names: Names
) -> tuple[Kind, Actions]:
    forms = Forms(names)
    of_state: Any = Any
    of_action: Any = Any
    if not (is_type(state) and action is not NOT_GIVEN):
        of_state, of_action = parameters(function, names)
    kind = kind_of(name, state, of_state, forms)
    return kind, Actions(of_action if action is NOT_GIVEN else action, forms)


def _check_function(function: Callable[..., Any]) -> None:
    require_callback(function, "what reduces actions")
    if is_async(function):
        raise TypeError(
            "a feature's function is a plain one, because a store's actions are reduced one after "
            "the other: return enfold.Ask(…), and let an `async def` handle that request"
        )
    if inspect.isgeneratorfunction(function):
        raise TypeError("a feature's function does not yield: return a list of effects")
    try:
        inspect.signature(function).bind(None, None)
    except TypeError as error:
        raise TypeError(f"a feature's function takes a state and an action: {error}") from None
    except ValueError:
        pass  # it is written in C and does not tell


class Feature:
    """A function that reduces actions. The runtime owns it until its release.

    It does not hold the runtime: a runtime that nobody uses can be collected.
    """

    __slots__ = (
        "__weakref__",
        "_actions",
        "_function",
        "_instances",
        "_key",
        "_kind",
        "_library",
        "_name",
        "_owner",
        "_tables",
    )

    _key: int

    def __init__(
        self,
        runtime: Runtime,
        name: str,
        function: Callable[..., Any],
        kind: Kind,
        actions: Actions,
    ) -> None:
        self._library: Library = runtime._library
        self._owner = runtime._receivers
        self._name = name
        self._function = function
        self._kind = kind
        self._actions = actions
        self._instances: dict[int, Instance] = {}
        self._tables: list[Any] = []
        _receivers.add(self)
        self._owner[self._key] = self

    def _table(self, name: bytes) -> Any:
        """The table that describes it to the library."""
        made = tables()
        reducer = Reducer(
            ctypes.sizeof(Reducer),
            None,
            *(made.open, trampolines().release, None, made.reduce, made.state),
        )
        table = FeatureTable(
            ctypes.sizeof(FeatureTable),
            name,
            *(_schema(self._kind.schema()), _schema(self._actions.schema())),
            *(None, ctypes.addressof(reducer), made.get_extension),
        )
        self._tables = [reducer, table]
        return ctypes.byref(table)

    def _open(self, text: bytes | None) -> int:
        """Makes an instance, and returns its key."""
        if text is None:
            state = self._kind.first()
        else:
            state = _read(self._kind.read, text, BAD_STATE, f"no state of {self._name}: ")
        instance = Instance(self, state)
        self._instances[instance._key] = instance
        return instance._key

    def _released(self) -> None:
        """The library does not use it any more."""
        _receivers.remove(self._key)
        self._owner.pop(self._key, None)


def _read(read: Callable[[bytes], Any], text: bytes, status: int, what: str) -> Any:
    """The value of a text that the library has checked against the schema, or why it is none."""
    try:
        return read(text)
    except RecursionError:
        raise TooDeepError().at("") from None
    except LimitError:
        raise
    except (TypeError, ValueError) as error:
        raise Refusal(status, f"{what}{error}") from None


class Instance:
    """The state of one store, and its function. The feature owns it until the store ends."""

    __slots__ = (
        "__weakref__",
        "_actions",
        "_function",
        "_key",
        "_kind",
        "_name",
        "_owner",
        "_state",
    )

    _key: int

    def __init__(self, feature: Feature, state: State) -> None:
        self._owner = feature._instances
        self._name = feature._name
        self._function = feature._function
        self._kind = feature._kind
        self._actions = feature._actions
        self._state = state
        _receivers.add(self)

    def _reduce(self, text: bytes, table: int) -> list[str]:
        """Reduces one action. Returns the JSON Pointers of what has changed.

        table: the address of the library's `enfold_effects`; 0 if it has none.
        """
        action = _read(self._actions.read, text, BAD_ACTION, "")
        state = self._state
        given = state.begin()
        try:
            result = self._function(given, action)
            new, effects = self._result(result)
            try:
                pointers = state.settle(new)
            except RecursionError:
                raise TooDeepError().at("") from None
            if effects:
                self._begin(effects, table)
        except BaseException as error:
            state.roll_back()
            if isinstance(error, Exception):
                _logger.error("the feature %r failed", self._name, exc_info=error)
            raise
        state.end()
        return pointers

    def _result(self, result: Any) -> tuple[Any, list[Effect]]:
        """The new state, or NOTHING, and the effects that a function has returned."""
        if result is None:
            return NOTHING, []
        kind = self._kind
        if kind.has(result):
            return result, []
        new: Any = NOTHING
        effects = result
        if type(result) is tuple and len(result) == 2 and kind.has(result[0]):
            new, effects = result
        if effects is None:
            return new, []
        if isinstance(effects, Effect):
            return new, [effects]
        if isinstance(effects, Iterable) and not isinstance(effects, (str, bytes, dict)):
            found = list(effects)
            if all(isinstance(each, Effect) for each in found):
                return new, found
        elif inspect.iscoroutine(effects):
            effects.close()
        raise TypeError(
            f"the function of {self._name!r} returned {described(result)}. Right would be: None; "
            f"a new state, {kind.expected}; enfold.Send(…), enfold.Ask(…) or enfold.Cancel(…), or "
            "a list of them; or both: return state, [enfold.Send(…)]"
        )

    def _begin(self, effects: list[Effect], table: int) -> None:
        """Hands effects to the library, which checks them."""
        if not table:
            raise RuntimeError("this libenfold knows no effects of features in Python")
        follow = Follow(table)
        encode = self._actions.encode
        for effect in effects:
            if isinstance(effect, Send):
                follow.send(encode(effect.action, effect.payload, effect.fields))
            elif isinstance(effect, Ask):
                payload = _json.encode(effect.payload)
                follow.request(encode_text(effect.name), payload, effect.options(encode))
            elif isinstance(effect, Cancel):
                follow.cancel(encode_text(effect.id))

    def _released(self) -> None:
        """The store has ended."""
        self._owner.pop(self._key, None)


def _schema(schema: dict[str, Any] | None) -> bytes | None:
    return None if schema is None else json.dumps(schema, ensure_ascii=False).encode()
