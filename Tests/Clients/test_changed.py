"""A schema that has changed makes programs fail where they use what has changed, only there."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from conftest import COMMAND, ENDINGS, PLUGINS, cc, generate, mypy, mypy_path, passes, refuses, tsc

PROGRAMS = {
    "python": """
        from todos import Add, Todo

        def done(todo: Todo) -> bool:
            return todo["isDone"]

        def title(todo: Todo) -> str:
            return todo["title"]

        action = Add(title="x")
        """,
    "cpp": """
        #include "todos.hpp"

        bool done(const todos::Todo &todo) {
          return todo.isDone;
        }
        std::string title(const todos::Todo &todo) {
          return todo.title;
        }
        auto action = todos::TodosAction::Add{"x"};
        """,
    "c": """
        #include "todos.h"

        bool done(const todos_todo *todo) {
          return todo->is_done;
        }
        const char *title(const todos_todo *todo) {
          return todo->title.data;
        }
        size_t action(char *buffer, size_t size) { return todos_action_add(buffer, size, "x"); }
        """,
    "typescript": """
        import { Todo, TodosAction } from "./todos";

        export function done(todo: Todo): boolean {
          return todo.isDone;
        }
        export function title(todo: Todo): string {
          return todo.title;
        }
        export const action = TodosAction.add({ title: "x" });
        """,
}
SOURCES = {"python": "user.py", "cpp": "user.cpp", "c": "user.c", "typescript": "user.ts"}


def compile_command(language: str, folder: Path) -> tuple[list[object], dict[str, str]]:
    source = folder / SOURCES[language]
    if language == "python":
        return mypy(source), mypy_path(folder)
    if language == "typescript":
        return tsc(folder, source), {}
    return cc("c++" if language == "cpp" else "cc", source, f"-I{folder}", "-fsyntax-only"), {}


def changed(value: Any) -> Any:
    """The same schemas, in which isDone is isFinished and a title is a number."""
    if isinstance(value, list):
        return [changed(each) for each in value]
    if not isinstance(value, dict):
        return value
    result = {
        ("isFinished" if key == "isDone" else key): changed(each) for key, each in value.items()
    }
    if "isFinished" in result:
        result["title"] = {"type": "integer"}
    return result


@pytest.mark.parametrize("language", PROGRAMS)
def test_a_changed_schema(language: str, tmp_path: Path) -> None:
    if language == "typescript" and not shutil.which("tsc"):
        pytest.skip("node-typescript is not installed")
    features = json.loads(passes(COMMAND, "info", PLUGINS["Todos"], "--json"))["features"]
    for feature in features:
        feature.setdefault("plugin", "org.enfold.todos")
        feature.setdefault("version", "1.0.0")
    schemas = tmp_path / "todos.json"
    source = tmp_path / SOURCES[language]
    source.write_text("\n".join(line[8:] for line in PROGRAMS[language].splitlines()[1:]))

    schemas.write_text(json.dumps(features))
    generate(language, schemas, tmp_path).replace(tmp_path / f"todos.{ENDINGS[language]}")
    command, environment = compile_command(language, tmp_path)
    passes(*command, **environment)

    schemas.write_text(json.dumps(changed(features)))
    passes(COMMAND, "gen", language, schemas, "-o", tmp_path / f"todos.{ENDINGS[language]}")
    problems = refuses(*command, **environment)
    lines = source.read_text().splitlines()
    done = next(index for index, line in enumerate(lines, 1) if "return" in line)
    title = next(index for index, line in enumerate(lines, 1) if "return" in line and index > done)
    assert "is_done" in problems if language == "c" else "isDone" in problems
    for line in (done, title):
        assert any(
            f"{name}{line}" in problems for name in (f"{source.name}:", f"{source.name}(")
        ), problems
    # What has not changed is no problem.
    for line in range(title + 1, len(lines) + 1):
        assert (
            f"{source.name}:{line}:" not in problems and f"{source.name}({line}," not in problems
        ), problems
