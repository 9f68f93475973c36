#!/usr/bin/env python3
"""Tests of walk.py, on walks of a few instructions."""

import sys
import unittest

from walk import Frame, changes_of, follow, row_of

ROOMS = ["House/Support", "House/Cellar", "House/Hall", "House/Roof"]
CELLAR = Frame("fetch() -> Wine", "Sources/House/Cellar/Wine.swift")
HALL = Frame("sit() -> Chair", "Sources/House/Hall/Chair.swift")
ROOF = Frame("cover() -> Tile", "Sources/House/Roof/Tile.swift")


class Walks(unittest.TestCase):
    def walk(self, *steps: tuple[str, list[Frame]]) -> tuple[list[int], list[str]]:
        """The row of a walk, and its changes. Each step is "call", "return" or "", and the frames of the next instruction."""
        frames, lines, pointer = {}, [], 1000
        for address, (kind, here) in enumerate(steps):
            pointer += {"call": -8, "return": 8, "": 0}[kind]
            frames[address] = here
            lines.append([f"{address:x}", f"{pointer:x}", *(["call"] if kind == "call" else [])])
        way = follow(lines, frames, ROOMS)
        kinds = {(True, True): "new", (True, False): "return", (False, False): "back"}
        return row_of(way), [kinds[change.is_call, change.is_new] for change in changes_of(way)]

    def test_a_call_into_a_new_room_is_a_change_and_its_end_another_one(self) -> None:
        row, changes = self.walk(("", [HALL]), ("call", [CELLAR]), ("return", [HALL]))
        self.assertEqual(row, [2, 2, 2, 1, 0])
        self.assertEqual(changes, ["new", "new", "back"])

    def test_a_call_into_a_room_that_was_left_is_a_return(self) -> None:
        row, changes = self.walk(("", [HALL]), ("call", [CELLAR]), ("call", [HALL]), ("call", [ROOF]))
        self.assertEqual(row, [3, 3, 3, 1, 1])
        self.assertEqual(changes, ["new", "new", "return", "new"])

    def test_a_call_into_a_known_room_that_calls_nothing_is_no_change(self) -> None:
        row, _ = self.walk(("", [HALL]), ("call", [CELLAR]), ("call", [HALL]), ("return", [CELLAR]))
        self.assertEqual(row, [2, 2, 1, 0, 0])

    def test_what_is_inlined_is_a_call(self) -> None:
        row, changes = self.walk(("", [HALL]), ("", [HALL, CELLAR]), ("", [HALL]))
        self.assertEqual(row, [2, 2, 2, 1, 0])
        self.assertEqual(changes, ["new", "new", "back"])

    def test_accessors_and_support_and_what_is_no_room_are_left_out(self) -> None:
        for frame in (
            Frame("House.Wine.year.getter : Swift.Int", CELLAR.file),
            Frame("help() -> ()", "Sources/House/Support/Help.swift"),
            Frame("help() -> ()", "Examples/Counter.swift"),
            Frame("help", "Sources/CHouse/help.c"),
        ):
            row, _ = self.walk(("", [HALL]), ("call", [frame]), ("call", [ROOF]))
            self.assertEqual(row, [2, 2, 1, 0, 0], frame.function)

    def test_the_walk_ends_at_the_hosts_function(self) -> None:
        row, _ = self.walk(("", [HALL]), ("call", [Frame("event_seen", "steady.c")]), ("call", [ROOF]))
        self.assertEqual(row, [1, 1, 0, 0, 0])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--quiet"])
