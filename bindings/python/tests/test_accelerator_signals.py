"""The accelerator: no signal is lost, and Ctrl-C is raised, as without it."""

from __future__ import annotations

from .accelerator import BOTH
from .conftest import Script


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
