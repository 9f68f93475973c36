"""Checks lines of OTLP in JSON: ids, parents, times, and the forms of attributes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any


def spans_of(text: str) -> Iterator[Any]:
    """The spans of an export. Each line is an ExportTraceServiceRequest."""
    for line in text.splitlines():
        request = json.loads(line)
        assert set(request) == {"resourceSpans"}
        for resource in request["resourceSpans"]:
            check_attributes(resource["resource"]["attributes"])
            for scope in resource["scopeSpans"]:
                assert scope["scope"]["name"] == "enfold" and scope["spans"]
                yield from scope["spans"]


def check_spans(text: str) -> list[Any]:
    spans = list(spans_of(text))
    found: dict[str, Any] = {}
    for span in spans:
        for name, length in (("traceId", 32), ("spanId", 16)):
            assert re.fullmatch(f"[0-9a-f]{{{length}}}", span[name]) and int(span[name], 16), span
        assert span["spanId"] not in found, span
        found[span["spanId"]] = span
        for name in ("startTimeUnixNano", "endTimeUnixNano"):
            assert isinstance(span[name], str) and span[name].isdigit()
        assert int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"])
        assert span["name"] and span["kind"] in (1, 3)
        assert span.get("status", {"code": 0})["code"] in (0, 1, 2)
        check_attributes(span["attributes"])
    for span in spans:
        check_parents(span, found)
    return spans


def check_parents(span: Any, found: dict[str, Any]) -> None:
    """Parents are there, begin before, and lead to a root."""
    seen = {span["spanId"]}
    while "parentSpanId" in span:
        parent = found[span["parentSpanId"]]
        assert parent["spanId"] not in seen, "a circle"
        seen.add(parent["spanId"])
        assert parent["traceId"] == span["traceId"]
        assert int(parent["startTimeUnixNano"]) <= int(span["startTimeUnixNano"]), (parent, span)
        span = parent


def check_attributes(attributes: Any) -> None:
    keys = [each["key"] for each in attributes]
    assert len(set(keys)) == len(keys), keys
    for each in attributes:
        ((form, value),) = each["value"].items()
        assert form in ("stringValue", "intValue") and isinstance(value, str), each
        assert form != "intValue" or re.fullmatch("-?[0-9]+", value), each


def attribute(span: Any, key: str) -> Any:
    return next(
        (next(iter(e["value"].values())) for e in span["attributes"] if e["key"] == key), None
    )
