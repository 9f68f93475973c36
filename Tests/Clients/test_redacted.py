"""What is marked @Redacted changes nothing in a typed client."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from conftest import COMMAND, ENDINGS, PLUGINS, passes


def marked(value: Any) -> Any:
    """The same schemas, with the keyword at each property, each payload and each of its values."""
    if isinstance(value, list):
        return [marked(each) for each in value]
    if not isinstance(value, dict):
        return value
    result = {key: marked(each) for key, each in value.items()}
    if "properties" in result:
        for schema in result["properties"].values():
            schema["x-enfold-redacted"] = True
    for schema in result.get("prefixItems", []):
        schema["x-enfold-redacted"] = True
    return result


@pytest.mark.parametrize("plugin", ["Todos", "PrimeTime", "Forms"])
@pytest.mark.parametrize("language", ENDINGS)
def test_a_client_ignores_the_mark(language: str, plugin: str, tmp_path: Path) -> None:
    features = json.loads(passes(COMMAND, "info", PLUGINS[plugin], "--json"))["features"]
    for feature in features:
        feature.setdefault("plugin", "org.enfold.tests")
        feature.setdefault("version", "1.0.0")
    schemas = tmp_path / "schemas.json"
    clients = []
    for each in (features, marked(features)):
        schemas.write_text(json.dumps(each))
        clients.append(passes(COMMAND, "gen", language, schemas))
    assert "x-enfold-redacted" in schemas.read_text()
    assert clients[0] == clients[1]
