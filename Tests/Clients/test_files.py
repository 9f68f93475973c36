"""What is written: always the same bytes, into the right file, or a clear message.

`pytest --update` writes the golden files anew.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from conftest import (
    COMMAND,
    ENDINGS,
    HERE,
    INTERPRETER,
    PLUGINS,
    PYTHON,
    cc,
    generate,
    mypy,
    mypy_path,
    passes,
    refuses,
    tsc,
)

GOLDEN = ["Todos", "PrimeTime", "Bound", "Presented", "Stacked"]


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


ODD = [
    "",
    "1a",
    "a b",
    "class",
    "from",
    "int",
    "None",
    "state",
    "self",
    "_0",
    "a-b",
    "a_b",
    "aB",
    "A",
    "é",
    "日",
    "😀",
    '"',
    "\\",
]
ODD += [
    "std",
    "value",
    "items",
    "count",
    "tag",
    "Todo",
    "to_json",
    "name",
    "at",
    "open",
    "buffer",
    "*/",
    "//",
    '"""',
    "%s",
]


def compiles(folder: Path, name: str) -> None:
    """Whether the clients of this name are right in all languages."""
    passes(*mypy(folder / f"{name}.py"), **mypy_path(folder))
    passes(INTERPRETER, folder / f"{name}.py", **PYTHON)
    for header, source, compiler in (("hpp", "user.cpp", "c++"), ("h", "user.c", "cc")):
        user = folder / source
        user.write_text(f'#include "{name}.{header}"\nint answer = 42;\n')
        passes(*cc(compiler, user, f"-I{folder}", "-fsyntax-only"))
    if shutil.which("tsc"):
        passes(*tsc(folder, folder / f"{name}.ts"))


def test_odd_names(tmp_path: Path) -> None:
    """Names that languages keep for themselves, that differ in letters, or that are no names."""
    number = {"type": "integer", "minimum": 0, "maximum": 255}
    record = {
        "type": "object",
        "description": 'What\nis */ described? """ \\',
        "properties": {name: {**number, "description": f"of {name}"} for name in ODD},
        "additionalProperties": False,
    }

    def case(name: str, payload: object) -> object:
        return {"type": "object", "properties": {name: payload}, "required": [name]}

    definitions = {
        name or "empty": record for name in ("Action", "Any", "List", "Place", "Record", "odd_1")
    }
    properties = {f"p{name}": {"$ref": f"#/$defs/{name}"} for name in definitions}
    state = {
        "type": "object",
        "$defs": definitions,
        "properties": {
            **properties,
            "names": {"enum": ODD},
            "choice": {"oneOf": [case(name, number) for name in ODD]},
            "nothing": {"oneOf": [{"const": name} for name in ODD[:3]]},
            "empty": {"type": "object", "properties": {}},
            "maps": {
                "type": "object",
                "additionalProperties": {"type": "array", "items": {"enum": ["x"]}},
            },
        },
    }
    action = {
        "oneOf": [case(name, number if index % 9 else record) for index, name in enumerate(ODD)]
        + [case("more", {"type": "array", "prefixItems": [number, record]}), {"const": "alone"}]
    }
    requests = [
        {"name": name, "stream": index % 2 == 0, "payload": number, "answer": {"type": "null"}}
        for index, name in enumerate(ODD)
    ]
    maybes = {"type": "array", "items": {"anyOf": [number, {"type": "null"}]}}
    requests.append({"name": "maybes", "stream": False, "payload": maybes, "answer": maybes})
    features = [
        {
            "name": name,
            "plugin": "org.odd",
            "version": "1",
            "state": state,
            "action": action,
            "requests": requests,
        }
        for name in ("Odd", "class")
    ]
    source = tmp_path / "schemas.json"
    source.write_text(json.dumps(features))
    for language in ENDINGS:
        generate(language, source, tmp_path)
    compiles(tmp_path, "odd")


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
    compiles(tmp_path, "p")
