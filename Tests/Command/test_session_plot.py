"""Pictures of numbers over time."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from conftest import enfold
from sessions import EXAMPLES, example

SVG = "{http://www.w3.org/2000/svg}"


def test_a_number_is_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "count.svg"
    done = enfold("session", "plot", example("Counter"), "/count", "-o", str(picture))
    assert (done.status, done.out, done.err) == (0, "", "")
    root = ElementTree.fromstring(picture.read_text())
    assert root.get("aria-label") == "Counter#1 /count"
    assert root.findall(f"{SVG}polyline")
    labels = [text.text or "" for text in root.findall(f"{SVG}text")]
    assert labels[0] == "Counter#1 /count"
    assert "0" in labels
    assert any(label.endswith("s") for label in labels[1:])
    again = enfold("session", "plot", example("Counter"), "/count", "--title", "a < b")
    assert ElementTree.fromstring(again.out).get("aria-label") == "a < b"


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["/fact"], 1, 'a number is needed at "/fact" of Counter#1'),
        (["/nothing"], 1, "there is nothing"),
        (["count"], 64, "Try: /count"),
        (["/count", "--store", "x"], 1, "there is no store x"),
    ],
)
def test_a_mistake_is_said(arguments: list[str], status: int, words: str) -> None:
    done = enfold("session", "plot", example("Counter"), *arguments)
    assert (done.status, done.out) == (status, "")
    assert words in done.err


def test_all_examples_can_be_asked() -> None:
    for name in EXAMPLES:
        assert enfold("session", "plot", example(name), "").status == 1
