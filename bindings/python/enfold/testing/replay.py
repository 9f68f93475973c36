"""Replay: does again what a session file has recorded, and compares what comes of it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ..errors import Error, NoTargetError
from ..events import Event
from ..patches import apply_patch
from ..runtime import Runtime
from ..store import Store
from .difference import difference
from .patch import find, tokens
from .schema import shown

REDACTED = "[redacted]"
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
    """Replays a session file with plugins. Raises `Divergence` at the first commit that differs.

        def test_the_session_of_monday():
            assert_replays("monday.enfold.jsonl", "build/plugins/libTodos.so")

    Each store begins with the recorded state and gets the recorded actions in order, those of
    effects, too; effects themselves do not run. `uuid`, `date` and `random` give in reducers what
    they gave then. Each commit must have the recorded patch.

    Other stores' writes of shared values, actions about which a reactor was asked, its mutations
    that came late, and actions with redacted values are not done again: the recorded state is taken
    over. The result counts them.

    runtime: one that has the features already, also those in Python, in place of plugins.
    """
    if runtime is not None:
        return _Replay(path, runtime).run()
    with Runtime() as own:
        for plugin in plugins:
            own.load(plugin)
        return _Replay(path, own).run()


class _Replay:
    def __init__(self, path: str | os.PathLike[str], runtime: Runtime) -> None:
        self.path, self.runtime = path, runtime
        self.stores: dict[int, _Replayed] = {}
        #: Whether another tool has written it: then its patches are not those of a program.
        self.is_imported = False
        self.result = Replayed()

    def run(self) -> Replayed:
        lines = read_session(self.path)
        header = next(lines, None)
        if header is None:
            raise SessionError(f"{self.path}: the file is empty")
        self.is_imported = "imported" in header[1]
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
            self.stores[number] = self.opened(line, entry)
        elif number not in self.stores:
            return  # such as what a dependency gave in the first state, which was recorded
        elif kind == "closed":
            self.stores.pop(number).store.close()
        else:
            self.stores[number].take(line, entry)

    def opened(self, line: int, entry: dict[str, Any]) -> _Replayed:
        plugin = entry.get("plugin", {}).get("id", "")
        names = [f"{plugin}/{entry['feature']}", entry["feature"]]
        problem: Error | None = None
        for name in names:
            try:
                store = self.runtime.open(
                    name, state=entry["state"], effects="none", name=entry["name"]
                )
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
        self.dependencies: list[Any] = []
        self.patch: Any = None
        #: The stacks whose numbers are those of the recording.
        self.counted: set[str] = set()
        store.observe("", self._hear, initial=False, value=False, patch=True, filter="raw")

    def _hear(self, event: Event) -> None:
        if self.patch is None:
            self.patch = event.patch

    def take(self, line: int, entry: dict[str, Any]) -> None:
        kind = entry["kind"]
        if kind == "state":
            self.state, self.revision, self.is_lost = entry["state"], entry["revision"], False
            self._take_over()
        elif kind == "dependency":
            self.dependencies.append({entry["dependency"]: entry.get("value")})
        elif kind in COMMITS and entry["revision"] > self.revision and not self.is_lost:
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
            self._take_over()
            self.replay.result._skip(reason)
            return
        for pointer in entry.get("next", {}):
            self._count_on(pointer, before)
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
            problem = f": it is refused: {error}"
        self.replay.runtime.wait()
        if problem or not self._is_same(recorded):
            raise Divergence(line, self._divergence(line, entry, before, problem))
        self.replay.result.verified += 1

    def _unverifiable(self, entry: dict[str, Any], recorded: list[Any]) -> str:
        """Why a commit cannot be made again; "" if it can."""
        kind = entry["kind"]
        if kind in ("shared", "mutation"):
            return str(kind)
        if _has_redacted(entry.get("action")) or _has_redacted(self.state):
            return "redacted"
        if kind == "binding" and entry.get("action", {}).get("binding") == {}:
            return "a binding that JSON may not write"
        if kind == "set" and [step["op"] for step in recorded] != ["replace"]:
            return "a set of several places"
        # What else than the state and the action was needed.
        return str(entry.get("depends", ""))

    def _count_on(self, pointer: str, before: Any) -> None:
        """Has a stack count on where it did when the recording began.

        A state does not say it. But a stack that was given a greater id once never goes back.
        """
        old, new = (find(state, tokens(pointer)) for state in (before, self.state))
        if pointer in self.counted or not isinstance(old, list) or not isinstance(new, list):
            return
        self.counted.add(pointer)
        ids = [element["id"] for element in old]
        come = [element for element in new if element["id"] not in ids]
        if not come:
            return
        first = min(come, key=lambda element: element["id"])
        if first["id"] > max(ids, default=-1) + 1:
            number = {"id": first["id"] - 1, "state": first["state"]}
            self.store.restore(
                apply_patch(before, [{"op": "add", "path": f"{pointer}/-", "value": number}])
            )
            self.store.restore(before)
            self.replay.runtime.wait()

    def _take_over(self) -> None:
        """Begins anew with the recorded state."""
        if _has_redacted(self.state):
            return  # it cannot be put back
        self.store.restore(self.state)
        self.replay.runtime.wait()

    def _is_same(self, recorded: list[Any]) -> bool:
        if self.patch == recorded or (self.patch is None and not recorded):
            return True
        return self.replay.is_imported and difference(self.state, self.store.state) is None

    def _divergence(self, line: int, entry: dict[str, Any], before: Any, problem: str) -> str:
        what = shown(entry["action"]) if "action" in entry else entry["kind"]
        cause = f", from revision {entry['cause']['revision']}" if "cause" in entry else ""
        place = f"{self.replay.path}:{line}: {self.name}, revision {self.revision}, {what}{cause}"
        if problem:
            return place + problem
        differs = difference(self.state, self.store.state)
        if differs is None:
            return f"{place}: the states are equal, but the patch is {shown(self.patch)}"
        pointer, expected, came = differs
        return f'{place}: at "{pointer}" was {expected}, now it is {came}'


def _has_redacted(value: Any) -> bool:
    if isinstance(value, dict):
        return any(_has_redacted(each) for each in value.values())
    if isinstance(value, list):
        return any(_has_redacted(each) for each in value)
    return bool(value == REDACTED)
