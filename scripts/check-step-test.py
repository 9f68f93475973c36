#!/usr/bin/env python3
"""Tests of check-step.py: it accepts the sources as they are, and fails if one more function makes a commit."""

import importlib.util
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
specification = importlib.util.spec_from_file_location("check_step", Path(__file__).with_name("check-step.py"))
assert specification and specification.loader
check_step = importlib.util.module_from_spec(specification)
specification.loader.exec_module(check_step)

ENGINE = "Sources/Enfold/Engine"


class CheckStep(unittest.TestCase):
    def check(self, name: str, text: str, *, without: str = "") -> list[str]:
        """What is wrong with the engine, one more file, and without a call."""
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(check_step.ROOT / ENGINE, Path(folder) / ENGINE)
            step = Path(folder) / ENGINE / "StoreEngine+Step.swift"
            step.write_text(step.read_text().replace(without, "", 1))
            (Path(folder) / "Sources" / name).parent.mkdir(parents=True, exist_ok=True)
            (Path(folder) / "Sources" / name).write_text(text)
            result: list[str] = check_step.check(Path(folder))
            return result

    def test_the_engine_has_one_call_each(self) -> None:
        self.assertEqual(self.check("Enfold/Engine/A.swift", "// raiseRevision()\n"), [])

    def test_a_second_call_is_reported_with_its_function(self) -> None:
        function = (
            "extension StoreEngine {{\n  private func hurry(\n    _ a: Int\n  ) -> Int {{\n    if a {{ {} }}\n  }}\n}}"
        )
        for call, what in (
            ("enterGate()", "the gate of a change"),
            ("note(cause, nil)", "the note of the cause"),
            ("raiseRevision()", "the raise of the revision"),
            ("commits.store(1, ordering: .relaxed)", "the revision itself"),
            ("deliver(nil)", "the call of the observers"),
            ("stream?.deliver(state, nil) { true }", "the stream's call of the observers"),
        ):
            problems = self.check("Enfold/Engine/A.swift", function.format(call))
            self.assertEqual(len(problems), 1, call)
            self.assertRegex(problems[0], f"A.swift:5: {what}: hurry may not call it")

    def test_a_second_call_in_step_is_reported(self) -> None:
        problems = self.check("Enfold/Engine/A.swift", "func step() {\n  raiseRevision()\n}")
        self.assertEqual(len(problems), 1)
        self.assertRegex(problems[0], "step calls it more than once")

    def test_a_reactor_or_a_plugin_has_no_call(self) -> None:
        problems = self.check("EnfoldReactor/A.swift", "var a: Int {\n  engine.raiseRevision()\n}")
        self.assertEqual(len(problems), 1)
        self.assertRegex(problems[0], "A.swift:2: the raise of the revision: a may not call it")

    def test_a_call_that_is_missing_is_reported(self) -> None:
        problems = self.check("A.swift", "", without="raiseRevision()\n")
        self.assertEqual(problems, ["the raise of the revision: step does not call it"])


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "--quiet"])
