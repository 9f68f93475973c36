"""Runtimes: plugins, the loop, diagnostics, closing."""

from __future__ import annotations

import os
import re
import select
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

import enfold

from .conftest import BEHAVIOURS, COUNTER, PANEL, ROOT, TODOS, Script


def test_a_plugin_introduces_itself(runtime: enfold.Runtime) -> None:
    plugin = runtime.load(str(TODOS))
    assert plugin.id == "org.enfold.todos"
    assert plugin.version == "1.0.0"
    assert plugin.features == ("Todos",)


def test_features_come_with_schemas(runtime: enfold.Runtime) -> None:
    features = {feature["name"]: feature for feature in runtime.features()}
    assert set(features) == {"Counter", "Todos"}
    assert "$schema" in features["Counter"]["state"]
    assert "$schema" in features["Counter"]["action"]


def test_what_is_no_plugin_is_refused(runtime: enfold.Runtime, tmp_path: Any) -> None:
    with pytest.raises(enfold.NotFoundError):
        runtime.load(tmp_path / "none.so")
    (tmp_path / "text.so").write_text("no plugin")
    with pytest.raises(enfold.PluginError):
        runtime.load(tmp_path / "text.so")
    with pytest.raises(enfold.InvalidError):
        runtime.load("a\0b")


