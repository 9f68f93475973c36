"""Plugin files that change after they were loaded."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import enfold

from .conftest import TEST_PLUGINS


def install(plugin: str, path: Path) -> None:
    """Writes another file and renames it, as one should."""
    fresh = path.with_suffix(".fresh")
    shutil.copyfile(TEST_PLUGINS / plugin, fresh)
    fresh.rename(path)


def test_a_changed_file_is_refused_unless_it_is_to_replace(tmp_path: Path) -> None:
    path = tmp_path / "libTwin.so"
    install("libTwinA.so", path)
    with enfold.Runtime() as runtime:
        first = runtime.load(path)
        assert (first.version, first.generation) == ("1.0.0", 1)
        old = runtime.open("Twin")
        old.send("add", 1)
        install("libTwin2.so", path)
        with pytest.raises(enfold.InvalidError, match="has changed"):
            runtime.load(path)
        second = runtime.load(path, replace=True)
        assert (second.version, second.generation) == ("2.0.0", 2)
        assert [feature["version"] for feature in runtime.features()] == ["2.0.0"]
        new = runtime.open("Twin")
        new.send("add", 1)
        old.send("add", 1)
        assert (old.get("/number"), new.get("/number")) == (2, 10)
        assert runtime.load(path).generation == 2
        assert sorted(file.name for file in tmp_path.iterdir()) == ["libTwin.so"]


def test_replace_is_a_boolean(runtime: enfold.Runtime) -> None:
    with pytest.raises(TypeError, match="True or False"):
        runtime.load("x.so", replace=1)  # type: ignore[arg-type]
