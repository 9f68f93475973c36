"""Random prototypes: ctypes calls callbacks, and natives call ctypes. Values arrive as sent."""

from __future__ import annotations

import ctypes
import math
import random
import struct
from typing import Any

import pytest

import enfold

INTEGERS: dict[str, Any] = {
    "signed char": ctypes.c_byte,
    "unsigned char": ctypes.c_ubyte,
    "short": ctypes.c_short,
    "unsigned short": ctypes.c_ushort,
    "int": ctypes.c_int,
    "unsigned": ctypes.c_uint,
    "long": ctypes.c_long,
    "unsigned long": ctypes.c_ulong,
    "long long": ctypes.c_longlong,
    "unsigned long long": ctypes.c_ulonglong,
    "int8_t": ctypes.c_int8,
    "uint16_t": ctypes.c_uint16,
    "int32_t": ctypes.c_int32,
    "uint64_t": ctypes.c_uint64,
    "size_t": ctypes.c_size_t,
    "ssize_t": ctypes.c_ssize_t,
}
OTHERS: dict[str, Any] = {
    "bool": ctypes.c_bool,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "const char *": ctypes.c_char_p,
    "void *": ctypes.c_void_p,
}
TYPES = {**INTEGERS, **OTHERS}
VALUES: dict[str, list[Any]] = {
    "bool": [True, False],
    "double": [0.0, -0.0, -1.5, 0.1, 5e-324, 1.7e308, math.nan, math.inf, -math.inf],
    "const char *": [None, "", "é€🎉", 'quote " \\ \n\t\x01', "long " * 1000],
    "void *": [None, 1, 2**64 - 1, 0x55D0C0FFEE00],
}
VALUES["float"] = [
    struct.unpack("f", struct.pack("f", value))[0]
    for value in (0.0, -0.0, -1.5, 0.1, 1e-45, 3.4e38, math.nan, math.inf, -math.inf)
]
for name, kind in INTEGERS.items():
    bits = 8 * ctypes.sizeof(kind)
    least = 0 if kind(-1).value > 0 else -(2 ** (bits - 1))
    VALUES[name] = [least, least + 2**bits - 1, 0, max(least, -1), 42, least + 2 ** (bits - 1)]


def to_json(value: Any, name: str) -> Any:
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return hex(value) if name == "void *" and value is not None else value


def to_c(value: Any) -> Any:
    return value.encode() if isinstance(value, str) else value


def shown(values: Any, names: list[str]) -> list[str]:
    """Values to be compared: -0.0 is not 0.0, NaN is NaN, and a float has 32 bits."""
    return [
        repr(struct.pack("f", value))
        if name == "float" and isinstance(value, float)
        else repr(value)
        for value, name in zip(values, names)
    ]


@pytest.mark.parametrize("most_parameters", [6, 14])
def test_each_value_arrives_as_it_was(most_parameters: int) -> None:
    chance = random.Random(most_parameters)
    sent: list[Any] = []
    answers: list[Any] = []
    with enfold.Runtime() as runtime:
        runtime.feature("Called", lambda state, action: sent.append(action), state={})

        @runtime.feature("Asking", state={})
        def asking(state: Any, action: Any) -> Any:
            if "ask" in action:
                return enfold.Ask("f", action["ask"], answer="answer", failure="failure")
            answers.append(action)
            return None

        called, asks = runtime.open("Called"), runtime.open("Asking")
        for _ in range(300):
            # Half of them without float and double: a part of these gets functions of libenfold.
            names = list(TYPES) if chance.random() < 0.5 else [*INTEGERS, "bool", "void *"]
            names = chance.choices(names, k=chance.randint(0, most_parameters))
            values = [chance.choice(VALUES[name]) for name in names]
            expected = [to_json(value, name) for value, name in zip(values, names)]
            result = chance.choice([*INTEGERS, "bool", "float", "double"])
            given = chance.choice([each for each in VALUES[result] if math.isfinite(each)])
            parameters = ", ".join(f"{name} a{place}" for place, name in enumerate(names))
            prototype = f"{result} f({parameters or 'void'})"
            function = ctypes.CFUNCTYPE(TYPES[result], *map(TYPES.__getitem__, names))

            template = [f"$a{place}" for place in range(len(names))]
            callback = called.callback(prototype, template, returns=given)
            assert callback.as_ctypes(function)(*map(to_c, values)) == given, prototype
            assert shown(sent.pop(), names) == shown(expected, names), prototype

            def native(*arguments: Any, given: Any = given) -> Any:
                sent.append(arguments)
                return given

            # The pointers are those that the callback has passed.
            runtime.bind(prototype, function=function(native), name="f")
            by_name = {f"a{place}": value for place, value in enumerate(expected)}
            asks.send("ask", chance.choice([expected, by_name]))
            asks.wait(30)
            assert shown(sent.pop(), names) == shown(map(to_c, values), names), prototype
            [answer] = [each["answer"] for each in answers]
            assert shown([answer], [result]) == shown([given], [result]), prototype
            answers.clear()
