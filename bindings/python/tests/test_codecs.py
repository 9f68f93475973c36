"""Values and texts give the same results and the same errors with orjson and without it."""

from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import importlib.util
import json
import math
import os
import uuid
from collections import OrderedDict, namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import enfold
from enfold import _codec, _json, _orjson

from .conftest import PACKAGE, Script

needs_orjson = pytest.mark.skipif(not _orjson.is_installed, reason="orjson is not installed")
CODECS = [
    pytest.param(_codec, id="json"),
    pytest.param(_orjson, id="orjson", marks=needs_orjson),
]

_reference = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode


@pytest.fixture(params=CODECS)
def codec(request: pytest.FixtureRequest) -> Iterator[Any]:
    """One of the two, used by the whole package."""
    before = _orjson if _json.decode is _orjson.decode else _codec
    _json.use(request.param)
    yield request.param
    _json.use(before)


def outcome(function: Callable[[Any], object], value: object) -> tuple[object, ...]:
    """What a function returns, as `repr` shows it, or what it raises."""
    try:
        return "returned", repr(function(value))
    except Exception as error:
        return type(error), str(error).split(", at /")[0]  # json does not tell the place


# What goes in


class Colour(enum.Enum):
    RED = "red"


class Equal(enum.Enum):
    ANYTHING = "anything"

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = enum.Enum.__hash__


class Number(enum.IntEnum):
    ONE = 1


class Odd(int, enum.Enum):
    TWO = 2

    def __new__(cls, value: int) -> Odd:
        member = int.__new__(cls, value)
        member._value_ = value * 100
        return member


class Letter(str, enum.Enum):
    A = "a"


class Upside(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        return [("upside", "down")]


class Name(str):
    pass


class Count(int):
    def __repr__(self) -> str:
        return "many"


class Ratio(float):
    pass


@dataclasses.dataclass
class Point:
    x: int = 1


Pair = namedtuple("Pair", "left right")

CIRCLE: list[Any] = []
CIRCLE.append({"again": CIRCLE})


def nested(levels: int) -> Any:
    value: Any = []
    for _ in range(levels):
        value = [value]
    return value


VALUES: list[Any] = [
    *(None, True, False, 0, -1, "", "x", [], {}, (), [1, [2, {"three": [3.5, None]}]]),
    *(1.0, -0.0, 1e16, 1e-5, 5e-324, 1.7976931348623157e308, 0.1, 123456789.125),
    *(math.nan, math.inf, -math.inf, [math.nan], {"x": -math.inf}, [None, math.nan]),
    *(2**63 - 1, 2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 2**200, [None, 2**64]),
    *({1: 2}, {None: 1}, {True: 1}, {1.5: 1}, {2**70: 1}, {(1, 2): 1}, {"a": 1, 2: "b"}),
    *("äöü", "🎈", "\u2028", '"\\/\b\f\n\r\t', "".join(map(chr, range(0x80))), "null", "nullnull"),
    *({"ä": "ö"}, {"null": None}, (1, (2, None)), Pair(1, None), Point(), [Point(), None]),
    *(Colour.RED, Equal.ANYTHING, [Equal.ANYTHING, None], Number.ONE, Odd.TWO, Letter.A),
    *({Letter.A: 1}, {Colour.RED: 1}, {Number.ONE: 1}, Upside(a=1), OrderedDict(a=None)),
    *(
        Name("x"),
        {Name("x"): Name("y")},
        Count(3),
        Ratio(0.5),
        uuid.UUID(int=1),
        [uuid.UUID(int=1)],
    ),
    *(datetime.datetime(2026, 1, 1), datetime.date(2026, 1, 1), datetime.time(1)),
    *(decimal.Decimal("1.5"), 1j, {1, 2}, frozenset(), b"x", [b"x"], bytearray(b"x"), ...),
    *(CIRCLE, nested(200), nested(300), [uuid.UUID(int=1)], type, [StopIteration]),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:40])
def test_a_value_becomes_what_json_makes_of_it(codec: Any, value: Any) -> None:
    def written(value: Any) -> Any:
        return json.loads(codec.encode(value))

    assert outcome(written, value) == outcome(lambda value: json.loads(_reference(value)), value)


@pytest.mark.parametrize("value", ["\ud800", {"\udfff": ["x\ud83d"]}, [None, "\ud800"]])
def test_a_lone_surrogate_is_written_as_its_escape(codec: Any, value: Any) -> None:
    assert json.loads(codec.encode(value)) == value


