"""Threads with small stacks: a deep value is refused there, and never ends the process."""

from __future__ import annotations

import dataclasses
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Optional

import pytest

import enfold
from enfold import _codec, _json, _stack

from .conftest import Script

# ruff: noqa: UP045

# What musl and thread pools give, in bytes.
SMALL = 131_072


def on_small_stack(function: Callable[[], Any]) -> Any:
    """What a function returns, or raises, on such a thread."""
    found: list[Any] = []

    def work() -> None:
        try:
            found.append((function(), None))
        except BaseException as error:
            found.append((None, error))

    before = threading.stack_size(SMALL)
    try:
        thread = threading.Thread(target=work)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    ((result, error),) = found
    if error is not None:
        raise error
    return result


def nested(levels: int, innermost: Any = 0) -> Any:
    for _ in range(levels):
        innermost = [innermost]
    return innermost


def depth(value: Any) -> int:
    levels = 0
    while isinstance(value, list):
        levels, value = levels + 1, value[0]
    return levels


@pytest.fixture
def runtime() -> Iterator[enfold.Runtime]:
    with enfold.Runtime(loop="inline", limits={"depth": 1024}) as runtime:
        runtime.log(None)
        yield runtime


@pytest.mark.parametrize("levels", [1, 100, 1000, 1024])
def test_json_is_written_and_read_there(levels: int) -> None:
    def there() -> None:
        for module in (_json, _codec):
            text = module.encode(nested(levels))
            assert text == b"[" * levels + b"0" + b"]" * levels
            assert depth(module.decode(text)) == levels
        assert _json.check_json(text) == text
        with pytest.raises(TypeError, match="set is not JSON serializable, at /0"):
            _json.encode(nested(levels, {1}))
        circle: list[Any] = []
        circle.append(circle)
        with pytest.raises(ValueError, match="Circular"):
            _json.encode(circle)

    on_small_stack(there)


def test_what_is_wide_is_not_deep_there() -> None:
    wide = {"a": [{"b": [1]}] * 1000}
    text = _json.encode(wide)
    assert on_small_stack(lambda: (_json.decode(text), _json.encode(wide))) == (wide, text)
    assert on_small_stack(lambda: _stack.is_deep(wide)) is False
    assert on_small_stack(lambda: _stack.is_deep(nested(1000))) is True
    assert not _stack.is_deep(nested(1000))


def test_a_deep_state_of_dicts_is_refused_there(runtime: enfold.Runtime) -> None:
    def change(state: Any, action: Any) -> None:
        state["x"] = nested(1000) if action == "make" else action

    runtime.feature("Deep", change, state={"x": 0})
    text = b'{"x":' + _json.encode(nested(1000)) + b"}"
    for state in (text, {"x": nested(1000)}):
        with pytest.raises(enfold.LimitError, match=r"nested too deeply.*1000.*256") as caught:
            on_small_stack(lambda state=state: runtime.open("Deep", state=state))
        assert caught.value.name == "ENFOLD_LIMIT"
    store = runtime.open("Deep")
    with pytest.raises(enfold.LimitError):
        on_small_stack(lambda: store.restore(text))
    for action in ("make", nested(900)):
        with pytest.raises(enfold.FailedError, match="more than 256 deep"):
            on_small_stack(lambda action=action: store.task(action).wait(30))  # type: ignore[misc]
    assert store.state == {"x": 0}


@dataclasses.dataclass(frozen=True)
class Node:
    inner: Optional[Node] = None
    anything: Any = None


def test_a_deep_dataclass_is_refused_there(runtime: enfold.Runtime) -> None:
    def change(state: Any, action: Any) -> Any:
        node = Node()
        for _ in range(1000):
            node = Node(node)
        return node

    runtime.feature("Deep", change, state=Node())
    store = runtime.open("Deep")
    with pytest.raises(enfold.FailedError, match="nested too deeply for Python"):
        on_small_stack(lambda: store.task("x").wait(30))
    text = b'{"anything":' + _json.encode(nested(1000)) + b"}"
    with pytest.raises(enfold.Error, match="deep"):
        on_small_stack(lambda: runtime.open("Deep", state=text))
    assert store.state == {"inner": None, "anything": None}


