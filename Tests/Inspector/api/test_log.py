"""The routes of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from support import HEADER, HELLO, Server, commit, lines, opened, replace


def rows(server: Server, **query: Any) -> list[int]:
    return [row["n"] for row in server.get("/api/log", source=1, **query)["rows"]]


def test_sources(filed: Server) -> None:
    answer = filed.get("/api/sources")
    (source,) = answer["sources"]
    assert answer["version"] == "0.1.0"
    assert (source["kind"], source["name"]) == ("file", "Todos.enfold.jsonl")
    assert (source["condition"], source["count"]) == ("complete", 13)
    (store,) = source["stores"]
    assert (store["name"], store["feature"], store["number"]) == ("Todos#1", "Todos", 1)
    assert (store["revision"], store["entries"]) == (9, 13)


def test_rows_have_what_the_line_has(filed: Server) -> None:
    answer = filed.get("/api/log", source=1, **{"from": 1, "count": 1})
    assert answer["total"] == 13
    (row,) = answer["rows"]
    assert (row["n"], row["kind"], row["type"], row["revision"]) == (1, "action", "add", 1)
    assert row["label"] == '{"add":{"title":"milk"}}'
    assert row["paths"] == ["/items/0", "/nextID"]
    assert row["commit"] and row["changed"]
    assert (row["waited"], row["reduced"]) == (3065, 13720)


def test_pages(filed: Server) -> None:
    assert rows(filed, **{"from": 11, "count": 5}) == [11, 12]
    assert rows(filed, **{"from": 99}) == []
    assert rows(filed, **{"from": -5, "count": -1}) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"type": "add"}, [1, 2, 7]),
        ({"kind": "checkpoint,closed"}, [6, 11, 12]),
        ({"text": "RYE BREAD"}, [5, 6, 12]),
        ({"path": "/items/1"}, [2, 5]),
        ({"path": "/items"}, [1, 2, 3, 5, 7, 8]),
        ({"path": "/items/1/title/deeper"}, [2, 5]),
        ({"type": "nothing"}, []),
        ({"tag": "nothing"}, []),
        ({"kind": "action", "type": "add", "text": "salt"}, [7]),
    ],
)
def test_filters(filed: Server, query: dict[str, str], expected: list[int]) -> None:
    assert rows(filed, **query) == expected


def test_what_changed_nothing_is_hidden(filed: Server) -> None:
    assert 9 not in rows(filed, changed=1)
    assert 0 not in rows(filed, changed=1)
    assert 1 in rows(filed, changed=1)


def test_repeats_are_one_row(filed: Server) -> None:
    first = filed.get("/api/log", source=1, kind="action", group=1)["rows"][0]
    assert (first["n"], first["repeat"], first["last"]) == (1, 2, 2)


def test_the_store_is_a_filter(start: Callable[..., Server], write: Callable[[bytes], str]) -> None:
    data = lines(HEADER, opened({}), opened({}, 2), commit(1, [], 2), {"seq": 9, "kind": "mark"})
    server = start(write(data))
    source = server.source(count=4)
    second = source["stores"][1]["id"]
    assert rows(server, store=second) == [1, 2]


def test_filters_see_what_comes_later(
    start: Callable[..., Server], fake: Callable[..., Any], folder: Any
) -> None:
    server = start()
    host = fake(lines(HELLO, HEADER, opened({"n": 0}), commit(1, [replace("/n", 1)])))
    server.source(count=2)
    assert rows(server, type="set") == [1]
    host.send(lines(commit(2, [replace("/n", 2)])))
    server.source(count=3)
    assert rows(server, type="set") == [1, 2]


def test_place(filed: Server) -> None:
    def place(n: int, **query: Any) -> int:
        return int(filed.get("/api/log/place", source=1, n=n, **query)["row"])

    assert place(7, type="add") == 2
    assert place(6, type="add") == 1
    assert place(0, type="add") == -1
    assert place(2**63 - 1) == 12


def test_entry(filed: Server) -> None:
    answer = filed.get("/api/entry", source=1, n=1)
    assert answer["line"].startswith('{"seq":2,')
    assert answer["row"]["n"] == 1
    assert answer["caused"] == []
    assert filed.ask("/api/entry", source=1, n=13).status == 404
    assert filed.ask("/api/entry", source=1, n=-1).status == 404


def test_causes(start: Callable[..., Server], write: Callable[[bytes], str]) -> None:
    cause = {"store": 1, "revision": 1}
    data = lines(HEADER, opened({}), commit(1, []), commit(2, [], cause=cause))
    server = start(write(data))
    server.loaded(3)
    assert server.get("/api/entry", source=1, n=1)["caused"] == [2]
    assert server.get("/api/entry", source=1, n=2)["row"]["cause"] == 1


def test_types(filed: Server) -> None:
    answer = filed.get("/api/types", source=1)
    assert {"type": "add", "count": 3} in answer["types"]
    assert {"kind": "checkpoint", "count": 2} in answer["kinds"]
    assert answer["types"][0]["count"] == 3


def test_what_is_wrong_is_said(filed: Server) -> None:
    assert filed.ask("/api/log").message == '"source" is missing'
    assert filed.ask("/api/log", source=99).status == 404
    assert filed.ask("/api/log", source="x").status == 400
    assert filed.ask("/api/log", source=1, path="items").status == 400
    assert filed.ask("/api/log?source=1&text=%ff").status == 400
    assert filed.ask("/api/log?source=1&text=%x").status == 400