@pytest.mark.parametrize(
    "name", ["increment", "ä\ud800", 'a"b', Letter.A, Name("x"), 1, None, b"x"]
)
@pytest.mark.parametrize("inner", [{}, [], (), None, 0, "", False, Upside(), {"x": {}}])
@pytest.mark.usefixtures("codec")
def test_an_action_is_written_as_any_value(name: Any, inner: Any) -> None:
    def written(action: Any) -> bytes:
        return _json.encode_action(action, _json.NOT_GIVEN, {})

    for action in ({name: inner}, {name: inner, "other": {}}):
        assert outcome(written, action) == outcome(_codec.encode, action)


@needs_orjson
def test_a_fragment_of_orjson_is_refused_as_json_does() -> None:
    fragment = importlib.import_module("orjson").Fragment(b"[1]")
    for value in (fragment, [fragment], {"x": [None, fragment]}):
        assert outcome(_orjson.encode, value) == outcome(_reference, value)


@needs_orjson
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(max_size=1),
        lambda inner: (
            st.lists(inner) | st.dictionaries(st.text() | st.integers(), inner) | st.tuples(inner)
        ),
        max_leaves=20,
    )
)
def test_any_value_has_one_outcome(value: Any) -> None:
    def read(codec: Any) -> Callable[[Any], object]:
        return lambda value: codec.decode(codec.encode(value))

    assert outcome(read(_orjson), value) == outcome(read(_codec), value)


# What comes out

TEXTS = [
    *("null", "true", "0", "-0", "-0.0", '""', "[]", "{}", '{"a":[1,2.5,"x",null]}', '"\\u00e4"'),
    *("1e400", "-1e400", "1e-400", "1E5", "0.1", "1.0", "123456789012345678.5", "5e-324"),
    *(str(number) for number in (2**63, 2**64 - 1, 2**64, -(2**63), -(2**63) - 1, 10**30)),
    *("9999999999999999999", "-9999999999999999999", f'{{"long":[{2**64},{-(2**64)}]}}'),
    *('"12345678901234567890"', "0.12345678901234567890", "[" * 300 + "]" * 300),
    *(
        '"\\ud800"',
        '{"\\udfff":"x\\ud83d"}',
        '"\\ud83c\\udf88"',
        '{"a":1,"a":2}',
        ' [1, {"a" : 2}]\n',
    ),
    *(' [1, {"a" : 2}]\n', "", " ", "[1", "nul", "[1]x", '{"a"}', "\n", '"\n"'),
]


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: repr(text)[:40])
def test_a_text_is_read_as_json_reads_it(codec: Any, text: str) -> None:
    assert outcome(codec.decode, text.encode()) == outcome(json.loads, text)


# All the way


@pytest.fixture
def keeper(keep_plugin: Path) -> Iterator[enfold.Store]:
    """A store whose state is the last action."""
    with enfold.Runtime() as runtime:
        runtime.load(keep_plugin)
        yield runtime.open("Keep")


@pytest.mark.usefixtures("codec")
@pytest.mark.parametrize("value", [2**70, -(2**63) - 1, 1e16, {"1": None}, "🎈", "\u2028", ""])
def test_an_observer_sees_the_value_that_was_sent(keeper: enfold.Store, value: Any) -> None:
    seen: list[Any] = []
    keeper.observe("", lambda event: seen.append(event.value), initial=False)
    keeper.send("show", value)
    assert repr(seen) == repr([{"show": value}])
    assert repr(keeper.state) == repr({"show": value})


@pytest.mark.usefixtures("codec")
@pytest.mark.parametrize("value", [math.nan, {1, 2}, Colour.RED, uuid.UUID(int=1), Point()])
def test_what_is_no_json_is_not_sent(keeper: enfold.Store, value: Any) -> None:
    before = keeper.revision
    with pytest.raises((ValueError, TypeError)) as expected:
        _reference(value)
    with pytest.raises(
        expected.type, match="^" + str(expected.value).replace("(", ".") + ", at /show/x$"
    ):
        keeper.send("show", x=value)
    assert keeper.revision == before


# Which one is used


def test_orjson_is_used_where_it_is_installed() -> None:
    used = _orjson if importlib.util.find_spec("orjson") else _codec
    assert _json._encode is used.encode
    assert _json.decode is used.decode


@pytest.mark.parametrize("module", ["raise ImportError", "dumps = loads = None  # too old"])
def test_without_a_fitting_orjson_the_package_works(
    script: Script, tmp_path: Path, module: str
) -> None:
    (tmp_path / "orjson.py").write_text(module, encoding="utf-8")
    code = """
        from enfold import _codec, _json
        assert _json.decode is _codec.decode
        with enfold.Runtime() as runtime:
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            store.send({"increment": {}})
            print(store.get("/count"))
    """
    done = script(code, PYTHONPATH=os.pathsep.join((str(tmp_path), str(PACKAGE))))
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_another_python_without_the_encoder_in_c_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json.encoder, "c_make_encoder", None)
    encode = _codec._ready_encoder()
    assert encode({"a": [1, "ä"]}) == '{"a":[1,"ä"]}'
