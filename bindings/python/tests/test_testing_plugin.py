"""The pytest plugin, in test sessions of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from .conftest import ASKER, COUNTER, PACKAGE, PANEL, ROOT, TODOS

PATHS = f"COUNTER, TODOS, ASKER, PANEL = {str(COUNTER)!r}, {str(TODOS)!r}, {str(ASKER)!r}, "


class Session:
    """What became of the tests in a file."""

    def __init__(self, code: str, folder: Path, *options: str) -> None:
        file = folder / "test_inner.py"
        head = f"import enfold\nimport pytest\n{PATHS}{str(PANEL)!r}\nenf = pytest.mark.enfold\n"
        file.write_text(head + textwrap.dedent(code), encoding="utf-8")
        if not options:
            options = ("-p", "enfold.testing.plugin")
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-rA", "-p", "no:cacheprovider", *options, str(file)],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(PACKAGE), "COLUMNS": "1000"},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        self.output = done.stdout + done.stderr
        self.code = done.returncode

    def has(self, status: str, name: str, text: str = "") -> None:
        """Fails unless a test has a status, and a message with a text."""
        lines = [
            line
            for line in self.output.splitlines()
            if line.startswith(f"{status} ") and f"::{name}" in line
        ]
        assert lines, f"no {status} {name} in:\n{self.output}"
        assert text in self.output, self.output


def test_what_passes(tmp_path: Path) -> None:
    session = Session(
        """
        @enf(plugin=COUNTER, feature="Counter", state={"count": 5})
        def test_state(enfold_store):
            enfold_store.send("increment")
            assert enfold_store.state["count"] == 6
            with pytest.raises(enfold.ActionError):
                enfold_store.send("no such")

        @enf(COUNTER)
        def test_the_only_feature(enfold_store):
            assert enfold_store.feature == "Counter"

        def test_no_mark(enfold_runtime):
            enfold_runtime.load(TODOS)
            assert enfold_runtime.open("Todos").state["items"] == []

        def boil(payload):
            return f"{payload} boils"

        ANSWERS = {"numberFact": "none", "ticks": [1, 2], "save": None}

        @enf([COUNTER, ASKER], "Asker", answers=ANSWERS)
        class TestAnswers:
            def test_value(self, enfold_store):
                enfold_store.send("ask", 7)
                enfold_store.wait(30)
                assert enfold_store.get("/facts") == ["none"]

            @enf(answers={"numberFact": boil})
            def test_function_in_place_of_the_value(self, enfold_store):
                enfold_store.task("ask", 7).wait(30)
                enfold_store.task("save", {"name": "x"}).wait(30)
                assert enfold_store.get("/facts") == ["7 boils"]

            @enf(answers={"numberFact": LookupError("no fact")})
            def test_exception(self, enfold_store, enfold_diagnostics):
                enfold_store.task("askSafely", 7).wait(30)
                assert "LookupError: no fact" in enfold_store.get("/problem")
                with pytest.raises(enfold.FailedError):
                    enfold_store.task("ask", 7).wait(30)
                enfold_diagnostics.expect("no fact")

            def test_stream(self, enfold_store):
                enfold_store.task("listen", 7).wait(30)
                assert enfold_store.get("/heard") == [1, 2]

        @enf(PANEL, allow={"failures"})
        def test_failures_that_are_allowed(enfold_store):
            enfold_store.send("fail", message="m")

        @enf(ASKER, "Asker", allow={"requests", "warnings"}, timeout=0.01)
        def test_requests_that_are_allowed(enfold_store):
            enfold_store.runtime.handle("numberFact", lambda request: None, raw=True)
            enfold_store.send("ask", 1)

        class TestFolder:
            @pytest.fixture
            def enfold_options(self):
                return {"plugin": COUNTER, "loop": "inline", "state": {"count": 2}}

            def test_options_of_a_fixture(self, enfold_store):
                assert (enfold_store.get("/count"), enfold_store.runtime.loop) == (2, "inline")

            @enf(state={"count": 3})
            def test_marks_go_before_it(self, enfold_store):
                assert enfold_store.get("/count") == 3
        """,
        tmp_path,
    )
    assert "11 passed" in session.output, session.output
    assert session.code == 0


def test_what_fails(tmp_path: Path) -> None:
    session = Session(
        """
        @enf(PANEL)
        def test_effect(enfold_store):
            enfold_store.send("fail", message="out of cheese")

        @enf(ASKER, "Asker")
        def test_nobody_answers(enfold_store):
            enfold_store.send("ask", 1)

        @enf(ASKER, "Asker", timeout=0.01)
        def test_never_answered(enfold_store):
            enfold_store.runtime.handle("numberFact", lambda request: None, raw=True)
            enfold_store.send("ask", 1)

        @enf(PANEL)
        def test_own_failure(enfold_store):
            enfold_store.send("fail", message="a hint")
            enfold_store.wait(30)
            assert enfold_store.get("/level") == 1

        @enf(PANEL)
        def test_unmet_expectation(enfold_store, enfold_diagnostics):
            enfold_diagnostics.expect("what never came")
        """,
        tmp_path,
    )
    assert "5 failed" in session.output and "error" not in session.output.splitlines()[-1]
    session.has("FAILED", "test_effect", "error: feature Panel, action fail(message:)")
    session.has("FAILED", "test_effect", "failed: out of cheese")
    session.has("FAILED", "test_nobody_answers", 'nobody handles the request "numberFact"')
    session.has("FAILED", "test_never_answered", "requests have no answer at the end of the")
    session.has("FAILED", "test_never_answered", 'requests had no answer: "numberFact"')
    session.has("FAILED", "test_own_failure", "assert 0 == 1")
    session.has("FAILED", "test_own_failure", "failed: a hint")
    session.has("FAILED", "test_unmet_expectation", "no diagnostic matches 'what never came'")


def test_mistakes_in_marks(tmp_path: Path) -> None:
    mistakes = {
        'plugin="absent.so"': f"there is no plugin {tmp_path / 'absent.so'}",
        "COUNTER, 'Todos'": 'no feature "Todos"; loaded: Counter',
        "[COUNTER, TODOS]": "needs the name of a feature",
        "": "There are none: no plugin is loaded",
        "COUNTER, anwsers={}": "has no option 'anwsers'; it takes plugin, feature, state, answers",
        "COUNTER, answers='seven'": "answers are a dict from names to answers, not 'seven'",
        "COUNTER, allow='effects'": "allow is a set of names",
        "COUNTER, allow={'all'}": "allow takes failures, warnings, effects, requests, not 'all'",
        "COUNTER, environment='prod'": "environment is one of live, preview, test, not 'prod'",
        "COUNTER, state={'count': 'x'}": "count: a string where an integer is expected",
        "COUNTER, 'Counter', 5": "takes a plugin and a feature without names, no more",
        "COUNTER, plugin=TODOS": "has 'plugin' twice",
        "COUNTER, answers={'': 1}": "the name of a request",
    }
    code = "".join(
        f"@enf({mark})\ndef test_{number}(enfold_store): pass\n"
        for number, mark in enumerate(mistakes)
    )
    session = Session(code, tmp_path)
    for number, message in enumerate(mistakes.values()):
        session.has("ERROR", f"test_{number}", message)


@pytest.mark.parametrize("options", [("--strict-markers", "-p", "enfold.testing.plugin"), ("-q",)])
def test_pytest_finds_it(tmp_path: Path, options: tuple[str, ...]) -> None:
    """By name with strict marks; and as an installed package and a conftest both name it."""
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["enfold.testing.plugin"]\n')
    if "-q" in options:
        metadata = tmp_path / "enfold-0.dist-info"
        metadata.mkdir()
        (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: enfold\nVersion: 0\n")
        (metadata / "entry_points.txt").write_text(
            "[pytest11]\nenfold.testing.plugin = enfold.testing.plugin\n"
        )
    session = Session(
        """
        @enf(COUNTER)
        def test_one(enfold_store):
            assert enfold_store.revision == 0
        """,
        tmp_path,
        *options,
    )
    assert "1 passed" in session.output, session.output


@pytest.mark.parametrize("page", ["docs/testing.md", "bindings/python/README.md"])
def test_the_examples_are_true(tmp_path: Path, page: str) -> None:
    """They are run in the root of the checkout, whose plugins they name."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text("utf-8"), re.DOTALL)
    (code,) = [block for block in blocks if "StoreMachine(" in block]
    (tmp_path / "conftest.py").write_text(
        "from hypothesis import settings\n"
        "settings.register_profile('short', max_examples=5, deadline=None, database=None)\n"
    )
    file = tmp_path / "test_example.py"
    file.write_text(code, encoding="utf-8")
    options = ("-p", "enfold.testing.plugin", "-p", "no:cacheprovider", "--rootdir", str(ROOT))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, "--hypothesis-profile=short", str(file)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(PACKAGE)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, "failed" in done.stdout) == (0, False), done.stdout
