"""Typed client of the plugin org.enfold.tests.presented 1.0.0.

Features: Presented, Routes.
Made by `enfold gen python libPresented.so`. Do not edit: make it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypedDict, Union

from enfold.typed import Action, Feature, ListPlace, Place, V, json_of, without_none


class NoteState(TypedDict):
    id: int
    text: str
    note: NoteState | None


Role = Literal["cancel", "destructive"]


class Answer(TypedDict, total=False):
    """Exactly one of the keys is there."""

    delete: dict[str, Any]


class ButtonStateAnswer(TypedDict):
    role: Role | None
    label: str
    action: Answer | None


class AlertStateAnswer(TypedDict):
    title: str
    message: str | None
    buttons: list[ButtonStateAnswer]


class PresentedState(TypedDict):
    note: NoteState | None
    alert: AlertStateAnswer | None
    aside: NoteState | None
    log: list[str]


@dataclass(frozen=True)
class PresentedPresentedBinding(Action):
    text: str | None = None
    noteText: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "binding": without_none(
                {
                    "/text": self.text,
                    "/note/text": self.noteText,
                },
                "/text",
                "/note/text",
            )
        }


@dataclass(frozen=True)
class PresentedPresentedOpen(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"open": self.value}


@dataclass(frozen=True)
class PresentedPresentedClose(Action):
    def to_json(self) -> str:
        return "close"


@dataclass(frozen=True)
class PresentedPresentedWait(Action):
    def to_json(self) -> str:
        return "wait"


@dataclass(frozen=True)
class PresentedPresentedNote(Action):
    value: NoteAction

    def to_json(self) -> dict[str, Any]:
        return {"note": json_of(self.value)}


PresentedPresentedAction = Union[
    PresentedPresentedBinding,
    PresentedPresentedOpen,
    PresentedPresentedClose,
    PresentedPresentedWait,
    PresentedPresentedNote,
]


@dataclass(frozen=True)
class NoteDismiss(Action):
    def to_json(self) -> str:
        return "dismiss"


@dataclass(frozen=True)
class NotePresented(Action):
    value: PresentedPresentedAction

    def to_json(self) -> dict[str, Any]:
        return {"presented": json_of(self.value)}


NoteAction = Union[NoteDismiss, NotePresented]


@dataclass(frozen=True)
class AlertDismiss(Action):
    def to_json(self) -> str:
        return "dismiss"


@dataclass(frozen=True)
class AlertPresented(Action):
    value: Answer

    def to_json(self) -> dict[str, Any]:
        return {"presented": self.value}


AlertAction = Union[AlertDismiss, AlertPresented]


@dataclass(frozen=True)
class PresentedOpen(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"open": self.value}


@dataclass(frozen=True)
class PresentedOpenAside(Action):
    def to_json(self) -> str:
        return "openAside"


@dataclass(frozen=True)
class PresentedWarn(Action):
    def to_json(self) -> str:
        return "warn"


@dataclass(frozen=True)
class PresentedNote(Action):
    value: NoteAction

    def to_json(self) -> dict[str, Any]:
        return {"note": json_of(self.value)}


@dataclass(frozen=True)
class PresentedAside(Action):
    value: PresentedPresentedAction

    def to_json(self) -> dict[str, Any]:
        return {"aside": json_of(self.value)}


@dataclass(frozen=True)
class PresentedAlert(Action):
    value: AlertAction

    def to_json(self) -> dict[str, Any]:
        return {"alert": json_of(self.value)}


PresentedAction = Union[
    PresentedOpen,
    PresentedOpenAside,
    PresentedWarn,
    PresentedNote,
    PresentedAside,
    PresentedAlert,
]


class EditState(TypedDict):
    text: str


class Alert(TypedDict, total=False):
    """Exactly one of the keys is there."""

    delete: dict[str, Any]


class ButtonStateAlert(TypedDict):
    role: Role | None
    label: str
    action: Alert | None


class AlertStateAlert(TypedDict):
    title: str
    message: str | None
    buttons: list[ButtonStateAlert]


class Menu(TypedDict):
    entries: list[str]


class DestinationStateShare(TypedDict):
    link: str


class DestinationState(TypedDict, total=False):
    """Exactly one of the keys is there."""

    edit: EditState
    note: NoteState
    alert: AlertStateAlert
    menu: Menu
    share: DestinationStateShare


class RoutesState(TypedDict):
    destination: DestinationState | None
    log: list[str]


@dataclass(frozen=True)
class EditSetText(Action):
    value: str

    def to_json(self) -> dict[str, Any]:
        return {"setText": self.value}


EditAction = EditSetText


@dataclass(frozen=True)
class RoutesNoteBinding(Action):
    text: str | None = None
    noteText: str | None = None

    def to_json(self) -> dict[str, Any]:
        return {
            "binding": without_none(
                {
                    "/text": self.text,
                    "/note/text": self.noteText,
                },
                "/text",
                "/note/text",
            )
        }


@dataclass(frozen=True)
class RoutesNoteOpen(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"open": self.value}


@dataclass(frozen=True)
class RoutesNoteClose(Action):
    def to_json(self) -> str:
        return "close"


@dataclass(frozen=True)
class RoutesNoteWait(Action):
    def to_json(self) -> str:
        return "wait"


@dataclass(frozen=True)
class RoutesNoteNote(Action):
    value: NoteAction

    def to_json(self) -> dict[str, Any]:
        return {"note": json_of(self.value)}


RoutesNoteAction = Union[
    RoutesNoteBinding,
    RoutesNoteOpen,
    RoutesNoteClose,
    RoutesNoteWait,
    RoutesNoteNote,
]


@dataclass(frozen=True)
class MenuChosen(Action):
    value: str

    def to_json(self) -> dict[str, Any]:
        return {"chosen": self.value}


MenuAction = MenuChosen


@dataclass(frozen=True)
class RoutesPresentedEdit(Action):
    value: EditAction

    def to_json(self) -> dict[str, Any]:
        return {"edit": json_of(self.value)}


@dataclass(frozen=True)
class RoutesPresentedNote(Action):
    value: RoutesNoteAction

    def to_json(self) -> dict[str, Any]:
        return {"note": json_of(self.value)}


@dataclass(frozen=True)
class RoutesPresentedAlert(Action):
    value: Alert

    def to_json(self) -> dict[str, Any]:
        return {"alert": self.value}


@dataclass(frozen=True)
class RoutesPresentedMenu(Action):
    value: MenuAction

    def to_json(self) -> dict[str, Any]:
        return {"menu": json_of(self.value)}


RoutesPresentedAction = Union[
    RoutesPresentedEdit,
    RoutesPresentedNote,
    RoutesPresentedAlert,
    RoutesPresentedMenu,
]


@dataclass(frozen=True)
class DestinationDismiss(Action):
    def to_json(self) -> str:
        return "dismiss"


@dataclass(frozen=True)
class DestinationPresented(Action):
    value: RoutesPresentedAction

    def to_json(self) -> dict[str, Any]:
        return {"presented": json_of(self.value)}


DestinationAction = Union[DestinationDismiss, DestinationPresented]


@dataclass(frozen=True)
class RoutesEdit(Action):
    def to_json(self) -> str:
        return "edit"


@dataclass(frozen=True)
class RoutesWarn(Action):
    def to_json(self) -> str:
        return "warn"


@dataclass(frozen=True)
class RoutesShare(Action):
    value: str

    def to_json(self) -> dict[str, Any]:
        return {"share": self.value}


@dataclass(frozen=True)
class RoutesMenu(Action):
    def to_json(self) -> str:
        return "menu"


@dataclass(frozen=True)
class RoutesDestination(Action):
    value: DestinationAction

    def to_json(self) -> dict[str, Any]:
        return {"destination": json_of(self.value)}


RoutesAction = Union[RoutesEdit, RoutesWarn, RoutesShare, RoutesMenu, RoutesDestination]


class NoteStateAt(Place[V]):
    """The places in a `NoteState`."""

    id: Place[int]
    text: Place[str]
    note: Place[NoteState | None]


class ButtonStateAnswerAt(Place[V]):
    """The places in a `ButtonStateAnswer`."""

    role: Place[Role | None]
    label: Place[str]
    action: Place[Answer | None]


class AlertStateAnswerAt(Place[V]):
    """The places in a `AlertStateAnswer`."""

    title: Place[str]
    message: Place[str | None]
    buttons: ListPlace[ButtonStateAnswer, ButtonStateAnswerAt[ButtonStateAnswer]]


class PresentedStateAt(Place[V]):
    """The places in a `PresentedState`."""

    note: NoteStateAt[NoteState | None]
    alert: AlertStateAnswerAt[AlertStateAnswer | None]
    aside: NoteStateAt[NoteState | None]
    log: ListPlace[str, Place[str]]


class EditStateAt(Place[V]):
    """The places in a `EditState`."""

    text: Place[str]


class ButtonStateAlertAt(Place[V]):
    """The places in a `ButtonStateAlert`."""

    role: Place[Role | None]
    label: Place[str]
    action: Place[Alert | None]


class AlertStateAlertAt(Place[V]):
    """The places in a `AlertStateAlert`."""

    title: Place[str]
    message: Place[str | None]
    buttons: ListPlace[ButtonStateAlert, ButtonStateAlertAt[ButtonStateAlert]]


class MenuAt(Place[V]):
    """The places in a `Menu`."""

    entries: ListPlace[str, Place[str]]


class RoutesStateAt(Place[V]):
    """The places in a `RoutesState`."""

    destination: Place[DestinationState | None]
    log: ListPlace[str, Place[str]]


class Presented(Feature[PresentedState, PresentedAction]):
    """The feature `Presented` of org.enfold.tests.presented."""

    name = "org.enfold.tests.presented/Presented"
    at = PresentedStateAt[PresentedState]("")


class Routes(Feature[RoutesState, RoutesAction]):
    """The feature `Routes` of org.enfold.tests.presented."""

    name = "org.enfold.tests.presented/Routes"
    at = RoutesStateAt[RoutesState]("")
