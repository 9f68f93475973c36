"""Sessions for the tests of `enfold session`: those of the examples, and random ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from conftest import BUILD, ROOT, enfold, plugin

EXAMPLES = ["Board", "Counter", "Notes", "PrimeTime", "Todos"]
PYTHON = {
    "PYTHONPATH": str(ROOT / "bindings" / "python"),
    "ENFOLD_LIBRARY": str(BUILD / "lib" / "libenfold.so"),
}


def example(name: str) -> str:
    return str(ROOT / "Examples" / name / f"{name}.enfold.jsonl")


def entries(path: str | Path) -> list[Any]:
    """The lines of a session without the first one."""
    return [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()[1:]]


def write(path: Path, lines: list[Any]) -> str:
    """A session of entries."""
    header = {
        "format": "enfold-session",
        "version": 1,
        "enfold": "0.1.0",
        "time": "2026-01-01T00:00:00Z",
        "redact": [],
    }
    text = "".join(json.dumps(each) + "\n" for each in [header, *lines])
    path.write_text(text, encoding="utf-8")
    return str(path)


def entry(seq: int, kind: str, **members: Any) -> dict[str, Any]:
    """An entry of store 1, a millisecond behind the one before."""
    time = f"2026-01-01T00:00:01.{seq:03}Z"
    return {"seq": seq, "time": time, "store": 1, "kind": kind, "revision": 0, **members}


OPENED = entry(
    1, "opened", name="One", feature="Counter", plugin={"id": "x", "version": "1"}, state={"n": 0}
)


def record(path: Path, seed: int) -> str:
    """A random session of Counter, Todos and Board."""
    program = Path(__file__).parent / "random_session.py"
    plugins = [plugin(name) for name in ("Counter", "Todos", "Board")]
    command = [sys.executable, str(program), str(path), str(seed), *plugins]
    done = subprocess.run(
        command, env={**os.environ, **PYTHON}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return str(path)


def stores(path: str) -> list[tuple[int, str]]:
    """The numbers and the features of a session's stores."""
    return [(e["store"], e["feature"]) for e in entries(path) if e["kind"] == "opened"]


def export(path: str, to: str, *arguments: str) -> str:
    done = enfold("session", "export", path, "--to", to, *arguments)
    assert done.status == 0, done.err
    return done.out


def import_(path: Path, to: Path, feature: str, *arguments: str) -> list[str]:
    """Imports, and returns the verdict."""
    output = ("--feature", feature, "-o", str(to))
    done = enfold("session", "import", str(path), *output, *arguments)
    assert done.status == 0, done.err
    return done.out.removeprefix(f"{to}: ").splitlines()


PROGRAM = """
import json, sys, enfold
path, plugin, feature, before, actions = sys.argv[1:]
with enfold.Runtime() as runtime:
    runtime.load(plugin)
    with runtime.open(feature) as store:
        for action in json.loads(before):
            store.send(action)
        with runtime.record(path):
            for action in json.loads(actions):
                try:
                    store.send(action)
                except enfold.NoTargetError:
                    pass
            runtime.wait(10)
"""


def record_actions(
    path: Path, library: str, feature: str, actions: list[Any], before: list[Any] | None = None
) -> str:
    """A session of one store. `before` is sent before the recording begins."""
    texts = [json.dumps(each) for each in (before or [], actions)]
    command = [sys.executable, "-c", PROGRAM, str(path), library, feature, *texts]
    subprocess.run(command, env={**os.environ, **PYTHON}, check=True)
    return str(path)
