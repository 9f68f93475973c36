"""Action: an action that is a value of Python, and what makes JSON of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Action:
    """An action, or the value of a case inside of one."""

    __slots__ = ()

    def to_json(self) -> Any:
        """The action as JSON: a name, or a dict with one key."""
        raise NotImplementedError


def json_of(value: object) -> Any:
    """A value in which actions may be, as JSON."""
    if isinstance(value, Action):
        return value.to_json()
    if isinstance(value, Mapping):
        return {key: json_of(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [json_of(inner) for inner in value]
    return value


def without_none(fields: dict[str, Any], *keys: str) -> dict[str, Any]:
    """The fields without those of these keys that are None: the feature has defaults for them."""
    return {key: value for key, value in fields.items() if value is not None or key not in keys}
