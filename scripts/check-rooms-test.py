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
check_rooms = importlib.util.module_from_spec(specification)
specification.loader.exec_module(check_rooms)

# The target House has the rooms Cellar, Hall and Roof, from the bottom to the top, and beside it is a Garden.
TABLE = """
## The rooms
| room | what is done there |
|---|---|
| **`House`** | is lived in |
| `House/Cellar`, `Hall` | are below |
| `House/Roof` | is above, with a `Chimney` |
| `Garden` | has no rooms |

## Another section
| `House/Attic` | is no room |
"""


class CheckRooms(unittest.TestCase):
    def check(
        self, files: dict[str, str], exceptions: dict[tuple[str, str], str] | None = None, table: str = TABLE
    ) -> list[str]:
        """What is wrong with these files. Folders without files are there, too."""
        with tempfile.TemporaryDirectory() as folder:
            for room in ["House/Cellar", "House/Hall", "House/Roof", "Garden"]:
                (Path(folder) / "Sources" / room).mkdir(parents=True)
            for name, text in {"../docs/architecture.md": table, **files}.items():
                path = (Path(folder) / "Sources" / name).resolve()
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            result: list[str] = check_rooms.check(Path(folder).resolve(), exceptions or {}, ["House", "Garden"])
            return result

    def test_a_room_may_use_the_rooms_above_it_in_the_table(self) -> None:
        self.assertEqual(
            self.check({"House/Cellar/Wine.swift": "struct Wine {}", "House/Roof/Tile.swift": "let wine = Wine()"}), []
        )

    def test_a_use_of_a_room_below_it_is_reported_once_with_its_line(self) -> None:
        problems = self.check(
            {
                "House/Roof/Tile.swift": "public final class Tile {}",
                "House/Cellar/Deep/Wine.swift": "// Wine.\n\nlet tile: Tile\nlet other: Tile",
            }
        )
        self.assertEqual(
            problems,
            ["Sources/House/Cellar/Deep/Wine.swift:3: Tile is of House/Roof, which comes behind House/Cellar"],
        )

    def test_a_circle_is_reported_as_one(self) -> None:
        problems = self.check(
            {
                "House/Cellar/Wine.swift": "struct Wine { let tile: Tile }",
                "House/Hall/Chair.swift": "struct Chair { let wine: Wine }",
                "House/Roof/Tile.swift": "struct Tile { let chair: Chair }",
            }
        )
        self.assertEqual(len(problems), 2)
        self.assertEqual(problems[1], "a circle of rooms: House/Cellar, House/Hall, House/Roof")

    def test_an_extension_is_a_use(self) -> None:
        problems = self.check({"House/Roof/Tile.swift": "enum Tile {}", "House/Cellar/A.swift": "extension Tile {}"})
        self.assertEqual(len(problems), 1)

    def test_a_function_or_a_property_that_one_room_alone_has_is_a_use(self) -> None:
        roof = {"House/Roof/Tile.swift": "func lay() {}\nextension Wine { var mossy: Bool { true } }"}
        self.assertEqual(len(self.check(roof | {"House/Cellar/A.swift": "let a = lay()"})), 1)
        self.assertEqual(len(self.check(roof | {"House/Cellar/A.swift": "let a = b.mossy"})), 1)
        self.assertEqual(len(self.check(roof | {"House/Cellar/A.swift": "let a = lay"})), 1)

    def test_names_that_may_be_something_else_are_no_uses(self) -> None:
        roof = {"House/Roof/Tile.swift": "struct Tile { func lay() {}; private func nail() {}; func map() {} }"}
        for cellar in (
            "func f(lay: () -> Void) { lay() }",  # a parameter
            "let lay = 1\nlet a = b.lay()",  # a variable, perhaps the label of a tuple
            "let a = b.nail()",  # private
            "let a = [1].map { $0 }",  # one of Swift's own
            "let a = lay",  # neither called nor behind a dot
        ):
            self.assertEqual(self.check(roof | {"House/Cellar/A.swift": cellar}), [], cellar)

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
        # The roof extends what is of the cellar, so it is a circle, too.
        inside = self.check(outer | {"House/Cellar/A.swift": "extension Wine { var kind: Kind { self } }"})
        self.assertEqual(len(inside), 2)
        self.assertRegex(inside[0], "A.swift:1: Kind is of House/Roof")
        self.assertEqual(len(self.check(outer | {"House/Cellar/A.swift": "let kind: Wine.Kind"})), 2)

    def test_private_types_and_generic_parameters_of_the_same_name_are_other_things(self) -> None:
        self.assertEqual(
            self.check(
                {
                    "House/Roof/Tile.swift": "struct Tile {}\nprivate struct Nail {}",
                    "House/Cellar/A.swift": "func lay<Tile: Hashable, let other: Int>(_ tile: Tile) {}",
                    "House/Cellar/B.swift": "private enum Tile {}\nlet tile: Tile",
                    "House/Cellar/C.swift": "let nail: Nail",
                }
            ),
            [],
        )

    def test_what_a_generic_parameter_conforms_to_is_used(self) -> None:
        roof = {"House/Roof/Tile.swift": "protocol Tile {}"}
        self.assertEqual(len(self.check(roof | {"House/Cellar/A.swift": "struct A<Element: Tile> {}"})), 1)

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

    def test_a_target_may_not_import_one_below_it(self) -> None:
        self.assertEqual(self.check({"Garden/A.swift": "import House"}), [])
        self.assertEqual(
            self.check({"House/Roof/A.swift": "import Garden\nimport Glibc"}),
            ["Sources/House/Roof/A.swift:1: Garden is of Garden, which comes behind House"],
        )

    def test_a_folder_without_a_row_is_reported(self) -> None:
        self.assertEqual(
            self.check({"House/Attic/Box.swift": "", "Shed/Tool.swift": ""}),
            [
                "Sources/House/Attic: is no room of docs/architecture.md",
                "Sources/Shed: is no room of docs/architecture.md",
            ],
        )

    def test_a_row_without_a_folder_is_reported(self) -> None:
        self.assertEqual(
            self.check({}, table=TABLE.replace("`Hall`", "`Hall`, `Well`")),
            ["docs/architecture.md: the room House/Well has no folder"],
        )

    def test_an_exception_for_a_file_or_for_two_rooms_must_be_needed(self) -> None:
        tile = {"House/Roof/Tile.swift": "actor Tile {}"}
        for who, what in (("Sources/House/Cellar/A.swift", "Tile"), ("House/Cellar", "House/Roof")):
            exceptions = {(who, what): "a test"}
            self.assertEqual(self.check(tile | {"House/Cellar/A.swift": "let tile: Tile"}, exceptions), [])
            self.assertEqual(
                self.check(tile | {"House/Cellar/A.swift": ""}, exceptions),
                [f"{who}: the exception for {what} is needed no more"],
            )

    def test_targets_share_no_name_of_a_type(self) -> None:
        problems = self.check(
            {
                "House/Cellar/Wine.swift": "struct Wine { struct Label {} }\nprivate struct Rose {}",
                "Garden/Rose.swift": "struct Rose {}\nstruct Bed { struct Wine {}; struct Label {} }",
            }
        )
        self.assertEqual(
            problems,
            ["Rose is declared in several targets: Sources/Garden/Rose.swift, Sources/House/Cellar/Wine.swift"],
        )


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--quiet"])
