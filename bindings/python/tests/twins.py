"""Features of the examples, once more in Python: dicts that are changed, and frozen dataclasses."""

# The types of features are looked at when the program runs, and Python 3.9 has no X | Y.
# ruff: noqa: UP007, UP045

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal, Optional, TypedDict, Union

import enfold


def register_counter(runtime: enfold.Runtime) -> None:
    """Counter, without its effect: what the plugin does by itself comes by a request here."""

    @runtime.feature("PyCounter", state={"count": 0, "isLoading": False, "fact": None})
    def counter(state: dict[str, Any], action: Any) -> Any:
        name, payload = action if isinstance(action, tuple) else _split(action)
        if name == "increment":
            state["count"] += 1
        elif name == "decrement":
            state["count"] -= 1
        elif name == "setCount":
            state["count"] = payload
        elif name == "factTapped":
            state["isLoading"] = True
            state["fact"] = None
            return enfold.Ask("numberFact", state["count"], answer="factLoaded")
        elif name == "factLoaded":
            state["isLoading"] = False
            state["fact"] = payload
        return None


def _split(action: Any) -> tuple[str, Any]:
    if isinstance(action, str):
        return action, None
    [(name, payload)] = action.items()
    return name, payload


# Todos, with drafts


class Todo(TypedDict):
    id: int
    title: str
    isDone: bool


class State(TypedDict):
    items: list[Todo]
    filter: Literal["all", "active", "completed"]
    isLoading: bool
    error: Optional[str]
    nextID: int


EMPTY: State = {"items": [], "filter": "all", "isLoading": False, "error": None, "nextID": 1}


def register_todos(runtime: enfold.Runtime) -> None:
    @runtime.feature("DraftTodos", state=EMPTY)
    def todos(state: State, action: Any) -> None:
        name, payload = _split(action)
        items = state["items"]
        if name == "add":
            items.append({"id": state["nextID"], "title": payload["title"], "isDone": False})
            state["nextID"] += 1
        elif name == "setFilter":
            state["filter"] = payload
        elif name == "clearCompleted":
            for item in [item for item in items if item["isDone"]]:
                items.remove(item)
        elif name == "loaded" and "success" in payload:
            state["isLoading"] = False
            state["items"] = [dict(each, isDone=False) for each in payload["success"]]
            state["nextID"] = max((each["id"] for each in payload["success"]), default=0) + 1
        elif name == "loaded":
            state["isLoading"] = False
            state["error"] = payload["failure"]["message"]
        else:
            for item in items:
                if item["id"] == payload["id"]:
                    if name == "toggle":
                        item["isDone"] = not item["isDone"]
                    elif name == "rename":
                        item["title"] = payload["title"]
                    elif name == "delete":
                        items.remove(item)
                    break


# Todos, with values


@dataclass(frozen=True)
class Item:
    id: int
    title: str
    isDone: bool = False


@dataclass(frozen=True)
class Todos:
    items: tuple[Item, ...] = ()
    filter: Literal["all", "active", "completed"] = "all"
    isLoading: bool = False
    error: Optional[str] = None
    nextID: int = 1


@dataclass(frozen=True)
class Success:
    success: list[Item]


class Reason(TypedDict):
    message: str


@dataclass(frozen=True)
class Failure:
    failure: Reason


@dataclass(frozen=True)
class Add:
    title: str


@dataclass(frozen=True)
class Toggle:
    id: int


@dataclass(frozen=True)
class Rename:
    id: int
    title: str


@dataclass(frozen=True)
class Delete:
    id: int


class SetFilter(TypedDict):
    setFilter: Literal["all", "active", "completed"]


class Loaded(TypedDict):
    loaded: Union[Success, Failure]


@dataclass(frozen=True)
class ClearCompleted:
    pass


Action = Union[Add, Toggle, Rename, Delete, SetFilter, Loaded, ClearCompleted]


@dataclass(frozen=True)
class Unused:
    """Types that a feature does not use are none of its business."""

    what: set[int] = field(default_factory=set)


def todos(state: Todos, action: Action) -> Todos:
    if isinstance(action, Add):
        item = Item(state.nextID, action.title)
        return replace(state, items=(*state.items, item), nextID=state.nextID + 1)
    if isinstance(action, Toggle):
        return _changed(state, action.id, lambda item: replace(item, isDone=not item.isDone))
    if isinstance(action, Rename):
        title = action.title
        return _changed(state, action.id, lambda item: replace(item, title=title))
    if isinstance(action, Delete):
        return replace(state, items=tuple(each for each in state.items if each.id != action.id))
    if isinstance(action, ClearCompleted):
        return replace(state, items=tuple(each for each in state.items if not each.isDone))
    if "setFilter" in action:
        return replace(state, filter=action["setFilter"])
    loaded = action["loaded"]
    if isinstance(loaded, Success):
        following = max((each.id for each in loaded.success), default=0) + 1
        return replace(state, isLoading=False, items=tuple(loaded.success), nextID=following)
    return replace(state, isLoading=False, error=loaded.failure["message"])


def _changed(state: Todos, id: int, change: Any) -> Todos:
    return replace(
        state, items=tuple(change(each) if each.id == id else each for each in state.items)
    )


def register_value_todos(runtime: enfold.Runtime) -> None:
    runtime.feature("ValueTodos", todos)
