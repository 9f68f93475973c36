"""enfold.aio: an event loop drives a runtime; what its stores do is awaited."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest

import enfold
from enfold import _receivers

from .conftest import BEHAVIOURS, COUNTER, PANEL, Run, Script


def open_responses(runtime: enfold.aio.Runtime) -> enfold.aio.Store:
    """A store with effects that answer, fail, or never end; see Tests/Plugins/Behaviours.swift."""
    runtime.load(BEHAVIOURS)
    return runtime.open("Responses")


async def turns(count: int = 20) -> None:
    """Lets the event loop do what is ready, and what follows from it."""
    for _ in range(count):
        await asyncio.sleep(0)


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


# Waiting for a value


def test_a_value_is_waited_for(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            known = _receivers.count()
            asked: list[int] = []

            def is_two(count: int) -> bool:
                asked.append(count)
                return count == 2

            wait = asyncio.ensure_future(store.wait_for("/count", is_two))
            await turns(3)
            # Nobody misses a value that is gone again at once.
            store.send_batch(["increment"] * 4)
            assert await wait == 2
            assert asked == [0, 1, 2]
            assert await store.wait_for("/count", lambda count: count == 4) == 4
            assert await store.wait_for("") == store.state
            assert await store.wait_for("/fact", lambda fact: fact is None) is None
            assert runtime.stats()["subscriptions"] == 0
            assert _receivers.count() == known

    run(main())


def test_what_a_predicate_raises_is_raised_by_the_wait(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            wait = asyncio.ensure_future(store.wait_for("/count", lambda count: 1 // (1 - count)))
            assert await wait == 0
            wait = asyncio.ensure_future(
                store.wait_for("/count", lambda count: count // (1 - count))
            )
            await turns(3)
            store.send("increment")
            with pytest.raises(ZeroDivisionError):
                await wait
            with pytest.raises(RuntimeError, match="StopIteration"):
                await store.wait_for("/count", lambda count: next(iter(())))
            with pytest.raises(enfold.PointerError):
                await store.wait_for("/cuont")
            assert runtime.stats()["subscriptions"] == 0

    run(main())


def test_giving_up_a_wait_for_a_value_ends_it(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(store.wait_for("/count"), 0.001)
            assert runtime.stats()["subscriptions"] == 0
            store.send("increment")

    run(main())


@pytest.mark.parametrize("what", ["store", "runtime"])
def test_closing_ends_a_wait_for_a_value(run: Run, what: str) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            wait = asyncio.ensure_future(store.wait_for("/count"))
            await turns(3)
            (store if what == "store" else runtime).close()
            with pytest.raises(enfold.ClosedError, match="/count"):
                await wait

    run(main())


def test_a_wait_of_a_closed_loop_ends_at_the_next_event() -> None:
    with enfold.aio.Runtime() as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        loop = asyncio.new_event_loop()
        never = store.wait_for("/count", lambda count: False)
        wait = asyncio.ensure_future(never, loop=loop)
        loop.run_until_complete(turns(3))
        loop.close()
        assert runtime.stats()["subscriptions"] == 1
        store.send("increment")
        assert runtime.stats()["subscriptions"] == 0
        wait._log_destroy_pending = False  # type: ignore[attr-defined]
        del wait
        gc.collect()


# Waiting until nothing is left to do


def test_idleness_is_awaited(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            stores = [runtime.open("Counter") for _ in range(3)]
            for store in stores:
                store.send("factTapped")
            await stores[0].wait()
            assert stores[0].get("/fact") is not None
            await runtime.wait(timeout=30)
            assert all(store.get("/fact") is not None for store in stores)
            await asyncio.gather(runtime.wait(), *(store.wait() for store in stores))

    run(main())


def join_waits() -> None:
    for thread in threading.enumerate():
        if thread.name == "enfold-wait":
            thread.join(30)
            assert not thread.is_alive()


def test_idleness_that_does_not_come(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            store = open_responses(runtime)
            store.send("never")
            for wait in (store.wait, runtime.wait):
                with pytest.raises(enfold.TimeoutError, match=r"not idle within 0\.001 s"):
                    await wait(timeout=0.001)
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(wait(), 0.001)
            join_waits()  # nobody waits any more
            with pytest.raises(TypeError):
                await store.wait("soon")  # type: ignore[arg-type]
            waits = [asyncio.ensure_future(wait()) for wait in (store.wait, runtime.wait)]
            await turns(3)
            runtime.close()
            for each in waits:
                with pytest.raises(enfold.ClosedError):
                    await each

    run(main())
    join_waits()


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
