"""W7, sending: beside empty ctypes calls, and beside plain dict reducers with json or orjson."""

from __future__ import annotations

import ctypes
import importlib
import json
from collections.abc import Callable
from typing import Any

import enfold
from enfold import _codec, _json, _orjson
from measure import compare, note

INCREMENT = b'{"increment":{}}'


def empty_call() -> Callable[[], object]:
    """A C function that does nothing much, with the argument types of enfold_store_send."""
    labs = ctypes.CDLL(None).labs
    labs.argtypes = [
        ctypes.c_uint64,
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_void_p,
        ctypes.c_void_p,
    ]
    labs.restype = ctypes.c_int32
    return lambda: labs(1, INCREMENT, len(INCREMENT), None, None)


def empty_callback() -> Callable[[], object]:
    """The same, and it calls back: the C library's `bsearch`, in an array of one element."""
    compare = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)(lambda *_: 0)
    search = ctypes.CDLL(None).bsearch
    search.argtypes = [
        ctypes.c_char_p,
        ctypes.c_char_p,
        ctypes.c_size_t,
        ctypes.c_size_t,
        ctypes.c_void_p,
    ]
    search.restype = ctypes.c_void_p
    return lambda: search(INCREMENT, INCREMENT, 1, 1, compare)


def dict_reducer(
    loads: Callable[[bytes], Any], dumps: Callable[[Any], object]
) -> Callable[[], object]:
    """An action read, a dict changed, the value written, one observer told."""
    state = {"count": 0}
    seen: list[object] = [None]

    def observer(value: object) -> None:
        seen[0] = value

    def send() -> None:
        action = loads(INCREMENT)
        if "increment" in action:
            state["count"] += 1
        observer(dumps(state["count"]))

    return send


def text_reducer(loads: Callable[[Any], Any], dumps: Callable[[Any], Any]) -> Callable[[], object]:
    """The same, but who sends has a dict and the observer takes a value: texts are in between."""
    state = {"count": 0}
    seen: list[object] = [None]

    def observer(text: Any) -> None:
        seen[0] = loads(text)

    def reduce(text: Any) -> None:
        action = loads(text)
        if "increment" in action:
            state["count"] += 1
        observer(dumps(state["count"]))

    return lambda: reduce(dumps({"increment": {}}))


def orjson_module() -> Any:
    try:
        return importlib.import_module("orjson")
    except ImportError:
        return None


def use_codec(side: str) -> None:
    """Lets the package use orjson for the side that is named after it, and else Python's json."""
    _json.use(_orjson if side.endswith("with orjson") else _codec)


def measure(plugins: str) -> None:
    with enfold.Runtime() as runtime:
        runtime.load(f"{plugins}/libCounter.so")
        alone = runtime.open("Counter")
        compare(
            "W7 ready bytes, no observer",
            {"empty ctypes call": empty_call(), "Python": lambda: alone.send(INCREMENT)},
        )
        observed = runtime.open("Counter")
        seen: list[object] = [None]

        def remember(event: enfold.Event) -> None:
            seen[0] = event.value

        subscription = observed.observe("/count", remember)
        compare(
            "W7 ready bytes, one observer",
            {
                "empty ctypes call and callback": empty_callback(),
                "Python": lambda: observed.send(INCREMENT),
            },
        )
        sides: dict[str, Callable[[], object]] = {
            "dict reducer with json": dict_reducer(json.loads, json.dumps)
        }
        send = sides["Python with json"] = lambda: observed.send({"increment": {}})
        orjson = orjson_module()
        if orjson is None:
            note("W7: orjson is not installed: JSON both ways is measured with json only.")
        else:
            sides["dict reducer with orjson"] = dict_reducer(orjson.loads, orjson.dumps)
            sides["dict to text to dict with orjson"] = text_reducer(orjson.loads, orjson.dumps)
            sides["Python with orjson"] = send
        compare("W7 JSON both ways, one observer", sides, use_codec)
        use_codec("Python with orjson" if _orjson.is_installed else "Python with json")
        subscription.cancel()
