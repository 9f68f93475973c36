"""Heights: how deep the smallest value of a schema is, so that values of recursive types end."""

from __future__ import annotations

import math

from .schema import Schema

NEVER = math.inf  # the height of what has no value


def heights(definitions: dict[str, Schema]) -> dict[str, float]:
    """The height of each definition."""
    found = dict.fromkeys(definitions, NEVER)
    is_changing = True
    while is_changing:
        is_changing = False
        for name, schema in definitions.items():
            height = least(schema, found)
            if height < found[name]:
                found[name] = height
                is_changing = True
    return found


def least(schema: Schema, known: dict[str, float]) -> float:
    """The height of the smallest value of a schema."""
    if schema is False:
        return NEVER
    if not isinstance(schema, dict):
        return 0
    if "$ref" in schema:
        return known.get(schema["$ref"].rpartition("/")[2], NEVER)
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            return min((least(choice, known) for choice in schema[keyword]), default=NEVER)
    properties = schema.get("properties", {})
    inner = [least(properties.get(name, True), known) for name in schema.get("required", ())]
    inner += [least(each, known) for each in schema.get("prefixItems", ())]
    if schema.get("minItems", 0) > len(schema.get("prefixItems", ())):
        inner.append(least(schema.get("items", True), known))
    return 1 + max(inner) if inner else 0
