"""Models of pydantic mark secrets by json_schema_extra, as @Redacted does in Swift."""

from typing import Any, Optional, Union

import pytest

import enfold

from .conftest import Script

pydantic = pytest.importorskip("pydantic")

SECRET = "hunter2-of-ada"
MARK: dict[str, Any] = {"json_schema_extra": {"x-enfold-redacted": True}}


class Note(pydantic.BaseModel):
    id: int
    text: str = pydantic.Field(**MARK)


class Key(pydantic.BaseModel):
    """It is marked as a whole."""

    model_config = pydantic.ConfigDict(json_schema_extra={"x-enfold-redacted": True})
    bits: list[str] = pydantic.Field(default_factory=list)


class State(pydantic.BaseModel):
    user: str = ""
    token: str = pydantic.Field("", **MARK)
    notes: list[Note] = pydantic.Field(default_factory=list)
    last: Optional[Note] = pydantic.Field(None, **MARK)
    key: Key = Key()


class Login(pydantic.BaseModel):
    user: str
    password: str = pydantic.Field(**MARK)


class Write(pydantic.BaseModel):
    note: Note
    key: Key


def vault(state: State, action: Union[Login, Write]) -> State:
    if isinstance(action, Login):
        return State(user=action.user, token=action.password, notes=state.notes)
    return State(notes=[*state.notes, action.note], last=action.note, key=action.key)


LOGIN = {"user": "ada", "password": SECRET}
WRITE = {"note": {"id": 7, "text": SECRET}, "key": {"bits": [SECRET]}}


def open_vault(runtime: enfold.Runtime) -> enfold.Store:
    runtime.feature("Vault")(vault)
    return runtime.open("Vault")


def test_marks_hold_in_a_trace() -> None:
    with enfold.Runtime(loop="inline") as runtime, runtime.trace() as trace:
        store = open_vault(runtime)
        store.send({"login": LOGIN})
        store.send({"write": WRITE})
        assert store.state["notes"] == [{"id": 7, "text": SECRET}]
        actions: list[Any] = []
        while len(actions) < 2:
            entry = trace.get(60)
            assert entry is not None
            actions += [entry["action"]] if entry["kind"] == "action" else []
    assert actions == [
        {"login": {"user": "ada", "password": "[redacted]"}},
        {"write": {"note": {"id": 7, "text": "[redacted]"}, "key": "[redacted]"}},
    ]


@pytest.mark.parametrize(
    "action",
    [
        {"login": {"user": 1, "password": SECRET}},
        {"login": {"user": "ada", "password": [SECRET]}},
        {"write": {"note": {"id": SECRET, "text": SECRET}, "key": {}}},
        {"write": {"note": {"id": 7, "text": "x"}, "key": {"bits": SECRET}}},
    ],
)
def test_errors_about_actions_quote_no_marked_value(action: dict[str, Any]) -> None:
    with enfold.Runtime(loop="inline") as runtime:
        store = open_vault(runtime)
        with pytest.raises(enfold.ActionError) as caught:
            store.send(action)
    assert "hunter2" not in caught.value.message
    assert caught.value.offset is None


@pytest.mark.parametrize(
    "state",
    [
        {"token": [SECRET]},
        {"notes": [{"id": 7, "text": [SECRET]}]},
        {"last": SECRET},
        {"key": {"bits": SECRET}},
    ],
)
def test_errors_about_states_quote_no_marked_value(state: dict[str, Any]) -> None:
    with enfold.Runtime(loop="inline") as runtime:
        open_vault(runtime)
        with pytest.raises(enfold.StateError) as caught:
            runtime.open("Vault", state=state)
    assert "hunter2" not in caught.value.message
    assert caught.value.offset is None


def test_lines_have_no_marked_value(script: Script) -> None:
    done = script(
        f"""
        from tests.test_redaction_marks import *
        runtime = enfold.Runtime(loop="inline")
        store = open_vault(runtime)
        store.send({{"login": {LOGIN}}})
        store.send({{"write": {WRITE}}})
        store.send({{"login": {LOGIN}}})
        runtime.close()
        """,
        ENFOLD_TRACE="1",
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stderr.splitlines()) == 3
    assert "hunter2" not in done.stderr
    assert '/token = "[redacted]"' in done.stderr
