"""Typed client of the plugin org.enfold.tests.bound 1.0.0.

Features: Bound, Note, Forgetful.
Made by `enfold gen python libBound.so`. Do not edit: make it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict, Union

from enfold.typed import Action, Feature, ListPlace, Place, V, json_of, without_none


class AuthorState(TypedDict):
    first: str


class EditorState(TypedDict):
    name: str
    author: AuthorState


class NoteState(TypedDict):
    body: str


class RowsState(TypedDict):
    id: int
    isDone: bool


class BoundState(TypedDict):
    text: str
    isOn: bool
    clicks: int
    pin: str
    count: int
    changes: int
    editor: EditorState | None
    note: NoteState
    rows: list[RowsState]


@dataclass(frozen=True)
class AuthorBinding(Action):
    first: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"binding": without_none({"/first": self.first}, "/first")}


AuthorAction = AuthorBinding


@dataclass(frozen=True)
class EditorBinding(Action):
    name: str | None = None
    authorFirst: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "binding": without_none(
                {
                    "/name": self.name,
                    "/author/first": self.authorFirst,
                },
                "/name",
                "/author/first",
            )
        }


@dataclass(frozen=True)
class EditorAuthor(Action):
    value: AuthorAction

    def to_json(self) -> dict[str, Any]:
        return {"author": json_of(self.value)}


EditorAction = Union[EditorBinding, EditorAuthor]


@dataclass(frozen=True)
class NoteBinding(Action):
    body: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"binding": without_none({"/body": self.body}, "/body")}


NoteAction = NoteBinding


@dataclass(frozen=True)
class RowToggle(Action):
    def to_json(self) -> str:
        return "toggle"


RowAction = RowToggle


@dataclass(frozen=True)
class BoundBinding(Action):
    text: str | None = None
    isOn: bool | None = None
    clicks: int | None = None
    pin: str | None = None
    editorName: str | None = None
    editorAuthorFirst: str | None = None
    noteBody: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "binding": without_none(
                {
                    "/text": self.text,
                    "/isOn": self.isOn,
                    "/clicks": self.clicks,
                    "/pin": self.pin,
                    "/editor/name": self.editorName,
                    "/editor/author/first": self.editorAuthorFirst,
                    "/note/body": self.noteBody,
                },
                "/text",
                "/isOn",
                "/clicks",
                "/pin",
                "/editor/name",
                "/editor/author/first",
                "/note/body",
            )
        }


@dataclass(frozen=True)
class BoundEditor(Action):
    value: EditorAction

    def to_json(self) -> dict[str, Any]:
        return {"editor": json_of(self.value)}


@dataclass(frozen=True)
class BoundNote(Action):
    value: NoteAction

    def to_json(self) -> dict[str, Any]:
        return {"note": json_of(self.value)}


@dataclass(frozen=True)
class BoundRow(Action):
    id: int
    action: RowAction

    def to_json(self) -> dict[str, Any]:
        return {"row": {"id": self.id, "action": json_of(self.action)}}


@dataclass(frozen=True)
class BoundOpen(Action):
    def to_json(self) -> str:
        return "open"


@dataclass(frozen=True)
class BoundClose(Action):
    def to_json(self) -> str:
        return "close"


@dataclass(frozen=True)
class BoundAdd(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"add": self.value}


@dataclass(frozen=True)
class BoundRemove(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"remove": self.value}


@dataclass(frozen=True)
class BoundCount(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"count": self.value}


@dataclass(frozen=True)
class BoundSetCount(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"setCount": self.value}


BoundAction = Union[
    BoundBinding,
    BoundEditor,
    BoundNote,
    BoundRow,
    BoundOpen,
    BoundClose,
    BoundAdd,
    BoundRemove,
    BoundCount,
    BoundSetCount,
]


class ForgetfulState(TypedDict):
    text: str


@dataclass(frozen=True)
class ForgetfulBinding(Action):
    text: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {"binding": without_none({"/text": self.text}, "/text")}


@dataclass(frozen=True)
class ForgetfulWrote(Action):
    value: str

    def to_json(self) -> dict[str, Any]:
        return {"wrote": self.value}


ForgetfulAction = Union[ForgetfulBinding, ForgetfulWrote]


class AuthorStateAt(Place[V]):
    """The places in a `AuthorState`."""

    first: Place[str]


class EditorStateAt(Place[V]):
    """The places in a `EditorState`."""

    name: Place[str]
    author: AuthorStateAt[AuthorState]


class NoteStateAt(Place[V]):
    """The places in a `NoteState`."""

    body: Place[str]


class RowsStateAt(Place[V]):
    """The places in a `RowsState`."""

    id: Place[int]
    isDone: Place[bool]


class BoundStateAt(Place[V]):
    """The places in a `BoundState`."""

    text: Place[str]
    isOn: Place[bool]
    clicks: Place[int]
    pin: Place[str]
    count: Place[int]
    changes: Place[int]
    editor: EditorStateAt[EditorState | None]
    note: NoteStateAt[NoteState]
    rows: ListPlace[RowsState, RowsStateAt[RowsState]]


class ForgetfulStateAt(Place[V]):
    """The places in a `ForgetfulState`."""

    text: Place[str]


class Bound(Feature[BoundState, BoundAction]):
    """The feature `Bound` of org.enfold.tests.bound."""

    name = "org.enfold.tests.bound/Bound"
    at = BoundStateAt[BoundState]("")


class Note(Feature[NoteState, NoteAction]):
    """The feature `Note` of org.enfold.tests.bound."""

    name = "org.enfold.tests.bound/Note"
    at = NoteStateAt[NoteState]("")


class Forgetful(Feature[ForgetfulState, ForgetfulAction]):
    """The feature `Forgetful` of org.enfold.tests.bound."""

    name = "org.enfold.tests.bound/Forgetful"
    at = ForgetfulStateAt[ForgetfulState]("")
