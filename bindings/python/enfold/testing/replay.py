"""Replay: does again what a session file has recorded, and compares what comes of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..errors import Error, NoTargetError
from ..events import Event
from ..patches import apply_patch
from ..runtime import Runtime
from ..store import Store
from .difference import difference
from .schema import escaped, same, shown

REDACTED = "[redacted]"
VERDICTS = ("fine", "risky", "impossible")
BINDING = "a binding that JSON may not write"
COMMITS = ("action", "set", "binding", "restore", "shared", "mutation")


class Divergence(AssertionError):
    """The first entry of a session that does not come again.

    The message says which entry of which store it is, its action, where the states differ, and what
    was recorded and what came. `line` is the number of the entry's line, from 1.
    """

    line: int

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


class SessionError(ValueError):
    """A file that is no session, or that cannot be replayed. The message says why, and where."""


@dataclass
class Replayed:
    """What a replay has found: how many commits came again, and what it could not verify."""

    verified: int = 0
    #: For each reason the number of commits of which only the recorded state was taken over.
    unverified: dict[str, int] = field(default_factory=dict)
    #: "fine"; "risky": redacted values were not compared; "impossible": one was needed to go on, so
    #: the rest of a store was not replayed.
    verdict: str = "fine"
    #: Where something redacted was in the way: the first such place of each store.
    obstacles: list[str] = field(default_factory=list)

    def _skip(self, reason: str) -> None:
        self.unverified[reason] = self.unverified.get(reason, 0) + 1


def read_session(path: str | os.PathLike[str]) -> Iterator[tuple[int, dict[str, Any]]]:
    """The numbers of the lines of a session file, from 1, and what is in them.

    What a program that has crashed has not finished, the last line without an end, is left out.
    """
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                return
            try:
                entry = json.loads(line)
            except ValueError as error:
                raise SessionError(f"{path}:{number}: this line is no JSON: {error}") from None
            if number == 1:
                _check_header(path, entry)
            if not isinstance(entry, dict):
                raise SessionError(f"{path}:{number}: this line is no object")
            yield number, entry


def _check_header(path: str | os.PathLike[str], header: Any) -> None:
    if not isinstance(header, dict) or header.get("format") != "enfold-session":
        raise SessionError(f'{path}: this is no session file: its first line has no "format"')
    if header.get("version") != 1:
        raise SessionError(
            f"{path}: the session has version {shown(header.get('version'))}; known: 1"
        )


def assert_replays(
    path: str | os.PathLike[str], *plugins: str | os.PathLike[str], runtime: Runtime | None = None
) -> Replayed:
    """Replays a session file, or a folder of them. Raises `Divergence` at the first difference.

        def test_the_session_of_monday():
            assert_replays("monday.enfold.jsonl", "build/plugins/libTodos.so")

    Each store begins with the recorded state and gets the recorded actions in order, those of
    effects, too; effects themselves do not run. `uuid`, `date` and `random` give in reducers what
    they gave then. Each commit must lead to the recorded state.

    Other stores' writes of shared values, actions about which a reactor was asked, its mutations
    that came late, and actions with redacted values are not done again: the recorded state is taken
    over. The result counts them.

    path: of a folder all files that end in .enfold.jsonl.
    runtime: one that has the features already, also those in Python, in place of plugins.
    """
    if runtime is not None:
        return _replay(path, runtime)
    with Runtime(environment="preview") as own:
        for plugin in plugins:
            own.load(plugin)
        return _replay(path, own)


def _replay(path: str | os.PathLike[str], runtime: Runtime) -> Replayed:
    if not os.path.isdir(path):
        return _Replay(path, runtime).run()
    files = sorted(Path(path).glob("*.enfold.jsonl"))
    if not files:
        raise SessionError(f"{path}: no file in it ends in .enfold.jsonl")
    result = Replayed()
    for file in files:
        found = _Replay(file, runtime).run()
        result.verified += found.verified
        for reason, count in found.unverified.items():
            result.unverified[reason] = result.unverified.get(reason, 0) + count
        result.verdict = max(result.verdict, found.verdict, key=VERDICTS.index)
        result.obstacles += found.obstacles
    return result


class _Replay:
    def __init__(self, path: str | os.PathLike[str], runtime: Runtime) -> None:
        self.path, self.runtime = path, runtime
        self.stores: dict[int, _Replayed] = {}
        #: The numbers of the stacks of stores that are opened next, as their dependencies.
        self.stacks: dict[int, Any] = {}
        self.result = Replayed()

    def run(self) -> Replayed:
        lines = read_session(self.path)
        if next(lines, None) is None:
            raise SessionError(f"{self.path}: the file is empty")
        try:
            for line, entry in lines:
                self.take(line, entry)
        finally:
            for store in self.stores.values():
                store.store.close()
        return self.result

    def take(self, line: int, entry: dict[str, Any]) -> None:
        kind, number = entry.get("kind"), entry.get("store")
        if kind == "dropped":
            for store in self.stores.values():
                store.is_lost = True
        elif not isinstance(number, int):
            return
        elif kind == "opened":
            if number in self.stores:
                self.stores.pop(number).store.close()
            self.stores[number] = self.opened(line, entry)
        elif number not in self.stores:
            # What other dependencies gave in the first state was recorded with it.
            if entry.get("dependency") == "stacks":
                self.stacks[number] = {"dependencies": [{"stacks": entry.get("value")}]}
        elif kind == "closed":
            self.stores.pop(number).store.close()
        else:
            self.stores[number].take(line, entry)

    def lower(self, verdict: str) -> None:
        self.result.verdict = max(self.result.verdict, verdict, key=VERDICTS.index)

    def opened(self, line: int, entry: dict[str, Any]) -> _Replayed:
        plugin = entry.get("plugin", {}).get("id", "")
        names = [f"{plugin}/{entry['feature']}", entry["feature"]]
        problem: Error | None = None
        options = self.stacks.pop(entry["store"], {})
        for name in names:
            try:
                store = self.runtime.open(
                    name,
                    state=entry["state"],
                    effects="none",
                    name=entry["name"],
                    **options,
                )
                if redacted_place(entry["state"]) is not None:
                    self.lower("risky")
                return _Replayed(self, store, entry)
            except Error as error:
                problem = problem or error
        raise SessionError(
            f"{self.path}:{line}: {entry['name']} cannot be opened again: {problem}"
        ) from problem


class _Replayed:
    """A store of a replay."""

    def __init__(self, replay: _Replay, store: Store, entry: dict[str, Any]) -> None:
        self.replay, self.store, self.name = replay, store, entry["name"]
        self.state: Any = entry["state"]
        self.revision: int = entry["revision"]
        #: Entries were dropped, and its state did not come again yet.
        self.is_lost = False
        #: Entries were dropped: only of these stacks it is known which number comes next.
        self.uncertain: set[str] | None = None
        #: A redacted value was in the way: nothing more of it can be replayed.
        self.is_impossible = False
        self.dependencies: list[Any] = []
        self.patch: Any = None
        store.observe("", self._hear, initial=False, value=False, patch=True, filter="raw")

    def _hear(self, event: Event) -> None:
        if self.patch is None:
            self.patch = event.patch

    def take(self, line: int, entry: dict[str, Any]) -> None:
        kind = entry["kind"]
        if kind == "state":
            self.state, self.revision, self.is_lost = entry["state"], entry["revision"], False
            self.uncertain = set()
            self._take_over(line)
        elif kind == "dependency" and entry["dependency"] != "stacks":
            self.dependencies.append({entry["dependency"]: entry.get("value")})
        elif kind in COMMITS and entry["revision"] > self.revision and not self.is_lost:
            if self.is_impossible:
                self.replay.result._skip("redacted")
            else:
                self._commit(line, entry)
            self.dependencies = []

    def _commit(self, line: int, entry: dict[str, Any]) -> None:
        kind, recorded = entry["kind"], entry.get("patch")
        self.revision = entry["revision"]
        if recorded is None:
            self.is_lost = True
            return
        before = self.state
        self.state = apply_patch(before, recorded)
        reason = self._unverifiable(entry, recorded)
        if reason:
            self.replay.result._skip(reason)
            self._take_over(line)
            return
        self.patch = None
        problem = ""
        try:
            if kind == "restore":
                self.store.restore(self.state)
            elif kind == "set":
                self.store.set(recorded[0]["path"], recorded[0]["value"])
            elif self.dependencies:
                self.store.given(self.dependencies).send(entry["action"])
            else:
                self.store.send(entry["action"])
        except NoTargetError:
            pass  # It was told then, too, and is a commit all the same.
        except Error as error:
            if "cause" in entry and _has_member(entry.get("action"), "binding"):
                # An effect may write what JSON may not.
                self.replay.result._skip(BINDING)
                self._take_over(line)
                return
            problem = f": it is refused: {error}"
        self.replay.runtime.wait()
        if problem or not self._is_same(recorded):
            differs = self._divergence(line, entry, before, problem)
            if differs:
                raise Divergence(line, differs)
        self.replay.result.verified += 1

    def _unverifiable(self, entry: dict[str, Any], recorded: list[Any]) -> str:
        """Why a commit cannot be made again; "" if it can."""
        kind = entry["kind"]
        if kind in ("shared", "mutation"):
            return str(kind)
        if kind in ("action", "binding") and "action" not in entry:
            return "an action without a form in JSON"
        needed = recorded if kind in ("set", "restore") else entry["action"]
        if redacted_place(needed) is not None:
            return "redacted"
        if kind == "binding" and entry.get("action", {}).get("binding") == {}:
            return BINDING
        if kind == "set" and [step["op"] for step in recorded] != ["replace"]:
            return "a set of several places"
        # What else than the state and the action was needed.
        if "depends" in entry:
            return str(entry["depends"])
        news = set(entry.get("next", ())) - (self.uncertain or set())
        if self.uncertain is None or not news:
            return ""
        # The first number that a stack gives behind a loss.
        self.uncertain |= news
        return "dropped"

    def _take_over(self, line: int) -> None:
        """Begins anew with the recorded state."""
        place = redacted_place(self.state)
        if place is not None:
            self.is_impossible = True
            self.replay.lower("impossible")
            self.replay.result.obstacles.append(
                f"{self.replay.path}:{line}: {self.name} cannot be replayed from here: "
                f'its state has a redacted value at "{place}"'
            )
            return
        self.store.restore(self.state)
        self.replay.runtime.wait()

    def _is_same(self, recorded: list[Any]) -> bool:
        came = self.patch or []
        if same(came, recorded):
            return True
        if redacted_place(recorded) is None or not _matches(recorded, came):
            return False
        self.replay.lower("risky")
        return True

    def _divergence(self, line: int, entry: dict[str, Any], before: Any, problem: str) -> str:
        what = shown(entry["action"]) if "action" in entry else entry["kind"]
        cause = f", from revision {entry['cause']['revision']}" if "cause" in entry else ""
        place = f"{self.replay.path}:{line}: {self.name}, revision {self.revision}, {what}{cause}"
        if problem:
            return place + problem
        differs = difference(self.state, self.store.state, _matches)
        if differs is None:
            return ""  # Two patches that lead to the same state are the same.
        pointer, expected, came = differs
        return f'{place}: at "{pointer}" was {expected}, now it is {came}'


def redacted_place(value: Any, pointer: str = "") -> str | None:
    """The pointer of the first redacted value; None if there is none."""
    if value == REDACTED:
        return pointer
    inner: Any = ()
    if isinstance(value, dict):
        inner = value.items()
    elif isinstance(value, list):
        inner = enumerate(value)
    found = (redacted_place(each, f"{pointer}/{escaped(str(token))}") for token, each in inner)
    return next((place for place in found if place is not None), None)


def _has_member(value: Any, name: str) -> bool:
    """Whether an object in a value has a member of this name."""
    if isinstance(value, dict):
        return name in value or any(_has_member(each, name) for each in value.values())
    return isinstance(value, list) and any(_has_member(each, name) for each in value)


def _matches(recorded: Any, came: Any) -> bool:
    """Whether it is the same, if redacted places are not compared."""
    if recorded == REDACTED:
        return True
    if isinstance(recorded, dict) and isinstance(came, dict):
        return recorded.keys() == came.keys() and all(
            _matches(each, came[key]) for key, each in recorded.items()
        )
    if isinstance(recorded, list) and isinstance(came, list):
        return len(recorded) == len(came) and all(map(_matches, recorded, came))
    return same(recorded, came)
