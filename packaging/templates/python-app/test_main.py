"""What the program prints, with the plugin Counter."""

import json
import os

from main import play

COUNTER = os.environ["COUNTER"]


def test_each_action_gives_a_state() -> None:
    lines = play(COUNTER, "Counter", ['"increment"', '{"setCount":41}'])
    assert [json.loads(line)["count"] for line in lines] == [0, 1, 41]


def test_a_wrong_action_is_told_and_changes_nothing() -> None:
    wrong, state = list(play(COUNTER, "Counter", ['{"setCount":"many"}', '"increment"']))[-2:]
    assert "setCount" in wrong
    assert json.loads(state)["count"] == 1
