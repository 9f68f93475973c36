"""Errors: the class, the status, the place in the text."""

from __future__ import annotations

import builtins
import pickle
import sys
from typing import Any

import pytest

import enfold


@pytest.mark.parametrize(
    ("text", "family", "offset"),
    [
        (b'{"nonsense":1}', enfold.ActionError, 1),
        (b'{"setCount":"x"}', enfold.ActionError, 12),
        (b'{"setCount":1.0}', enfold.ActionError, 12),
        (b'{"setCount":', enfold.JSONError, 12),
        (b'{"increment":{}} x', enfold.JSONError, 17),
        (b'{"fact":"\xff"}', enfold.JSONError, 9),
        (b"", enfold.JSONError, 0),
    ],
)
def test_a_bad_action_is_refused_with_its_place(
    counter: enfold.Store, text: bytes, family: type[enfold.Error], offset: int
) -> None:
    with pytest.raises(family) as caught:
        counter.send(text)
    error = caught.value
    assert type(error) is family
    assert error.offset == offset
    assert error.text == text
    assert error.code < 0
    assert (
        error.name
        == {"JSONError": "ENFOLD_BAD_JSON", "ActionError": "ENFOLD_BAD_ACTION"}[family.__name__]
    )
    assert counter.revision == 0


def test_the_message_shows_the_place(counter: enfold.Store) -> None:
    with pytest.raises(enfold.ActionError) as caught:
        counter.send('{"setCount":"åäö"}'.encode())
    first, second, third = str(caught.value).splitlines()
    assert caught.value.message in first and "[ENFOLD_BAD_ACTION]" in first
    assert second == 'at byte 12: {"setCount":"åäö"}'
    assert third.index("^") == second.index('"åäö"')


def test_the_message_shows_a_part_of_a_long_text() -> None:
    text = ("å" * 100 + "\n" + "b" * 100 + "!" + "c" * 100).encode()
    error = enfold.JSONError(-4, "no", offset=301, text=text)
    _, second, third = str(error).splitlines()
    assert second == "at byte 301: …" + "b" * 40 + "!" + "c" * 39 + "…"
    assert third.index("^") == second.index("!")
    assert str(enfold.JSONError(-4, "no", offset=3)).endswith("\nat byte 3")


def test_an_unknown_action_lists_the_known_ones(counter: enfold.Store) -> None:
    with pytest.raises(enfold.ActionError, match="increment, decrement, setCount"):
        counter.send("nonsense")


@pytest.mark.parametrize(
    ("family", "builtin"),
    [
        (enfold.InvalidError, ValueError),
        (enfold.JSONError, ValueError),
        (enfold.ActionError, enfold.JSONError),
        (enfold.StateError, enfold.JSONError),
        (enfold.PointerError, LookupError),
        (enfold.NotFoundError, LookupError),
        (enfold.TimeoutError, builtins.TimeoutError),
        (enfold.IOError, OSError),
        (enfold.ReentrantError, RuntimeError),
        (enfold.UnsupportedError, NotImplementedError),
        (enfold.LibraryError, ImportError),
        (enfold.ForkedError, enfold.ClosedError),
    ],
)
def test_families_are_natural_exceptions_too(family: Any, builtin: Any) -> None:
    assert issubclass(family, enfold.Error)
    assert issubclass(family, builtin)


def test_every_family_carries_and_pickles_everything() -> None:
    families = [
        value
        for value in (getattr(enfold, name) for name in enfold.__all__)
        if isinstance(value, type) and issubclass(value, enfold.Error)
    ]
    assert len(families) > 15
    for family in families:
        error = family(-4, "what", "ENFOLD_BAD_JSON", 3, b"text")
        copy = pickle.loads(pickle.dumps(error))
        assert type(copy) is family
        for one in (error, copy):
            assert (one.code, one.message, one.name) == (-4, "what", "ENFOLD_BAD_JSON")
            assert (one.offset, one.text) == (3, b"text")
            assert str(one).startswith("what [ENFOLD_BAD_JSON]")


def test_an_error_says_what_explains_it(counter: enfold.Store) -> None:
    with pytest.raises(enfold.ActionError) as caught:
        counter.send("nonsense")
    assert caught.value.help == "python -m enfold explain ENFOLD_BAD_ACTION"
    assert "explain" not in str(caught.value)
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == ["python -m enfold explain ENFOLD_BAD_ACTION tells more"]
        assert "__notes__" not in vars(enfold.LibraryError(-8, "it is missing"))
