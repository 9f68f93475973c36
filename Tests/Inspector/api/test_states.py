"""The routes of states, and of what has changed them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support import HEADER, Server, commit, lines, opened, replace


def tree(server: Server, pointer: str = "", **members: Any) -> Any:
    source = server.sources()[0]
    body = {"source": source["id"], "store": source["stores"][0]["id"], **members}
    return server.post("/api/tree", nodes=[{"pointer": pointer}], **body)


def made(start: Callable[..., Server], path: str, count: int) -> Server:
    server = start(path)
    server.source(count=count)
    return server


def test_tree(filed: Server) -> None:
    answer = tree(filed, "/items", at=3)
    assert (answer["at"], answer["revision"], answer["known"]) == (3, 3, True)
    (node,) = answer["nodes"]
    assert (node["kind"], node["count"], node["exists"]) == ("array", 2, True)
    assert [child["key"] for child in node["children"]] == ["0", "1"]
    assert tree(filed, "/nothing")["nodes"] == [{"pointer": "/nothing", "exists": False}]
    assert tree(filed, "/items/id=2/title", at=3)["nodes"][0]["text"] == '"bread"'


def test_every_state_in_any_order(
    start: Callable[..., Server], write: Callable[[bytes], str]
) -> None:
    count = 3_000
    entries = [commit(n, [replace("/n", n), replace("/l/0", n)]) for n in range(1, count)]
    server = made(start, write(lines(HEADER, opened({"n": 0, "l": [0]}), *entries)), count)
    for at in [2999, 0, 1500, 1499, 1498, 1500, 1, 999, 1000, 1001, 2998]:
        (node,) = tree(server, "/n", at=at)["nodes"]
        assert node["text"] == str(at)


def test_numbers_are_the_texts_that_came(
    start: Callable[..., Server], write: Callable[[bytes], str]
) -> None:
    state = (
        b'{"big":9007199254740993,"one":1.0,"zero":-0.0,"nul":"\\u0000","__proto__":{"x":1},'
        b'"max":18446744073709551615,"min":-9223372036854775808}'
    )
    line = b'{"seq":1,"store":1,"kind":"opened","name":"","feature":"","revision":0,"state":'
    server = made(start, write(lines(HEADER) + line + state + b"}\n"), 1)
    (node,) = tree(server)["nodes"]
    texts = {child["key"]: child["text"] for child in node["children"]}
    assert texts == {
        "big": "9007199254740993",
        "one": "1.0",
        "zero": "-0.0",
        "nul": '"\\u0000"',
        "__proto__": '{"x":1}',
        "max": "18446744073709551615",
        "min": "-9223372036854775808",
    }


def test_long_texts_are_cut(start: Callable[..., Server], write: Callable[[bytes], str]) -> None:
    server = made(start, write(lines(HEADER, opened({"t": "é" * 1000, "l": [0] * 500}))), 1)
    (leaf,) = tree(server, "/t")["nodes"]
    assert leaf["cut"] and len(leaf["text"]) == 400
    (root,) = tree(server)["nodes"]
    assert all(child["cut"] for child in root["children"])
    source, store = server.loaded(1)
    body = {"pointer": "/l", "from": 498, "count": 50}
    answer = server.post("/api/tree", source=source, store=store, nodes=[body])
    assert [child["key"] for child in answer["nodes"][0]["children"]] == ["498", "499"]


def test_a_state_that_is_not_known(
    start: Callable[..., Server], write: Callable[[bytes], str]
) -> None:
    entries = [
        commit(5, [replace("/n", 5)]),
        opened({"n": 0}),
        commit(1, [replace("/n", 1)]),
        {"kind": "dropped", "count": 7},
        commit(9, [replace("/n", 9)]),
        opened({"n": 20}, revision=20),
        commit(21, [replace("/m", 1)]),
        commit(22, [replace("/n", 22)]),
        {"store": 1, "kind": "checkpoint", "revision": 22, "state": {"n": 22}},
    ]
    server = made(start, write(lines(HEADER, *entries)), 9)
    known = [tree(server, "/n", at=at)["known"] for at in range(9)]
    assert known == [False, True, True, False, False, True, False, False, True]
    assert "dropped" in tree(server, at=3)["message"]
    assert "does not fit" in tree(server, at=7)["message"]
    source, store = server.loaded(9)
    refused: list[tuple[str, Any]] = [
        ("/api/value", {"at": 3}),
        ("/api/search", {"at": 3, "text": "x"}),
        ("/api/compare", {"from": 2, "to": 3}),
        ("/api/blame", {"at": 3, "pointer": "/n"}),
    ]
    for path, query in refused:
        answer = server.ask(path, source=source, store=store, **query)
        assert answer.status == 409, path
    assert server.sources()[0]["dropped"] == 7


def test_value(filed: Server) -> None:
    source, store = filed.loaded(13)
    answer = filed.get("/api/value", source=source, store=store, at=1, pointer="/items/0")
    assert answer["text"] == '{\n  "id": 1,\n  "title": "milk",\n  "isDone": false\n}'
    missing = filed.ask("/api/value", source=source, store=store, pointer="/x")
    assert missing.status == 404


def test_search(filed: Server) -> None:
    source, store = filed.loaded(13)
    answer = filed.get("/api/search", source=source, store=store, text="RYE")
    assert answer["matches"] == [
        {"pointer": "/items/0/title", "text": '"rye bread"', "in": "value"}
    ]
    keys = filed.get("/api/search", source=source, store=store, text="nextid")["matches"]
    assert keys == [{"pointer": "/nextID", "text": "4", "in": "key"}]


def test_search_ends_at_200(start: Callable[..., Server], write: Callable[[bytes], str]) -> None:
    server = made(start, write(lines(HEADER, opened({"l": ["x"] * 1000}))), 1)
    source, store = server.loaded(1)
    answer = server.get("/api/search", source=source, store=store, text="x")
    assert (len(answer["matches"]), answer["more"]) == (200, True)


def test_difference(filed: Server) -> None:
    answer = filed.get("/api/difference", source=1, n=5)
    assert answer == {
        "operations": [
            {"op": "replace", "path": "/items/1/title", "before": '"bread"', "after": '"rye bread"'}
        ],
        "more": 0,
    }
    removed = filed.get("/api/difference", source=1, n=8)["operations"][0]
    assert removed["op"] == "remove" and "after" not in removed
    assert '"milk"' in removed["before"]
    (added,) = filed.get("/api/difference", source=1, n=0)["operations"]
    assert (added["op"], added["path"]) == ("add", "")
    assert filed.get("/api/difference", source=1, n=6)["operations"] == []
    assert filed.get("/api/difference", source=1, n=9)["operations"] == []


def test_compare(filed: Server) -> None:
    source, store = filed.loaded(13)
    query = {"from": 1, "to": 3}
    answer = filed.get("/api/compare", source=source, store=store, **query)
    paths = {change["path"]: change for change in answer["operations"]}
    assert paths["/nextID"] == {"op": "replace", "path": "/nextID", "before": "2", "after": "3"}
    assert "before" not in paths["/items/1"]
    back = filed.get("/api/compare", source=source, store=store, **{"from": 3, "to": 1})
    assert {"remove"} <= {change["op"] for change in back["operations"]}


def test_blame(filed: Server) -> None:
    source, store = filed.loaded(13)
    query: Any = {"source": source, "store": store, "pointer": "/items/id=2/title"}
    newest, oldest = filed.get("/api/blame", **query)["changes"]
    assert (newest["n"], newest["type"], newest["revision"]) == (5, "rename", 5)
    assert (newest["before"], newest["after"]) == ('"bread"', '"rye bread"')
    assert (oldest["n"], oldest["after"]) == (2, '"bread"')
    assert "before" not in oldest
    (only,) = filed.get("/api/blame", **query, at=4)["changes"]
    assert only["n"] == 2
    assert filed.ask("/api/blame", **{**query, "pointer": "/nothing"}).status == 409


def test_blame_begins_behind_a_gap(
    start: Callable[..., Server], write: Callable[[bytes], str]
) -> None:
    entries = [
        opened({"n": 0}),
        commit(1, [replace("/n", 1)]),
        {"kind": "dropped", "count": 7},
        {"store": 1, "kind": "checkpoint", "revision": 9, "state": {"n": 9}},
        commit(9, [replace("/n", 8)]),
        commit(10, [replace("/n", 10)]),
    ]
    server = made(start, write(lines(HEADER, *entries)), 6)
    source, store = server.loaded(6)
    answer = server.get("/api/blame", source=source, store=store, pointer="/n")
    assert [(change["n"], change["before"]) for change in answer["changes"]] == [(5, "9")]


def test_series(start: Callable[..., Server], write: Callable[[bytes], str]) -> None:
    entries = [
        commit(n, [replace("/n", n % 7)], time=f"2026-11-29T13:05:{n % 60:02}.5Z")
        for n in range(1, 500)
    ]
    server = made(start, write(lines(HEADER, opened({"n": 0}), *entries)), 500)
    source, store = server.loaded(500)
    whole = server.get("/api/series", source=source, store=store, pointer="/n")
    assert len(whole["points"]) == 500
    assert whole["points"][1] == [1, 1795957501500, "1"]
    assert (whole["minimum"], whole["maximum"]) == (0, 6)
    thin = server.get("/api/series", source=source, store=store, pointer="/n", points=20)
    assert len(thin["points"]) <= 20
    assert {"0", "6"} <= {point[2] for point in thin["points"]}
    nothing = server.get("/api/series", source=source, store=store, pointer="/x")
    assert nothing == {"points": []}


def test_rates(filed: Server) -> None:
    for query in ({"whole": 1}, {"seconds": 60}):
        answer = filed.get("/api/rates", source=1, **query)
        (store,) = answer["stores"]
        assert sum(store["counts"]) == 9
        assert len(store["counts"]) == len(store["p50"]) <= 120
        numbers = [number for number in store["p99"] if number is not None]
        assert max(numbers) >= 69213
