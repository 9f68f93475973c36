"""The accelerator: a forked child is refused, as without it."""

from __future__ import annotations

from .accelerator import BOTH
from .conftest import Script


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
