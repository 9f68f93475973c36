"""Typed client of the plugin org.enfold.tests.stacked 1.0.0.

Features: Stacked.
Made by `enfold gen python libStacked.so`. Do not edit: make it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict, Union

from enfold.typed import Action, Feature, ListPlace, Place, V, json_of, without_none


class FolderState(TypedDict):
    name: str


class NoteState(TypedDict):
    text: str


class PathState(TypedDict, total=False):
    """Exactly one of the keys is there."""

    folder: FolderState
    note: NoteState


class Path(TypedDict):
    id: int
    state: PathState


class StackedState(TypedDict):
    path: list[Path]
    log: list[str]


@dataclass(frozen=True)
class FolderRename(Action):
    value: str

    def to_json(self) -> dict[str, Any]:
        return {"rename": self.value}


@dataclass(frozen=True)
class FolderOpenNote(Action):
    value: str

    def to_json(self) -> dict[str, Any]:
        return {"openNote": self.value}


FolderAction = Union[FolderRename, FolderOpenNote]


@dataclass(frozen=True)
class NoteBinding(Action):
    text: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"binding": without_none({"/text": self.text}, "/text")}


@dataclass(frozen=True)
class NoteClose(Action):
    def to_json(self) -> str:
        return "close"


@dataclass(frozen=True)
class NoteWait(Action):
    def to_json(self) -> str:
        return "wait"


NoteAction = Union[NoteBinding, NoteClose, NoteWait]


@dataclass(frozen=True)
class PathElementFolder(Action):
    value: FolderAction

    def to_json(self) -> dict[str, Any]:
        return {"folder": json_of(self.value)}


@dataclass(frozen=True)
class PathElementNote(Action):
    value: NoteAction

    def to_json(self) -> dict[str, Any]:
        return {"note": json_of(self.value)}


PathElementAction = Union[PathElementFolder, PathElementNote]


@dataclass(frozen=True)
class PushStateFolder(Action):
    value: FolderState

    def to_json(self) -> dict[str, Any]:
        return {"folder": self.value}


@dataclass(frozen=True)
class PushStateNote(Action):
    value: NoteState

    def to_json(self) -> dict[str, Any]:
        return {"note": self.value}


PushState = Union[PushStateFolder, PushStateNote]


@dataclass(frozen=True)
class PathElement(Action):
    id: int
    action: PathElementAction

    def to_json(self) -> dict[str, Any]:
        return {"element": {"id": self.id, "action": json_of(self.action)}}


@dataclass(frozen=True)
class PathPopFrom(Action):
    id: int

    def to_json(self) -> dict[str, Any]:
        return {"popFrom": {"id": self.id}}


@dataclass(frozen=True)
class PathPush(Action):
    state: PushState
    id: int | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "push": without_none(
                {
                    "id": self.id,
                    "state": json_of(self.state),
                },
                "id",
            )
        }


PathAction = Union[PathElement, PathPopFrom, PathPush]


@dataclass(frozen=True)
class StackedPath(Action):
    value: PathAction

    def to_json(self) -> dict[str, Any]:
        return {"path": json_of(self.value)}


@dataclass(frozen=True)
class Open(Action):
    value: str

    def to_json(self) -> dict[str, Any]:
        return {"open": self.value}


@dataclass(frozen=True)
class Home(Action):
    def to_json(self) -> str:
        return "home"


StackedAction = Union[StackedPath, Open, Home]


class FolderStateAt(Place[V]):
    """The places in a `FolderState`."""

    name: Place[str]


class NoteStateAt(Place[V]):
    """The places in a `NoteState`."""

    text: Place[str]


class PathAt(Place[V]):
    """The places in a `Path`."""

    id: Place[int]
    state: Place[PathState]


class StackedStateAt(Place[V]):
    """The places in a `StackedState`."""

    path: ListPlace[Path, PathAt[Path]]
    log: ListPlace[str, Place[str]]


class Stacked(Feature[StackedState, StackedAction]):
    """The feature `Stacked` of org.enfold.tests.stacked."""

    name = "org.enfold.tests.stacked/Stacked"
    at = StackedStateAt[StackedState]("")
