"""The accelerator: where it is used, and that nobody notices it but by the clock.

All other tests run with it, too, and most of them once more without it: scripts/python-test.sh.
"""

from __future__ import annotations

import copy
import gc
import inspect
import os
import re
import shutil
import subprocess
import sys
import textwrap
import threading
from pathlib import Path
from typing import Any

import pytest

import enfold
from enfold import _accelerated, _receivers

from .conftest import ASKER, COUNTER, PACKAGE, ROOT, Script

needs_it = pytest.mark.skipif(_accelerated.accelerator is None, reason=_accelerated.place)
BOTH = pytest.mark.parametrize("way", ["0", "1"])
TELL = "from enfold import _accelerated; print(_accelerated.place)"
USE = """
with enfold.Runtime() as runtime:
    runtime.load(COUNTER)
    store = runtime.open("Counter")
    store.observe("/count", lambda event: print(event.value), initial=False)
    store.send("increment")
"""


# Where it is used


def test_it_is_used_where_it_was_built() -> None:
    if os.environ.get("ENFOLD_ACCELERATOR") == "0" or sys.version_info < (3, 10):
        assert _accelerated.accelerator is None
    else:
        assert _accelerated.place.endswith("/enfold-accelerator.abi3.so")
        assert type(enfold.Store.send).__name__ == "method_descriptor"


def test_the_environment_turns_it_off(script: Script) -> None:
    done = script(f"{TELL}\n{USE}", ENFOLD_ACCELERATOR="0")
    assert done.stdout == "ENFOLD_ACCELERATOR is 0\n1\n", done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """A copy of the package, with a place for an accelerator, and none there."""
    shutil.copytree(PACKAGE / "enfold", tmp_path / "enfold", ignore=shutil.ignore_patterns("__*__"))
    (tmp_path / "enfold" / "_native").mkdir()
    return tmp_path


