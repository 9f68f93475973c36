"""asyncio and the end of the interpreter, with everything open; and a fork inside an event loop."""

from __future__ import annotations

import textwrap

import pytest

from .conftest import Script

EVERYTHING = """
    import asyncio, sys, threading

    async def follow(events):
        async for event in events:
            pass

    async def open_everything(runtime):
        asyncio.get_running_loop().slow_callback_duration = 3600  # says no word about times
        runtime.load(BEHAVIOURS)
        store = runtime.open("Responses")
        kept = [store.changes("/text"), store.actions(), store.changes("")]
        await kept[2].__anext__()
        tasks = [store.send("never"), store.send("run", "x")]
        waits = [
            *tasks, store.wait(), runtime.wait(), store.wait_for("/line"),
            follow(kept[0]), follow(kept[1]), follow(store.changes("/number", buffer=1)),
        ]
        kept += [asyncio.ensure_future(wait) for wait in waits]
        await store.wait_for("/text")
        return kept
"""


def run(script: Script, code: str, *options: str) -> tuple[str, str, int]:
    done = script(textwrap.dedent(EVERYTHING) + textwrap.dedent(code), *options)
    return done.stdout, done.stderr, done.returncode


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_leaving_the_program_from_inside_the_event_loop(script: Script, loop: str) -> None:
    code = f"""
        async def main():
            async with enfold.aio.Runtime(loop={loop!r}) as runtime:
                kept = await open_everything(runtime)
                print("open")
                sys.exit(3)

        asyncio.run(main())
    """
    assert run(script, code, "-X", "dev") == ("open\n", "", 3)


def test_a_runtime_that_outlives_its_event_loop(script: Script) -> None:
    code = """
        runtime = enfold.aio.Runtime()

        async def main():
            global kept
            kept = await open_everything(runtime)
            print("open")

        asyncio.run(main())
    """
    assert run(script, code, "-X", "dev") == ("open\n", "", 0)


@pytest.mark.parametrize("kind", ["asyncio", "uvloop"])
def test_an_event_loop_that_runs_on_a_daemon_thread(script: Script, kind: str) -> None:
    pytest.importorskip(kind)
    code = f"""
        import {kind}
        ready = threading.Event()

        async def main():
            global runtime, kept
            runtime = enfold.aio.Runtime()
            kept = await open_everything(runtime)
            ready.set()
            await asyncio.Event().wait()

        loop = {kind}.new_event_loop()
        threading.Thread(target=loop.run_until_complete, args=(main(),), daemon=True).start()
        ready.wait()
        print("open")
    """
    stdout, stderr, code_of_exit = run(script, code)
    assert (stdout, code_of_exit) == ("open\n", 0)
    assert "Enfold" not in stderr and "enfold" not in stderr


def test_a_child_forked_inside_an_event_loop_leaves_its_parents_alone(script: Script) -> None:
    code = """
        import os, warnings
        warnings.simplefilter("ignore", DeprecationWarning)

        async def refused(wait):
            try:
                await wait
            except enfold.ForkedError:
                return True

        def child(runtime, store, changes, task):
            steps = [
                task.finish(), store.wait(), runtime.wait(), store.wait_for("/text"),
                store.changes("/text").__anext__(),
            ]
            loop = asyncio.new_event_loop()
            count = 0
            for step in steps:
                count += bool(loop.run_until_complete(refused(step)))
            loop.close()
            for end in (runtime.detach, store.close, runtime.close):
                end()
            del changes
            return count

        async def main():
            async with enfold.aio.Runtime() as runtime:
                runtime.load(BEHAVIOURS)
                store = runtime.open("Responses")
                changes = store.changes("/text")
                await changes.__anext__()
                task = store.send("never")
                pid = os.fork()
                if pid == 0:
                    asyncio._set_running_loop(None)
                    os._exit(child(runtime, store, changes, task))
                print("refused", os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
                await store.send("run", "still here")
                print((await changes.__anext__()).value)

        asyncio.run(asyncio.wait_for(main(), 30))
    """
    assert run(script, code) == ("refused 5\nstill here\n", "", 0)
