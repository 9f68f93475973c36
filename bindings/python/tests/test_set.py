"""Writing properties: the host's half of a two-way binding."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import enfold


def test_a_write_is_a_commit_without_an_action(panel: enfold.Store) -> None:
    events: list[enfold.Event] = []
    actions: list[enfold.Event] = []
    panel.observe("/name", events.append, action=True, initial=False)
    panel.observe_actions(actions.append)
    panel.set("/name", "Ada")
    assert panel.get("/name") == "Ada"
    assert panel.revision == 1
    assert [(event.value, event.action) for event in events] == [("Ada", None)]
    assert actions == []


def test_values_are_any_json(panel: enfold.Store) -> None:
    for value in ("", "rye 🌾", '"quoted"', "$old"):
        panel.set("/name", value)
        assert panel.get("/name") == value
    panel.set("/name", b'"ready"')
    panel.set("/volume", bytearray(b" 11 "))
    assert (panel.get("/name"), panel.get("/volume")) == ("ready", 11)


@pytest.mark.parametrize(
    "then",
    [
        {"renamed": {"from": "$old", "to": "$new"}},
        b'{"renamed":{"from":"$old","to":"$new"}}',
        bytearray(b'{"renamed":{"from":"$old","to":"$new"}}'),
    ],
)
def test_an_action_follows_with_both_values(panel: enfold.Store, then: Any) -> None:
    for name in ("Ada", "Ada", "Grace"):
        panel.set("/name", name, then=then)
    assert panel.get("/renames") == [" > Ada", "Ada > Grace"]
    assert panel.revision == 4


def test_a_bare_name_may_follow(panel: enfold.Store) -> None:
    panel.set("/name", "Ada", then="addChild")
    panel.set("/name", "Ada", then="removeChild")
    assert panel.get("/child") == {"count": 0}


def test_a_write_in_a_callback_waits_its_turn(panel: enfold.Store) -> None:
    names: list[str] = []

    def rename(event: enfold.Event) -> None:
        names.append(event.value)
        if not event.value:
            panel.set("/name", "Ada")
            assert panel.get("/name") == ""

    panel.observe("/name", rename)
    panel.runtime.pump()
    assert names == ["", "Ada"]


def test_a_write_of_another_thread_waits_for_the_pump(panel: enfold.Store) -> None:
    writer = threading.Thread(target=panel.set, args=("/name", "Ada"))
    writer.start()
    writer.join()
    assert panel.get("/name") == ""
    panel.runtime.pump()
    assert panel.get("/name") == "Ada"


@pytest.mark.parametrize(
    ("pointer", "value", "then", "family", "text", "offset"),
    [
        ("/volume", "loud", None, enfold.StateError, b'"loud"', 0),
        ("/volume", b"1 2", None, enfold.JSONError, b"1 2", 2),
        ("/title", "x", None, enfold.UnsupportedError, b'"x"', None),
        ("/alert", "x", None, enfold.UnsupportedError, b'"x"', None),
        ("", {}, None, enfold.UnsupportedError, b"{}", None),
        ("/colour", 1, None, enfold.PointerError, b"/colour", None),
        ("/a~2", 1, None, enfold.PointerError, b"/a~2", 3),
        ("/child/count", 1, None, enfold.NoTargetError, b"1", None),
        ("/volume", 1, "sing", enfold.ActionError, b'"sing"', 0),
        ("/volume", 1, {"setLevel": "x"}, enfold.ActionError, b'{"setLevel":"x"}', 12),
        ("/volume", 1, b'{"setLevel":NaN}', enfold.JSONError, b'{"setLevel":NaN}', 12),
        ("/volume", 1, b'"once"},"x":{', enfold.JSONError, b'"once"},"x":{', 6),
        ("/volume", 1, b"[" * 150 + b"]" * 150, enfold.LimitError, b"[" * 150 + b"]" * 150, 128),
    ],
)
def test_a_bad_write_is_refused_with_its_place(
    panel: enfold.Store,
    pointer: str,
    value: Any,
    then: Any,
    family: type[enfold.Error],
    text: bytes,
    offset: int | None,
) -> None:
    before = panel.state
    with pytest.raises(family) as caught:
        panel.set(pointer, value, then=then)
    assert type(caught.value) is family
    assert (caught.value.text, caught.value.offset) == (text, offset)
    assert panel.state == before
    assert panel.revision == 0
