"""Typed client of the plugin org.enfold.primetime 1.0.0.

Features: PrimeTime.
Made by `enfold gen python libPrimeTime.so`. Do not edit: make it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypedDict, Union

from enfold.typed import Action, Feature, ListPlace, Place, V, json_of


class PrimeCheck(TypedDict):
    number: int
    isPrime: bool


class ActivityType(TypedDict, total=False):
    """Exactly one of the keys is there."""

    addedFavoritePrime: int
    removedFavoritePrime: int


class Activity(TypedDict):
    timestamp: str
    type: ActivityType


class PrimeTimeState(TypedDict):
    count: int
    favoritePrimes: list[int]
    activityFeed: list[Activity]
    primeCheck: PrimeCheck | None
    isNthPrimeLoading: bool
    alert: str | None
    isLogging: bool


@dataclass(frozen=True)
class PrimeSuccess(Action):
    value: int

    def to_json(self) -> dict[str, Any]:
        return {"success": self.value}


@dataclass(frozen=True)
class PrimeFailure(Action):
    message: str

    def to_json(self) -> dict[str, Any]:
        return {"failure": {"message": self.message}}


Prime = Union[PrimeSuccess, PrimeFailure]


@dataclass(frozen=True)
class CounterDecrTapped(Action):
    def to_json(self) -> str:
        return "decrTapped"


@dataclass(frozen=True)
class CounterIncrTapped(Action):
    def to_json(self) -> str:
        return "incrTapped"


@dataclass(frozen=True)
class CounterIsPrimeTapped(Action):
    def to_json(self) -> str:
        return "isPrimeTapped"


@dataclass(frozen=True)
class CounterNthPrimeTapped(Action):
    def to_json(self) -> str:
        return "nthPrimeTapped"


@dataclass(frozen=True)
class CounterNthPrimeResponse(Action):
    n: int
    prime: Prime

    def to_json(self) -> dict[str, Any]:
        return {"nthPrimeResponse": {"n": self.n, "prime": json_of(self.prime)}}


@dataclass(frozen=True)
class CounterAlertDismissed(Action):
    def to_json(self) -> str:
        return "alertDismissed"


CounterAction = Union[
    CounterDecrTapped,
    CounterIncrTapped,
    CounterIsPrimeTapped,
    CounterNthPrimeTapped,
    CounterNthPrimeResponse,
    CounterAlertDismissed,
]


@dataclass(frozen=True)
class PrimeModalSaveFavoritePrimeTapped(Action):
    def to_json(self) -> str:
        return "saveFavoritePrimeTapped"


@dataclass(frozen=True)
class PrimeModalRemoveFavoritePrimeTapped(Action):
    def to_json(self) -> str:
        return "removeFavoritePrimeTapped"


PrimeModalAction = Union[
    PrimeModalSaveFavoritePrimeTapped,
    PrimeModalRemoveFavoritePrimeTapped,
]


@dataclass(frozen=True)
class CounterViewCounter(Action):
    value: CounterAction

    def to_json(self) -> dict[str, Any]:
        return {"counter": json_of(self.value)}


@dataclass(frozen=True)
class CounterViewPrimeModal(Action):
    value: PrimeModalAction

    def to_json(self) -> dict[str, Any]:
        return {"primeModal": json_of(self.value)}


CounterViewAction = Union[CounterViewCounter, CounterViewPrimeModal]


@dataclass(frozen=True)
class LoadedResultSuccess(Action):
    value: list[int]

    def to_json(self) -> dict[str, Any]:
        return {"success": self.value}


@dataclass(frozen=True)
class LoadedResultFailure(Action):
    message: str

    def to_json(self) -> dict[str, Any]:
        return {"failure": {"message": self.message}}


LoadedResult = Union[LoadedResultSuccess, LoadedResultFailure]


@dataclass(frozen=True)
class FavoritePrimesDeleteFavoritePrimes(Action):
    value: list[int]

    def to_json(self) -> dict[str, Any]:
        return {"deleteFavoritePrimes": self.value}


@dataclass(frozen=True)
class FavoritePrimesSave(Action):
    path: str

    def to_json(self) -> dict[str, Any]:
        return {"save": {"path": self.path}}


@dataclass(frozen=True)
class FavoritePrimesLoad(Action):
    path: str

    def to_json(self) -> dict[str, Any]:
        return {"load": {"path": self.path}}


@dataclass(frozen=True)
class FavoritePrimesLoaded(Action):
    value: LoadedResult

    def to_json(self) -> dict[str, Any]:
        return {"loaded": json_of(self.value)}


FavoritePrimesAction = Union[
    FavoritePrimesDeleteFavoritePrimes,
    FavoritePrimesSave,
    FavoritePrimesLoad,
    FavoritePrimesLoaded,
]


@dataclass(frozen=True)
class CounterView(Action):
    value: CounterViewAction

    def to_json(self) -> dict[str, Any]:
        return {"counterView": json_of(self.value)}


@dataclass(frozen=True)
class FavoritePrimes(Action):
    value: FavoritePrimesAction

    def to_json(self) -> dict[str, Any]:
        return {"favoritePrimes": json_of(self.value)}


PrimeTimeAction = Union[CounterView, FavoritePrimes]


class PrimeCheckAt(Place[V]):
    """The places in a `PrimeCheck`."""

    number: Place[int]
    isPrime: Place[bool]


class ActivityAt(Place[V]):
    """The places in a `Activity`."""

    timestamp: Place[str]
    type: Place[ActivityType]


class PrimeTimeStateAt(Place[V]):
    """The places in a `PrimeTimeState`."""

    count: Place[int]
    favoritePrimes: ListPlace[int, Place[int]]
    activityFeed: ListPlace[Activity, ActivityAt[Activity]]
    primeCheck: PrimeCheckAt[PrimeCheck | None]
    isNthPrimeLoading: Place[bool]
    alert: Place[str | None]
    isLogging: Place[bool]


class PrimeTime(Feature[PrimeTimeState, PrimeTimeAction]):
    """The feature `PrimeTime` of org.enfold.primetime."""

    name = "org.enfold.primetime/PrimeTime"
    at = PrimeTimeStateAt[PrimeTimeState]("")
