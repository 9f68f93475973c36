"""Programs that are inspected: real ones, and commands to them."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from support import HEADER, HELLO, FakeHost, Program, Server, commit, lines, opened, replace, until


def command(server: Server, source: Any, do: str, **members: Any) -> Any:
    store = source["stores"][0]["id"]
    body = {"source": source["id"], "do": do, "store": store, **members}
    return server.ask("/api/command", body)


def value(server: Server, source: Any, pointer: str) -> str:
    query = {"source": source["id"], "store": source["stores"][0]["id"], "pointer": pointer}
    return str(server.get("/api/value", **query)["text"])


def test_a_program_comes_and_goes(server: Server, program: Program) -> None:
    source = server.source(condition="connected", count=1)
    assert (source["pid"], source["control"]) == (program.process.pid, True)
    assert source["recording"] and source["stores"][0]["open"]
    program.do('store.send({"add": {"title": "milk"}})')
    program.do('runtime.mark("bought")')
    server.source(count=3)
    rows = server.get("/api/log", source=source["id"])["rows"]
    assert [row["label"] for row in rows] == [
        "Todos#1 of Todos",
        '{"add":{"title":"milk"}}',
        "bought",
    ]
    program.end()
    source = server.source(condition="closed")
    assert not source["stores"][0]["open"]
    assert value(server, source, "/items/0/title") == '"milk"'
    assert server.post("/api/close", source=source["id"]) == {}


def test_a_program_that_is_killed(server: Server, program: Program, folder: Path) -> None:
    program.do('store.send({"add": {"title": "milk"}})')
    server.source(count=2)
    program.kill()
    source = server.source(condition="killed")
    assert value(server, source, "/items/0/title") == '"milk"'
    until(lambda: not any((folder / "enfold").iterdir()))


def test_several_programs(server: Server, program: Program, folder: Path) -> None:
    other = Program(folder)
    until(lambda: len(server.sources()) == 2)
    server.source(pid=other.process.pid, control=False, count=1)
    server.source(pid=program.process.pid, control=True, count=1)
    other.end()
    server.source(pid=other.process.pid, condition="closed")


def test_a_program_that_was_there_before(program: Program, start: Callable[..., Server]) -> None:
    program.do('store.send({"add": {"title": "milk"}})')
    start().source(condition="connected", count=2)


def test_only_the_socket_that_was_named(
    program: Program, start: Callable[..., Server], folder: Path
) -> None:
    (path,) = (folder / "enfold").iterdir()
    server = start(str(path))
    server.source(count=1)
    other = Program(folder)
    program.do('store.send({"add": {"title": "milk"}})')
    server.source(count=2)
    assert len(server.sources()) == 1
    other.end()


def test_commands(server: Server, program: Program) -> None:
    source = server.source(count=1)

    def do(name: str, **members: Any) -> Any:
        return command(server, source, name, **members)

    assert do("send", action='{"add":\n{"title":"milk"}}').json["reply"]["queued"] is False
    server.source(count=2)
    assert do("hold").status == 200
    until(lambda: server.sources()[0]["stores"][0]["held"])
    assert do("send", action='{"add":{"title":"bread"}}').json["reply"]["queued"] is True
    assert value(server, source, "/nextID") == "2"
    assert do("step").json["reply"]["done"] is True
    until(lambda: value(server, source, "/nextID") == "3")
    assert do("hold", on=False).status == 200
    assert "times" in do("stats").json["reply"]["stats"]


def test_a_wrong_action_says_where(server: Server, program: Program) -> None:
    source = server.source(count=1)
    answer = command(server, source, "send", action='{"add":{"titel":"milk"}}')
    assert answer.status == 400
    error = answer.json["error"]
    assert (error["status"], error["offset"]) == ("ENFOLD_BAD_ACTION", 8)
    assert error["message"].startswith("add has no key")
    broken = command(server, source, "send", action='{"add":').json["error"]
    assert (broken["status"], broken["offset"]) == ("ENFOLD_BAD_JSON", 7)


def test_restore(server: Server, program: Program) -> None:
    program.do('store.send({"add": {"title": "milk"}})')
    program.do('store.send({"add": {"title": "bread"}})')
    source = server.source(count=3)
    assert command(server, source, "restore", at=1).status == 200
    server.source(count=4)
    assert value(server, source, "/nextID") == "2"
    assert command(server, source, "restore", at=99).status == 404


def test_a_redacted_state_is_not_restored(server: Server, folder: Path) -> None:
    program = Program(folder, "control", "redact")
    source = server.source(count=1)
    answer = command(server, source, "restore", at=0)
    assert answer.status == 409
    assert '"/error"' in answer.message
    program.end()


def test_breakpoints(server: Server, program: Program) -> None:
    source = server.source(count=1)
    query = {"source": source["id"], "store": source["stores"][0]["id"]}
    reply = command(server, source, "break", options='{"action":"add"}').json["reply"]
    known = server.get("/api/breakpoints", **query)["breakpoints"]
    assert known == [{"id": reply["breakpoint"], "text": '{"action":"add"}'}]
    program.do('store.send({"add": {"title": "milk"}})')
    until(lambda: server.sources()[0]["stores"][0]["held"])
    remove = json.dumps({"remove": reply["breakpoint"]})
    assert command(server, source, "break", options=remove).status == 200
    assert server.get("/api/breakpoints", **query)["breakpoints"] == []
    assert command(server, source, "break", options="{}").status == 400


def test_without_control(server: Server, folder: Path) -> None:
    program = Program(folder)
    source = server.source(count=1)
    answer = command(server, source, "send", action='"clearCompleted"')
    assert answer.status == 403
    assert "ENFOLD_INSPECT=control" in answer.message
    program.end()


def test_a_file_gets_no_commands(filed: Server) -> None:
    source = filed.sources()[0]
    assert command(filed, source, "send", action="1").status == 409
    store = source["stores"][0]["id"]
    assert filed.ask("/api/schema", source=1, store=store).status == 404
    assert command(filed, source, "nonsense").status == 409


def test_the_recording_ends_and_begins(server: Server, program: Program) -> None:
    first = server.source(count=1)
    assert command(server, first, "record", on=False).status == 200
    assert server.source(condition="ended")["id"] == first["id"]
    second = server.source(condition="connected")
    assert not second["recording"]
    body = {"source": second["id"], "do": "record", "on": True}
    assert server.ask("/api/command", body).status == 200
    program.do('store.send({"add": {"title": "milk"}})')
    second = server.source(id=second["id"], recording=True, count=2)
    assert second["stores"][0]["id"] != first["stores"][0]["id"]


def test_schema_and_completion(server: Server, program: Program) -> None:
    source = server.source(count=1)
    query = {"source": source["id"], "store": source["stores"][0]["id"]}
    answer = server.get("/api/schema", **query)
    cases = {case["name"]: case for case in answer["cases"]}
    assert json.loads(answer["action"])
    assert cases["add"]["payload"] == "{title: string}"
    assert json.loads(cases["add"]["example"]) == {"add": {"title": "…"}}

    def complete(text: str, cursor: int) -> Any:
        return server.post("/api/complete", **query, text=text, cursor=cursor)

    assert complete('{"ad', 4) == {"replaced": 3, "candidates": ['"add":']}
    assert complete('{"ad"}', 4)["candidates"] == ['"add":']
    assert complete('{"add":{"title":"\U0001f600","', 23)["replaced"] == 1
    assert complete('{"toggle":{"id":', 16)["hint"] == "integer"
    assert complete("x", 99)["candidates"] == []


def test_the_lines_are_recorded(
    start: Callable[..., Server], program: Program, folder: Path
) -> None:
    server = start("--record", str(folder / "made-%p.enfold.jsonl"))
    source = server.source(count=1)
    command(server, source, "record", on=False)
    second = server.source(condition="connected", recording=False)
    server.ask("/api/command", {"source": second["id"], "do": "record", "on": True})
    program.do('store.send({"add": {"title": "milk"}})')
    server.source(recording=True, count=2)
    pid = program.process.pid
    names = {path.name: path for path in folder.glob("made-*")}
    assert set(names) == {f"made-{pid}.enfold.jsonl", f"made-{pid}-2.enfold.jsonl"}
    for path in names.values():
        assert path.stat().st_mode & 0o777 == 0o600
    exported = server.ask("/api/export", source=second["id"], format="session").body
    assert names[f"made-{pid}-2.enfold.jsonl"].read_bytes() == exported
    assert len(exported.splitlines()) == 3


# Programs that only seem to be some


def test_dropped_entries(server: Server, fake: Callable[..., FakeHost]) -> None:
    host = fake(lines({**HELLO, "dropped": 5}, HEADER, opened({"n": 0})))
    source = server.source(count=1, dropped=5)
    host.send(lines({"kind": "dropped", "count": 7}, opened({"n": 9}, revision=9)))
    later = server.source(count=3, dropped=12)
    assert later["stores"] == [{**source["stores"][0], "revision": 9, "entries": 2}]
    assert value(server, later, "/n") == "9"


def test_an_answer_that_does_not_come(server: Server, fake: Callable[..., FakeHost]) -> None:
    fake(lines(HELLO, HEADER, opened({})))
    source = server.source(count=1)
    answer = command(server, source, "step")
    assert answer.status == 504
    assert "10 seconds" in answer.message


def test_a_program_that_goes_before_it_answers(
    server: Server, fake: Callable[..., FakeHost]
) -> None:
    host = fake(lines(HELLO, HEADER, opened({})))
    source = server.source(count=1)
    request = json.dumps({"source": source["id"], "do": "stats"})
    with server.connect() as connection:
        head = (
            f"POST /api/command HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
            f"Authorization: Bearer {server.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(request)}\r\n\r\n"
        )
        connection.sendall((head + request).encode())
        until(lambda: b'"do":"stats"' in host.received)
        assert host.connection is not None
        host.connection.shutdown(socket.SHUT_RDWR)
        assert connection.recv(1 << 16).startswith(b"HTTP/1.1 502")


def test_a_second_reader(server: Server, program: Program, start: Callable[..., Server]) -> None:
    server.source(condition="connected", count=1)
    second = start()
    source = second.source(condition="refused")
    assert str(server.process.pid) in source["message"]
    server.process.terminate()
    server.process.wait()
    again = second.source(condition="connected", count=1)
    assert again["id"] == source["id"]


def test_states_follow_the_lines(server: Server, fake: Callable[..., FakeHost]) -> None:
    host = fake(lines(HELLO, HEADER, opened({"n": 0})))
    source = server.source(count=1)
    for n in range(1, 50):
        host.send(lines(commit(n, [replace("/n", n)])))
        server.source(count=n + 1)
        assert value(server, source, "/n") == str(n)
