"""Shared values: what stores, plugins and this program share. See Tests/Plugins/Sessions.swift."""

from __future__ import annotations

import asyncio
import gc
import math
import os
import threading
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

import pytest

import enfold
from enfold import _receivers
from enfold.shared import SharedValues

from .conftest import SESSIONS_A, SESSIONS_B, Script, open_test_feature

VISITOR_A = "org.enfold.tests.sessions/Visitor"
VISITOR_B = "org.enfold.tests.sessions.b/Visitor"
FRESH = {"name": "", "visits": 0}
FRESH_TEXT = '{"name":"","visits":0}'

Loop = Literal["host", "inline"]


class Visitors:
    """A runtime with a store of each plugin."""

    def __init__(self, loop: Loop) -> None:
        self.runtime = enfold.Runtime(loop=loop)
        self.a = open_test_feature(self.runtime, SESSIONS_A, VISITOR_A)
        self.b = open_test_feature(self.runtime, SESSIONS_B, VISITOR_B)
        self.session = self.runtime.shared["session"]

    def states(self, pointer: str) -> list[Any]:
        """What both stores see when nothing waits any more."""
        self.runtime.wait(timeout=10)
        return [self.a.get(pointer), self.b.get(pointer)]


@pytest.fixture(params=["host", "inline"])
def visitors(request: pytest.FixtureRequest) -> Iterator[Visitors]:
    made = Visitors(request.param)
    with made.runtime:
        yield made


@pytest.fixture
def session(visitors: Visitors) -> enfold.SharedValue:
    return visitors.session


def visit(session: dict[str, Any]) -> dict[str, Any]:
    return {**session, "visits": session["visits"] + 1}


# Reading and setting


def test_a_value_is_read(visitors: Visitors, session: enfold.SharedValue) -> None:
    assert session.value == FRESH
    assert session.raw() == FRESH_TEXT.encode()
    assert (session["name"], session["visits"]) == ("", 0)
    assert (session.key, session.runtime) == ("session", visitors.runtime)


def test_the_host_sees_what_stores_write(visitors: Visitors, session: enfold.SharedValue) -> None:
    visitors.a.send("rename", "Ada")
    visitors.b.send("visit")
    assert session.value == {"name": "Ada", "visits": 1}
    assert visitors.runtime.shared[f"{VISITOR_A}.State.own"].value == 0


def test_stores_of_two_plugins_see_what_the_host_writes(visitors: Visitors) -> None:
    shared = visitors.runtime.shared
    shared["session"] = {"name": "Ada", "visits": 3}
    assert visitors.states("/session") == [{"name": "Ada", "visits": 3}] * 2
    shared["session"].value = {"name": "Grace", "visits": 4}
    assert visitors.states("/session/name") == ["Grace"] * 2
    shared["theme"] = "dark"
    assert visitors.states("/theme") == ["dark"] * 2
    shared["session"] = b' { "name" : "a b", "visits" : 5 } '
    assert visitors.states("/session") == [{"name": "a b", "visits": 5}] * 2
    assert shared["session"].raw() == b'{"name":"a b","visits":5}'


def test_a_write_is_a_commit_without_an_action(visitors: Visitors) -> None:
    actions: list[Any] = []
    visitors.a.observe_actions(lambda event: actions.append(event.action))
    visitors.session["visits"] = 1
    visitors.session["visits"] = 1
    visitors.runtime.wait(timeout=10)
    assert (visitors.a.revision, actions) == (1, [])


def test_what_is_read_is_a_copy(visitors: Visitors, session: enfold.SharedValue) -> None:
    value = session.value
    value["name"] = "x"
    assert session.value == FRESH
    assert visitors.states("/session") == [FRESH] * 2


def test_runtimes_share_nothing(visitors: Visitors) -> None:
    other = Visitors("host")
    with other.runtime:
        other.session["name"] = "other"
        assert visitors.session["name"] == ""
        assert other.session != visitors.session


