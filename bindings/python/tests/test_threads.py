"""Several threads at one runtime."""

from __future__ import annotations

import selectors
import threading

import enfold

from .conftest import Script

THREADS = 4
SENDS = 500


def send_many(store: enfold.Store) -> list[threading.Thread]:
    def work() -> None:
        for _ in range(SENDS):
            store.send(b'"increment"')

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    return threads


def test_threads_send_while_the_main_thread_pumps(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    values: list[int] = []
    callers: set[int] = set()

    def observe(event: enfold.Event) -> None:
        values.append(event.value)
        callers.add(threading.get_ident())

    counter.observe("/count", observe, initial=False)
    with selectors.DefaultSelector() as selector:
        selector.register(runtime, selectors.EVENT_READ)
        threads = send_many(counter)
        while len(values) < THREADS * SENDS:
            assert selector.select(timeout=10)
            runtime.pump()
    for thread in threads:
        thread.join()
    assert values == list(range(1, THREADS * SENDS + 1))
    assert callers == {threading.get_ident()}


def test_threads_send_while_the_main_thread_waits_and_sends(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    threads = send_many(counter)
    for _ in range(SENDS):
        counter.send("increment")
    for thread in threads:
        thread.join()
    runtime.wait(timeout=10)
    assert counter.get("/count") == (THREADS + 1) * SENDS


def test_a_thread_waits_for_what_another_pumps(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    facts: list[str] = []

    def work() -> None:
        counter.task("factTapped").wait(timeout=10)
        facts.append(counter.get("/fact"))

    thread = threading.Thread(target=work)
    thread.start()
    while thread.is_alive():
        runtime.pump()
        thread.join(0.001)
    assert facts == ["0 has no divisor from 2 to 9"]


def test_inline_threads_reduce_themselves(inline: enfold.Runtime) -> None:
    store = inline.open("Counter")
    values: list[int] = []
    store.observe("/count", lambda event: values.append(event.value), initial=False)
    for thread in send_many(store):
        thread.join()
    inline.wait(timeout=10)
    assert values == list(range(1, THREADS * SENDS + 1))


def test_inline_effects_call_observers_on_threads_of_the_library(inline: enfold.Runtime) -> None:
    store = inline.open("Counter")
    callers: list[int] = []
    arrived = threading.Event()

    def observe(event: enfold.Event) -> None:
        callers.append(threading.get_ident())
        arrived.set()

    store.observe("/fact", observe, initial=False)
    store.send("factTapped")
    assert arrived.wait(timeout=10)
    assert callers != [threading.get_ident()]


def test_subscribing_and_closing_while_others_send(runtime: enfold.Runtime) -> None:
    def work(store: enfold.Store) -> None:
        try:
            for _ in range(1000):
                store.send(b'"increment"')
        except enfold.ClosedError:
            pass

    for _ in range(5):
        store = runtime.open("Counter")
        threads = [threading.Thread(target=work, args=(store,)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for _ in range(3):
            with store.observe("/count", lambda event: None):
                runtime.pump(max_actions=100)
        store.close()
        for thread in threads:
            thread.join()
    assert runtime.stats()["subscriptions"] == 0


def test_what_a_call_writes_into_outlives_its_thread(script: Script) -> None:
    """The interpreter forgets daemon threads at its end. One may be inside a call that fails."""
    done = script(
        """
        import threading
        from enfold._ffi import ErrorReport, report

        addresses = []
        for _ in range(5):
            thread = threading.Thread(target=lambda: addresses.append(report.address))
            thread.start()
            thread.join()
        print(len(set(addresses)), ErrorReport.from_address(addresses[0]).struct_size)
        """,
        PYTHONMALLOC="malloc_debug",  # overwrites what is freed
    )
    assert (done.stdout, done.stderr) == ("1 512\n", "")
