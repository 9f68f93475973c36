"""The accelerator: nobody notices it but by the clock.

ENFOLD_TEST_TURNS: how often the test of memory makes its 52 calls; the long run is 200000.
"""

from __future__ import annotations

import copy
import gc
import inspect
import os
import sys
import threading
from typing import Any

import pytest

import enfold
from enfold import _receivers

from .accelerator import BOTH, needs_it
from .conftest import ASKER, Script

TURNS = int(os.environ.get("ENFOLD_TEST_TURNS", "2000"))


@needs_it
def test_it_says_what_the_package_says(script: Script) -> None:
    code = """
        import inspect
        classes = (enfold.Store, enfold.Tagged, enfold.Event, enfold.Subscription, enfold.Runtime)
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
import gc, logging, sys

logging.disable()
names = ["increment", "decrement"]

def tally(state, action):
    if "ask" in action:
        return enfold.Ask(action["ask"], answer="answered", failure="answered")
    if "answered" not in action:
        raise LookupError(action)
    state["last"] = action["answered"]

def fail(payload):
    raise LookupError

def keep(request):
    late.append(request)

late = []

def work(runtime, counter, made, asker, count):
    def observe(event):
        event.value
    def refuse(event):
        raise ValueError(event.value)
    for turn in range(count):
        # 11 calls that work
        counter.send(b'{"increment":{}}')
        counter.send({"increment": {}})
        counter.send(names[turn % 2])
        counter.send("increment", {})
        counter.get("/count"), counter.raw(), counter.state
        runtime.pump()
        subscription = counter.observe("/count", observe, patch=True, action=True)
        counter.send("increment")
        subscription.cancel()
        # 21 calls that fail, or whose observer does
        for wrong in (b"{", {"nothing": 1}, {1: 2}, {"increment": float("nan")}, 7):
            try:
                counter.send(wrong)
            except (enfold.Error, TypeError, ValueError):
                pass
        for pointer in ("/nothing", 7, "\\ud800", "no"):
            for read in (counter.get, counter.raw):
                try:
                    read(pointer)
                except (enfold.Error, TypeError):
                    pass
        for value in (1, "x", 2**70, b"[", {"a": [None, True, 1.5, (1, 2)]}):
            try:
                counter.set("/count", value)
            except enfold.Error:
                pass
        with counter.observe("/count", refuse, initial=False):
            try:
                counter.send("increment")
            except ValueError:
                pass
        # 20 calls of a feature in Python, and of what answers requests
        made.send("ask", "plain")
        made.send("ask", "fail")
        made.send("ask", "nobody")
        made.send("answered", [turn])
        made.send("wrong")
        made.get("/last/0"), made.raw()
        try:
            made.get("/last/1")
        except enfold.Error:
            pass
        made.send("ask", "late")
        late.pop().resolve({"a": turn})
        made.send("ask", "late")
        late.pop().fail("no")
        made.send("ask", "late")
        try:
            late[0].resolve(b"[")
        except enfold.Error:
            late.pop()
        runtime.wait()
        task = asker.task("listen", turn)
        while not late:
            runtime.pump()
        late[0].emit(turn)
        late.pop().resolve()
        task.wait()
        if turn % 100 == 99:
            asker.restore(first)

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
    runtime.load({asker})
    runtime.feature("Tally", tally, state={"last": None})
    runtime.handle("plain", lambda payload: 5)
    runtime.handle("fail", fail)
    runtime.handle("late", keep, raw=True)
    runtime.handle("ticks", keep, raw=True)
    used = [runtime, *map(runtime.open, ("Counter", "Tally", "Asker"))]
    first = used[-1].state
    work(*used, 300)
    before, size = blocks(), resident()
    references = [sys.getrefcount(each) for each in (*used, *names, first, fail, keep, tally)]
    work(*used, {count})
    grown = blocks() - before, resident() - size
    now = [sys.getrefcount(each) for each in (*used, *names, first, fail, keep, tally)]
    print(*grown, now == references)
"""


@BOTH
def test_memory_and_references_are_flat(script: Script, way: str) -> None:
    code = LEAKS.replace("{count}", str(TURNS)).replace("{asker}", repr(str(ASKER)))
    done = script(code, seconds=60 + TURNS / 50, ENFOLD_ACCELERATOR=way)
    assert done.stderr == ""
    blocks, kilobytes, references = done.stdout.split()
    print(done.stdout)  # for those who look
    # What is left in caches does not grow with the number of turns.
    assert abs(int(blocks)) < 500
    assert int(kilobytes) < 1024
    assert references == "True"
