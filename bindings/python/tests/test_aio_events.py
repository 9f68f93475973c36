"""Events to iterate over: what waits, what slow consumers miss, and how an iteration ends."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any

import pytest

import enfold
from enfold.aio import Events

from .conftest import COUNTER, PANEL, SESSIONS_A, Run

PRODUCERS = 8
EACH = 12_500


def count_to(store: enfold.Store, number: int) -> None:
    """Sends on this thread, and so gives the consumer no turn."""
    for _ in range(number):
        store.send("increment")


async def values(events: Events) -> list[Any]:
    return [event.value async for event in events]


def subscriptions(runtime: enfold.Runtime) -> int:
    count: int = runtime.stats()["subscriptions"]
    return count


def test_eight_threads_send_100_000_changes_and_none_is_lost(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")

            def produce() -> None:
                for _ in range(EACH):
                    enfold.Store.send(store, b'"increment"')

            threads = [threading.Thread(target=produce) for _ in range(PRODUCERS)]
            heard = []
            # The default buffer is enough for who takes everything at each of its turns.
            async with store.changes("/count", when_full="raise") as changes:
                for thread in threads:
                    thread.start()
                async for event in changes:
                    heard.append(event.value)
                    if event.value == PRODUCERS * EACH:
                        break
            for thread in threads:
                thread.join()
            assert heard == list(range(PRODUCERS * EACH + 1))

    run(main())


def test_who_is_slow_gets_the_newest_values(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            async with store.changes("/count", buffer=3) as changes:
                assert (await changes.__anext__()).initial
                count_to(store, 10)
                assert changes.missed == 7
                assert [(await changes.__anext__()).value for _ in range(3)] == [8, 9, 10]
                count_to(store, 3)
                store.close()  # the last event takes nobody's place
                assert await values(changes) == [11, 12, 13]
                assert changes.missed == 7

    run(main())


def test_the_default_buffer_holds_a_thousand(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            changes, actions = store.changes("/count"), store.actions()
            unlimited = store.changes("/count", buffer=None)
            async with changes, actions, unlimited:
                count_to(store, 5000)
                store.close()
                assert await values(changes) == list(range(4001, 5001))
                assert changes.missed == 4001
                assert await values(unlimited) == list(range(5001))
                assert unlimited.missed == 0
                taken = []
                with pytest.raises(enfold.LimitError, match="1000 events of"):
                    async for event in actions:
                        taken.append(event.revision)
                assert taken == list(range(1, 1001))

    run(main())


def test_who_asks_for_it_hears_that_it_is_too_slow(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            changes = store.changes("/count", buffer=2, when_full="raise", initial=False)
            async with changes:
                count_to(store, 3)
                assert subscriptions(runtime) == 0  # nothing more is wanted
                count_to(store, 3)
                assert (await changes.__anext__()).value == 1
                assert (await changes.__anext__()).value == 2
                with pytest.raises(enfold.LimitError) as caught:
                    await changes.__anext__()
                assert caught.value.name == "ENFOLD_LIMIT"
                assert "'/count'" in str(caught.value)
                assert await values(changes) == []

    run(main())


@pytest.mark.parametrize(
    ("options", "is_newest"),
    [
        ({}, True),
        ({"coalesce": "drain"}, True),
        ({"patch": True}, False),
        ({"action": True}, False),
        ({"filter": "raw"}, False),
        ({"filter": "raw", "when_full": "newest"}, True),
        ({"when_full": "raise"}, False),
    ],
)
def test_what_one_event_more_does_follows_from_what_events_are_for(
    counter: enfold.Store, options: dict[str, Any], is_newest: bool
) -> None:
    async def main() -> None:
        async with counter.changes("/count", buffer=1, **options) as changes:
            count_to(counter, 2)
            await changes.__anext__()
            assert changes.missed == 2

    if is_newest:
        asyncio.run(main())
    else:

        async def fail() -> None:
            async with counter.changes("/count", buffer=1, **options) as changes:
                count_to(counter, 2)
                assert (await changes.__anext__()).initial
                with pytest.raises(enfold.LimitError):
                    await changes.__anext__()
                assert changes.missed == 0

        asyncio.run(fail())


def test_a_pulse_that_nobody_takes_is_an_error(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(PANEL)
            panel = runtime.open("Panel")
            async with panel.changes("/alert", filter="pulse", buffer=1, initial=False) as alerts:
                panel.send("show", "one")
                panel.send("show", "two")
                assert (await alerts.__anext__()).value == "one"
                with pytest.raises(enfold.LimitError):
                    await alerts.__anext__()

    run(main())


def test_shared_values_are_iterated_over_with_a_buffer(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime(environment="test") as runtime:
            runtime.load(SESSIONS_A)
            runtime.open("Visitor")
            session = runtime.shared["session"]
            async with session.events(buffer=1) as events:
                for name in ("Ada", "Grace", "Emmy"):
                    session["name"] = name
                assert (await events.__anext__()).value["name"] == "Emmy"
                assert events.missed == 3

    run(main())


def test_bad_buffers_are_refused(counter: enfold.Store) -> None:
    for buffer in ("1", 1.0, True):
        with pytest.raises(TypeError, match="a buffer is"):
            counter.changes("/count", buffer=buffer)  # type: ignore[arg-type]
    for number in (0, -1):
        with pytest.raises(enfold.InvalidError, match="1 event or more"):
            counter.actions(buffer=number)
    with pytest.raises(enfold.InvalidError, match="when_full"):
        counter.changes("/count", when_full="wait")  # type: ignore[arg-type]
    with pytest.raises(enfold.InvalidError, match="patches build on one another"):
        counter.changes("/count", when_full="newest", patch=True)


def test_giving_up_a_step_loses_nothing(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            async with store.changes("/count", initial=False) as changes:
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(changes.__anext__(), 0.001)
                step = asyncio.ensure_future(changes.__anext__())
                await asyncio.sleep(0)
                # The event has come, and wakes who is cancelled before it goes on.
                store.send("increment")
                step.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await step
                assert (await changes.__anext__()).value == 1

    run(main())


def test_other_tasks_run_while_events_wait(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            turns = 0

            async def other() -> None:
                nonlocal turns
                while True:
                    await asyncio.sleep(0)
                    turns += 1

            async with store.changes("/count", buffer=None) as changes:
                count_to(store, 10 * enfold.aio.BUDGET)
                store.close()
                task = asyncio.ensure_future(other())
                assert len(await values(changes)) == 10 * enfold.aio.BUDGET + 1
                task.cancel()
            assert 5 < turns < 50

    run(main())


def test_one_task_at_a_time_takes_events(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            async with store.changes("/count", initial=False) as changes:
                first = asyncio.ensure_future(changes.__anext__())
                await asyncio.sleep(0)
                with pytest.raises(RuntimeError, match="another task"):
                    await changes.__anext__()
                store.send("increment")
                assert (await first).value == 1

    run(main())


def test_closing_an_iterator_ends_who_waits(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            changes = runtime.open("Counter").changes("/count")
            iteration = asyncio.ensure_future(values(changes))
            for _ in range(3):
                await asyncio.sleep(0)
            await changes.aclose()
            assert await iteration == [0]
            assert await values(changes) == []
            await changes.aclose()
            never_begun = runtime.open("Counter").changes("/count")
            await never_begun.aclose()
            assert await values(never_begun) == []
            assert subscriptions(runtime) == 0

    run(main())


def test_an_iterator_that_nobody_refers_to_unsubscribes_at_once(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            gc.disable()
            try:
                async for _ in store.changes("/count"):
                    assert subscriptions(runtime) == 1
                    break
                assert subscriptions(runtime) == 0
            finally:
                gc.enable()
            # Also inside one of its own events.
            circle: list[Any] = []
            changes = store.changes("/count")
            circle.extend((circle, changes))
            store.observe("/count", lambda event: gc.collect())
            await changes.__anext__()
            del circle, changes
            store.send("increment")
            assert subscriptions(runtime) == 1

    run(main())


def test_an_iterator_is_collected_while_an_event_comes(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:
            runtime.load(COUNTER)
            kept = [runtime.open("Counter").changes("/count")]
            await kept[0].__anext__()
            lock = kept[0]._buffer._lock

            def collect() -> None:
                with lock:
                    kept.clear()

            collector = threading.Thread(target=collect, daemon=True)
            collector.start()
            collector.join(30)
            assert not collector.is_alive()
            assert subscriptions(runtime) == 0

    run(main())


def test_a_pointer_that_is_none_is_refused_at_each_step(counter: enfold.Store) -> None:
    async def main() -> None:
        changes = counter.changes("/cuont")
        for _ in range(2):
            with pytest.raises(enfold.PointerError):
                await changes.__anext__()
        with pytest.raises(enfold.PointerError):
            async with counter.changes("/cuont"):
                pass

    asyncio.run(main())
