"""Blame: which commits of a session file made a value what it is."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

from ..patches import apply_patch
from .patch import NOTHING, find, tokens
from .replay import COMMITS, SessionError, read_session
from .schema import escaped, same


@dataclass(frozen=True)
class Change:
    """A commit that changed a value. Those that `blame` gives come newest first."""

    #: The number of the line in the file, from 1, and all that stands there: "action", "cause" …
    line: int
    entry: dict[str, Any]
    #: Where the value is after the commit. An element of a list moves.
    pointer: str
    #: The value after the commit and before it. Before it is None, too, if `is_new`.
    value: Any
    before: Any
    #: Whether there was nothing before.
    is_new: bool


def blame(
    path: str | os.PathLike[str], store: int | str, pointer: str, *, at: int | None = None
) -> list[Change]:
    """The commits that made the value at a pointer what it is, the newest first.

        for change in blame("monday.enfold.jsonl", "Todos#1", "/items/id=7/title"):
            print(change.line, change.entry.get("action"), change.value)

    An element of a list is followed when others come and go before it, and when it moves. The last
    change is the one that made the value, if that was recorded.

    store: its name, or its number in the file.
    pointer: a JSON Pointer. In a list, `id=7` is the element whose "id" is 7.
    at: the revision of which the value is asked; without it, the last one.

    Raises `SessionError` if the file has no such store, or nothing is at the pointer.
    """
    first, commits, last = _history(path, store, at)
    place = _place(last, pointer)
    if place is None:
        raise SessionError(f'{path}: nothing is at "{pointer}" in the store {store!r}')
    _follow(commits, place)
    return _changes(first, commits)


@dataclass
class _Step:
    """An operation of a patch. Lists are followed; everything else replaces what is at its path."""

    path: list[str]
    #: "insert" or "delete": an element of a list; otherwise "replace".
    kind: str
    #: By what an element is known again.
    identity: Any = None
    #: Of an element that moves: the step that takes it out.
    origin: _Step | None = None


@dataclass
class _Commit:
    line: int
    entry: dict[str, Any]
    steps: list[_Step]
    #: Whether it may have changed the value, and where that was then. None: nowhere.
    is_touched: bool = False
    before: list[str] | None = None
    after: list[str] | None = None


def _history(
    path: str | os.PathLike[str], store: int | str, at: int | None
) -> tuple[Any, list[_Commit], Any]:
    """The first state of a store, its commits up to a revision, and the state then."""
    number = store if isinstance(store, int) else None
    first: Any = NOTHING
    state: Any = NOTHING
    commits: list[_Commit] = []
    for line, entry in read_session(path):
        kind = entry.get("kind")
        if kind == "opened" and number is None and entry["name"] == store:
            number = entry["store"]
        if number is None or entry.get("store") != number:
            continue
        if kind in COMMITS and at is not None and entry["revision"] > at:
            break
        if kind in ("opened", "state"):
            first = state = entry["state"]
            commits = []
        elif kind in COMMITS and state is not NOTHING and "patch" in entry:
            steps: list[_Step] = []
            for operation in entry["patch"]:
                steps.append(_step(operation, state, steps))
                state = apply_patch(state, [operation])
            commits.append(_Commit(line, entry, steps))
    if state is NOTHING:
        raise SessionError(f"{path}: there is no state of the store {store!r}")
    return first, commits, state


def _step(operation: dict[str, Any], state: Any, earlier: list[_Step]) -> _Step:
    place = tokens(operation["path"])
    parent = find(state, place[:-1]) if place else None
    if operation["op"] == "replace" or not isinstance(parent, list):
        return _Step(place, "replace")
    if operation["op"] == "remove":
        return _Step(place, "delete", _identity(parent[int(place[-1])]))
    if place[-1] == "-":
        place[-1] = str(len(parent))
    step = _Step(place, "insert", _identity(operation["value"]))
    for other in earlier:
        is_taken = any(each.origin is other for each in earlier)
        if other.kind == "delete" and not is_taken and same(other.identity, step.identity):
            step.origin = other
    return step


def _identity(element: Any) -> Any:
    """The id of an element, or the element itself."""
    return [element["id"]] if isinstance(element, dict) and "id" in element else element


def _follow(commits: list[_Commit], place: list[str] | None) -> None:
    """Goes back from the last commit, and notes where the value was before and after each."""
    for commit in reversed(commits):
        commit.after = place
        # An element that was put in somewhere else is nowhere until the step that took it out.
        moving: tuple[_Step, list[str]] | None = None
        for step in reversed(commit.steps):
            if moving is not None:
                if step is not moving[0]:
                    continue
                place, moving = [*step.path, *moving[1]], None
            elif place is None:
                break
            elif step.kind == "replace":
                depth = min(len(step.path), len(place))
                commit.is_touched |= step.path[:depth] == place[:depth]
            elif len(step.path) > len(place) or step.path[:-1] != place[: len(step.path) - 1]:
                commit.is_touched |= step.path[: len(place)] == place
            else:
                depth = len(step.path) - 1
                if not place[depth].isdigit():
                    continue  # there was no list then
                mine, its = int(place[depth]), int(step.path[depth])
                if step.kind == "insert" and its == mine:
                    commit.is_touched = True
                    if step.origin is not None:
                        moving = (step.origin, place[depth + 1 :])
                    place = None
                else:
                    if step.kind == "delete":
                        mine += its <= mine
                    else:
                        mine -= its < mine
                    place = [*place[:depth], str(mine), *place[depth + 1 :]]
        commit.before = place
        if place is None:
            return


def _changes(state: Any, commits: list[_Commit]) -> list[Change]:
    changes: list[Change] = []
    for commit in commits:
        old, state = state, apply_patch(state, commit.entry["patch"])
        if not commit.is_touched or commit.after is None:
            continue
        before = NOTHING if commit.before is None else find(old, commit.before)
        value, is_new = find(state, commit.after), before is NOTHING
        if is_new:
            changes = []
        if is_new or not same(before, value):
            pointer = "".join(f"/{escaped(token)}" for token in commit.after)
            changes.append(
                Change(
                    commit.line, commit.entry, pointer, value, None if is_new else before, is_new
                )
            )
    return changes[::-1]


def _place(state: Any, pointer: str) -> list[str] | None:
    """The tokens of a pointer, with the index of each element; None if nothing is there."""
    place: list[str] = []
    for token in tokens(pointer):
        value = find(state, place)
        if isinstance(value, list) and "=" in token:
            name, _, text = token.partition("=")
            found = (
                index
                for index, each in enumerate(value)
                if isinstance(each, dict) and str(each.get(name)) == text
            )
            place.append(str(next(found, -1)))
        else:
            place.append(token)
    return None if find(state, place) is NOTHING else place
