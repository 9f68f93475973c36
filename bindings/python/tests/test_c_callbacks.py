"""C functions that send actions, called by C libraries."""

from __future__ import annotations

import ctypes
import gc
import logging
import os
import signal
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import enfold

from .conftest import COUNTER

INT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
TEXT = ctypes.CFUNCTYPE(None, ctypes.c_char_p)


@pytest.fixture
def store() -> Iterator[enfold.Store]:
    with enfold.Runtime() as runtime:
        runtime.load(COUNTER)
        yield runtime.open("Counter")


def count(store: enfold.Store) -> Any:
    return store.get("/count")


def test_a_c_function_sends_an_action(store: enfold.Store) -> None:
    callback = store.callback("int set(int n)", {"setCount": "$n"}, returns=-3)
    function = callback.as_ctypes(INT)
    assert function(7) == -3
    assert count(store) == 7
    assert ctypes.cast(function, ctypes.c_void_p).value == callback.pointer
    assert store.callback("void f(void)", "increment").as_ctypes(ctypes.CFUNCTYPE(None))() is None
    assert count(store) == 8
    assert (
        store.callback("double f(double x)", b'"decrement"', returns=0.5).as_ctypes(
            ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)
        )(1)
        == 0.5
    )
    assert count(store) == 7


def test_qsort_compares_with_a_callback(store: enfold.Store) -> None:
    """It is called with addresses, and answers that all elements are equal."""
    array = (ctypes.c_int * 100)(*range(100))
    compare = store.callback("int compare(const void *a, const void *b)", "increment")
    libc = ctypes.CDLL(None)
    libc.qsort(array, ctypes.c_size_t(100), ctypes.c_size_t(4), ctypes.c_void_p(compare.pointer))
    assert list(array) == list(range(100))
    assert count(store) >= 99


def test_texts_and_pointers(store: enfold.Store) -> None:
    say = store.callback("void say(const char *words)", {"factLoaded": "$words"}).as_ctypes(TEXT)
    for text in ("", "rye 🌾", '"quoted"', "x" * 1_000_000):
        say(text.encode())
        assert store.get("/fact") == text
    show = store.callback("void show(void *address)", {"factLoaded": "$address"})
    show.as_ctypes(ctypes.CFUNCTYPE(None, ctypes.c_void_p))(0x1234)
    assert store.get("/fact") == "0x1234"


def test_what_cannot_be_sent_is_logged(
    store: enfold.Store, caplog: pytest.LogCaptureFixture
) -> None:
    say = store.callback("void say(const char *words)", {"factLoaded": "$words"}).as_ctypes(TEXT)
    with caplog.at_level(logging.ERROR, "enfold"):
        say(b"\xff")
        store.runtime.pump()
    assert "the callback say has sent nothing: words is a text that is not UTF-8" in caplog.text
    assert store.get("/fact") is None


def test_what_is_wrong_is_said(store: enfold.Store) -> None:
    with pytest.raises(enfold.InvalidError) as prototype:
        store.callback("void f(int", "increment")
    assert prototype.value.text == b"void f(int"
    assert prototype.value.offset == 10
    with pytest.raises(enfold.InvalidError, match=r"\$y") as action:
        store.callback("void f(int x)", {"setCount": "$y"})
    assert action.value.text == b'{"setCount":"$y"}'
    assert action.value.offset == 12
    with pytest.raises(enfold.InvalidError, match="from -128 to 127") as options:
        store.callback("int8_t f(void)", "increment", returns=128)
    assert options.value.text == b'{"returns":128}'
    for wrong in (None, 1, b"void f(void)"):
        with pytest.raises(TypeError, match="a prototype is a str"):
            store.callback(wrong, "increment")  # type: ignore[arg-type]
    with pytest.raises(enfold.InvalidError, match="NUL"):
        store.callback("void f(void)\0", "increment")
    with pytest.raises(enfold.InvalidError, match="signal"):
        store.callback("void f(void)", "increment", signal=1)  # type: ignore[arg-type]
    store.close()
    with pytest.raises(enfold.ClosedError):
        store.callback("void f(void)", "increment")


def test_a_closed_one_does_nothing(store: enfold.Store) -> None:
    with store.callback("int f(int n)", {"setCount": "$n"}, returns=5) as callback:
        function = callback.as_ctypes(INT)
        assert not callback.is_closed
        assert "(closed)" not in repr(callback)
        assert function(1) == 5
    assert callback.is_closed
    assert "(closed)" in repr(callback)
    callback.close()
    assert function(2) == 5
    assert count(store) == 1
    other = store.callback("int f(int n)", {"setCount": "$n"})
    assert other.pointer != callback.pointer
    store.close()
    assert other.is_closed
    other.close()
    assert other.as_ctypes(INT)(3) == 0


