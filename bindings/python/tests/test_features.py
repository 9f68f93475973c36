"""Features written in Python: what their functions get and return, what fails, and how they end."""

from __future__ import annotations

import gc
import logging
import os
import random
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import enfold
from enfold import _receivers
from enfold.features.feature import Feature, Instance
from enfold.testing import StoreMachine

from . import twins
from .conftest import COUNTER, Run, Script

LONG = 30.0


@pytest.fixture(params=["host", "inline"])
def plain(request: pytest.FixtureRequest) -> Iterator[enfold.Runtime]:
    """A runtime with each loop, which keeps to itself what fails."""
    with enfold.Runtime(loop=request.param) as runtime:
        runtime.log(None)
        yield runtime


def register(runtime: enfold.Runtime, function: Callable[[Any, Any], Any]) -> enfold.Store:
    """A store of a feature that begins with {"n": 0, "heard": []}."""
    runtime.feature("Test", function, state={"n": 0, "heard": []})
    return runtime.open("Test")


def hear(state: Any, action: Any) -> None:
    state["heard"].append(action)


def failure(store: enfold.Store, action: Any) -> str:
    """The message with which an action's task fails; the state must be as it was."""
    before = store.raw()
    with pytest.raises(enfold.FailedError) as caught:
        store.task(action).wait(LONG)
    assert store.raw() == before
    return caught.value.message


# What a function returns


def test_a_function_changes_its_state(plain: enfold.Runtime) -> None:
    @plain.feature("Cart", state={"items": [], "total": 0})
    def cart(state: Any, action: Any) -> None:
        if action == "clear":
            state["items"].clear()
        else:
            state["items"].append({"sku": action["add"]["sku"], "count": 1})
        state["total"] = len(state["items"])

    values: list[Any] = []
    store = plain.open("Cart")
    store.observe("/items/0/sku", lambda event: values.append(event.value), initial=False)
    store.send("add", sku="x")
    store.send("add", sku="y")
    assert store.state == {
        "items": [{"sku": "x", "count": 1}, {"sku": "y", "count": 1}],
        "total": 2,
    }
    store.send("clear")
    assert (store.get("/total"), values) == (0, ["x", None])
    assert plain.features()[0]["name"] == "Cart"
    # The decorator leaves the function as it is: it can be tested by itself.
    state = {"items": [], "total": 0}
    cart(state, {"add": {"sku": "z"}})
    assert state["total"] == 1


