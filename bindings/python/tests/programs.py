"""Random programs: stores of many features, and actions of their schemas, from several threads."""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import enfold
from enfold.testing.schema import Schema

# What these features do depends on more than their states: on a counter of the process, or on an
# address that the action has.
IMPURE = {"Log", "Shelver", "Visitor", "Neighbours"}
TEXTS = ["", "a", "milk", "bread", "00000001-0000-4000-8000-000000000000", "todo", "doing"]


def value(schema: Schema, definitions: dict[str, Schema], random: Random, depth: int = 0) -> Any:
    """A small random value of a schema."""
    if not isinstance(schema, dict):
        return random.choice([None, True, 1, "x"])
    if "$ref" in schema:
        return value(definitions[schema["$ref"].rpartition("/")[2]], definitions, random, depth)
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            choices = schema[keyword]
            # Recursive types end.
            choice = choices[0] if depth > 8 else random.choice(choices)
            return value(choice, definitions, random, depth + 1)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return random.choice(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = random.choice(kind)
    if kind == "object":
        properties = schema.get("properties", {})
        names = [n for n in properties if n in schema.get("required", ()) or random.random() < 0.5]
        return {name: value(properties[name], definitions, random, depth + 1) for name in names}
    if kind == "array":
        inner = [
            value(each, definitions, random, depth + 1) for each in schema.get("prefixItems", ())
        ]
        count = max(schema.get("minItems", 0) - len(inner), 0 if depth > 4 else random.randrange(3))
        if schema.get("items", True) is not False:
            inner += [
                value(schema.get("items", True), definitions, random, depth + 1)
                for _ in range(count)
            ]
        return inner
    if kind == "integer":
        least, most = schema.get("minimum", 0), schema.get("maximum", 9)
        return max(least, min(most, random.choice([0, 1, 2, 3, 5, 7])))
    return {"number": 1.5, "boolean": random.random() < 0.5, "null": None}.get(
        str(kind), random.choice(TEXTS)
    )


def run(path: Path, plugins: list[Path], random: Random, *, steps: int = 150) -> None:
    """Runs a program and records it."""
    with enfold.Runtime(loop=random.choice(["inline", "host"])) as runtime:
        for plugin in plugins:
            runtime.load(plugin)
        runtime.handle("save", lambda payload: None)
        pure = [each for each in runtime.features() if each["name"] not in IMPURE]
        known = random.choices(pure, k=4)
        stores = [(each, runtime.open(f"{each['plugin']}/{each['name']}")) for each in known]
        # Two stores of one feature, which may have shared values in common.
        each = random.choice(known)
        stores.append((each, runtime.open(f"{each['plugin']}/{each['name']}")))
        step(stores, random, 10 if random.random() < 0.5 else 0)
        with runtime.record(path, checkpoint=random.choice([0, 1, 50])):
            seeds = [random.random() for _ in range(8)]
            with ThreadPoolExecutor(8) as threads:
                begun = [threads.submit(step, stores, Random(seed), steps // 8) for seed in seeds]
                while not all(thread.done() for thread in begun):
                    runtime.pump()  # with "inline" there is nothing to do
                for thread in begun:
                    thread.result()
            runtime.pump()
            if random.random() < 0.5:
                with contextlib.suppress(enfold.TimeoutError):
                    runtime.wait(0.2)


def step(stores: list[tuple[dict[str, Any], enfold.Store]], random: Random, steps: int) -> None:
    """Does something with some of the stores, some times."""
    saved: dict[int, Any] = {}
    for _ in range(steps):
        place = random.randrange(len(stores))
        feature, store = stores[place]
        schema = feature["action"]
        with contextlib.suppress(enfold.Error):
            if random.random() < 0.04:
                store.restore(saved.get(place) or store.state)
            elif random.random() < 0.04:
                saved[place] = store.state
            elif random.random() < 0.1 and store.state:
                name = random.choice(list(store.state))
                state = feature["state"]
                held = value(state, state["$defs"], random)
                if name in held:
                    store.set(f"/{name}", held[name])
            else:
                store.send(value(schema, schema.get("$defs", {}), random))
