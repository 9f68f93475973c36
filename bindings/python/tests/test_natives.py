"""C functions that answer what features ask."""

from __future__ import annotations

import ctypes
import gc
import os
import pathlib
import threading
import weakref
from typing import Any

import pytest

import enfold

from .asker import LONG, open_requests

# A function of a number that gives the address of a text.
Fact = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_longlong)
Number = ctypes.CFUNCTYPE(ctypes.c_int)


def problem(asker: enfold.Store, number: int = 7) -> Any:
    """Asks for a fact, and returns why it failed."""
    asker.task("askSafely", number).wait(LONG)
    return asker.get("/problem")


def more(asker: enfold.Store) -> Any:
    """Asks for what has no payload, and returns the answer."""
    asker.task("askForMore").wait(LONG)
    return asker.get("/heard")[-1]


@pytest.mark.parametrize("library", [None, "libc.so.6", ctypes.CDLL("libc.so.6")])
def test_a_function_of_a_library_answers(asker: enfold.Store, library: Any) -> None:
    asker.runtime.bind("extern int getpid(void);", library=library, name="more")
    assert more(asker) == os.getpid()
    asker.runtime.bind("char *l64a(long n)", library=library, name="numberFact")
    asker.task("ask", 7).wait(LONG)
    assert asker.get("/facts") == ["5"]
    assert open_requests(asker) == 0


def test_a_path_names_a_library_and_comments_no_function(asker: enfold.Store) -> None:
    libm = pathlib.Path("libm.so.6")
    asker.runtime.bind("/* no(t this) */ long // nor this(\n lround(double x)", library=libm)
    with pytest.raises(enfold.NotFoundError, match="there is no function lround in libc"):
        asker.runtime.bind("long lround(double x)", library="libc.so.6")
    with pytest.raises(enfold.NotFoundError, match="no function of_nobody in this process"):
        asker.runtime.bind("long of_nobody(double x)")
    with pytest.raises(enfold.NotFoundError, match="cannot be loaded: libof-nobody"):
        asker.runtime.bind("long f(double x)", library="libof-nobody.so")


def test_an_address_or_a_function_of_ctypes_answers(asker: enfold.Store) -> None:
    seven = Number(lambda: 7)
    asker.runtime.bind("int more(void)", function=seven)
    assert more(asker) == 7
    eight = Number(lambda: 8)
    address = ctypes.cast(eight, ctypes.c_void_p).value
    asker.runtime.bind("int more(void)", function=address)
    assert more(asker) == 8
    asker.runtime.bind("int more(void)", function=ctypes.CDLL(None).getpid)
    assert more(asker) == os.getpid()


def test_a_function_of_ctypes_is_kept_as_long_as_its_runtime(asker: enfold.Store) -> None:
    function = Number(lambda: 9)
    kept = weakref.ref(function)
    asker.runtime.bind("int more(void)", function=function)
    del function
    gc.collect()
    assert kept() is not None
    assert more(asker) == 9


def test_what_does_not_fit_fails_the_request_and_is_not_called(asker: enfold.Store) -> None:
    calls: list[int] = []
    function = Fact(calls.append)  # None is NULL
    asker.runtime.bind("char *numberFact(signed char number)", function=function)
    assert "numberFact: number must be an integer from -128 to 127 (signed char)" in problem(
        asker, 128
    )
    assert calls == []
    with pytest.raises(enfold.FailedError):
        asker.task("ask", 127).wait(LONG)  # NULL is null, and no text
    assert calls == [127]


def test_a_text_is_freed_after_it_was_copied(asker: enfold.Store) -> None:
    libc = ctypes.CDLL(None)
    libc.strdup.restype = ctypes.c_void_p
    fact = Fact(lambda number: libc.strdup(f"{number} is a number".encode()))
    for returns in ("free", {"release": "free"}):
        asker.runtime.bind("char *numberFact(long long n)", function=fact, returns=returns)
        asker.task("ask", 7).wait(LONG)
        assert asker.get("/facts")[-1] == "7 is a number"
    with pytest.raises(enfold.NotFoundError, match="no function of_nobody"):
        asker.runtime.bind(
            "char *numberFact(long long n)", function=fact, returns={"release": "of_nobody"}
        )
    with pytest.raises(enfold.InvalidError, match="only a text is freed, but f returns int"):
        asker.runtime.bind("int f(void)", function=fact, returns="free")