def test_a_closed_scope_lets_its_callbacks_go(store: enfold.Store) -> None:
    kept = store.callback("int f(int n)", {"setCount": "$n"})
    scope = store.scope("", {"setCount": "$action"})
    ended = scope.callback("int f(int n)", b'"$n"')
    references = weakref.ref(scope), weakref.ref(store)
    scope.close()
    assert ended.is_closed and not kept.is_closed
    del scope, ended
    gc.collect()
    assert references[0]() is None and references[1]() is store


def test_one_that_is_made_while_the_last_one_ends_is_kept(inline: enfold.Runtime) -> None:
    """It is made before each line of what ends the other one, as another thread might do it."""
    moment = 0
    while True:
        moment += 1
        scope = inline.open("Counter").scope("", {"setCount": "$action"})
        last = scope.callback("int f(int n)", b'"$n"')
        pointers: list[int] = []

        def make(scope: enfold.Store = scope, pointers: list[int] = pointers) -> None:
            pointers.append(scope.callback("int f(int n)", b'"$n"').pointer)

        sys.settrace(at_line(moment, make))
        last.close()
        sys.settrace(None)
        if not pointers:
            break
        del scope, last, make
        gc.collect()
        INT(pointers[0])(moment)
        (store,) = inline.stores
        assert count(store) == moment, f"before line {moment}"
        store.close()
    assert moment > 10


def at_line(number: int, function: Callable[[], object]) -> Callable[..., Any]:
    """For `sys.settrace`: calls a function before the line of this number that runs from now on."""
    seen = 0

    def trace(frame: Any, event: str, _: object) -> Any:
        nonlocal seen
        if event == "line":
            seen += 1
            if seen == number:
                function()
        return trace

    return trace


def test_it_lives_without_its_object_and_its_scope(store: enfold.Store) -> None:
    scope = store.scope("", {"setCount": "$action"})
    pointer = scope.callback("int f(int n)", b'"$n"').pointer
    del scope
    gc.collect()
    INT(pointer)(9)
    assert count(store) == 9
    store.close()
    gc.collect()
    INT(pointer)(10)


def test_another_thread_calls_it(store: enfold.Store) -> None:
    function = store.callback("int f(int n)", "increment").as_ctypes(INT)
    threads = [threading.Thread(target=lambda: [function(1) for _ in range(100)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.wait()
    assert count(store) == 400


def test_a_signal_handler_of_c(store: enfold.Store) -> None:
    callback = store.callback("void f(int number)", {"setCount": "$number"}, signal=True)
    libc = ctypes.CDLL(None)
    libc.signal.restype = ctypes.c_void_p
    libc.signal.argtypes = (ctypes.c_int, ctypes.c_void_p)
    before = libc.signal(signal.SIGUSR2, callback.pointer)
    try:
        os.kill(os.getpid(), signal.SIGUSR2)
        assert count(store) == 0
        store.runtime.pump()
        assert count(store) == signal.SIGUSR2
    finally:
        libc.signal(signal.SIGUSR2, before)
    with enfold.Runtime(loop="inline") as runtime:
        runtime.load(COUNTER)
        with pytest.raises(enfold.UnsupportedError, match="host"):
            runtime.open("Counter").callback("void f(int n)", "increment", signal=True)


def test_the_child_of_a_fork_may_close_it(store: enfold.Store) -> None:
    callback = store.callback("int f(int n)", "increment", returns=4)
    child = os.fork()
    if child == 0:
        callback.close()
        os._exit(callback.as_ctypes(INT)(1))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 4
    assert count(store) == 0


def test_statistics_count_them(store: enfold.Store) -> None:
    def number() -> Any:
        return store.runtime.stats()["callbacks"]

    assert number() == 0
    callbacks = [store.callback("void f(void)", "increment") for _ in range(3)]
    assert number() == 3
    callbacks[0].close()
    assert number() == 2


def test_limits() -> None:
    with enfold.Runtime(limits={"callbacks": 1}) as runtime:
        runtime.load(COUNTER)
        few = runtime.open("Counter")
        few.callback("void f(void)", "increment").close()
        with pytest.raises(enfold.LimitError, match="1 callbacks"):
            few.callback("void f(void)", "increment")
