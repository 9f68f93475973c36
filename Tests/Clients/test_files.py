"""What is written: always the same bytes, into the right file, or a clear message.

`pytest --update` writes the golden files anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import (
    COMMAND,
    ENDINGS,
    HERE,
    PLUGINS,
    cc,
    generate,
    mypy,
    mypy_path,
    passes,
    refuses,
)

GOLDEN = ["Todos", "PrimeTime"]


@pytest.mark.parametrize("language", ENDINGS)
@pytest.mark.parametrize("name", GOLDEN)
def test_golden(name: str, language: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    made = generate(language, PLUGINS[name], tmp_path)
    golden = HERE / "golden" / made.name
    if request.config.getoption("--update"):
        golden.write_bytes(made.read_bytes())
    assert golden.read_text() == made.read_text(), f"write {golden} anew: make clients-golden"


@pytest.mark.parametrize("language", ENDINGS)
def test_the_same_plugin_gives_the_same_bytes(language: str) -> None:
    texts = {passes(COMMAND, "gen", language, PLUGINS["Forms"]) for _ in range(3)}
    assert len(texts) == 1


def test_the_name_of_the_file_names_the_namespace(tmp_path: Path) -> None:
    passes(COMMAND, "gen", "cpp", PLUGINS["Todos"], "-o", tmp_path / "to-do_list.hpp")
    text = (tmp_path / "to-do_list.hpp").read_text()
    assert "namespace to_do_list {" in text and "#ifndef TO_DO_LIST_HPP" in text


def test_one_feature_alone() -> None:
    text = passes(COMMAND, "gen", "python", PLUGINS["Reactables"], "--feature", "CounterReactable")
    assert "class CounterReactable(" in text and "ListReactable" not in text
    assert "class Increase(Action):" in text  # no longer with the name of the feature


def test_a_feature_without_schema_of_actions_has_loose_types() -> None:
    text = passes(COMMAND, "gen", "python", PLUGINS["ccounter"])
    assert "class CCounter(Feature[CCounterState, Any]):" in text
    assert "Its actions have no schema: any JSON is one." in text
    for language in ENDINGS:
        assert "actions have no schema" in passes(COMMAND, "gen", language, PLUGINS["ccounter"])


def test_messages(tmp_path: Path) -> None:
    todos = PLUGINS["Todos"]
    text = refuses(COMMAND, "gen", "python", todos, "--feature", "Todo")
    assert 'there is no feature "Todo"; there are: Todos' in text
    assert "ENFOLD_NOT_FOUND" in refuses(COMMAND, "gen", "python", tmp_path / "none.so")
    assert "No such file" in refuses(COMMAND, "gen", "python", tmp_path / "none.json")
    assert "No such file" in refuses(COMMAND, "gen", "python", todos, "-o", tmp_path / "a" / "b.py")
    assert "python" in refuses(COMMAND, "gen", "cobol", todos)
    other = tmp_path / "other.json"
    for text, message in [
        ("[", "not JSON"),
        ("{}", "a JSON array"),
        ("[]", "no features"),
        ('[{"name":"A"}]', 'no "name", "plugin" or "version"'),
    ]:
        other.write_text(text)
        assert message in refuses(COMMAND, "gen", "python", other)


def test_schemas_of_others_give_loose_types(tmp_path: Path) -> None:
    """Whatever a schema is, there is a client."""
    cases = json.loads((HERE.parent / "Schemas" / "cases.json").read_text())
    schemas = [case["schema"] for case in cases if "schema" in case]
    assert len(schemas) > 20
    features = [
        {"name": f"F{index}", "plugin": "p", "version": "1", "state": schema, "action": schema}
        for index, schema in enumerate(schemas)
    ]
    source = tmp_path / "p.json"
    source.write_text(json.dumps(features))
    for language in ENDINGS:
        generate(language, source, tmp_path)
    passes(*mypy(tmp_path / "p.py"), **mypy_path(tmp_path))
    for header, name, compiler in (("p.hpp", "user.cpp", "c++"), ("p.h", "user.c", "cc")):
        user = tmp_path / name
        user.write_text(f'#include "{header}"\nint answer = 42;\n')
        passes(*cc(compiler, user, f"-I{tmp_path}", "-fsyntax-only"))