def run_installed(folder: Path) -> list[str]:
    library = str(enfold._loader.library().path)
    done = subprocess.run(
        [sys.executable, "-c", f"import enfold\nCOUNTER = {str(COUNTER)!r}\n{TELL}\n{USE}"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "ENFOLD_LIBRARY": library},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@needs_it
def test_without_it_or_with_a_wrong_one_ctypes_does_all(installed: Path) -> None:
    it = installed / "enfold" / "_native" / "enfold-accelerator.abi3.so"
    reason = "it was not built: there was no C compiler, or no Python.h"
    assert run_installed(installed) == [reason, "1"]
    it.write_bytes(b"no library")
    assert run_installed(installed) == [f"{it} cannot be loaded: {it}: file too short", "1"]
    shutil.copy(_accelerated.place, it)
    assert run_installed(installed) == [str(it), "1"]
    module = installed / "enfold" / "_accelerated.py"
    other = module.read_text().replace("_AGREEMENT = ", "_AGREEMENT = 1000 + ")
    module.write_text(other)
    assert run_installed(installed) == [f"{it} is of another version of this package", "1"]


@needs_it
def test_the_library_is_loaded_anew_if_ctrl_c_came_meanwhile(script: Script) -> None:
    done = script(
        f"""
        import sys

        class Interrupt:
            def find_spec(self, name, *_):
                if name == "enfold.store":
                    sys.meta_path.remove(self)
                    raise KeyboardInterrupt

        sys.meta_path.insert(0, Interrupt())
        try:
            enfold.version()
        except KeyboardInterrupt:
            print("interrupted")
        {textwrap.indent(USE, " " * 8).strip()}
        """
    )
    assert (done.stdout, done.stderr) == ("interrupted\n1\n", "")


def test_both_sides_have_the_same_agreement() -> None:
    header = (PACKAGE / "accelerator" / "accelerator.h").read_text()
    told = re.search(r"#define AGREEMENT (\d+)", header)
    assert told is not None and int(told[1]) == _accelerated._AGREEMENT


@needs_it
def test_a_subinterpreter_does_without(script: Script) -> None:
    done = script(
        f"""
        import _xxsubinterpreters as interpreters
        made = interpreters.create()
        interpreters.run_string(made, '''if True:
            {TELL}
            import enfold
            with enfold.Runtime() as runtime:
                runtime.load({str(COUNTER)!r})
                store = runtime.open("Counter")
                store.send("increment")
                print(store.get("/count"), flush=True)
        ''')
        interpreters.destroy(made)
        with enfold.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            store.send("increment")
            print(store.get("/count"))
        """
    )
    told, *counts = done.stdout.splitlines()
    assert told.endswith("cannot be loaded: the accelerator is for the main interpreter")
    assert (counts, done.stderr) == (["1", "1"], "")


@needs_it
def test_a_second_copy_of_the_package_does_without(script: Script) -> None:
    done = script(
        """
        import sys

        def observed(copy):
            runtime = copy.Runtime()
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            values = []
            store.observe("/count", lambda event: values.append(event.value))
            return runtime, store, values

        copies = [observed(enfold)]
        for name in [name for name in sys.modules if name.startswith("enfold")]:
            del sys.modules[name]
        import enfold as second
        copies.append(observed(second))
        for runtime, store, values in copies:
            store.send("increment")
            print(values)
            runtime.close()
        """
    )
    assert (done.stdout, done.stderr) == ("[0, 1]\n[0, 1]\n", "")


# That nobody notices it


@needs_it
def test_it_says_what_the_package_says(script: Script) -> None:
    code = """
        import inspect
        classes = (enfold.Store, enfold.Event, enfold.Subscription, enfold.Runtime)
        for kind in classes:
            for name, value in sorted(inspect.getmembers(kind)):
                if not name.startswith("_") or name in ("__doc__", "__module__", "__name__"):
                    print(kind.__qualname__, name, inspect.getdoc(value))
    """
    ways = [script(code, ENFOLD_ACCELERATOR=way) for way in "01"]
    assert ways[0].stdout == ways[1].stdout != ""
    assert list(inspect.signature(enfold.Store.send).parameters) == [
        "self",
        "action",
        "payload",
        "fields",
    ]


def test_an_event_is_copied_and_made_as_any_object(counter: enfold.Store) -> None:
    seen: list[enfold.Event] = []
    subscription = counter.observe("/count", seen.append)
    event = copy.copy(seen[0])
    assert (event.value, event.raw_value, event.revision, event.initial) == (0, b"0", 0, True)
    assert event.subscription is subscription and event.store is counter
    event.raw_value = b"7"
    assert event.value == 0
    made = enfold.Event(subscription, 2, 5, b'{"a":[1]}', None, b'"x"')
    assert (made.value, made.patch, made.action) == ({"a": [1]}, None, "x")
    assert made.value is made.value
    with pytest.raises(TypeError):
        enfold.Event(subscription)  # type: ignore[call-arg]
    assert repr(made) == '<enfold.Event \'/count\' #5 changed{"a":[1]} action="x">'.replace(
        "changed{", "changed {"
    )


def test_a_text_that_is_put_into_an_event_is_read(counter: enfold.Store) -> None:
    seen: list[enfold.Event] = []
    counter.observe("/count", seen.append)
    seen[0].raw_value = bytearray(b"[7]")  # type: ignore[assignment]
    seen[0].raw_patch = b"[8]"
    assert (seen[0].value, seen[0].patch) == ([7], [8])


@BOTH
def test_an_event_is_read_before_the_library_is_loaded(script: Script, way: str) -> None:
    done = script(
        """
        for text in (b"7", b'{"a":[1]}', None):
            event = enfold.Event(None, 2, 5, text)
            print(event.value, event.patch)
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr) == ("7 None\n{'a': [1]} None\nNone None\n", "")


def test_a_text_that_is_replaced_while_it_is_read_is_kept(counter: enfold.Store) -> None:
    seen: list[enfold.Event] = []
    counter.observe("/count", seen.append)
    seen[0].raw_value = b'["%b"]' % (b"x" * 10_000_000)

    def replace(frame: Any, *_: object) -> None:
        if frame.f_code.co_name == "__init__":  # of what looks at the stack of a new thread
            sys.setprofile(None)
            seen[0].raw_value = b"1"

    def read() -> None:
        sys.setprofile(replace)
        assert len(seen[0].value[0]) == 10_000_000
        done.append(True)

    done: list[bool] = []
    thread = threading.Thread(target=read)
    thread.start()
    thread.join()
    assert done == [True]


def test_a_receiver_that_was_removed_is_not_called(counter: enfold.Store) -> None:
    seen: list[enfold.Event] = []
    subscription = counter.observe("/count", seen.append)
    counter.send("increment")
    _receivers.remove(subscription._key)
    counter.send("increment")
    assert [event.value for event in seen] == [0, 1]
    subscription.cancel()


def test_an_event_that_holds_itself_is_collected(counter: enfold.Store) -> None:
    counter.observe("", lambda event: event.value.setdefault("event", event), initial=False)
    gc.collect()
    before = len([each for each in gc.get_objects() if isinstance(each, enfold.Event)])
    for _ in range(10):
        counter.send("increment")
    gc.collect()
    after = len([each for each in gc.get_objects() if isinstance(each, enfold.Event)])
    assert after == before


# Nothing is left of a call, whether it works, fails or raises.
LEAKS = """
import gc, sys

names = ["increment", "decrement"]

def work(store, runtime, count):
    def observe(event):
        event.value
    def fail(event):
        raise ValueError(event.value)
    for turn in range(count):
        store.send(b'{"increment":{}}')
        store.send({"increment": {}})
        store.send(names[turn % 2])
        store.send("increment", {})
        store.get("/count"), store.raw(), store.state
        runtime.pump()
        subscription = store.observe("/count", observe, patch=True, action=True)
        store.send("increment")
        subscription.cancel()
        for wrong in (b"{", {"nothing": 1}, {1: 2}, {"increment": float("nan")}, 7):
            try:
                store.send(wrong)
            except (enfold.Error, TypeError, ValueError):
                pass
        for pointer in ("/nothing", 7, "\\ud800", "no"):
            for read in (store.get, store.raw):
                try:
                    read(pointer)
                except (enfold.Error, TypeError):
                    pass
        for value in (1, "x", 2**70, b"[", {"a": [None, True, 1.5, (1, 2)]}):
            try:
                store.set("/count", value)
            except enfold.Error:
                pass
        with store.observe("/count", fail, initial=False):
            try:
                store.send("increment")
            except ValueError:
                pass

def blocks():
    gc.collect()
    gc.collect()
    return sys.getallocatedblocks()

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4

with enfold.Runtime() as runtime:
    runtime.log(None)
    runtime.load(COUNTER)
    store = runtime.open("Counter")
    work(store, runtime, 300)
    before, size = blocks(), resident()
    references = [sys.getrefcount(each) for each in (store, runtime, *names)]
    work(store, runtime, {count})
    grown = blocks() - before, resident() - size
    now = [sys.getrefcount(each) for each in (store, runtime, *names)]
    # What is left in caches does not grow with the number of turns.
    print(abs(grown[0]) < {count} / 4, grown[1] < 1024, now == references)
"""


@BOTH
def test_memory_and_references_are_flat(script: Script, way: str) -> None:
    done = script(LEAKS.replace("{count}", "2000"), ENFOLD_ACCELERATOR=way)
    assert (done.stdout, done.stderr) == ("True True True\n", "")


# Signals, threads and the end


@BOTH
def test_no_signal_is_lost(script: Script, way: str) -> None:
    done = script(
        """
        import os, signal, threading, time

        signal.signal(signal.SIGINT, signal.default_int_handler)
        told = threading.Event()

        def interrupt():
            for _ in range(200):
                told.wait()
                told.clear()
                time.sleep(0.0005)
                os.kill(os.getpid(), signal.SIGINT)

        heard = 0
        with enfold.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            counts = []
            store.observe("/count", lambda event: counts.append(event.value))
            sender = threading.Thread(target=interrupt, daemon=True)
            sender.start()
            while heard < 200:
                told.set()
                try:
                    end = time.monotonic() + 20
                    while time.monotonic() < end:
                        store.send(b'{"increment":{}}')
                        store.get("/count")
                    break
                except KeyboardInterrupt:
                    heard += 1
            print(heard, store.get("/count") == counts[-1])
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr) == ("200 True\n", "")


@BOTH
def test_ctrl_c_while_an_action_is_written_is_raised(script: Script, way: str) -> None:
    done = script(
        """
        import signal, sys

        sys.modules["orjson"] = None
        signal.signal(signal.SIGINT, signal.default_int_handler)

        def interrupt(frame, event, argument):
            if (frame.f_globals["__name__"], frame.f_code.co_name) == ("enfold._codec", "<lambda>"):
                sys.setprofile(None)
                signal.raise_signal(signal.SIGINT)

        with enfold.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            for action in ("increment", {"setCount": 5}, {"increment": {}}):
                try:
                    sys.setprofile(interrupt)
                    store.send(action)
                except KeyboardInterrupt:
                    print("heard", end=" ")
            print(store.get("/count"))
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr) == ("heard heard heard 0\n", "")


@BOTH
def test_ctrl_c_while_a_failure_is_told_is_raised(script: Script, way: str) -> None:
    done = script(
        """
        import logging

        class Interrupted(Exception):
            def __str__(self):
                raise KeyboardInterrupt

        def fail(state, action):
            raise Interrupted

        logging.disable()
        with enfold.Runtime() as runtime:
            failed = []
            runtime.log("error", lambda level, record: failed.append(record))
            runtime.feature("Fails", fail, state={})
            try:
                runtime.open("Fails").send("x")
            except KeyboardInterrupt:
                runtime.pump()
                print(len(failed), "failed")
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr) == ("1 failed\n", "")


@BOTH
def test_threads_that_send_inline_hear_of_everything(script: Script, way: str) -> None:
    done = script(
        """
        import threading

        with enfold.Runtime(loop="inline") as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            heard = []
            store.observe("/count", lambda event: heard.append(event.value))

            def work():
                for _ in range(2000):
                    store.send({"increment": {}})
                    store.get("/count")

            threads = [threading.Thread(target=work) for _ in range(6)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            store.wait(30)
            print(heard == list(range(12001)))
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr) == ("True\n", "")


@BOTH
def test_c_code_may_call_observers_with_the_lock_of_python(script: Script, way: str) -> None:
    done = script(
        f"""
        import ctypes, faulthandler

        faulthandler.dump_traceback_later(20, exit=True)
        with enfold.Runtime(loop="inline") as inline, enfold.Runtime() as runtime:
            inline.load(COUNTER)
            counter = inline.open("Counter")
            counter.observe("/count", lambda event: print(event.value, end=" "))
            clicked = counter.callback("void clicked(void)", "increment")
            click = ctypes.PYFUNCTYPE(None)(clicked.pointer)  # as an extension in C calls it
            click()

            @ctypes.CFUNCTYPE(ctypes.c_int)
            def more():
                click()
                return 7

            runtime.load({str(ASKER)!r})
            runtime.bind("int more(void)", function=more)
            asker = runtime.open("Asker")
            asker.send("askForMore")
            while not asker.get("/heard"):
                runtime.pump()
            print(asker.get("/heard"))
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr) == ("0 1 2 [7]\n", "")


@BOTH
def test_the_process_ends_while_effects_call_observers(script: Script, way: str) -> None:
    done = script(
        """
        import atexit

        runtime = enfold.Runtime(loop="inline")
        runtime.load(BEHAVIOURS)
        stores = [runtime.open("Responses") for _ in range(20)]
        for store in stores:
            store.observe("/text", lambda event: [event.value for _ in range(2000)])
            for _ in range(50):
                store.send("respond", "x")
        atexit.register(print, "ended")
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("ended\n", "", 0)


@BOTH
def test_a_forked_child_is_refused_every_call(script: Script, way: str) -> None:
    done = script(
        """
        import os

        runtime = enfold.Runtime()
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        store.observe("/count", lambda event: None)
        store.send("increment")
        child = os.fork()
        if child == 0:
            for call in (
                lambda: store.send(b'{"increment":{}}'),
                lambda: store.get("/count"),
                lambda: store.raw(),
                lambda: store.state,
                lambda: store.set("/count", 1),
                lambda: runtime.pump(),
            ):
                try:
                    call()
                except enfold.ForkedError:
                    print("refused", end=" ", flush=True)
            os._exit(0)
        os.waitpid(child, 0)
        print(store.get("/count"))
        runtime.close()
        """,
        ENFOLD_ACCELERATOR=way,
    )
    assert (done.stdout, done.stderr) == ("refused " * 6 + "1\n", "")


@BOTH
def test_a_call_may_be_forked_in_the_middle(script: Script, way: str) -> None:
    done = script(
        """
        import os, sys

        def fork():
            sys.setprofile(None)
            child = os.fork()
            forked.append(child)
            if child:
                os.waitpid(child, 0)

        def fork_inside(frame, event, argument):
            if frame.f_code.co_name in ("_encode_name", "decode"):
                fork()

        with enfold.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            store.send({"setCount": 10**18})
            counts = []
            with store.observe("/count", lambda event: fork(), initial=False):
                store.observe("/count", counts.append, initial=False)
                forked = []
                store.send("increment")
                if forked == [0]:
                    print("in a callback:", len(counts), flush=True)
                    os._exit(0)
            for work in (lambda: store.send("decrement"), lambda: store.get("/count")):
                forked = []
                try:
                    sys.setprofile(fork_inside)
                    told = work()
                except enfold.ForkedError:
                    told = "refused"
                if forked in ([], [0]):  # without orjson no Python code reads
                    print("while a text is made:", told, flush=True)
                if forked == [0]:
                    os._exit(0)
            print(len(counts), store.get("/count"))
        """,
        ENFOLD_ACCELERATOR=way,
    )
    children = f"in a callback: 0\nwhile a text is made: refused\nwhile a text is made: {10**18}\n"
    assert (done.stdout, done.stderr) == (f"{children}2 {10**18}\n", "")


def test_it_is_compiled_with_the_warnings_of_the_project() -> None:
    flags = (PACKAGE / "accelerator" / "build.sh").read_text()
    assert "-std=c11 -O2 -Wall -Wextra -pedantic -Werror" in flags
    assert (
        "#define Py_LIMITED_API 0x030A0000"
        in (PACKAGE / "accelerator" / "accelerator.h").read_text()
    )
    assert (ROOT / "include" / "enfold.h").is_file()
