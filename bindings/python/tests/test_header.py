"""What is declared here is what include/enfold.h declares."""

from __future__ import annotations

import ctypes
import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from enfold import _ffi, errors
from enfold._loader import library

from .conftest import ROOT

HEADER = re.sub(
    r"/\*.*?\*/", "", (ROOT / "include" / "enfold.h").read_text(encoding="utf-8"), flags=re.S
)
FUNCTIONS = {
    name: [re.sub(r"\s+", " ", argument).strip() for argument in split]
    for name, split in (
        (name, re.split(r",(?![^()]*\))", arguments))
        for name, arguments in re.findall(
            r"ENFOLD_API[^;(]*?\benfold_(\w+)\s*\(((?:[^()]|\([^()]*\))*)\);", HEADER
        )
    )
}


def test_the_header_was_understood() -> None:
    assert len(FUNCTIONS) == HEADER.count("ENFOLD_API enfold_status") + HEADER.count(
        "ENFOLD_API const char"
    ) + HEADER.count("ENFOLD_API uint32_t") + HEADER.count("ENFOLD_API void")
    assert "store_send" in FUNCTIONS


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_every_function_is_declared_with_its_arguments(name: str) -> None:
    expected = [kind(argument) for argument in FUNCTIONS[name] if argument != "void"]
    declared = _ffi.SIGNATURES[name] if name in _ffi.SIGNATURES else _ffi.PLAIN_SIGNATURES[name][1]
    assert list(declared) == expected
    assert getattr(_ffi.Library(library().path), name).argtypes == tuple(declared)


def test_ready_functions_get_what_their_arguments_say() -> None:
    declared, ready = library().store_send, library().store_send_ready
    assert (ready.argtypes, ready.restype) == (None, declared.restype)
    assert set(_ffi.READY.values()) <= set(_ffi.SIGNATURES)
    # Which handle it was is told by the status: that of a store needs all of its 64 bits.
    for handle in (0, 1, 2**32 + 1, 2**64 - 1):
        for length in (0, 1, _ffi.SIZES - 1):
            text = b" " * length
            arguments = _ffi.handle_argument(handle), text, _ffi.size_arguments[length], None
            expected = declared(handle, text, length, None, _ffi.report.address)
            told = _ffi.report.record.message
            assert ready(*arguments, _ffi.report.argument) == expected
            assert _ffi.report.record.message == told


def test_nothing_else_is_declared() -> None:
    assert {*_ffi.SIGNATURES, *_ffi.PLAIN_SIGNATURES} == set(FUNCTIONS)


def kind(argument: str) -> object:
    """The ctypes type for a parameter."""
    handles = "runtime|plugin|store|task|subscription|request|callback"
    if re.fullmatch(rf"enfold_({handles}) \w+", argument):
        return ctypes.c_uint64
    if re.fullmatch(r"const char \*\w+", argument):
        return ctypes.c_char_p
    for name, found in (
        ("size_t", ctypes.c_size_t),
        ("int64_t", ctypes.c_int64),
        ("uint64_t", ctypes.c_uint64),
        ("int32_t", ctypes.c_int32),
        ("enfold_status", ctypes.c_int32),
        ("uint32_t", ctypes.c_uint32),
    ):
        if re.fullmatch(rf"{name} \w+", argument):
            return found
    assert "*" in argument or re.search(r"_fn\b", argument), argument
    return ctypes.c_void_p


def test_structures_have_the_headers_fields() -> None:
    for name, structure in (
        ("enfold_error", _ffi.ErrorReport),
        ("enfold_string", _ffi.Text),
        ("enfold_event", _ffi.EventRecord),
    ):
        body = re.search(rf"typedef struct {name} \{{(.*?)\}}", HEADER, re.S)
        assert body is not None
        fields = re.findall(r"(\w+)(?:\[\d+\])?\s*(?=[;,])", body[1])
        assert [field[0] for field in structure._fields_] == fields
    assert ctypes.sizeof(_ffi.ErrorReport) == 512


def test_statuses_are_the_headers() -> None:
    statuses = {int(number): name for name, number in re.findall(r"XX\((\w+), (-?\d+), ", HEADER)}
    assert {code: name for code, name in statuses.items() if code < 0 or code == 3} == (
        errors.STATUS_NAMES
    )
    for code, name in statuses.items():
        assert library().status_name(code).decode() == name
    assert errors.error_class(-999) is errors.Error


def test_constants_are_the_headers() -> None:
    constants = dict(re.findall(r"#define ENFOLD_(\w+) (\d+)u?\b", HEADER))
    for name in ("ABI_VERSION", "INITIAL", "CHANGED", "PULSE", "REMOVED", "CLOSED"):
        assert getattr(_ffi, name) == int(constants[name])


@given(st.text())
def test_quoted_texts_are_those_of_json(text: str) -> None:
    out = _ffi.Text()
    data = text.encode()
    assert library().json_quote(data, len(data), ctypes.byref(out), None) == _ffi.OK
    assert json.loads(library().take(out)) == text
