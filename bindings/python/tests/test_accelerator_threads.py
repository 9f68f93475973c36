"""The accelerator: threads that call and are called, as without it."""

from __future__ import annotations

from .accelerator import BOTH
from .conftest import ASKER, Script


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
