"""asyncio pumps, iterates and awaits."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest

import enfold
from enfold import _receivers
from enfold import typed as enfold_typed


def test_the_event_loop_pumps(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    async def main() -> None:
        runtime.attach()
        runtime.attach()
        arrived = asyncio.Event()

        @counter.observe("/fact", initial=False)
        def observe(event: enfold.Event) -> None:
            arrived.set()

        threading.Thread(target=counter.send, args=("factTapped",)).start()
        await asyncio.wait_for(arrived.wait(), 10)
        await counter.task("factTapped")

    asyncio.run(main())
    assert counter.get("/fact") == "0 has no divisor from 2 to 9"


def test_a_second_loop_is_refused_while_the_first_runs(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    first, second = asyncio.new_event_loop(), asyncio.new_event_loop()
    attached, end = threading.Event(), asyncio.Event()

    async def keep() -> None:
        runtime.attach()
        attached.set()
        await end.wait()

    thread = threading.Thread(target=first.run_until_complete, args=(keep(),))
    thread.start()
    attached.wait()

    async def step() -> None:
        async for _ in counter.changes("/count"):
            return

    async def handle() -> None:
        async def answer(payload: Any) -> None: ...

        runtime.handle("anything", answer)

    async def attach() -> None:
        runtime.attach()

    async def finish() -> None:
        await counter.task("increment")

    for use in (attach, finish, step, handle):
        with pytest.raises(RuntimeError) as caught:
            second.run_until_complete(use())
        for each in (first, second):
            assert repr(each) in str(caught.value).replace(
                "running=False", f"running={each.is_running()}"
            ).replace("running=True", f"running={each.is_running()}")
        assert "await in the first one" in str(caught.value)
    assert runtime._attachment is not None and runtime._attachment.loop is first
    first.call_soon_threadsafe(end.set)
    thread.join()
    for use in (attach, finish, step, handle):  # the first was not even closed
        second.run_until_complete(use())
    assert runtime._attachment.loop is second
    for loop in (first, second):
        loop.close()
    asyncio.run(finish())


def test_an_await_of_a_plain_send_names_what_can_be_awaited(counter: enfold.Store) -> None:
    typed = enfold_typed.Store[Any, Any](counter)
    action: Any = {"increment": {}}

    async def send() -> None:
        await counter.send("increment")  # type: ignore[func-returns-value]

    async def send_fields() -> None:
        await counter.send("setCount", _0=1)  # type: ignore[func-returns-value]

    async def send_typed() -> None:
        await typed.send(action)  # type: ignore[func-returns-value]

    async def generate() -> AsyncIterator[Any]:
        yield await counter.send("increment")  # type: ignore[func-returns-value]

    async def iterate() -> None:
        async for _ in generate():
            pass

    for use in (send, send_fields, send_typed, iterate):
        with pytest.raises(TypeError, match=r"enfold\.aio") as caught:
            asyncio.run(use())
        assert "await store.task(…)" in str(caught.value)
    assert counter.revision == 0  # nothing was sent


def test_an_await_of_a_plain_wait_does_not_block(counter: enfold.Store) -> None:
    task = counter.task("factTapped")
    for wait in (counter.wait, counter.runtime.wait, task.wait):

        async def use(wait: Any = wait) -> None:
            await wait()

        with pytest.raises(TypeError, match=r"wait gives nothing to await.*enfold\.aio"):
            asyncio.run(use())


def test_a_plain_send_inside_asyncio_gives_none(counter: enfold.Store) -> None:
    async def main() -> None:
        assert counter.send("increment") is None  # type: ignore[func-returns-value]
        found = [counter.send("increment"), await asyncio.sleep(0)]  # type: ignore[func-returns-value]
        await asyncio.sleep(0, counter.send("increment"))  # type: ignore[func-returns-value]
        counter.send("increment"), await asyncio.sleep(0)
        counter.wait(10)
        assert found == [None, None]

    asyncio.run(main())
    assert counter.get("/count") == 4


def test_events_are_iterated_over_until_the_store_closes(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    async def main() -> list[int]:
        async def drive() -> None:
            for _ in range(3):
                await asyncio.sleep(0)
                counter.send("increment")
            for _ in range(3):
                counter.send("increment")
            counter.close()

        driver = asyncio.ensure_future(drive())
        values = [event.value async for event in counter.changes("/count")]
        await driver
        return values

    assert asyncio.run(main())[-4:] == [3, 4, 5, 6]
    assert runtime.stats()["subscriptions"] == 0


def test_leaving_the_iteration_unsubscribes(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    async def main() -> None:
        async for event in counter.changes("/count"):
            assert event.initial
            break

    asyncio.run(main())
    assert runtime.stats()["subscriptions"] == 0


def test_events_of_other_threads_are_iterated_over(inline: enfold.Runtime) -> None:
    async def main() -> str:
        store = inline.open("Counter")
        store.send("factTapped")
        async for event in store.changes("/fact"):
            if event.value is not None:
                return str(event.value)
        raise AssertionError

    assert asyncio.run(asyncio.wait_for(main(), 10)) == "0 has no divisor from 2 to 9"


def test_tasks_are_awaited_together(runtime: enfold.Runtime) -> None:
    stores = [runtime.open("Counter", state={"count": count}) for count in range(20)]

    async def main() -> None:
        await asyncio.wait_for(asyncio.gather(*(wait(store) for store in stores)), 10)

    async def wait(store: enfold.Store) -> None:
        await store.task("factTapped")

    asyncio.run(main())
    assert all(store.get("/fact") for store in stores)


def test_awaiting_a_cancelled_task_raises(counter: enfold.Store) -> None:
    async def main() -> None:
        task = counter.task("factTapped")
        task.cancel()
        await task

    with pytest.raises(enfold.CancelledError):
        asyncio.run(main())


def test_giving_up_an_await_leaves_the_task_alone(counter: enfold.Store) -> None:
    async def main() -> None:
        task = counter.task("factTapped")
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(wait(task), 0.005)
        await task

    async def wait(task: enfold.Task) -> None:
        await task

    asyncio.run(main())
    assert counter.get("/fact") is not None


def test_an_exception_in_a_callback_reaches_the_loops_handler(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    problems: list[Any] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()
        told = asyncio.Event()

        def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            problems.append(context["exception"])
            told.set()

        loop.set_exception_handler(handle)
        runtime.attach()

        @counter.observe("/count", initial=False)
        def fail(event: enfold.Event) -> None:
            raise LookupError("mine")

        threading.Thread(target=counter.send, args=("increment",)).start()
        await asyncio.wait_for(told.wait(), 10)

    asyncio.run(main())
    assert [str(problem) for problem in problems] == ["mine"]


def test_a_runtime_moves_from_loop_to_loop(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    async def main() -> None:
        await counter.task("factTapped")

    for _ in range(3):
        asyncio.run(main())
    runtime.detach()
    runtime.detach()
    with pytest.raises(RuntimeError):
        runtime.attach()


def test_closing_detaches(runtime: enfold.Runtime) -> None:
    async def main() -> None:
        runtime.attach()
        descriptor = runtime.fd
        runtime.close()
        assert not asyncio.get_running_loop().remove_reader(descriptor)

    asyncio.run(main())


def begin(events: Any) -> tuple[asyncio.AbstractEventLoop, enfold.Event]:
    """Takes the first event in an event loop, which is closed with the iterator still alive."""
    loop = asyncio.new_event_loop()
    event: enfold.Event = loop.run_until_complete(events.__anext__())
    loop.close()
    return loop, event


def rest(events: Any) -> list[Any]:
    async def main() -> list[Any]:
        return [event.value async for event in events]

    return asyncio.run(asyncio.wait_for(main(), 10))


def test_a_closed_loop_ends_its_iterators_and_not_the_sends(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    known = _receivers.count()
    counts: list[int] = []
    values = counter.changes("/count")
    begin(values)
    counter.observe("/count", lambda event: counts.append(event.value))
    assert runtime.stats()["subscriptions"] == 2
    counter.send("increment")
    assert runtime.stats()["subscriptions"] == 1
    assert _receivers.count() == known + 1
    counter.send_batch(["increment", "increment"])
    assert runtime.pump() == 0
    assert counts == [0, 1, 2, 3]
    assert rest(values) == []


def test_a_closed_loop_ends_iterators_over_actions(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    actions = counter.actions()

    async def first() -> None:
        step = asyncio.ensure_future(actions.__anext__())
        await asyncio.sleep(0)
        counter.send("increment")
        assert (await step).action == {"increment": {}}

    loop = asyncio.new_event_loop()
    loop.run_until_complete(first())
    loop.close()
    counter.task("increment").wait(timeout=10)
    assert runtime.stats()["subscriptions"] == 0
    assert rest(actions) == []


def test_a_closed_loop_ends_iterators_in_the_middle_of_a_step(
    runtime: enfold.Runtime, counter: enfold.Store, caplog: pytest.LogCaptureFixture
) -> None:
    values = counter.changes("/count", initial=False)
    loop = asyncio.new_event_loop()
    step = asyncio.ensure_future(values.__anext__(), loop=loop)
    loop.run_until_complete(asyncio.sleep(0.001))
    assert runtime.stats()["subscriptions"] == 1
    loop.close()
    counter.send("increment")
    assert runtime.stats()["subscriptions"] == 0
    with caplog.at_level("CRITICAL", "asyncio"):  # a task that will never be done is an error
        del step, values
        gc.collect()


@pytest.mark.parametrize("what", ["store", "runtime"])
def test_closing_with_iterators_of_a_closed_loop(
    runtime: enfold.Runtime, counter: enfold.Store, what: str
) -> None:
    known = _receivers.count()
    values = counter.changes("/count")
    begin(values)
    if what == "store":
        counter.close()
        assert _receivers.count() == known
    runtime.close()
    assert rest(values) == []


def test_other_threads_send_past_a_closed_loop(inline: enfold.Runtime) -> None:
    store = inline.open("Counter")
    values = store.changes("/count")
    begin(values)
    problems: list[BaseException] = []

    def work() -> None:
        try:
            for _ in range(100):
                store.send("increment")
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    store.wait(timeout=10)
    assert problems == []
    assert store.get("/count") == 400
    assert inline.stats()["subscriptions"] == 0


def test_what_a_closed_loop_has_not_taken_is_not_kept(counter: enfold.Store) -> None:
    values = counter.changes("/count")
    begin(values)
    # No event has told the iterator yet that its loop was closed.
    assert rest(values) == []
    assert counter.runtime.stats()["subscriptions"] == 0


def test_an_iterator_stays_with_its_loop(counter: enfold.Store) -> None:
    values = counter.changes("/count")
    loop = asyncio.new_event_loop()
    loop.run_until_complete(values.__anext__())
    with pytest.raises(RuntimeError, match="another event loop"):
        rest(values)
    counter.send("increment")
    assert loop.run_until_complete(values.__anext__()).value == 1
    loop.close()
    assert rest(values) == []
    assert counter.runtime.stats()["subscriptions"] == 0


class LoopThatCloses(asyncio.SelectorEventLoop):
    """Is closed by somebody else while it is asked to forget a descriptor."""

    def remove_reader(self, fd: Any) -> bool:
        self.close()
        raise RuntimeError("Event loop is closed")


class LoopThatFails(asyncio.SelectorEventLoop):
    def remove_reader(self, fd: Any) -> bool:
        raise OSError("no")


def test_a_runtime_is_closed_whatever_its_loop_does(counter: enfold.Store) -> None:
    loop = LoopThatCloses()
    counter.runtime.attach(loop)
    counter.runtime.detach()
    with enfold.Runtime() as other:
        failing = LoopThatFails()
        other.attach(failing)
        with pytest.raises(OSError, match="no"):
            other.close()
        assert other.is_closed
        with pytest.raises(enfold.ClosedError):
            other.stats()
        failing.close()


def test_a_runtime_leaves_a_closed_loop(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    loop = asyncio.new_event_loop()
    runtime.attach(loop)
    loop.close()
    counter.send("increment")
    threading.Thread(target=counter.send, args=("increment",)).start()
    runtime.wait(timeout=10)
    asyncio.run(asyncio.wait_for(_finish(counter.task("factTapped")), 10))
    runtime.close()


async def _finish(task: enfold.Task) -> None:
    await task


def test_a_task_is_awaited_without_asking(
    counter: enfold.Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[None] = []
    library = counter.runtime._library
    status = library.task_status

    def counted(*arguments: Any) -> int:
        asked.append(None)
        return status(*arguments)

    async def main() -> None:
        task = counter.task("factTapped")
        monkeypatch.setattr(library, "task_status", counted)
        monkeypatch.setattr(library, "task_wait", None)
        monkeypatch.setattr(asyncio, "sleep", None)
        await asyncio.wait_for(_finish(task), 10)

    asyncio.run(main())
    assert counter.get("/fact") is not None
    assert len(asked) == 2  # before and after


def test_several_await_one_task(inline: enfold.Runtime, runtime: enfold.Runtime) -> None:
    async def main(store: enfold.Store) -> None:
        task = store.task("factTapped")
        await asyncio.wait_for(asyncio.gather(task, task.finish(), _finish(task)), 10)
        await task

    for each in (inline, runtime):
        known = _receivers.count()
        asyncio.run(main(each.open("Counter")))
        assert _receivers.count() == known


@pytest.mark.parametrize("cancel", [False, True])
def test_giving_up_a_wait_cancels_the_task_if_asked(counter: enfold.Store, cancel: bool) -> None:
    async def main() -> None:
        task = counter.task("factTapped")
        waiting = asyncio.ensure_future(task.finish(cancel=cancel))
        await asyncio.sleep(0)  # it waits now
        was_over = task.done()
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        with contextlib.suppress(enfold.CancelledError):
            await asyncio.wait_for(_finish(task), 10)
        assert task.status == ("cancelled" if cancel and not was_over else "finished")

    asyncio.run(main())


def test_closing_wakes_who_awaits(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    async def main() -> None:
        stores = counter, runtime.open("Counter")
        waits = [asyncio.ensure_future(_finish(store.task("factTapped"))) for store in stores]
        await asyncio.sleep(0)
        stores[0].close()
        with pytest.raises(enfold.CancelledError):
            await asyncio.wait_for(waits[0], 10)
        runtime.close()
        with pytest.raises(enfold.ClosedError):
            await asyncio.wait_for(waits[1], 10)

    asyncio.run(main())