def test_an_observer_reads_and_writes(visitors: Visitors, session: enfold.SharedValue) -> None:
    def greet(event: enfold.Event) -> None:
        assert session["name"] == event.value
        visitors.runtime.shared["theme"] = f"for {event.value}"

    visitors.a.observe("/session/name", greet)
    visitors.a.send("rename", "Ada")
    assert visitors.states("/theme") == ["for Ada"] * 2


# Parts


def test_a_part_is_changed(visitors: Visitors, session: enfold.SharedValue) -> None:
    session["name"] = "Ada"
    session["visits"] += 2
    assert session.value == {"name": "Ada", "visits": 2}
    assert visitors.states("/session") == [{"name": "Ada", "visits": 2}] * 2


def test_a_part_that_is_not_there_is_told(session: enfold.SharedValue) -> None:
    with pytest.raises(KeyError, match="colour"):
        session["colour"]
    with pytest.raises(KeyError):
        session[0]
    with pytest.raises(TypeError, match="a key of an object is a str, not int"):
        session[0] = "x"
    with pytest.raises(enfold.StateError, match="visits"):
        session["visits"] = "many"
    assert session.value == FRESH


def test_a_number_has_no_parts(visitors: Visitors) -> None:
    beat = visitors.runtime.shared["beat"]
    with pytest.raises(TypeError):
        beat[0]
    with pytest.raises(TypeError):
        beat["x"] = 1
    assert beat.value == 0


def test_neither_values_nor_keys_are_iterated_over(visitors: Visitors) -> None:
    wrong: Any
    for wrong in (visitors.runtime.shared, visitors.session):
        with pytest.raises(TypeError):
            iter(wrong)
        with pytest.raises(TypeError):
            len(wrong)
    wrong = visitors.session
    with pytest.raises(TypeError):
        "name" in wrong  # noqa: B015


# Changing


