"""Typed client of the plugin org.enfold.todos 1.0.0.

Features: Todos.
Made by `enfold gen python libTodos.so`. Do not edit: make it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Union

from enfold.typed import Action, Feature, ListPlace, Place, V, json_of

Filter = Literal["all", "active", "completed"]


class Todo(TypedDict):
    id: int
    title: str
    isDone: bool


class TodosState(TypedDict):
    items: list[Todo]
    filter: Filter
    isLoading: bool
    error: str | None
    nextID: int


@dataclass(frozen=True)
class LoadedResultSuccess(Action):
    value: list[Todo]

    def to_json(self) -> dict[str, Any]:
        return {"success": self.value}


@dataclass(frozen=True)
class LoadedResultFailure(Action):
    message: str

    def to_json(self) -> dict[str, Any]:
        return {"failure": {"message": self.message}}


LoadedResult = Union[LoadedResultSuccess, LoadedResultFailure]


@dataclass(frozen=True)
class Load(Action):
    path: str

    def to_json(self) -> dict[str, Any]:
        return {"load": {"path": self.path}}


@dataclass(frozen=True)
class Loaded(Action):
    value: LoadedResult

    def to_json(self) -> dict[str, Any]:
        return {"loaded": json_of(self.value)}


@dataclass(frozen=True)
class Add(Action):
    title: str

    def to_json(self) -> dict[str, Any]:
        return {"add": {"title": self.title}}


@dataclass(frozen=True)
class Toggle(Action):
    id: int

    def to_json(self) -> dict[str, Any]:
        return {"toggle": {"id": self.id}}


@dataclass(frozen=True)
class Rename(Action):
    id: int
    title: str

    def to_json(self) -> dict[str, Any]:
        return {"rename": {"id": self.id, "title": self.title}}


@dataclass(frozen=True)
class Delete(Action):
    id: int

    def to_json(self) -> dict[str, Any]:
        return {"delete": {"id": self.id}}


@dataclass(frozen=True)
class SetFilter(Action):
    value: Filter

    def to_json(self) -> dict[str, Any]:
        return {"setFilter": self.value}


@dataclass(frozen=True)
class ClearCompleted(Action):
    def to_json(self) -> str:
        return "clearCompleted"


TodosAction = Union[
    Load,
    Loaded,
    Add,
    Toggle,
    Rename,
    Delete,
    SetFilter,
    ClearCompleted,
]


class TodoAt(Place[V]):
    """The places in a `Todo`."""

    id: Place[int]
    title: Place[str]
    isDone: Place[bool]


class TodosStateAt(Place[V]):
    """The places in a `TodosState`."""

    items: ListPlace[Todo, TodoAt[Todo]]
    filter: Place[Filter]
    isLoading: Place[bool]
    error: Place[str | None]
    nextID: Place[int]


class Todos(Feature[TodosState, TodosAction]):
    """The feature `Todos` of org.enfold.todos."""

    name = "org.enfold.todos/Todos"
    at = TodosStateAt[TodosState]("")
