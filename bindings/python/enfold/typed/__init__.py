"""Typed clients: what all files that `enfold gen python` writes have in common.

    from todos import Add, Todos  # made of the plugin's schemas

    with enfold.Runtime() as runtime:
        runtime.load("libTodos.so")
        store = Todos.open(runtime)
        store.observe(Todos.at.items, lambda event: print(event.value))
        store.send(Add(title="milk"))
        print(store.state["items"][0]["title"])

States are the dicts and lists that `json` reads, described by TypedDicts: nothing is copied or
checked. Actions are frozen dataclasses. Types are checked by mypy, actions by the feature itself.
"""

from __future__ import annotations

from typing import Literal, Union

from ._actions import Action, json_of, without_none
from ._feature import Feature, HostFunction, HostStream
from ._places import ListPlace, MapPlace, Place, V
from ._store import Event, Given, Store, Tagged

# A floating-point number as JSON has it. `float(value)` makes a float of each.
Number = Union[float, Literal["NaN", "Infinity", "-Infinity"]]

__all__ = [
    "Action",
    "Event",
    "Feature",
    "Given",
    "HostFunction",
    "HostStream",
    "ListPlace",
    "MapPlace",
    "Number",
    "Place",
    "Store",
    "Tagged",
    "V",
    "json_of",
    "without_none",
]
