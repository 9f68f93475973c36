"""Traces that are logged: the lines, slow handlers and handlers that raise, and the end."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import enfold
from enfold.trace_log import line_of

from .asker import LONG
from .conftest import Script

NAME = "enfold.trace"


class Heard(logging.Handler):
    """Keeps the records, and does something with each before."""

    def __init__(self, before: Callable[[logging.LogRecord], object] = lambda record: None) -> None:
        super().__init__()
        self.records: list[logging.LogRecord] = []
        self.before = before

    def emit(self, record: logging.LogRecord) -> None:
        self.before(record)
        self.records.append(record)

    def wait_for(self, count: int) -> list[str]:
        """The first messages."""
        end = time.monotonic() + LONG
        while len(self.records) < count:
            assert time.monotonic() < end, "they never came"
            time.sleep(0.001)
        return [record.getMessage() for record in self.records]


@pytest.fixture
def heard() -> Iterator[Heard]:
    """A handler of the logger, which passes every level on to it alone."""
    handler = Heard()
    logger = logging.getLogger(NAME)
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    yield handler
    logger.removeHandler(handler)
    logger.setLevel(logging.NOTSET)
    logger.propagate = True


def threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "enfold trace"]


def await_end() -> None:
    """Waits until the threads that log have ended."""
    for thread in threads():
        thread.join(LONG)
    assert threads() == []


def test_each_entry_is_a_record(counter: enfold.Store, heard: Heard) -> None:
    log = counter.runtime.log_trace()
    counter.tagged("ada").task("factTapped").wait(LONG)
    lines = heard.wait_for(4)
    log.close()
    await_end()
    place = r"CounterFeature/Counter\.swift:\d+"
    for line, expected in zip(
        lines,
        (
            r"Counter#1 action factTapped revision 1 \d+\.\d{3} ms tag ada",
            rf"Counter#1 effect began factTapped revision 1 at {place} because of .* 1 tag ada",
            r"Counter#1 action factLoaded revision 2 \d+\.\d{3} ms because of revision 1 tag ada",
            rf"Counter#1 effect ended factTapped revision 2 finished at {place} .* tag ada",
        ),
    ):
        assert re.fullmatch(expected, line), line
    record: Any = heard.records[0]
    assert (record.name, record.levelname) == (NAME, "DEBUG")
    assert record.enfold["action"] == {"factTapped": {}} and record.enfold["seq"] == 1


def test_a_mark_is_a_record(counter: enfold.Store, heard: Heard) -> None:
    with counter.runtime.log_trace():
        counter.runtime.mark("she waits")
        assert heard.wait_for(1) == ["mark: she waits"]
    await_end()
    record: Any = heard.records[0]
    assert (record.enfold["kind"], record.enfold["text"]) == ("mark", "she waits")


def test_lines() -> None:
    entry = {"name": "Todos#1", "kind": "action", "revision": 3, "action": {"add": {"title": "x"}}}
    times = {"waited": 9_000_000, "reduced": 10_000, "encoded": 1_500, "told": 500}
    assert line_of({**entry, **times}) == "Todos#1 action add revision 3 0.012 ms"
    assert line_of({**entry, "action": "clear"}) == "Todos#1 action clear revision 3"
    assert line_of({**entry, "action": {"a": 1, "b": 2}, "row": "7"}) == (
        'Todos#1 action {"a":1,"b":2} revision 3 row 7'
    )
    assert line_of({**entry, "action": list(range(100))}).startswith("Todos#1 action [0,1,2")
    assert "… revision" in line_of({**entry, "action": list(range(100))})
    assert line_of({"name": "a", "kind": "held", "revision": 0}) == "a held revision 0"
    assert line_of({"kind": "dropped", "count": 5}) == "dropped entries: 5"
    assert line_of({"seq": 1, "time": 1.5, "kind": "mark", "text": "é\n"}) == "mark: é\\n"


def test_lines_of_stores_requests_and_dependencies() -> None:
    entry = {"store": 7, "name": "Todos#1", "revision": 3}
    cause = {"cause": {"store": 7, "revision": 3}, "tag": "ada"}
    opened = {**entry, "kind": "opened", "revision": 0, "feature": "Todos"}
    assert line_of(opened) == "Todos#1 opened Todos revision 0"
    assert line_of({**entry, "kind": "closed"}) == "Todos#1 closed revision 3"
    request = {**entry, **cause, "request": "numberFact", "id": 12}
    assert line_of({**request, "kind": "request", "payload": {"secret": 1}}) == (
        "Todos#1 request numberFact revision 3 because of revision 3 tag ada"
    )
    answer = {**request, "kind": "answer"}
    assert line_of({**answer, "outcome": "finished", "value": 1}) == (
        "Todos#1 answer numberFact finished revision 3 because of revision 3 tag ada"
    )
    assert " answer numberFact failed " in line_of({**answer, "outcome": "failed"})
    assert " answer numberFact element " in line_of({**answer, "value": 1})
    given = {**entry, "kind": "dependency", "dependency": "date", "value": "2026-11-27T10:00:00Z"}
    assert line_of(given) == "Todos#1 dependency date 2026-11-27T10:00:00Z revision 3"
    shared = {**entry, "kind": "shared", "tag": "bob"}
    assert line_of({**shared, "cause": {"store": 9, "revision": 2}}) == (
        "Todos#1 shared revision 3 because of revision 2 of store 9 tag bob"
    )
    assert line_of({**shared, "cause": {"revision": 2}}) == (
        "Todos#1 shared revision 3 because of revision 2 of store unknown tag bob"
    )


def test_a_line_is_one_line() -> None:
    entry = {"name": "a\nb", "kind": "action", "revision": 3, "action": {"e\x1b[2J\x9b": 1}}
    assert line_of({**entry, "row": "7\x7f", "tag": "ada\r\nTodos#1 action x\u2028"}) == (
        r"a\nb action e\u001b[2J\u009b revision 3 row 7\u007f tag ada\r\nTodos#1 action x\u2028"
    )
    assert line_of({**entry, "name": "é\t"}).startswith("é\\t action")


def test_the_logger_and_the_level_are_chosen(counter: enfold.Store, heard: Heard) -> None:
    other = logging.getLogger("tests.trace")
    other.propagate = False
    mine = Heard()
    other.addHandler(mine)
    other.setLevel(logging.INFO)
    begin = counter.runtime.log_trace
    # That logger drops what comes under the level of the third one.
    with begin(other, logging.INFO) as log, begin(), begin("tests.trace", logging.DEBUG):
        assert repr(log) == "<enfold.TraceLog to 'tests.trace'>"
        assert (log.logger, log.level) == (other, logging.INFO)
        counter.send("increment")
        heard.wait_for(1)
        mine.wait_for(1)
    await_end()
    assert repr(log) == "<enfold.TraceLog to 'tests.trace' (over)>"
    assert [record.levelname for record in mine.records] == ["INFO"]
    assert len(heard.records) == 1


def test_wrong_arguments_are_refused(runtime: enfold.Runtime) -> None:
    for logger in (None, 5, logging):
        with pytest.raises(TypeError, match="a logger is"):
            runtime.log_trace(logger)  # type: ignore[arg-type]
    for level in ("DEBUG", None, True):
        with pytest.raises(TypeError, match="a level is"):
            runtime.log_trace(level=level)  # type: ignore[arg-type]
    assert threads() == []


def test_a_handler_that_blocks_holds_up_nobody(runtime: enfold.Runtime, heard: Heard) -> None:
    goes_on = threading.Event()
    heard.before = lambda record: goes_on.wait(LONG)
    store = runtime.open("Counter")
    runtime.log_trace(limit=3000)
    with runtime.trace() as trace:
        for _ in range(500):
            store.send("increment")
        # Another reader is told everything meanwhile.
        assert [trace.get(LONG) is not None for _ in range(500)] == [True] * 500
        assert heard.records == []
    runtime.close()
    goes_on.set()
    await_end()
    entries: list[Any] = [vars(record)["enfold"] for record in heard.records]
    dropped = sum(entry.get("count", 0) for entry in entries)
    told = [entry["revision"] for entry in entries if entry["kind"] == "action"]
    assert dropped > 0 and dropped + len(told) == 500 and told[-1] == 500
    assert any(re.fullmatch(r"dropped entries: \d+", each.getMessage()) for each in heard.records)


def test_a_handler_that_raises_misses_nothing_else(
    counter: enfold.Store, heard: Heard, monkeypatch: pytest.MonkeyPatch
) -> None:
    raised: list[Any] = []
    monkeypatch.setattr(threading, "excepthook", raised.append)

    def fail(record: logging.LogRecord) -> None:
        if "increment" in record.getMessage():
            raise LookupError("no")

    heard.before = fail
    with counter.runtime.log_trace():
        counter.send("increment")
        counter.send("decrement")
        counter.send("increment")
        counter.send("decrement")
        lines = heard.wait_for(2)
    await_end()
    assert all(" decrement " in line for line in lines)
    assert [(each.exc_type, each.thread.name) for each in raised] == [
        (LookupError, "enfold trace")
    ] * 2


def test_what_is_here_is_logged_when_it_is_closed(counter: enfold.Store, heard: Heard) -> None:
    goes_on = threading.Event()
    heard.before = lambda record: goes_on.wait(LONG)
    log = counter.runtime.log_trace()
    with counter.runtime.trace() as trace:
        counter.send_batch(["increment"] * 50)
        while (trace.get(LONG) or {}).get("revision") != 50:
            pass
    # The other reader was told in the same round, or is in the next.
    end = time.monotonic() + LONG
    while len(log._reader.entries._waiting) < 49:
        assert time.monotonic() < end
        time.sleep(0.001)
    log.close()
    log.close()
    counter.send("increment")
    goes_on.set()
    await_end()
    assert [vars(record)["enfold"]["revision"] for record in heard.records] == list(range(1, 51))


def test_the_runtime_is_closed_first(runtime: enfold.Runtime, heard: Heard) -> None:
    log = runtime.log_trace()
    runtime.open("Counter").send_batch(["increment"] * 50)
    runtime.close()
    await_end()
    lines = [record.getMessage() for record in heard.records]
    assert (len(lines), lines[0]) == (52, "Counter#1 opened Counter revision 0")
    assert lines[-1] == "Counter#1 closed revision 50"
    assert all(line.startswith("Counter#1 action increment ") for line in lines[1:-1])
    log.close()


def test_a_runtime_that_is_dropped_ends_it(heard: Heard) -> None:
    def leave() -> None:
        runtime = enfold.Runtime()
        runtime.log_trace()
        assert len(threads()) == 1
        with pytest.warns(ResourceWarning, match=r"unclosed enfold\.Runtime"):
            del runtime

    leave()
    await_end()


def test_a_thread_cannot_be_started(
    runtime: enfold.Runtime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(self: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with pytest.raises(RuntimeError, match="can't start"):
        runtime.log_trace()
    monkeypatch.undo()
    end = time.monotonic() + LONG
    while any(type(each).__name__ == "TraceReader" for each in list(runtime._receivers.values())):
        assert time.monotonic() < end
        time.sleep(0.001)


def test_the_program_ends(script: Script) -> None:
    done = script(
        """
        import logging, sys
        logging.basicConfig(stream=sys.stdout, level=logging.DEBUG, format="%(message)s")
        runtime = enfold.Runtime()
        runtime.load(COUNTER)
        runtime.log_trace()
        store = runtime.open("Counter")
        store.send_batch(["increment"] * 3)
        """,
        "-X",
        "dev",
    )
    assert (done.stderr, done.returncode) == ("", 0)
    lines = [line.rpartition(" revision ")[0] for line in done.stdout.splitlines()]
    assert lines[:4] == ["Counter#1 opened Counter", *["Counter#1 action increment"] * 3]
    assert lines[4:] in ([], ["Counter#1 closed"])


def test_the_program_ends_while_a_handler_blocks(script: Script) -> None:
    start = time.monotonic()
    done = script(
        """
        import logging, threading

        class Blocks(logging.Handler):
            def handle(self, record):
                print("blocks", flush=True)
                threading.Event().wait()

        logger = logging.getLogger("enfold.trace")
        logger.addHandler(Blocks())
        logger.setLevel(logging.DEBUG)
        runtime = enfold.Runtime()
        runtime.load(COUNTER)
        runtime.log_trace()
        runtime.open("Counter").send("increment")
        """
    )
    assert (done.stdout, done.stderr, done.returncode) == ("blocks\n", "", 0)
    assert time.monotonic() - start < LONG