def test_an_update_sets_what_its_function_returns(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    assert session.update(visit) == {"name": "", "visits": 1}
    visitors.a.send("visit")
    assert session.update(visit) == {"name": "", "visits": 3}
    assert session.update(lambda value: b'{"name":"ready","visits":0}') is not None
    assert visitors.states("/session/name") == ["ready"] * 2


def test_an_update_changes_the_copy_that_it_gets(session: enfold.SharedValue) -> None:
    def change(value: dict[str, Any]) -> dict[str, Any]:
        value["name"] = "Ada"
        return value

    assert session.update(change) == session.value == {"name": "Ada", "visits": 0}


def test_an_update_that_forgets_to_return_is_told(session: enfold.SharedValue) -> None:
    def forget(value: dict[str, Any]) -> None:
        value["name"] = "Ada"

    with pytest.raises(TypeError, match="it must return the new value"):
        session.update(forget)
    assert session.value == FRESH


def test_none_is_null(session: enfold.SharedValue) -> None:
    # That it is no session is what the plugin says.
    with pytest.raises(enfold.StateError, match="null"):
        session.update(lambda value: None)
    with pytest.raises(enfold.StateError, match="null"):
        session.value = None
    assert session.value == FRESH


def test_an_update_begins_again_if_somebody_else_wrote(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    seen: list[int] = []

    def change(value: dict[str, Any]) -> dict[str, Any]:
        seen.append(value["visits"])
        if len(seen) < 4:
            visitors.a.send("visit")
        value["visits"] += 10
        return value

    assert session.update(change)["visits"] == 13
    assert seen == [0, 1, 2, 3]
    assert visitors.states("/session/visits") == [13, 13]


def test_a_function_that_writes_its_own_value_is_refused(session: enfold.SharedValue) -> None:
    def write(value: dict[str, Any]) -> dict[str, Any]:
        session["visits"] = 5
        return value

    def assign(value: dict[str, Any]) -> dict[str, Any]:
        session.value = value
        return value

    for change in (write, assign):
        with pytest.raises(RuntimeError, match="'session' writes it itself"):
            session.update(change)
    assert session.value == FRESH
    session["visits"] = 1
    assert session["visits"] == 1


def test_a_shared_value_is_neither_true_nor_false(session: enfold.SharedValue) -> None:
    with pytest.raises(TypeError, match=r"runtime\.shared\['session'\]\.value"):
        bool(session)


def test_a_part_is_set_if_somebody_else_wrote(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    class Key(str):
        """Somebody writes whenever it is used, until there were three visits."""

        __slots__ = ()

        def __hash__(self) -> int:
            if session["visits"] < 3:
                visitors.b.send("visit")
            return super().__hash__()

    session[Key("name")] = "Ada"
    assert session.value == {"name": "Ada", "visits": 3}


def test_what_an_update_raises_changes_nothing(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    def fail(value: dict[str, Any]) -> None:
        value["name"] = "x"
        raise LookupError("not now")

    with pytest.raises(LookupError, match="not now"):
        session.update(fail)
    assert session.value == FRESH
    assert visitors.states("/session") == [FRESH] * 2
    assert visitors.a.revision == 0


@pytest.mark.parametrize("wrong", [3, None, {"visits": 1}])
def test_an_update_needs_a_function(session: enfold.SharedValue, wrong: Any) -> None:
    with pytest.raises(TypeError, match="what changes a value is a function"):
        session.update(wrong)


def test_threads_lose_nothing(visitors: Visitors, session: enfold.SharedValue) -> None:
    failures: list[BaseException] = []
    begin = threading.Barrier(8)

    def work(store: enfold.Store) -> None:
        try:
            begin.wait()
            for index in range(1000):
                session.update(visit)
                if index % 10 == 0:
                    store.send("visit")
        except BaseException as failure:
            failures.append(failure)

    counts: list[int] = []
    session.observe(lambda event: counts.append(event.value["visits"]))
    stores = [visitors.a, visitors.b]
    threads = [threading.Thread(target=work, args=(stores[index % 2],)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert visitors.states("/session/visits") == [8800, 8800]
    assert failures == []
    assert session["visits"] == 8800
    assert counts == sorted(set(counts))
    assert (counts[0], counts[-1]) == (0, 8800)


# Observing


def test_an_observer_begins_with_the_value_now(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    events: list[enfold.Event] = []
    subscription = session.observe(events.append)
    visitors.a.send("rename", "Ada")
    visitors.runtime.wait(timeout=10)
    session["visits"] = 1
    first, second, third = events
    assert [event.value for event in events] == [
        FRESH,
        {"name": "Ada", "visits": 0},
        {"name": "Ada", "visits": 1},
    ]
    assert (first.initial, first.changed) == (True, False)
    assert (second.initial, second.changed) == (False, True)
    assert first.revision < second.revision < third.revision
    assert third.raw_value == session.raw()
    assert not any((third.removed, third.closed, third.pulse, third.is_mutation))
    assert (third.patch, third.action, third.pointer) == (None, None, "")
    assert third.shared == session
    assert third.subscription is subscription
    assert subscription.shared is session
    assert repr(first) == f"<enfold.Event 'session' #{first.revision} initial {FRESH_TEXT}>"
    assert repr(subscription) == f"<enfold.Subscription of {session!r}>"


def test_events_know_what_was_observed(visitors: Visitors, session: enfold.SharedValue) -> None:
    events: list[enfold.Event] = []
    session.observe(events.append)
    visitors.a.observe("/count", events.append)
    of_value, of_store = events
    assert of_value.shared is session
    assert of_store.store is visitors.a
    assert not hasattr(of_value, "store")
    assert not hasattr(of_store, "shared")
    with pytest.raises(AttributeError, match="ask for `shared`"):
        of_value.store  # noqa: B018
    with pytest.raises(AttributeError, match="ask for `store`"):
        of_store.shared  # noqa: B018


def test_observe_is_a_decorator(session: enfold.SharedValue) -> None:
    names: list[str] = []

    @session.observe(initial=False)
    def with_options(event: enfold.Event) -> None:
        names.append(event.value["name"])

    @session.observe
    def without(event: enfold.Event) -> None:
        names.append(f"also {event.value['name']}")

    session["name"] = "Ada"
    with_options.cancel()
    without.cancel()
    session["name"] = "Grace"
    assert names == ["also ", "Ada", "also Ada"]


def test_a_subscription_ends_with_its_with_statement(session: enfold.SharedValue) -> None:
    names: list[str] = []
    with session.observe(lambda event: names.append(event.value["name"])) as subscription:
        session["name"] = "Ada"
        assert subscription.is_active
    session["name"] = "Grace"
    assert names == ["", "Ada"]
    assert not subscription.is_active
    assert "ended" in repr(subscription)
    subscription.cancel()


def test_an_observer_cancels_itself(session: enfold.SharedValue) -> None:
    events: list[enfold.Event] = []

    @session.observe(closed=True)
    def once(event: enfold.Event) -> None:
        events.append(event)
        event.subscription.cancel()

    session["name"] = "Ada"
    session.runtime.close()
    assert [event.initial for event in events] == [True]


def test_an_observer_writes_the_value(session: enfold.SharedValue) -> None:
    counts: list[int] = []

    @session.observe
    def up_to_five(event: enfold.Event) -> None:
        counts.append(event.value["visits"])
        if event.value["visits"] < 5:
            session.update(visit)

    assert counts == [0, 1, 2, 3, 4, 5]


def test_a_filter_says_which_writes_count(visitors: Visitors) -> None:
    beat = visitors.runtime.shared["beat"]
    distinct: list[enfold.Event] = []
    raw: list[enfold.Event] = []
    beat.observe(distinct.append, initial=False)
    beat.observe(raw.append, initial=False, filter="raw", value=False)
    beat.value = 0
    beat.value = 1
    assert [event.value for event in distinct] == [1]
    assert [(event.changed, event.raw_value) for event in raw] == [(False, None), (True, None)]


def test_null_may_be_left_out(visitors: Visitors) -> None:
    # Nothing here is ever null; but the option is checked as that of stores is.
    beat = visitors.runtime.shared["beat"]
    values: list[int] = []
    beat.observe(lambda event: values.append(event.value), skip_null=True)
    beat.value = 1
    assert values == [0, 1]
    with pytest.raises(enfold.InvalidError, match="skipNull"):
        beat.observe(print, skip_null=True, value=False)


def test_wrong_options_are_told(visitors: Visitors, session: enfold.SharedValue) -> None:
    wrong: Any = session
    receivers = _receivers.count()
    with pytest.raises(enfold.UnsupportedError, match="pulse"):
        wrong.observe(print, filter="pulse")
    with pytest.raises(enfold.InvalidError, match="fine") as caught:
        wrong.observe(print, filter="fine")
    assert caught.value.text == b'{"filter":"fine"}'
    with pytest.raises(enfold.InvalidError, match="initial"):
        wrong.observe(print, initial=1)
    with pytest.raises(TypeError):
        wrong.observe(print, patch=True)
    for callback in (3, "session", True):
        with pytest.raises(TypeError, match="a callback is a function"):
            wrong.observe(callback)
        with pytest.raises(TypeError, match="a callback is a function"):
            wrong.observe()(callback)
    assert _receivers.count() == receivers


def test_a_failing_initial_event_leaves_nothing_behind(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    receivers = _receivers.count()

    def fail(event: enfold.Event) -> None:
        raise LookupError("at once")

    with pytest.raises(LookupError, match="at once"):
        session.observe(fail)
    assert _receivers.count() == receivers
    session["name"] = "Ada"


def test_what_observers_raise_reaches_the_writer(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    def fail(event: enfold.Event) -> None:
        raise LookupError(event.value["name"])

    session.observe(fail, initial=False)
    with pytest.raises(LookupError, match="Ada"):
        session.value = {"name": "Ada", "visits": 0}
    with pytest.raises(LookupError, match="Grace"):
        session["name"] = "Grace"
    with pytest.raises(LookupError, match="Grace"):
        session.update(visit)
    # It was written nevertheless, once.
    assert session.value == {"name": "Grace", "visits": 1}


def test_an_observed_value_is_used(visitors: Visitors, session: enfold.SharedValue) -> None:
    session["visits"] = 7
    with session.observe(print, initial=False):
        visitors.a.close()
        visitors.b.close()
        visitors.runtime.wait(timeout=10)
        assert session["visits"] == 7
        assert "session" in visitors.runtime.shared
    visitors.runtime.wait(timeout=10)
    assert "session" not in visitors.runtime.shared


def test_observers_on_the_hosts_loop_run_on_its_thread() -> None:
    visitors = Visitors("host")
    callers: set[int] = set()
    visits: list[int] = []

    def observe(event: enfold.Event) -> None:
        callers.add(threading.get_ident())
        visits.append(event.value["visits"])

    with visitors.runtime:
        visitors.session.observe(observe)
        thread = threading.Thread(target=visitors.session.update, args=(visit,))
        thread.start()
        thread.join()
        assert visits == [0]
        visitors.runtime.pump()
        assert visits == [0, 1]
    assert callers == {threading.get_ident()}


# Closing


def test_a_runtime_that_is_closed_tells_observers(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    events: list[enfold.Event] = []
    quiet = session.observe(events.append, initial=False)
    told = session.observe(events.append, initial=False, closed=True)
    visitors.runtime.close()
    assert [(event.closed, event.raw_value) for event in events] == [(True, None)]
    assert events[0].subscription is told
    assert events[0].shared == session
    assert not quiet.is_active and not told.is_active
    quiet.cancel()
    told.cancel()
    assert "(closed)" in repr(session)


def test_an_observer_closes_its_runtime(visitors: Visitors, session: enfold.SharedValue) -> None:
    closed: list[bool] = []

    @session.observe(initial=False, closed=True)
    def close(event: enfold.Event) -> None:
        closed.append(event.closed)
        visitors.runtime.close()

    session["name"] = "Ada"
    assert closed == [False, True]


def test_a_closed_runtime_has_no_values(visitors: Visitors, session: enfold.SharedValue) -> None:
    visitors.runtime.close()
    for call in (
        lambda: session.value,
        session.raw,
        lambda: session["name"],
        lambda: session.update(visit),
        lambda: session.observe(print),
        lambda: "session" in visitors.runtime.shared,
        lambda: visitors.runtime.shared.__setitem__("session", FRESH),
        lambda: session.__setitem__("name", "x"),
    ):
        with pytest.raises(enfold.ClosedError):
            call()


def test_nothing_leaks() -> None:
    def use_everything() -> None:
        visitors = Visitors("host")
        with visitors.runtime:
            visitors.session.observe(lambda event: event.value)
            with visitors.session.observe(lambda event: event.value):
                visitors.session.update(visit)
            visitors.session["name"] = "Ada"
            with pytest.raises(enfold.NotFoundError):
                visitors.runtime.shared["nobody"].observe(print)

    for _ in range(3):
        use_everything()
    gc.collect()
    objects = len(gc.get_objects())
    receivers = _receivers.count()
    for _ in range(50):
        use_everything()
    gc.collect()
    assert _receivers.count() == receivers
    assert len(gc.get_objects()) < objects + 50


def test_what_a_callback_holds_is_let_go(visitors: Visitors, session: enfold.SharedValue) -> None:
    class Held:
        def observe(self, event: enfold.Event) -> None:
            pass

    for end in ("cancel", "runtime"):
        held = Held()
        reference = weakref.ref(held)
        subscription = session.observe(held.observe)
        if end == "cancel":
            subscription.cancel()
        else:
            visitors.runtime.close()
        del held, subscription
        gc.collect()
        assert reference() is None, end


def test_a_forgotten_runtime_needs_no_garbage_collection() -> None:
    gc.disable()
    try:
        runtime = enfold.Runtime()
        assert "session" not in runtime.shared
        reference = weakref.ref(runtime)
        with pytest.warns(ResourceWarning, match="unclosed"):
            del runtime
        assert reference() is None
    finally:
        gc.enable()


def test_a_forked_child_is_refused(script: Script) -> None:
    done = script(
        f"""
        import os, warnings
        warnings.simplefilter("ignore", DeprecationWarning)
        runtime = enfold.Runtime()
        runtime.load({str(SESSIONS_A)!r})
        runtime.open("Visitor")
        session = runtime.shared["session"]
        subscription = session.observe(lambda event: None)
        child = os.fork()
        if child == 0:
            refused = 0
            for call in (
                session.raw, lambda: session.__setitem__("name", "x"),
                lambda: session.update(dict), lambda: session.observe(print),
            ):
                try:
                    call()
                except enfold.ForkedError:
                    refused += 1
            subscription.cancel()
            os._exit(refused)
        print(os.WEXITSTATUS(os.waitpid(child, 0)[1]), session["visits"])
        """
    )
    assert (done.stdout, done.stderr, done.returncode) == ("4 0\n", "", 0)


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_what_is_declared_so_that_it_cannot_be_kept_is_logged(
    loop: Loop, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    with enfold.Runtime(loop=loop, shared_directory=tmp_path) as runtime:
        runtime.log("warning")
        open_test_feature(runtime, SESSIONS_A, "org.enfold.tests.sessions/Mistaken")
        runtime.open("org.enfold.tests.sessions/Mistaken")
        runtime.wait(timeout=10)
    messages = sorted(record.getMessage() for record in caplog.records)
    assert len(messages) == 2
    assert 'the shared value "lost" is not kept: the path "../x" is refused' in messages[0]
    assert 'the shared value "twice" is kept as {"memory":{}}' in messages[1]


def test_it_is_written_to_the_standard_error_stream_if_no_warnings_are_logged(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with enfold.Runtime(shared_directory=tmp_path) as runtime:
        open_test_feature(runtime, SESSIONS_A, "org.enfold.tests.sessions/Mistaken")
        runtime.wait(timeout=10)
    assert capfd.readouterr().err.count("[enfold explain an-error-of-a-shared-value]") == 2


# asyncio


def test_events_are_iterated_over_until_the_runtime_closes(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    async def main() -> list[int]:
        visits = []
        async for event in session.events():
            visits.append(event.value["visits"])
            if len(visits) < 4:
                session.update(visit)
            else:
                visitors.runtime.close()
        return visits

    assert asyncio.run(asyncio.wait_for(main(), 10)) == [0, 1, 2, 3]


def test_leaving_the_iteration_unsubscribes(session: enfold.SharedValue) -> None:
    receivers = _receivers.count()

    async def main() -> None:
        async for event in session.events():
            assert event.initial
            break

    asyncio.run(asyncio.wait_for(main(), 10))
    session.runtime.wait(timeout=10)
    assert _receivers.count() == receivers


def test_events_of_other_threads_are_iterated_over(
    visitors: Visitors, session: enfold.SharedValue
) -> None:
    async def main() -> int:
        visitors.a.send("visitLater", times=100)
        async for event in session.events():
            if event.value["visits"] == 100:
                return len(visitors.states("/session"))
        raise AssertionError

    assert asyncio.run(asyncio.wait_for(main(), 10)) == 2


# Mistakes


def test_a_key_that_nobody_uses_is_not_found(visitors: Visitors) -> None:
    nobody = visitors.runtime.shared["nobody"]
    for call in (
        nobody.raw,
        lambda: nobody.value,
        lambda: nobody["name"],
        lambda: nobody.update(visit),
        lambda: nobody.observe(print),
        lambda: nobody.__setitem__("name", "x"),
        lambda: visitors.runtime.shared.__setitem__("nobody", 1),
    ):
        with pytest.raises(enfold.NotFoundError, match="nobody"):
            call()
    with pytest.raises(LookupError, match="session"):
        nobody.raw()
    assert "nobody" not in visitors.runtime.shared
    assert "session" in visitors.runtime.shared


def test_a_value_ends_with_its_last_user(visitors: Visitors, session: enfold.SharedValue) -> None:
    visitors.runtime.shared["theme"] = "dark"
    visitors.runtime.wait(timeout=10)
    visitors.a.close()
    visitors.b.close()
    with pytest.raises(enfold.NotFoundError, match="theme"):
        session.raw()
    assert visitors.runtime.shared["theme"].value == "dark"


@pytest.mark.parametrize("wrong", [3, None, b"session", ("session",)])
def test_a_key_is_text(visitors: Visitors, wrong: Any) -> None:
    shared = visitors.runtime.shared
    for call in (
        lambda: shared[wrong],
        lambda: shared.__setitem__(wrong, 1),
        lambda: wrong in shared,
    ):
        with pytest.raises(TypeError, match=f"key .* is a str, not {type(wrong).__name__}"):
            call()


def test_keys_that_are_no_texts_of_c(visitors: Visitors) -> None:
    shared = visitors.runtime.shared
    with pytest.raises(enfold.InvalidError, match="NUL"):
        shared["a\0b"]
    with pytest.raises(enfold.InvalidError, match="UTF-8"):
        shared["\ud800"].raw()
    with pytest.raises(enfold.NotFoundError):
        shared[""].raw()


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ({"visits": "x"}, enfold.StateError, "visits"),
        ({"visits": 1.5}, enfold.StateError, "visits"),
        (3, enfold.StateError, "session"),
        ([], enfold.StateError, "session"),
        (b"{", enfold.JSONError, "ends"),
        (b"", enfold.JSONError, "ends"),
        ({"name": "\ud800"}, enfold.JSONError, "surrogate.*, at /name"),
        ({"name": math.nan}, ValueError, ", at /name"),
        ({"name": {1, 2}}, TypeError, ", at /name"),
        (object(), TypeError, "JSON"),
    ],
)
def test_wrong_values_change_nothing(
    visitors: Visitors, wrong: Any, error: type[Exception], message: str
) -> None:
    shared = visitors.runtime.shared
    for call in (
        lambda: shared.__setitem__("session", wrong),
        lambda: setattr(shared["session"], "value", wrong),
        lambda: shared["session"].update(lambda value: wrong),
    ):
        with pytest.raises(error, match=message):
            call()
    assert shared["session"].value == FRESH
    assert visitors.states("/session") == [FRESH] * 2
    assert visitors.a.revision == 0


def test_a_value_that_is_nested_too_deeply_is_refused(session: enfold.SharedValue) -> None:
    deep: Any = 0
    for _ in range(5000):
        deep = [deep]
    with pytest.raises(enfold.LimitError):
        session["name"] = deep
    assert session.value == FRESH


def test_bytes_are_json_as_a_whole_only(session: enfold.SharedValue) -> None:
    with pytest.raises(TypeError, match=r"bytes .*, at /name"):
        session["name"] = b'"x"'
    assert session.value == FRESH


def test_a_shared_value_is_no_value(visitors: Visitors, session: enfold.SharedValue) -> None:
    with pytest.raises(TypeError, match="SharedValue"):
        visitors.runtime.shared["theme"] = session


def test_the_same_key_is_the_same_value(visitors: Visitors, session: enfold.SharedValue) -> None:
    shared = visitors.runtime.shared
    again = shared["session"]
    assert isinstance(shared, SharedValues)
    assert again == session
    assert hash(again) == hash(session)
    assert session != shared["theme"]
    assert session != session.value
    assert repr(session) == f"<enfold.SharedValue 'session' of {visitors.runtime!r}>"
    assert repr(shared) == f"<enfold.SharedValues of {visitors.runtime!r}>"


# Where values are kept


def test_a_directory_is_a_path(tmp_path: Path) -> None:
    class Place(os.PathLike[str]):
        def __fspath__(self) -> str:
            return str(tmp_path)

    for directory in (tmp_path, str(tmp_path), Place(), None):
        with enfold.Runtime(shared_directory=directory) as runtime:
            assert not runtime.is_closed


def test_a_directory_is_absolute() -> None:
    for wrong in ("here", "", "~/here", Path("here"), "/a\0b"):
        with pytest.raises(enfold.InvalidError, match="absolute"):
            enfold.Runtime(shared_directory=wrong)
    with pytest.raises(enfold.JSONError, match="/shared/directory"):
        enfold.Runtime(shared_directory="/\ud800")


@pytest.mark.parametrize("wrong", [3, b"/here", True, ["/here"]])
def test_a_directory_of_a_wrong_type_is_told(wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"a directory is .*, not {type(wrong).__name__}"):
        enfold.Runtime(shared_directory=wrong)
