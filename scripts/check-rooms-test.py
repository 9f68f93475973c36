#!/usr/bin/env python3
"""Tests of check-rooms.py, on trees of a few lines."""

import importlib.util
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
specification = importlib.util.spec_from_file_location("check_rooms", Path(__file__).with_name("check-rooms.py"))
assert specification and specification.loader
rooms = importlib.util.module_from_spec(specification)
specification.loader.exec_module(rooms)


class CheckRooms(unittest.TestCase):
    def check(self, files: dict[str, str], exceptions: dict[tuple[str, str], str] | None = None) -> list[str]:
        """What is wrong with a tree, whose module House has the rooms Cellar and, below it in the list, Roof."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = Path(folder) / "Sources" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            modules = ["House", "Garden"]
            result: list[str] = rooms.check(Path(folder), {"House": ["Cellar", "Roof"]}, modules, exceptions or {})
            return result

    def test_a_room_may_use_the_rooms_above_it(self) -> None:
        self.assertEqual(
            self.check({"House/Cellar/Wine.swift": "struct Wine {}", "House/Roof/Tile.swift": "let wine = Wine()"}), []
        )

    def test_a_use_of_a_room_below_is_reported_once_with_its_line(self) -> None:
        problems = self.check(
            {
                "House/Roof/Tile.swift": "public final class Tile {}",
                "House/Cellar/Deep/Wine.swift": "// Wine.\n\nlet tile: Tile\nlet other: Tile",
            }
        )
        self.assertEqual(
            problems,
            ["Sources/House/Cellar/Deep/Wine.swift:3: Tile is of the room Roof, which is below Cellar"],
        )

    def test_an_extension_is_a_use(self) -> None:
        problems = self.check({"House/Roof/Tile.swift": "enum Tile {}", "House/Cellar/A.swift": "extension Tile {}"})
        self.assertEqual(len(problems), 1)

    def test_comments_and_strings_are_no_uses_but_what_strings_interpolate_is(self) -> None:
        tile = {"House/Roof/Tile.swift": "protocol Tile {}"}
        quiet = 'let a = "Tile" // Tile\n/* Tile /* Tile */ Tile */ let b = #"Tile \\(Tile)"# + """\nTile " Tile\n"""'
        self.assertEqual(self.check(tile | {"House/Cellar/A.swift": quiet}), [])
        self.assertEqual(len(self.check(tile | {"House/Cellar/A.swift": 'let a = "\\(f(")") + Tile.b)"'})), 1)

    def test_a_nested_type_is_used_by_its_full_name_or_inside_of_its_outer_type(self) -> None:
        outer = {
            "House/Cellar/Wine.swift": "struct Wine {}\nstruct Other { typealias Kind = Int; let kind: Kind }",
            "House/Roof/Kind.swift": "extension Wine { enum Kind { case red } }",
        }
        self.assertEqual(self.check(outer), [])
        inside = self.check(outer | {"House/Cellar/A.swift": "extension Wine { var kind: Kind { .red } }"})
        self.assertEqual(len(inside), 1)
        self.assertEqual(len(self.check(outer | {"House/Cellar/A.swift": "let kind: Wine.Kind"})), 1)

    def test_private_types_and_generic_parameters_of_the_same_name_are_other_things(self) -> None:
        self.assertEqual(
            self.check(
                {
                    "House/Roof/Tile.swift": "struct Tile {}\nprivate struct Nail {}",
                    "House/Cellar/A.swift": "func lay<Tile: Hashable>(_ tile: Tile) {}",
                    "House/Cellar/B.swift": "private enum Tile {}\nlet tile: Tile",
                    "House/Cellar/C.swift": "let nail: Nail",
                }
            ),
            [],
        )

    def test_a_name_with_several_meanings_may_mean_the_one_that_is_allowed(self) -> None:
        self.assertEqual(
            self.check(
                {
                    "House/Cellar/Wine.swift": "enum Kind {}",
                    "House/Roof/Tile.swift": "enum Kind {}",
                    "House/Cellar/A.swift": "let kind: Kind",
                }
            ),
            [],
        )

    def test_a_type_outside_of_all_rooms_is_reported(self) -> None:
        self.assertEqual(
            self.check({"House/Door.swift": "struct Door {}"}),
            ["Sources/House/Door.swift:1: Door is declared in no room"],
        )

    def test_an_exception_must_be_needed(self) -> None:
        exceptions = {("Sources/House/Cellar/A.swift", "Tile"): "a test"}
        tile = {"House/Roof/Tile.swift": "actor Tile {}"}
        self.assertEqual(self.check(tile | {"House/Cellar/A.swift": "let tile: Tile"}, exceptions), [])
        self.assertEqual(
            self.check(tile | {"House/Cellar/A.swift": ""}, exceptions),
            ["Sources/House/Cellar/A.swift: the exception for Tile is needed no more"],
        )

    def test_modules_share_no_name_of_a_type(self) -> None:
        problems = self.check(
            {
                "House/Cellar/Wine.swift": "struct Wine { struct Label {} }\nprivate struct Rose {}",
                "Garden/Rose.swift": "struct Rose {}\nstruct Bed { struct Wine {}; struct Label {} }",
            }
        )
        self.assertEqual(
            problems,
            ["Rose is declared in several modules: Sources/House/Cellar/Wine.swift, Sources/Garden/Rose.swift"],
        )


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--quiet"])
