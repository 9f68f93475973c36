"""What the program prints, with a plugin that comes with Enfold: a counter in C."""

import json
import os

from main import play

COUNTER = os.environ["COUNTER"]


def test_each_action_gives_a_state() -> None:
    lines = play(COUNTER, "CCounter", ['"increment"', '{"add":41}'])
    assert [json.loads(line)["count"] for line in lines] == [0, 1, 42]


def test_a_wrong_action_is_told_and_changes_nothing() -> None:
    wrong, state = list(play(COUNTER, "CCounter", ['{"add":"many"}', '"increment"']))[-2:]
    assert "ENFOLD_BAD_ACTION" in wrong
    assert json.loads(state)["count"] == 1
