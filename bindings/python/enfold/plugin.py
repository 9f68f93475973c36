"""Plugin: what a loaded plugin says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Plugin:
    """A loaded plugin. Made by `Runtime.load`."""

    id: str
    version: str
    features: tuple[str, ...]
    path: str = ""
    compiler: str = ""
    generation: int = 1  # which content of the file this is, counted since it was first loaded

    @classmethod
    def _from_info(cls, info: dict[str, Any]) -> Plugin:
        return cls(
            id=info["id"],
            version=info["version"],
            features=tuple(info["features"]),
            path=info.get("path", ""),
            compiler=info.get("compiler", ""),
            generation=info.get("generation", 1),
        )
