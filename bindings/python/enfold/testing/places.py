"""Places: what a user says about parts of a value, and whether there are such parts."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from hypothesis.strategies import SearchStrategy

from .schema import Checker, Schema, escaped, unescaped


class Places:
    """Strategies for places in values of a schema, and cases that are left out."""

    __slots__ = ("_checker", "_ignored", "_strategies")

    def __init__(
        self, schema: Schema, strategies: Mapping[str, SearchStrategy[Any]], ignore: Collection[str]
    ) -> None:
        self._checker = Checker(schema)
        if isinstance(ignore, str):
            raise TypeError(f"ignore is a set of names, not a str: {{{ignore!r}}}")
        self._strategies = {_path(pointer): each for pointer, each in strategies.items()}
        for pointer, strategy in strategies.items():
            if not isinstance(strategy, SearchStrategy):
                kind = type(strategy).__name__
                raise TypeError(f"strategies[{pointer!r}] is a strategy, not {kind}")
            self._require(_path(pointer), f"strategies has {pointer!r}")
        self._ignored = {_path("/" + name.lstrip("/")) for name in ignore}
        for name in ignore:
            self._require(_path("/" + name.lstrip("/")), f"ignore has {name!r}")

    def strategy(self, path: tuple[str, ...]) -> SearchStrategy[Any] | None:
        """The user's own strategy for a place."""
        if not self._strategies:
            return None
        for known, strategy in self._strategies.items():
            if _matches(known, path):
                return strategy
        return None

    def is_ignored(self, choice: Schema, path: tuple[str, ...]) -> bool:
        """Whether one of several choices at a place is a case that is left out."""
        if not self._ignored:
            return False
        name = case_name(choice)
        return name is not None and any(_matches(known, (*path, name)) for known in self._ignored)

    def _require(self, path: tuple[str, ...], said: str) -> None:
        """Raises an error unless there is such a place."""
        schemas = [self._checker.schema]
        for number, token in enumerate(path):
            known = self._keys(schemas)
            schemas = [inner for schema in schemas for inner in self._inside(schema, token)]
            if not schemas:
                where = "/" + "/".join(path[:number]) if number else "the top"
                names = ", ".join(known) or "nothing with a name"
                raise ValueError(f"{said}, but {where} has no {token!r}; it has {names}")

    def _alternatives(self, schema: Schema) -> list[Schema]:
        schema = self._checker.resolved(schema)
        if not isinstance(schema, dict):
            return [schema]
        choices = [*schema.get("oneOf", ()), *schema.get("anyOf", ())]
        return [each for choice in choices for each in self._alternatives(choice)] or [schema]

    def _keys(self, schemas: list[Schema]) -> list[str]:
        found: dict[str, None] = {}
        for schema in schemas:
            for choice in self._alternatives(schema):
                if isinstance(choice, dict):
                    found.update(dict.fromkeys(choice.get("properties", {})))
        return list(found)

    def _inside(self, schema: Schema, token: str) -> list[Schema]:
        found: list[Schema] = []
        for choice in self._alternatives(schema):
            if not isinstance(choice, dict):
                found += [True] if choice is not False else []
                continue
            properties = choice.get("properties", {})
            if choice.get("type") == "array":
                first = choice.get("prefixItems", [])
                if token.isdigit() and int(token) < len(first):
                    found.append(first[int(token)])
                elif token == "*" or token.isdigit():
                    found += [*first, choice.get("items", True)]
            elif token in properties:
                found.append(properties[token])
            elif choice.get("additionalProperties", False) is not False:
                found.append(choice["additionalProperties"])
        return [schema for schema in found if schema is not False]


def case_name(choice: Schema) -> str | None:
    """The name of the case that one of several choices describes."""
    if not isinstance(choice, dict):
        return None
    if isinstance(choice.get("const"), str):
        return str(choice["const"])
    required = choice.get("required", ())
    return str(required[0]) if len(required) == 1 else None


def pointer(path: tuple[str, ...]) -> str:
    """A path as a JSON Pointer."""
    return "".join(f"/{escaped(token)}" for token in path)


def _path(pointer: str) -> tuple[str, ...]:
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise ValueError(f"a place is a JSON Pointer such as '/add/title', not {pointer!r}")
    return tuple(map(unescaped, pointer.split("/")[1:]))


def _matches(known: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return len(known) == len(path) and all(
        token in ("*", actual) for token, actual in zip(known, path)
    )