def test_what_blocks_has_a_thread_of_its_own(asker: enfold.Store) -> None:
    threads: list[int] = []
    barrier = threading.Barrier(2, timeout=LONG)

    def meet() -> int:
        threads.append(threading.get_ident())
        barrier.wait()
        return len(threads)

    asker.runtime.bind("int more(void)", function=Number(meet), thread="worker")
    tasks = [asker.task("askForMore") for _ in range(2)]
    for task in tasks:
        task.wait(LONG)
    assert asker.get("/heard") == [2, 2]
    assert threading.get_ident() not in threads


def test_errno_comes_with_the_answer(asker: enfold.Store) -> None:
    asker.runtime.bind("int chdir(const char *path)", name="numberFact", errno=True)
    assert "numberFact: path must be a string or null, but is a number" in problem(asker)
    asker.runtime.bind("int getpid(void)", name="more", errno=True)
    with pytest.raises(enfold.FailedError, match="an object where an integer is expected"):
        asker.task("askForMore").wait(LONG)


def test_it_is_replaced_and_removed_like_every_handler(asker: enfold.Store) -> None:
    asker.runtime.handle("more", lambda payload: 1)
    asker.runtime.bind("int getpid(void)", name="more")
    assert more(asker) == os.getpid()
    asker.runtime.handle("more", lambda payload: 2)
    assert more(asker) == 2
    asker.runtime.bind("int getpid(void)", name="more")
    asker.runtime.unhandle("more")
    with pytest.raises(enfold.FailedError, match="nobody handles"):
        asker.task("askForMore").wait(LONG)


@pytest.mark.parametrize(
    ("prototype", "offset", "part"),
    [
        ("flaot f(int x)", 0, "did you mean float?\n  flaot f(int x)\n  ^"),
        ("double cos(double x, ...)", 21, "variable arguments are not supported"),
        ("int getpid", 10, "a function has its parameters behind its name"),
        ("int (*f)(int)", 4, "a pointer to a function"),
        ("", 0, "the text ends"),
    ],
)
def test_what_is_no_prototype_is_shown_with_a_caret(
    asker: enfold.Store, prototype: str, offset: int, part: str
) -> None:
    with pytest.raises(enfold.InvalidError) as raised:
        asker.runtime.bind(prototype, function=1)
    assert part in raised.value.message
    assert raised.value.offset == offset


@pytest.mark.parametrize("part", ["x", "x ", "/*", "/* x", "//", "\n", " ", "x/**/", "9x", "é"])
def test_a_long_prototype_is_read_in_a_time_that_grows_with_its_length(
    asker: enfold.Store, part: str
) -> None:
    """If each letter took as long as all those behind it, this would not end within an hour."""
    with pytest.raises(enfold.Error):
        asker.runtime.bind(part * (2_000_000 // len(part)))


@pytest.mark.parametrize("prototype", ["int getpid", "", "int 7(void)"])
def test_without_a_name_there_is_nothing_to_look_for(asker: enfold.Store, prototype: str) -> None:
    with pytest.raises(enfold.InvalidError, match="prototype: "):
        asker.runtime.bind(prototype)


def test_wrong_arguments_are_refused(asker: enfold.Store) -> None:
    bind: Any = asker.runtime.bind
    with pytest.raises(TypeError, match="a prototype is a str, not bytes"):
        bind(b"int getpid(void)")
    with pytest.raises(enfold.InvalidError, match="holds no NUL"):
        bind("int getpid(void)\0")
    with pytest.raises(TypeError, match="not both"):
        bind("int getpid(void)", library="libc.so.6", function=1)
    with pytest.raises(TypeError, match="a library is a name, a path or a"):
        bind("int getpid(void)", library=7)
    for function in (lambda: 7, "getpid", 1.5, True):
        with pytest.raises(TypeError, match="a function is an address or a function of ctypes"):
            bind("int getpid(void)", function=function)
    for address in (0, -1, 2**64):
        with pytest.raises(ValueError, match="is no address"):
            bind("int getpid(void)", function=address)
    with pytest.raises(ValueError, match="the function is NULL"):
        bind("int getpid(void)", function=Number())
    with pytest.raises(enfold.InvalidError, match='"thread" is "main"') as raised:
        bind("int getpid(void)", thread="main")
    assert raised.value.text == b'{"thread":"main"}'
    with pytest.raises(enfold.InvalidError, match='"errno"'):
        bind("int getpid(void)", errno=1)
    with pytest.raises(enfold.InvalidError, match="a name that is not empty"):
        bind("int getpid(void)", name="")


def test_a_closed_runtime_binds_nothing(asker: enfold.Store) -> None:
    asker.runtime.close()
    with pytest.raises(enfold.ClosedError):
        asker.runtime.bind("int getpid(void)")
