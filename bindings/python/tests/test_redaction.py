"""Redaction: random documents and patterns against a plain model, through a trace's actions."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

import enfold

REDACTED = "[redacted]"
# Without "-" and "a=b": patterns do not select elements.
NAMES = ["a", "b", "c", "a/b", "~", "~1", "*", "0", "1", "", "a b"]
NAMES += ["é", "e\u0301", '"', "\\", "\n", "\u0000", "😀"]
SCALARS: list[Any] = [None, True, False, 0, -1, 2**63, 1.5, {}, []]
SCALARS += ["", "x", '"', "\\", "]},", "[redacted", "ü\u2028"]
SECONDS = 60
DOCUMENTS, EACH = 2_000, 20


def random_document(rng: random.Random, depth: int) -> Any:
    kind = rng.random()
    if depth == 0 or kind < 0.3:
        return copy.deepcopy(rng.choice(SCALARS))
    if kind < 0.6:
        return [random_document(rng, depth - 1) for _ in range(rng.randrange(4))]
    return {rng.choice(NAMES): random_document(rng, depth - 1) for _ in range(rng.randrange(5))}


def random_pattern(rng: random.Random, document: Any) -> list[str]:
    """Most often it leads somewhere."""
    tokens: list[str] = []
    while rng.random() < 0.85 and len(tokens) < 6:
        if isinstance(document, dict) and document and rng.random() < 0.9:
            token = rng.choice(list(document))
            document = document[token]
        elif isinstance(document, list) and document and rng.random() < 0.9:
            index = rng.randrange(len(document))
            token, document = str(index), document[index]
        else:
            token, document = rng.choice(NAMES), None
        tokens.append("*" if rng.random() < 0.3 else token)
    return tokens


def written(tokens: list[str]) -> str:
    return "".join("/" + token.replace("~", "~0").replace("/", "~1") for token in tokens)


def model(document: Any, patterns: list[list[str]]) -> Any:
    """What is left of a document."""
    if any(not pattern for pattern in patterns):
        return REDACTED

    def inside(key: str, value: Any) -> Any:
        rest = [pattern[1:] for pattern in patterns if pattern[0] in ("*", key)]
        return model(value, rest)

    if isinstance(document, dict):
        return {key: inside(key, value) for key, value in document.items()}
    if isinstance(document, list):
        return [inside(str(index), value) for index, value in enumerate(document)]
    return document


def test_the_model() -> None:
    document = {"a": [1, {"b": 2}], "c": {"d": 3}}
    assert model(document, []) == document
    assert model(document, [["a", "*", "b"], ["c"]]) == {"a": [1, {"b": REDACTED}], "c": REDACTED}
    assert model(document, [[]]) == REDACTED
    assert written(["a/b", "~", "*"]) == "/a~1b/~0/*"


def written_anyhow(rng: random.Random, document: Any) -> bytes:
    """The document as JSON, with or without spaces and escapes."""
    indent = rng.choice([None, None, 1])
    return json.dumps(document, ensure_ascii=rng.random() < 0.5, indent=indent).encode()


def open_any(runtime: enfold.Runtime) -> enfold.Store:
    """A store whose actions are any JSON."""

    @runtime.feature("Any", state={"count": 0})
    def count(state: Any, action: Any) -> None:
        state["count"] += 1

    return runtime.open("Any")


def next_action(trace: enfold.Trace) -> Any:
    while True:
        entry = trace.get(SECONDS)
        assert entry is not None, "it never came"
        if entry["kind"] == "action":
            return entry["action"]


@pytest.mark.parametrize("seed", range(DOCUMENTS // EACH))
def test_actions_are_redacted_as_the_model_says(seed: int) -> None:
    rng = random.Random(seed)
    documents = [random_document(rng, 5) for _ in range(EACH)]
    patterns = [random_pattern(rng, rng.choice(documents)) for _ in range(rng.randrange(1, 6))]
    if rng.random() < 0.9:
        patterns = [pattern for pattern in patterns if pattern]  # most often not the whole
    redact = ["action:" + written(pattern) for pattern in patterns]
    with enfold.Runtime(loop="inline", redact=redact) as runtime:
        store = open_any(runtime)
        with runtime.trace() as trace:
            for document in documents:
                store.send(written_anyhow(rng, document))
                assert next_action(trace) == model(document, patterns), (redact, document)


@pytest.mark.parametrize("seed", range(200))
def test_no_message_quotes_what_is_redacted(seed: int) -> None:
    """Texts that are cut, or damaged, behind a secret."""
    rng = random.Random(seed)
    secret = "".join(rng.choices('abc \\"/~\n,:{}[]é', k=20)) + "hunter2"
    action = {"a": [random_document(rng, 2)], "login": {"user": "ada", "password": secret}}
    text = written_anyhow(rng, action)
    place = text.index(b"password") + len(b'password": "')
    with enfold.Runtime(loop="inline", redact=["action:/login/password"]) as runtime:
        store = open_any(runtime)
        for _ in range(20):
            at = rng.randrange(place, len(text))
            wrong = text[:at] + rng.choice([b"", b'"', b"}", b"tru", b",", b"\x00"])
            try:
                store.send(wrong)
            except enfold.Error as error:
                message = str(error)
            else:
                continue  # what was put in has mended it
            assert "hunter2" not in message and secret[:8] not in message, (wrong, message)


# Patterns


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("user/token", 'begins with "/"'),
        ("/items/id=7", 'as "id=7" does'),
        ("dependency:", "dependency:uuid"),
        ("action:login", "action:/login"),
        ("request:", "request:login"),
        ("/a~2", "'~' is followed by '0' or '1'"),
        ("/" + "x" * 2_000, "at most 1024 are allowed"),
    ],
)
def test_wrong_patterns_are_refused(pattern: str, message: str) -> None:
    with pytest.raises(enfold.InvalidError) as caught:
        enfold.Runtime(redact=["/fine", pattern])
    assert '"redact"[1]' in caught.value.message
    assert message in caught.value.message


def test_patterns_are_a_list() -> None:
    with pytest.raises(TypeError, match="a list of patterns"):
        enfold.Runtime(redact="/token")
    with pytest.raises(enfold.InvalidError, match="too many patterns; at most 256"):
        enfold.Runtime(redact=["/token"] * 257)
    enfold.Runtime(redact=iter(["/token"])).close()


def test_the_program_gets_the_values() -> None:
    with enfold.Runtime(loop="inline", redact=["", "action:", "request:*"]) as runtime:
        store = open_any(runtime)
        assert store.state == {"count": 0}
