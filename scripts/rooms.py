"""The rooms of docs/architecture.md: which there are, in which order, and to which a file belongs."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# Targets whose folder is not Sources/TARGET.
ELSEWHERE = {"CEnfold": "include"}


def rooms_of(document: str) -> list[str]:
    """The rooms of the table "The rooms", from the bottom to the top. A room is the path of a folder below Sources/.

    A row names a folder, or several beside each other: `EnfoldJSON/Template`, `Patch`.
    """
    section = re.search(r"(?ms)^## The rooms\n(.*?)(?=^## |\Z)", document)
    rooms: list[str] = []
    for row in re.findall(r"(?m)^\|([^|]*)\|", section[1] if section else ""):
        names = re.findall(r"`([^`]+)`", row)
        folder = names[0].rpartition("/")[0] if names else ""
        rooms += names[:1] + [f"{folder}/{name}" if folder else name for name in names[1:]]
    return rooms


def read_rooms(root: Path = ROOT) -> list[str]:
    """The rooms of a checkout."""
    return rooms_of((root / "docs/architecture.md").read_text())


def room_of(file: str, rooms: list[str]) -> str | None:
    """The room of a file, whose path begins with Sources/: the nearest folder around it that is one.

    Nil if that is the target's and the file lies deeper: then one of its folders is missing in the table.
    """
    folder = file.removeprefix("Sources/").rpartition("/")[0]
    nearest = folder
    while nearest and nearest not in rooms:
        nearest = nearest.rpartition("/")[0]
    is_lost = not nearest or (nearest != folder and "/" not in nearest)
    return None if is_lost else nearest