def test_a_deep_model_is_refused_there(script: Script) -> None:
    """In a process of its own, which it would end."""
    pytest.importorskip("pydantic")
    done = script(
        """
        import threading
        from typing import Any, Optional
        import pydantic

        class Model(pydantic.BaseModel):
            inner: Optional["Model"] = None
            anything: Any = None

        def deep(levels):
            value = None
            for _ in range(levels):
                value = Model.model_construct(inner=value)
            return value

        runtime = enfold.Runtime(loop="inline")
        runtime.log(None)
        runtime.feature("Deep", lambda state, action: deep(action["go"]), state=Model())

        def work():
            for levels in (5, 100):
                inner = b'{"inner":' * levels + b"null" + b"}" * levels
                anything = b'{"anything":' + b"[" * levels + b"]" * levels + b"}"
                for text in (inner, anything):
                    try:
                        runtime.open("Deep", state=text).close()
                        print("opened")
                    except enfold.LimitError as error:
                        print("nested more than 10 deep" in str(error), "256" in str(error))
                store = runtime.open("Deep")
                try:
                    store.task("go", levels).wait(30)
                    print("made")
                except enfold.FailedError as error:
                    print("nested more than 10 deep" in str(error), "128 KB" in str(error))

        threading.stack_size(131072)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        """
    )
    expected = ["opened", "opened", "made", *["True True"] * 3]
    assert (done.returncode, done.stdout.splitlines()) == (0, expected), done.stderr


def test_deep_values_in_extras_of_a_model_are_refused_there(script: Script) -> None:
    """In a process of its own, which they would end."""
    pytest.importorskip("pydantic")
    done = script(
        """
        import threading
        from typing import Any
        import pydantic

        class Model(pydantic.BaseModel):
            model_config = pydantic.ConfigDict(extra="allow")

        def change(state, action):
            value = 0
            for _ in range(200):
                value = [value]
            return Model(x=value)

        runtime = enfold.Runtime(loop="inline")
        runtime.log(None)
        runtime.feature("Deep", change, state=Model())
        store = runtime.open("Deep")

        def work():
            try:
                store.task("go").wait(30)
                print("made")
            except enfold.FailedError as error:
                print("nested more than 10 deep" in str(error))

        threading.stack_size(131072)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        """
    )
    assert (done.returncode, done.stdout.splitlines()) == (0, ["True"]), done.stderr


def test_all_that_may_hold_deep_values_is_looked_into() -> None:
    @dataclasses.dataclass
    class Slots:
        __slots__ = ("inner",)
        inner: Any

    @dataclasses.dataclass(frozen=True)
    class Frozen:
        inner: Any

    def chain(around: Callable[[Any], Any], levels: int) -> Any:
        value: Any = ()
        for _ in range(levels):
            value = around(value)
        return value

    arounds: list[Callable[[Any], Any]] = [
        *(Slots, Frozen, lambda value: [value], lambda value: {"a": value}),
        *(lambda value: frozenset([(value,)]), lambda value: deque([value])),
    ]
    for around in arounds:
        deep, flat = chain(around, 300), chain(around, 3)
        assert on_small_stack(lambda deep=deep: _stack.is_deep(deep)) is True
        assert on_small_stack(lambda flat=flat: _stack.is_deep(flat)) is False


def test_a_recursion_of_the_function_itself_stays_pythons_error(runtime: enfold.Runtime) -> None:
    def change(state: Any, action: Any) -> Any:
        return change(state, action)

    runtime.feature("Endless", change, state={"x": 0})
    with pytest.raises(enfold.FailedError, match="RecursionError"):
        runtime.open("Endless").task("x").wait(30)


def test_the_stack_of_a_thread_is_known() -> None:
    assert SMALL <= on_small_stack(lambda: _stack.stack.size) < 2 * SMALL
    assert on_small_stack(lambda: _stack.stack.levels) < _stack.ALL_LEVELS
    assert _stack.stack.size >= 2**20 or sys.platform != "linux"
