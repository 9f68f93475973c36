"""Options: what a test's marks and the fixture `enfold_options` say about its runtime and store."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .._arguments import seconds
from .._json import NOT_GIVEN
from ..errors import InvalidError

ALLOWED = ("failures", "warnings", "effects", "requests")
DEFAULTS: dict[str, Any] = {
    "plugin": (),
    "feature": None,
    "state": NOT_GIVEN,
    "answers": {},
    "environment": "test",
    "clock": "manual",
    "loop": "host",
    "shared_directory": None,
    "allow": (),
    "timeout": 5.0,
}

_CHOICES = {
    "environment": ("live", "preview", "test"),
    "clock": ("manual", "system"),
    "loop": ("host", "inline"),
}


class OptionError(Exception):
    """A mistake in an option, told without a traceback."""


def merged(parts: list[tuple[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """All options, those of later parts before those of earlier ones. `answers` are put together.

    parts: options, each with the name of where they are written.
    """
    options = dict(DEFAULTS)
    for where, part in parts:
        for name, value in part.items():
            if name not in DEFAULTS:
                known = ", ".join(DEFAULTS)
                raise OptionError(f"{where} has no option {name!r}; it takes {known}")
            _check(where, name, value)
            options[name] = {**options[name], **value} if name == "answers" else value
    return options


def of_mark(arguments: tuple[Any, ...], keywords: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a mark, of which the plugin and the feature need no names."""
    names = ("plugin", "feature")
    if len(arguments) > len(names):
        raise OptionError("@pytest.mark.enfold takes a plugin and a feature without names, no more")
    options = dict(zip(names, arguments))
    for name in options.keys() & keywords.keys():
        raise OptionError(f"@pytest.mark.enfold has {name!r} twice")
    return {**options, **keywords}


def plugins(options: Mapping[str, Any], root: Path) -> list[Path]:
    """The files of the plugins; relative ones begin at the root of the tests."""
    given = options["plugin"]
    paths = [root / each for each in ([given] if isinstance(given, (str, os.PathLike)) else given)]
    for path in paths:
        if not path.is_file():
            raise OptionError(f"@pytest.mark.enfold: there is no plugin {path}")
    return paths


def _check(where: str, name: str, value: Any) -> None:
    if name == "answers" and not isinstance(value, Mapping):
        raise OptionError(
            f"{where}: answers are a dict from names to answers, not {value!r}: "
            'answers={"numberFact": "seven"}'
        )
    if name == "allow":
        if isinstance(value, str):
            raise OptionError(f"{where}: allow is a set of names, not a str: allow={{{value!r}}}")
        for each in value:
            if each not in ALLOWED:
                raise OptionError(f"{where}: allow takes {', '.join(ALLOWED)}, not {each!r}")
    choices = _CHOICES.get(name)
    if choices is not None and value not in choices:
        raise OptionError(f"{where}: {name} is one of {', '.join(choices)}, not {value!r}")
    if name == "feature" and value is not None and not isinstance(value, str):
        raise OptionError(f"{where}: feature is a name, not {value!r}")
    if name == "timeout":
        try:
            seconds(value, name)
        except (TypeError, InvalidError) as error:
            raise OptionError(f"{where}: {error}") from None
