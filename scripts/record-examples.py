#!/usr/bin/env python3
"""Records the sessions of the examples anew: Examples/NAME/NAME.enfold.jsonl. The tests replay them.

Usage: record-examples.py BUILD [NAMES...]   after `make build`; without NAMES all of them
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "bindings" / "python"))

import enfold  # noqa: E402

A, B, C = (f"0000000{number}-0000-4000-8000-000000000000" for number in (1, 2, 3))
SESSIONS = {
    "Counter": ["increment", "increment", "decrement", {"setCount": 7}, "factTapped", {"setCount": 41}, "factTapped"],
    "Todos": [
        {"add": {"title": "milk"}}, {"add": {"title": "bread"}}, {"toggle": {"id": 1}}, {"setFilter": "completed"},
        {"rename": {"id": 2, "title": "rye bread"}}, {"add": {"title": "salt"}}, {"delete": {"id": 1}}, "clearCompleted",
        {"loaded": {"failure": {"message": "no file"}}},
    ],
    "Board": [
        {"add": {"id": A, "column": "todo", "text": "write"}}, {"add": {"id": B, "column": "todo", "text": "read"}},
        {"move": {"id": A, "to": "doing"}}, {"add": {"id": C, "column": "doing", "text": "send"}},
        {"move": {"id": C, "to": "doing", "before": A}}, {"edit": {"id": B, "text": "read twice"}}, {"delete": {"id": A}},
    ],
    "Notes": [
        {"addFolder": {"in": 0, "name": "Journeys"}}, {"openFolder": 1}, {"addNote": {"in": 1}}, "settingsTapped",
        {"destination": {"presented": {"settings": {"binding": {"/fontSize": 14}}}}}, {"destination": "dismiss"}, "clearTapped",
        {"destination": "dismiss"}, {"path": {"popFrom": {"id": 0}}}, {"openFolder": 1}, "clearTapped",
    ],
    "PrimeTime": [
        {"counterView": {"counter": "incrTapped"}}, {"counterView": {"counter": "incrTapped"}},
        {"counterView": {"counter": "isPrimeTapped"}}, {"counterView": {"counter": "decrTapped"}},
    ],
    "TextBoard": [
        {"field": {"inputField": "a"}}, {"field": {"inputField": "ab"}}, {"field": "didTapSettingButton"},
        {"settings": "didTapButton"}, {"field": {"inputField": ""}},
    ],
    "CounterReactable": ["increase", "increase", "decrease", "autoIncrease"],
    "ListReactable": [{"add": {"id": 1}}, {"add": {"id": 2}}, "increase", {"isOnChanged": True}, {"remove": {"id": 1}}],
    "ProfileViewReactor": [{"refreshFollowingStatus": 7}, {"follow": 7}],
}  # fmt: skip
#: Examples whose plugin has several features: a store of each.
FEATURES = {"Reactables": ["CounterReactable", "ListReactable", "ProfileViewReactor"]}


def record(plugin: Path, features: list[str], path: Path) -> int:
    """Sends the actions of an example, each when the effects of the one before have ended."""
    path.unlink(missing_ok=True)
    with enfold.Runtime() as runtime:
        runtime.load(plugin)
        runtime.handle("save", lambda payload: None)  # Board asks for it
        commits = 0
        with runtime.record(path, checkpoint=5):
            for feature in features:
                with runtime.open(feature) as store:
                    for action in SESSIONS[feature]:
                        store.send(action)
                        with contextlib.suppress(enfold.TimeoutError):
                            runtime.wait(2)
                    commits += store.revision
        return commits


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    own = {feature for features in FEATURES.values() for feature in features}
    for name in sys.argv[2:] or sorted({*SESSIONS, *FEATURES} - own):
        session = ROOT / "Examples" / name / f"{name}.enfold.jsonl"
        made = record(Path(sys.argv[1]) / "plugins" / f"lib{name}.so", FEATURES.get(name, [name]), session)
        print(f"{session.relative_to(ROOT)}: {made} commits")