def test_a_plugin_that_is_not_there_is_told_with_its_folder(
    runtime: enfold.Runtime, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(enfold.NotFoundError) as caught:
        runtime.load("build/none.so")
    assert f'no file "build/none.so" below {tmp_path}' in caught.value.message
    with pytest.raises(enfold.NotFoundError) as caught:
        runtime.load("/build/none.so")
    assert caught.value.message.endswith('no file "/build/none.so"')


def test_the_numbers_are_described() -> None:
    header = (ROOT / "include" / "enfold.h").read_text(encoding="utf-8")
    described = header.partition("enfold_clock_advance(")[2].partition("enfold_runtime_stats(")[0]
    with enfold.Runtime(clock="manual") as runtime:
        names = set(runtime.stats())
    docstring = enfold.Runtime.stats.__doc__ or ""
    for name in names:
        assert re.search(rf"\b{name}\b", docstring), name
    for name in names - {"loop"}:
        assert f'"{name}"' in described, name


def test_actions_that_wait_and_effects_that_run_are_pending() -> None:
    with enfold.Runtime(clock="manual") as runtime:
        assert (runtime.stats()["plugins"], runtime.stats()["pending"]) == (0, 0)
        runtime.load(COUNTER)
        runtime.load(COUNTER)
        runtime.load(TODOS)
        runtime.feature("Python", lambda state, action: None, state={})
        assert runtime.stats()["plugins"] == 2
        runtime.load(BEHAVIOURS)
        assert runtime.stats()["plugins"] == 3
        store, counter = runtime.open("Responses"), runtime.open("Counter")
        tasks = [store.task("never") for _ in range(2)]
        assert runtime.stats()["pending"] == 2
        sender = threading.Thread(target=counter.send, args=("increment",))
        sender.start()
        sender.join()
        assert runtime.stats()["pending"] == 3
        runtime.pump()
        assert runtime.stats()["pending"] == 2
        for task in tasks:
            task.cancel()
        runtime.wait(30)
        assert runtime.stats()["pending"] == 0
        runtime.wait(0)


def test_options_are_checked() -> None:
    with pytest.raises(enfold.InvalidError) as caught:
        enfold.Runtime(loop="sometimes")  # type: ignore[arg-type]
    assert "sometimes" in str(caught.value)
    with pytest.raises(enfold.InvalidError):
        enfold.Runtime(limits={"width": 3})
    with pytest.raises(TypeError):
        enfold.Runtime(width=3)  # type: ignore[call-arg]


def test_limits_hold() -> None:
    with enfold.Runtime(limits={"bytes": 32}, environment="test") as runtime:
        runtime.load(COUNTER)
        store = runtime.open("Counter")
        store.send(b'{"setCount":1}')
        with pytest.raises(enfold.LimitError):
            store.send(b'{"setCount":1' + b" " * 32 + b"}")


def test_two_runtimes_know_nothing_of_each_other() -> None:
    with enfold.Runtime() as one, enfold.Runtime() as other:
        one.load(COUNTER)
        one.open("Counter")
        with pytest.raises(enfold.NotFoundError):
            other.open("Counter")
        assert (one.stats()["stores"], other.stats()["stores"]) == (1, 0)


def test_the_descriptor_is_readable_exactly_while_there_is_work(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    def readable() -> bool:
        return bool(select.select([runtime], [], [], 0)[0])

    assert not readable()
    sender = threading.Thread(target=counter.send_batch, args=(["increment"] * 3,))
    sender.start()
    sender.join()
    assert counter.get("/count") == 0
    assert readable()
    assert runtime.pump(max_actions=2) == 2
    assert readable()
    assert runtime.pump() == 1
    assert not readable()
    assert counter.get("/count") == 3


def test_an_inline_runtime_has_no_descriptor(inline: enfold.Runtime) -> None:
    with pytest.raises(enfold.UnsupportedError):
        inline.fileno()
    assert inline.pump() == 0


def test_waiting_pumps_until_all_is_done(runtime: enfold.Runtime) -> None:
    stores = [runtime.open("Counter", state={"count": count}) for count in (4, 9)]
    for store in stores:
        store.send("factTapped")
    runtime.wait(timeout=10)
    assert [store.get("/fact") for store in stores] == [
        "4 is divisible by 2, 4",
        "9 is divisible by 3, 9",
    ]


def test_waiting_ends_with_a_timeout(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    counter.send("factTapped")
    for wait in (runtime.wait, counter.wait):
        with pytest.raises(enfold.TimeoutError):
            wait(timeout=0)
    with pytest.raises(TimeoutError):
        runtime.wait(timeout=0.001)
    runtime.wait(timeout=10)


def drop_an_action(store: enfold.Store) -> None:
    """Lets an effect send to a queue that is full, which nobody but the log can be told."""
    while not fill_before_the_effect(store):
        pass


def fill_before_the_effect(store: enfold.Store) -> bool:
    """Begins an effect and fills the queue. False if the effect was faster: nothing is dropped."""
    refused: list[enfold.LimitError] = []

    def fill() -> None:
        try:
            store.send("increment")
        except enfold.LimitError as error:
            refused.append(error)

    store.send("factTapped")
    sender = threading.Thread(target=fill)
    sender.start()
    sender.join()
    end = time.monotonic() + 10
    while store.runtime.stats()["pending"] > 1 and time.monotonic() < end:
        time.sleep(0.001)
    store.runtime.pump()
    return not refused


@pytest.fixture
def narrow() -> Iterator[enfold.Store]:
    """A store whose queue holds one action."""
    with enfold.Runtime(limits={"queue": 1}) as runtime:
        runtime.load(COUNTER)
        yield runtime.open("Counter")


def test_diagnostics_go_to_a_function(narrow: enfold.Store) -> None:
    records: list[tuple[str, dict[str, Any]]] = []
    narrow.runtime.log("error", lambda level, record: records.append((level, record)))
    drop_an_action(narrow)
    ((level, record),) = records
    assert level == "error"
    assert record["action"] == "factLoaded(_:)"
    assert "limit" in record["message"]
    narrow.runtime.log(None)
    drop_an_action(narrow)
    assert len(records) == 1
    with pytest.raises(enfold.InvalidError):
        narrow.runtime.log("loud")  # type: ignore[arg-type]


def test_diagnostics_go_to_logging(narrow: enfold.Store, caplog: pytest.LogCaptureFixture) -> None:
    drop_an_action(narrow)
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("enfold", "ERROR")
    assert record.getMessage().startswith("action factLoaded(_:): dropped: ")
    assert "limit" in record.getMessage()
    assert vars(record)["enfold"]["action"] == "factLoaded(_:)"


def test_an_effect_that_fails_is_logged(
    panel: enfold.Store, caplog: pytest.LogCaptureFixture
) -> None:
    panel.send("fail", message="no paper")
    panel.wait(timeout=10)
    panel.runtime.pump()
    (record,) = caplog.records
    assert record.levelname == "ERROR"
    assert re.fullmatch(
        r"action fail\(message:\): effect Panel/Panel\.swift:\d+: failed: no paper",
        record.getMessage(),
    )
    # Of which store it is, and when it was noticed.
    attributes = vars(record)
    assert f"{attributes['store']:#x}" in repr(panel)
    assert attributes["feature"] == "Panel"
    assert abs(attributes["time"] - record.created) < 600
    assert attributes["row"] is None
    panel.runtime.log(None)
    panel.send("fail", message="no ink")
    panel.wait(timeout=10)
    panel.runtime.pump()
    assert len(caplog.records) == 1


def test_a_program_that_sets_nothing_up_sees_errors(script: Script) -> None:
    done = script(
        f"""
        for loop in ("host", "inline"):
            with enfold.Runtime(loop=loop) as runtime:
                runtime.load({str(PANEL)!r})
                store = runtime.open("Panel")
                try:
                    store.send("nonsense")
                except enfold.ActionError:
                    pass
                try:
                    store.task("fail", message=f"no {{loop}}").wait(10)
                except enfold.FailedError as error:
                    print(error.message)
        """
    )
    assert done.returncode == 0
    assert re.findall("no .*", done.stdout) == ["no host", "no inline"]
    lines = done.stderr.splitlines()
    assert [line.partition("failed: ")[2] for line in lines] == ["no host", "no inline"]


def test_levels_are_those_of_logging(
    counter: enfold.Store, caplog: pytest.LogCaptureFixture
) -> None:
    counter.runtime.log("warning")
    with pytest.raises(enfold.ActionError):
        counter.send("nonsense")
    counter.runtime.pump()
    (record,) = caplog.records
    assert (record.name, record.levelname) == ("enfold", "WARNING")
    assert "nonsense" in record.getMessage()


def test_a_receiver_of_diagnostics_raises_into_the_pump(narrow: enfold.Store) -> None:
    def refuse(level: str, record: object) -> None:
        raise LookupError("not today")

    narrow.runtime.log("error", refuse)
    with pytest.raises(LookupError, match="not today"):
        drop_an_action(narrow)


def test_a_closed_runtime_says_so(runtime: enfold.Runtime, counter: enfold.Store) -> None:
    assert not runtime.is_closed
    runtime.close()
    runtime.close()
    assert runtime.is_closed
    assert counter.is_closed
    assert "closed" in repr(runtime)
    for call in (
        lambda: runtime.open("Counter"),
        lambda: runtime.load(COUNTER),
        runtime.pump,
        runtime.wait,
        runtime.stats,
        runtime.features,
        lambda: runtime.fd,
        lambda: runtime.log("error", print),
        lambda: counter.send("increment"),
        lambda: counter.state,
    ):
        with pytest.raises(enfold.ClosedError):
            call()
    counter.close()


def test_the_loop_moves_to_the_thread_that_pumps(
    runtime: enfold.Runtime, counter: enfold.Store
) -> None:
    threads: list[int] = []
    counter.observe("/count", lambda event: threads.append(threading.get_ident()), initial=False)

    def drive() -> None:
        runtime.pump()
        counter.send("increment")

    driver = threading.Thread(target=drive)
    driver.start()
    driver.join()
    assert threads and threads[0] != threading.get_ident()
    counter.send("increment")
    assert counter.get("/count") == 1
    runtime.pump()
    assert counter.get("/count") == 2
    assert threads[1] == threading.get_ident()


def test_the_version_is_the_librarys() -> None:
    assert enfold.version() == enfold.__version__
    assert os.path.exists(enfold._loader.library().path)
