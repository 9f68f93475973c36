"""enfold.aio: an event loop drives a runtime; what its stores do is awaited."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

import enfold

from .conftest import BEHAVIOURS, COUNTER, PANEL, Run, Script, open_responses, turns


def test_sending_is_awaited_with_its_effects(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            async with runtime.open("Counter", state={"count": 6}) as store:
                await store.send("factTapped")
                assert store.get("/fact") == "6 is divisible by 2, 3, 6"
                assert not store.is_closed
            assert store.is_closed
            assert not runtime.is_closed
        assert runtime.is_closed

    run(main())


@pytest.mark.parametrize("kind", [enfold.aio.Runtime, enfold.Runtime])
def test_a_runtime_that_no_loop_has_pumped_says_so(run: Run, kind: type[enfold.Runtime]) -> None:
    async def main() -> None:
        runtime = kind()
        runtime.load(BEHAVIOURS)
        store = runtime.open("Responses")
        store.send("never")
        name = repr(runtime)
        with pytest.warns(RuntimeWarning) as caught:
            runtime.close()
        (warning,) = caught
        assert f"{name} is closed while 1 actions or effects wait" in str(warning.message)
        assert "async with enfold.aio.Runtime()" in str(warning.message)
        assert warning.filename == __file__
        assert runtime.is_closed and store.is_closed
        runtime.close()

    async def with_statement() -> None:
        with pytest.warns(RuntimeWarning) as caught, kind() as runtime:
            runtime.load(BEHAVIOURS)
            runtime.open("Responses").send("never")
        assert caught[0].filename == __file__

    run(main())
    run(with_statement())


def test_a_runtime_that_is_pumped_or_has_nothing_to_do_is_closed_silently(run: Run) -> None:
    """A warning would be an error here."""

    async def main() -> None:
        for kind in (enfold.aio.Runtime, enfold.Runtime):
            for use in ("attach", "pump", "wait", "await", "nothing", "inline", "twice"):
                runtime: Any = kind(loop="inline" if use == "inline" else "host")
                runtime.load(BEHAVIOURS)
                store = runtime.open("Responses")
                if use == "attach":
                    runtime.attach()
                elif use == "pump":
                    runtime.pump()
                elif use == "wait":
                    waited = runtime.wait(0)
                    if waited is not None:
                        await waited
                elif use == "await":
                    await store.task({"run": {"_0": "x"}})
                elif use == "twice":
                    runtime.close()
                if use not in ("nothing", "twice"):
                    store.send("never")
                runtime.close()

    run(main())
    runtime = enfold.Runtime()  # and outside of asyncio nobody expects a loop to pump
    runtime.load(BEHAVIOURS)
    store = runtime.open("Responses")
    store.send("never")
    runtime.close()


def test_an_exit_says_nothing_of_loops(script: Script) -> None:
    done = script(
        """
        runtime = enfold.aio.Runtime()
        runtime.load(BEHAVIOURS)
        store = runtime.open("Responses")
        store.send("never")
        """,
        "-X",
        "dev",
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_sending_needs_no_await(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            for _ in range(3):
                store.send("increment")
            assert store.get("/count") == 3
            await asyncio.gather(*(store.send("increment") for _ in range(3)))
            assert store.state["count"] == 6
            with pytest.raises(enfold.ActionError):
                store.send("nonsense")

    run(main())


def test_awaiting_a_failed_action_raises(run: Run, caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            store = open_responses(runtime)
            for is_late in (False, True):
                with pytest.raises(enfold.FailedError, match="no paper"):
                    await store.send("fail", message="no paper", isLate=is_late)

    run(main())
    assert len(caplog.records) == 2


@pytest.mark.parametrize("cancel", [False, True])
def test_giving_up_an_await_cancels_effects_only_if_asked(run: Run, cancel: bool) -> None:
    async def main() -> str:
        async with enfold.aio.Runtime() as runtime:
            task = open_responses(runtime).send("never")
            wait = task.finish(cancel=True) if cancel else task
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(wait, 0.001)
            if cancel:
                with pytest.raises(enfold.CancelledError):
                    await task
            return task.status

    assert run(main()) == ("cancelled" if cancel else "running")


def test_parts_of_a_store_are_awaited_too(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(PANEL)
            panel = runtime.open("Panel")
            await panel.send("addChild")
            async with panel.scope("/child", "child") as child, panel.binding() as binding:
                assert type(child) is type(binding) is enfold.aio.Store
                await child.send("setCount", 7)
                assert await child.wait_for("/count") == 7
                async with binding.observe("/name", lambda event: None) as subscription:
                    panel.set("/name", "Ada")
                    assert subscription.is_active
                assert not subscription.is_active
            assert child.is_closed
            with pytest.raises(enfold.ClosedError):
                child.send("increment")

    run(main())


def test_callbacks_run_on_the_loops_thread(run: Run) -> None:
    threads: set[int] = set()
    # It may be opened where there is no event loop, and on another thread.
    opened: list[enfold.aio.Runtime] = []
    opener = threading.Thread(target=lambda: opened.append(enfold.aio.Runtime()))
    opener.start()
    opener.join()

    async def main() -> None:
        async with opened[0] as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            store.observe("/count", lambda event: threads.add(threading.get_ident()))
            store.send("increment")
            assert threads == {threading.get_ident()}
            senders = [
                threading.Thread(target=lambda: [store.send("increment") for _ in range(100)])
                for _ in range(4)
            ]
            for sender in senders:
                sender.start()
            assert await store.wait_for("/count", lambda count: count == 401) == 401
            for sender in senders:
                sender.join()

    run(main())
    assert threads == {threading.get_ident()}


def test_the_loop_has_its_turn_while_actions_wait(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            many = [b'"increment"'] * (50 * enfold.aio.BUDGET)
            sender = threading.Thread(target=store.send_batch, args=(many,))
            sender.start()
            sender.join()
            seen = {0}
            while store.get("/count") < len(many):
                await asyncio.sleep(0)
                seen.add(store.get("/count"))
            assert len(seen) > 25
            steps = sorted(seen)
            pairs = zip(steps, steps[1:])
            assert all(later - earlier <= 2 * enfold.aio.BUDGET for earlier, later in pairs)

    run(main())


def test_awaiting_a_task_leaves_pumping_to_the_loop(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            task = store.send("increment")
            many = [b'"increment"'] * (3 * enfold.aio.BUDGET)
            sender = threading.Thread(target=store.send_batch, args=(many,))
            sender.start()
            sender.join()
            await task
            assert store.get("/count") == 1
            await runtime.wait(30)
            assert store.get("/count") == 1 + len(many)

    run(main())


# The runtime


def test_it_is_closed_whatever_happens_inside(run: Run) -> None:
    async def main() -> None:
        with pytest.raises(LookupError):
            async with enfold.aio.Runtime() as runtime:
                store = open_responses(runtime)
                task = store.send("never")
                raise LookupError
        assert runtime.is_closed
        with pytest.raises(enfold.ClosedError):
            await task
        with pytest.raises(enfold.ClosedError):
            await store.wait()

    run(main())


def test_closing_on_another_thread_leaves_the_loop_in_peace(run: Run) -> None:
    problems: list[Any] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda loop, context: problems.append(context))
        for _ in range(50):
            async with enfold.aio.Runtime() as runtime:
                runtime.load(COUNTER)
                store = runtime.open("Counter")
                store.observe("/count", lambda event: None)

                def work(
                    runtime: enfold.aio.Runtime = runtime, store: enfold.aio.Store = store
                ) -> None:
                    store.send_batch(["increment"] * 1000)
                    runtime.close()

                closer = threading.Thread(target=work)
                closer.start()
                while not runtime.is_closed:
                    await asyncio.sleep(0)
                await turns()
                closer.join()

    run(main())
    assert problems == []


def test_a_pump_finds_a_runtime_that_was_closed_just_now(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            attachment = runtime._attachment
            assert attachment is not None
            runtime.close()
            attachment._pump()

    run(main())


def test_an_inline_runtime_is_awaited_as_well(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime(loop="inline") as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            await store.send("factTapped")
            assert await store.wait_for("/fact")
            await runtime.wait()

    run(main())


def test_asyncio_is_imported_when_it_is_needed(script: Script) -> None:
    done = script(
        """
        import sys
        with enfold.Runtime() as runtime:
            runtime.load(COUNTER)
            runtime.open("Counter").task("increment").wait()
        print("asyncio" in sys.modules, hasattr(enfold, "aoi"), enfold.aio.Runtime.__name__)
        """
    )
    assert (done.stdout, done.stderr) == ("False False Runtime\n", "")
