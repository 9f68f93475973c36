"""Records a random session of Counter, Todos and Board, with effects and requests.

Usage: random_session.py FILE SEED PLUGIN...
"""

from __future__ import annotations

import contextlib
import sys
from random import Random
from typing import Any

import enfold

FEATURES = ["Counter", "Todos", "Board"]


def action(random: Random, feature: str) -> Any:
    """One that the feature has."""
    number = random.randint(1, 5)
    card = f"{number:08}-0000-4000-8000-000000000000"
    text = random.choice(["milk", "ä\U0001f600", 'a "quote" \\# and a line\n', "", "#"])
    column = random.choice(["todo", "doing", "done"])
    choices: dict[str, list[Any]] = {
        "Counter": [
            "increment",
            "decrement",
            {"setCount": number},
            "factTapped",
            {"factLoaded": text},
        ],
        "Todos": [
            {"add": {"title": text}},
            {"toggle": {"id": number}},
            {"rename": {"id": number, "title": text}},
            {"delete": {"id": number}},
            {"setFilter": random.choice(["all", "active", "completed"])},
            "clearCompleted",
            {"loaded": {"failure": {"message": text}}},
        ],
        "Board": [
            {"add": {"id": card, "column": "todo", "text": text}},
            {"edit": {"id": card, "text": text}},
            {"move": {"id": card, "to": column}},
            {"delete": {"id": card}},
        ],
    }
    return random.choice(choices[feature])


def main() -> None:
    path, seed, *plugins = sys.argv[1:]
    random = Random(int(seed))
    with enfold.Runtime(clock="manual") as runtime:
        for plugin in plugins:
            runtime.load(plugin)

        def save(payload: Any) -> None:
            if random.random() < 0.3:
                raise ValueError("the disk is full")

        runtime.handle("save", save)
        stores = {feature: runtime.open(feature) for feature in FEATURES}
        stores["Counter"].send("increment")  # before the recording
        stores["Counter"].send("factTapped")
        runtime.record(path, checkpoint=10)
        kept = {feature: store.state for feature, store in stores.items()}
        for step in range(60):
            feature = random.choice(FEATURES)
            store = stores[feature]
            if random.random() < 0.05:
                store.restore(random.choice([kept[feature], store.state]))
            elif random.random() < 0.1:
                store.hold()
                store.send(action(random, feature))
                store.hold(False)
            elif random.random() < 0.05:
                store.close()
                stores[feature] = runtime.open(feature)
            else:
                with contextlib.suppress(enfold.NoTargetError):
                    store.tagged(f"step {step}").send(action(random, feature))
            if random.random() < 0.3:
                runtime.advance(random.choice([0.02, 0.5]))
        if random.random() < 0.5:
            runtime.advance(5)


if __name__ == "__main__":
    main()
