"""Ctrl-C during every kind of wait ends the wait, and everything can still be used and closed."""

from __future__ import annotations

import textwrap

import pytest

from enfold import _entrance

from .conftest import ASKER, Script

# Ctrl-C as soon as the main thread is inside the wait: there it stays until then.
BLOCKED = """
    import os, signal, sys, threading

    # A process started in the background may have been told to ignore it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    main = threading.main_thread().ident

    def interrupt():
        while sys._current_frames()[main].f_code.co_name != "is_done":
            pass
        os.kill(os.getpid(), signal.SIGINT)

    with enfold.Runtime() as runtime:
        runtime.load(BEHAVIOURS)
        store = runtime.open("Responses")
        task = store.task("never")
        threading.Thread(target=interrupt).start()
        try:
            {wait}
        except KeyboardInterrupt:
            print("interrupted", task.status)
        store.send("respond", "still here")
        print(store.get("/text"))
"""

# Ctrl-C as soon as the main task waits, and the event loop has nothing to do but this.
AWAITED = """
    import asyncio, os, signal

    signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt():
        # Two turns later, so that the main task waits.
        loop = asyncio.get_running_loop()
        loop.call_soon(lambda: loop.call_soon(os.kill, os.getpid(), signal.SIGINT))

    async def main():
        asyncio.get_running_loop().slow_callback_duration = 3600  # says no word about times
        async with enfold.aio.Runtime() as runtime:
            runtime.load(BEHAVIOURS)
            store = runtime.open("Responses")
            task = store.send("never")
            interrupt()
            try:
                {wait}
            except asyncio.CancelledError:
                print("cancelled", task.status)
                raise

    try:
        {start}
    except KeyboardInterrupt:
        print("interrupted")
"""


def fill(code: str, **parts: str) -> str:
    return textwrap.dedent(code).format(**parts)


@pytest.mark.parametrize(
    "wait", ["task.wait()", "store.wait()", "runtime.wait()", "task.wait(timeout=3600)"]
)
def test_a_wait_that_blocks(script: Script, wait: str) -> None:
    done = script(fill(BLOCKED, wait=wait))
    assert (done.stdout, done.stderr) == ("interrupted running\nstill here\n", "")
    assert done.returncode == 0


@pytest.mark.parametrize(
    "wait",
    [
        "await task",
        "await task.finish(cancel=True)",
        "await store.wait()",
        "await runtime.wait()",
        "await store.wait_for('/text')",
        "async for _ in store.changes('/text'): pass",
        "async for _ in store.actions(): pass",
    ],
)
def test_a_wait_in_asyncio(script: Script, wait: str) -> None:
    done = script(fill(AWAITED, wait=wait, start="asyncio.run(main())"), "-X", "dev")
    status = "cancelled" if "cancel=" in wait else "running"
    assert (done.stdout, done.stderr) == (f"cancelled {status}\ninterrupted\n", "")
    assert done.returncode == 0


def test_a_wait_in_uvloop(script: Script) -> None:
    pytest.importorskip("uvloop")
    start = "import uvloop; uvloop.run(main())"
    done = script(fill(AWAITED, wait="await task", start=start))
    assert (done.stdout, done.stderr) == ("cancelled running\ninterrupted\n", "")


@pytest.mark.parametrize("how", ["store.wait()", "runtime.pump()", "store.send('increment')"])
def test_a_callback(script: Script, how: str) -> None:
    done = script(
        f"""
        import os, signal, threading

        signal.signal(signal.SIGINT, signal.default_int_handler)

        def interrupt(event):
            subscription.cancel()
            os.kill(os.getpid(), signal.SIGINT)

        with enfold.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            subscription = store.observe("/count", interrupt, initial=False)
            sender = threading.Thread(target=store.send, args=("increment",))
            sender.start()
            sender.join()
            try:
                {how}
            except KeyboardInterrupt:
                print("interrupted")
            store.wait(30)
            print(store.get("/count") > 0)
        """
    )
    assert (done.stdout, done.stderr) == ("interrupted\nTrue\n", "")


def test_a_callback_that_the_event_loop_runs(script: Script) -> None:
    done = script(
        """
        import asyncio, os, signal, threading

        signal.signal(signal.SIGINT, signal.default_int_handler)

        async def main():
            asyncio.get_running_loop().slow_callback_duration = 3600  # says no word about times
            async with enfold.aio.Runtime() as runtime:
                runtime.load(COUNTER)
                store = runtime.open("Counter")
                store.observe(
                    "/count",
                    lambda event: os.kill(os.getpid(), signal.SIGINT),
                    initial=False,
                )
                threading.Thread(target=store.send, args=("increment",)).start()
                await asyncio.Event().wait()

        try:
            asyncio.run(main())
        except KeyboardInterrupt:
            print("interrupted")
        """,
        "-X",
        "dev",
    )
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


# C's `raise` leaves a signal for the next function of Python: the one that the library calls.
RAISED = """
    import signal

    signal.signal(signal.SIGINT, signal.default_int_handler)

    heard = []
    runtime = enfold.Runtime(loop={loop!r})
    {begin}
    try:
        store.send({action})
        store.wait(30)
    except KeyboardInterrupt:
        print("interrupted")
    store.wait(30)
    print(heard)
    runtime.close()
"""

OBSERVER = """
runtime.load(ASKER)
runtime.bind("int raise(int number)", name="numberFact")
store = runtime.open("Asker")
store.observe("/problem", lambda event: heard.append(bool(event.value)), initial=False)
"""

REDUCER = """
runtime.bind("int raise(int number)")

@runtime.feature("Raises", state={"count": 0})
def raises(state, action):
    if action == "raise":
        return enfold.Ask("raise", signal.SIGINT, answer="done")
    heard.append(action)

store = runtime.open("Raises")
"""

HANDLER = """
runtime.bind("int raise(int number)")
runtime.handle("fact", heard.append)

@runtime.feature("Raises", state={"count": 0})
def raises(state, action):
    if action == "raise":
        return [enfold.Ask("raise", signal.SIGINT), enfold.Ask("fact", 7)]

store = runtime.open("Raises")
"""


@pytest.mark.parametrize("loop", ["host", "inline"])
@pytest.mark.parametrize(
    ("begin", "action", "heard"),
    [
        (OBSERVER, '{"askSafely": 2}', "[True]"),
        (REDUCER, '"raise"', "[{'done': 0}]"),
        (HANDLER, '"raise"', "[7]"),
    ],
)
def test_a_signal_that_comes_before_a_callback(
    script: Script, loop: str, begin: str, action: str, heard: str
) -> None:
    begin = begin.replace("ASKER", repr(str(ASKER)))
    done = script(fill(RAISED, loop=loop, begin=begin, action=action))
    assert (done.stdout, done.stderr) == (f"interrupted\n{heard}\n", "")


def test_functions_of_an_unknown_python_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    def function() -> None: ...

    monkeypatch.setattr(_entrance, "_AFTER_AWAIT", {})
    before = function.__code__
    assert _entrance.entrance(function).__code__ is before
