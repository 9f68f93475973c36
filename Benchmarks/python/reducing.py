"""W7, features: one that is a function of this program, beside a plain dict reducer with json."""

from __future__ import annotations

import json
from typing import Any

import enfold
from measure import compare
from sending import dict_reducer

INCREMENT = {"increment": {}}


def counter(state: dict[str, Any], action: dict[str, Any]) -> None:
    if "increment" in action:
        state["count"] += 1


def measure() -> None:
    with enfold.Runtime() as runtime:
        runtime.feature("PythonCounter", state={"count": 0}, action=Any)(counter)
        store = runtime.open("PythonCounter")
        seen: list[object] = [None]

        def remember(event: enfold.Event) -> None:
            seen[0] = event.value

        store.observe("/count", remember)
        compare(
            "W7 feature in Python",
            {
                "dict reducer with json": dict_reducer(json.loads, json.dumps),
                "Python": lambda: store.send(INCREMENT),
            },
        )