def test_only_those_hear_of_a_change_whom_it_concerns(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> None:
        state["n"] = action

    heard: list[Any] = []
    store = register(plain, function)
    store.observe("/heard", heard.append, initial=False)
    store.observe("/n", heard.append, initial=False)
    for number in (1, 1, 2):
        store.send(b"%d" % number)
    assert [(event.pointer, event.value) for event in heard] == [("/n", 1), ("/n", 2)]


def test_a_new_state_may_be_returned(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> Any:
        if action == "swap":
            return {"n": state["heard"], "heard": state["n"]}
        if action == "same":
            return dict(state)
        if action == "draft":
            state["n"] += 1
            return state
        if action == "more":
            return {**state, "n": state["n"] + 1}, enfold.Send("same")
        return {"n": 5}

    store = register(plain, function)
    heard: list[Any] = []
    store.observe("/n", lambda event: heard.append(event.value), initial=False)
    for action in ("same", "more", "draft", "swap", "swap", "less"):
        store.task(action).wait(LONG)
    assert store.raw() == b'{"n":5}'
    assert heard == [1, 2, [], 2, 5]


def test_a_new_state_may_hold_parts_of_the_old_one(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> Any:
        if action == "swap":
            return {"a": state["b"], "b": state["a"], "c": [state["c"][1], state["c"][0]]}
        return {"a": state["b"], "b": {**state["b"], "n": 9}, "c": [*state["c"], state["a"]]}

    plain.feature("Test", function, state={"a": {"n": 1}, "b": {"n": 2}, "c": [{"n": 3}, {"n": 4}]})
    store = plain.open("Test")
    store.send("swap")
    swapped = {"a": {"n": 2}, "b": {"n": 1}, "c": [{"n": 4}, {"n": 3}]}
    assert store.state == swapped
    store.send("mix")
    assert store.state == {"a": {"n": 1}, "b": {"n": 9}, "c": [{"n": 4}, {"n": 3}, {"n": 2}]}


def test_actions_follow(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> Any:
        hear(state, action)
        if action == "first":
            return [enfold.Send("second"), enfold.Send("third", x=1)]
        if action == "second":
            return (each for each in [enfold.Send("fourth", 5)])
        return None

    store = register(plain, function)
    store.task("first").wait(LONG)
    assert store.get("/heard") == ["first", "second", {"third": {"x": 1}}, {"fourth": 5}]


def test_requests_are_answered(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> Any:
        hear(state, action)
        if action == "ask":
            return enfold.Ask("fact", 7, answer="learned", failure="failed")
        if action == "ask deeply":
            return enfold.Ask("fact", 7, answer={"learned": {"by": 1, "fact": "$answer"}})
        if action == "listen":
            return enfold.Ask("ticks", 2, answer="ticked", stream=True)
        if action == "ask nobody":
            return enfold.Ask("nobody", failure="failed")
        return None

    plain.handle("fact", lambda number: f"{number} is a number")
    plain.handle("ticks", iter_of)
    store = register(plain, function)
    for action in ("ask", "ask deeply", "listen", "ask nobody"):
        store.task(action).wait(LONG)
    *heard, last = store.get("/heard")
    assert heard == [
        *("ask", {"learned": "7 is a number"}),
        *("ask deeply", {"learned": {"by": 1, "fact": "7 is a number"}}),
        *("listen", {"ticked": 0}, {"ticked": 1}),
        "ask nobody",
    ]
    assert "nobody" in last["failed"]


def iter_of(count: int) -> Iterator[int]:
    yield from range(count)


def test_requests_are_cancelled(plain: enfold.Runtime) -> None:
    requests: list[enfold.Request] = []
    plain.handle("long", requests.append, raw=True)

    def function(state: Any, action: Any) -> Any:
        return enfold.Cancel("x") if action == "stop" else enfold.Ask("long", id="x", answer="done")

    store = register(plain, function)
    task = store.task("start")
    store.send("stop")
    task.wait(LONG)
    assert [request.is_cancelled for request in requests] == [True]


@pytest.mark.parametrize(
    "given",
    [5, "text", b"x", [1], (enfold.Send("x"), 5), object(), enfold.Send, {1, 2}, ({}, 5)],
)
def test_what_is_no_result_is_refused(plain: enfold.Runtime, given: Any) -> None:
    def function(state: Any, action: Any) -> Any:
        state["n"] = 1
        return given

    message = failure(register(plain, function), "x")
    assert "TypeError: the function of 'Test' returned" in message
    assert "Right would be: None" in message


def test_wrong_effects_change_nothing(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> Any:
        state["n"] += 1
        hear(state, action)
        return {
            "set": lambda: enfold.Send({1, 2}),
            "nan": lambda: enfold.Send("x", float("nan")),
            "name": lambda: enfold.Ask(5),  # type: ignore[arg-type]
            "payload": lambda: enfold.Ask("x", object()),
            "template": lambda: enfold.Ask("x", answer="$answer"),
            "buffer": lambda: enfold.Ask("x", buffer=-1),
            "both": lambda: {"n": 9},
            "second": lambda: [enfold.Send("good"), enfold.Send(b"{")],
        }[action]()

    store = register(plain, function)
    for action in ("set", "nan", "name", "payload", "template", "buffer", "both", "second"):
        assert failure(store, action), action
    assert store.state == {"n": 0, "heard": []}
    assert "do one of both" in failure(store, "both")


def test_coroutines_are_refused(plain: enfold.Runtime) -> None:
    async def later(state: Any, action: Any) -> None: ...

    async def yielding(state: Any, action: Any) -> Any:
        yield

    def generator(state: Any, action: Any) -> Any:
        yield

    for function in (later, yielding):
        with pytest.raises(TypeError, match=r"plain one.*enfold\.Ask"):
            plain.feature("Test", function, state={})
    with pytest.raises(TypeError, match="does not yield"):
        plain.feature("Test", generator, state={})
    store = register(plain, lambda state, action: later(state, None))
    assert "returned coroutine" in failure(store, "x")


# What a function raises


def test_an_exception_leaves_the_state_as_it_was(
    plain: enfold.Runtime, caplog: pytest.LogCaptureFixture
) -> None:
    def function(state: Any, action: Any) -> Any:
        state["n"] = 5
        state["new"] = {"a": []}
        del state["heard"]
        state.update(heard=[1])
        raise LookupError("no \ud800 fact\n" + "é" * 1000)

    store = register(plain, function)
    events: list[Any] = []
    store.observe("", events.append, initial=False)
    with caplog.at_level(logging.ERROR, "enfold"):
        message = failure(store, "x")
    assert message.startswith("enfold_task_wait: LookupError: no ? fact\né")
    assert events == []
    [record] = caplog.records
    assert record.exc_info is not None and record.exc_info[0] is LookupError
    assert "'Test'" in record.getMessage()


def test_it_may_go_on_after_an_exception(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> None:
        state["n"] += 1
        if action == "fail":
            raise ValueError("no")

    store = register(plain, function)
    for action in ("a", "fail", "b", "fail"):
        if action == "fail":
            assert "ValueError: no" in failure(store, action)
        else:
            store.send(action)
    assert store.get("/n") == 2


def test_what_ends_the_program_is_raised() -> None:
    def function(state: Any, action: Any) -> None:
        state["n"] = 1
        raise KeyboardInterrupt

    with enfold.Runtime() as runtime:
        runtime.log(None)
        store = register(runtime, function)
        with pytest.raises(KeyboardInterrupt):
            store.send("x")
        assert store.get("/n") == 0


def test_a_reducer_sends_but_does_not_read(plain: enfold.Runtime) -> None:
    problems: list[Exception] = []

    def function(state: Any, action: Any) -> None:
        hear(state, action)
        if action == "first":
            store.send("second")
            for read in (lambda: store.state, lambda: store.wait(1)):
                try:
                    read()
                except enfold.ReentrantError as error:
                    problems.append(error)

    store = register(plain, function)
    store.task("first").wait(LONG)
    store.wait(LONG)
    assert store.get("/heard") == ["first", "second"]
    assert len(problems) == 2


def test_a_kept_state_is_refused_and_says_what_to_do(plain: enfold.Runtime) -> None:
    kept: list[Any] = []
    store = register(plain, lambda state, action: kept.append(state["heard"]))
    store.send("x")
    with pytest.raises(RuntimeError, match=r"'Test'.*send an action.*deepcopy"):
        kept[0].append(1)
    assert store.get("/heard") == []


# Registration


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "no initial state"),
        ({"state": 5}, "state is the initial state, or a function"),
        ({"state": lambda: 5}, "the state is an object, not int"),
        ({"state": {"x": {1}}}, "set.*no JSON value.*at /x"),
        ({"state": {"x": object()}}, "object.*at /x"),
        ({"state": {}, "action": int}, "actions are dataclasses"),
        ({"state": {}, "action": "x"}, "has no JSON form"),
    ],
)
def test_registration_is_checked(
    plain: enfold.Runtime, arguments: dict[str, Any], message: str
) -> None:
    count = _receivers.count()
    with pytest.raises(TypeError, match=message) as caught:
        plain.feature("Test", hear, **arguments)
    assert "Test" in str(caught.value)
    assert _receivers.count() == count
    with pytest.raises(enfold.NotFoundError):
        plain.open("Test")


def test_names_and_functions_are_checked(plain: enfold.Runtime) -> None:
    count = _receivers.count()
    with pytest.raises(TypeError, match=r'@runtime\.feature\("Cart"\)'):
        plain.feature(hear)  # type: ignore[call-overload]
    for name in ("", "a/b", "a@b"):
        with pytest.raises(enfold.PluginError):
            plain.feature(name, hear, state={})
    with pytest.raises(enfold.InvalidError):
        plain.feature("a\0b", hear, state={})
    with pytest.raises(TypeError, match="takes a state and an action"):
        plain.feature("Test", lambda state: None, state={})
    with pytest.raises(TypeError):
        plain.feature("Test", 5, state={})  # type: ignore[call-overload]
    gc.collect()
    assert _receivers.count() == count


def test_a_state_is_given(plain: enfold.Runtime) -> None:
    shared = {"n": 1, "heard": []}
    plain.feature("Test", hear, state=shared)
    shared["n"] = 2
    first, second = plain.open("Test"), plain.open("Test", state={"heard": ["x"]})
    first.send("y")
    assert (first.state, second.state) == ({"n": 1, "heard": ["y"]}, {"heard": ["x"]})
    assert plain.open("Test").state == {"n": 1, "heard": []}
    assert shared == {"n": 2, "heard": []}
    for wrong in (5, [1], None, "x"):
        with pytest.raises(enfold.StateError, match="the state is an object"):
            plain.open("Test", state=wrong)
    numbers = iter(range(10))
    plain.feature("Numbers", hear, state=lambda: {"n": next(numbers)})
    assert [plain.open("Numbers").get("/n") for _ in range(2)] == [1, 2]


def test_an_initial_state_may_fail_later(plain: enfold.Runtime) -> None:
    count = 0

    def initial() -> dict[str, Any]:
        nonlocal count
        count += 1
        if count > 1:
            raise LookupError("no more")
        return {}

    plain.feature("Test", hear, state=initial)
    with pytest.raises(enfold.FailedError, match="LookupError: no more"):
        plain.open("Test")


def test_restore_replaces_the_state(plain: enfold.Runtime) -> None:
    store = register(plain, hear)
    store.send("x")
    store.restore({"n": 7, "heard": []})
    store.send("y")
    assert store.state == {"n": 7, "heard": ["y"]}
    with pytest.raises(enfold.StateError):
        store.restore(b"[]")


def test_the_last_registration_counts(plain: enfold.Runtime) -> None:
    first = register(plain, hear)
    second = register(plain, lambda state, action: state.update(n=1))
    first.send("x")
    second.send("x")
    assert (first.state, second.state) == ({"n": 0, "heard": ["x"]}, {"n": 1, "heard": []})


def test_a_closed_runtime_takes_no_feature() -> None:
    runtime = enfold.Runtime()
    runtime.close()
    count = _receivers.count()
    with pytest.raises(enfold.ClosedError):
        runtime.feature("Test", hear, state={})
    gc.collect()
    assert _receivers.count() == count


# Ends


def live(kind: type) -> int:
    gc.collect()
    return sum(isinstance(each, kind) for each in gc.get_objects())


def test_nothing_stays_behind() -> None:
    class Function:
        def __call__(self, state: Any, action: Any) -> None:
            hear(state, action)

    features, instances, receivers = live(Feature), live(Instance), _receivers.count()
    for loop in ("host", "inline"):
        with enfold.Runtime(loop=loop) as runtime:  # type: ignore[arg-type]
            references = []
            for _ in range(3):  # each replaces the one before
                function = Function()
                references.append(weakref.ref(function))
                runtime.feature("Test", function, state={"heard": []})
            del function
            stores = [runtime.open("Test") for _ in range(3)]
            for store in stores:
                store.send("x")
            stores[0].restore({"heard": []})
            stores[1].close()
            runtime.pump()
            gc.collect()
            assert [reference() is None for reference in references] == [True, True, False]
        gc.collect()
        assert references[-1]() is None
    assert (live(Feature), live(Instance), _receivers.count()) == (features, instances, receivers)


def test_a_runtime_that_its_own_function_holds_is_collected() -> None:
    receivers = _receivers.count()

    def run() -> weakref.ref[enfold.Runtime]:
        runtime = enfold.Runtime()
        stores: list[enfold.Store] = []
        runtime.feature("Test", lambda state, action: stores[0].send("x"), state={})
        stores.append(runtime.open("Test"))
        return weakref.ref(runtime)

    with pytest.warns(ResourceWarning, match="unclosed"):
        reference = run()
        gc.collect()
    assert reference() is None
    assert _receivers.count() == receivers


def test_closing_inside_a_function(plain: enfold.Runtime) -> None:
    def function(state: Any, action: Any) -> None:
        hear(state, action)
        if action == "register":
            plain.feature("Test", hear, state={})
        else:
            store.close()

    store = register(plain, function)
    store.send("register")
    store.send("close")
    plain.pump()
    with pytest.raises(enfold.ClosedError):
        store.send("x")


def test_the_interpreter_exits_with_everything_open(script: Script) -> None:
    for loop in ("host", "inline"):
        done = script(f"""
            runtime = enfold.Runtime(loop={loop!r})
            @runtime.feature("Test", state={{"n": 0}})
            def test(state, action):
                state["n"] += 1
                return enfold.Ask("nobody answers", id="x") if action == "ask" else None
            runtime.handle("nobody answers", print, raw=True)
            stores = [runtime.open("Test") for _ in range(3)]
            for store in stores:
                store.send("x")
                store.send("ask")
            print(stores[0].state)
        """)
        assert (done.returncode, done.stderr) == (0, "")
        assert "{'n': 2}" in done.stdout


def test_the_interpreter_exits_when_effects_have_not_ended_yet(script: Script) -> None:
    for loop in ("host", "inline"):
        done = script(f"""
            with enfold.Runtime(loop={loop!r}) as runtime:
                ask = lambda state, action: enfold.Ask("later")
                runtime.feature("Test", ask, state={{}})
                runtime.handle("later", lambda request: None, raw=True)
                for _ in range(50):
                    runtime.open("Test").send("x")
        """)
        assert (done.returncode, done.stderr) == (0, "")


def test_a_forked_child_is_refused(script: Script) -> None:
    done = script("""
        import os
        runtime = enfold.Runtime()
        def test(state, action): state["n"] += 1
        runtime.feature("Test", test, state={"n": 0})
        store = runtime.open("Test")
        child = os.fork()
        if child == 0:
            refused = 0
            for call in (lambda: store.send("x"), lambda: runtime.feature("B", test, state={})):
                try:
                    call()
                except enfold.ForkedError:
                    refused += 1
            os._exit(refused)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        store.send("x")
        print(store.state)
    """)
    assert (done.returncode, done.stdout) == (0, "2\n{'n': 1}\n"), done.stderr


# Threads


@pytest.mark.parametrize("loop", ["host", "inline"])
def test_many_threads_send(loop: Any) -> None:
    threads: set[int] = set()
    running = 0

    def count(state: Any, action: Any) -> None:
        nonlocal running
        running += 1
        assert running == 1  # one store is on one thread at a time
        threads.add(threading.get_ident())
        before = state["n"]
        state["last"] = [before] * 3
        state["n"] = before + 1
        running -= 1

    with enfold.Runtime(loop=loop) as runtime:
        runtime.feature("Test", count, state={"n": 0, "last": []})
        store = runtime.open("Test")

        def send() -> None:
            for _ in range(500):
                store.send("x")

        workers = [threading.Thread(target=send) for _ in range(8)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        store.wait(LONG)
        assert store.state == {"n": 4000, "last": [3999] * 3}
        assert loop == "inline" or threads == {threading.get_ident()}


def test_stores_open_and_close_on_many_threads() -> None:
    with enfold.Runtime(loop="inline") as runtime:
        runtime.feature("Test", hear, state={"heard": []})
        chances = [random.Random(seed) for seed in range(6)]
        failures: list[BaseException] = []

        def work(chance: random.Random) -> None:
            try:
                for _ in range(60):
                    with runtime.open("Test") as store:
                        for _ in range(chance.randint(0, 3)):
                            store.send("x")
                        if chance.random() < 0.2:
                            runtime.feature("Test", hear, state={"heard": []})
            except BaseException as failure:
                failures.append(failure)

        workers = [threading.Thread(target=work, args=(chance,)) for chance in chances]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert failures == []


def test_with_asyncio(run: Run) -> None:
    async def main() -> None:
        async with enfold.aio.Runtime() as runtime:

            @runtime.feature("Test", state={"facts": []})
            def facts(state: Any, action: Any) -> Any:
                if action == "ask":
                    return enfold.Ask("fact", 7, answer="learned")
                state["facts"].append(action["learned"])
                return None

            @runtime.handle("fact")
            async def fact(number: int) -> str:
                return f"{number} is a number"

            store = runtime.open("Test")
            await store.send("ask")
            assert store.get("/facts") == ["7 is a number"]

    run(main())


def test_beside_a_plugin(runtime: enfold.Runtime) -> None:
    runtime.feature("Counter", hear, state={"heard": []})
    with pytest.raises(enfold.Error, match=r"Counter"):
        runtime.open("Counter")  # there are two
    store = runtime.open("host/Counter")
    store.send("x")
    assert store.get("/heard") == ["x"]
    assert runtime.open("org.enfold.counter/Counter").get("/count") == 0
    assert os.path.exists(COUNTER)


# Random actions, by the feature's own schemas


logging.getLogger("enfold").addHandler(logging.NullHandler())
TestValueTodosMachine = StoreMachine(twins.register_value_todos, "ValueTodos").TestCase
