"""Session files: hostile ones, imported ones, exports, and the command line."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from support import (
    HEADER,
    PATIENCE,
    SERVER,
    SESSION,
    Server,
    commit,
    lines,
    opened,
    replace,
    until,
)

OPEN = '{"seq":1,"store":1,"kind":"opened","name":"","feature":"","revision":0,"state":'
BEGIN = lines(HEADER).decode()


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [SERVER, *arguments],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no whole line"),
        ("no json\n", 'has no "format"'),
        ('{"format":"enfold-session","version":9}\n', "version 9"),
        (BEGIN + "nonsense\n", "line 2: this line is no entry"),
        (BEGIN + '{"seq":-1}\n', "line 2"),
        (BEGIN + '{"seq":99999999999999999999}\n', "line 2"),
        (BEGIN + "[" * 100_000 + "\n", "line 2"),
        (BEGIN + '{"kind":"opened","store":1}\n', "line 2"),
        (BEGIN + OPEN + "{}}\n\n", "line 3"),
    ],
)
def test_a_broken_file(
    start: Callable[..., Server], write: Callable[[bytes], str], text: str, message: str
) -> None:
    server = start(write(text.encode()))
    source = server.source(condition="broken")
    assert message in source["message"]
    assert server.is_alive()


@pytest.mark.parametrize(
    "state",
    [
        "[" * 1_000 + "]" * 1_000,
        "123456789012345678901234567890",
        "1e999",
        '"' + "a" * 1_000_000 + '"',
        '{"a":1,"a":2}',
    ],
)
def test_a_hostile_state(
    start: Callable[..., Server], write: Callable[[bytes], str], state: str
) -> None:
    text = BEGIN + OPEN + state + "}\n"
    text += lines(
        commit(1, [replace("/a", 1)]), commit(1, "no patch"), commit(2**64 - 1, [], seq=1)
    ).decode()
    server = start(write(text.encode()))
    source, store = server.loaded(4)
    query: Any = {"source": source, "store": store}
    for at in range(4):
        server.post("/api/tree", at=at, nodes=[{"pointer": ""}, {"pointer": "/0"}], **query)
        server.ask("/api/difference", source=source, n=at)
        server.ask("/api/entry", source=source, n=at)
    asked: list[tuple[str, Any]] = [
        ("/api/value", {"pointer": ""}),
        ("/api/search", {"text": "a"}),
        ("/api/compare", {"from": 0, "to": 3}),
        ("/api/blame", {"pointer": ""}),
        ("/api/series", {"pointer": ""}),
        ("/api/rates", {"whole": 1}),
        ("/api/export", {"format": "perfetto"}),
        ("/api/export", {"format": "otlp"}),
        ("/api/export", {"format": "redux-actions"}),
    ]
    for path, more in asked:
        server.ask(path, **query, **more)
    assert server.is_alive()


def test_a_store_that_was_never_opened(
    start: Callable[..., Server], write: Callable[[bytes], str]
) -> None:
    server = start(write(lines(HEADER, commit(3, [], 77))))
    source, store = server.loaded(1)
    assert server.sources()[0]["stores"][0]["number"] == 77
    assert not server.post("/api/tree", source=source, store=store, nodes=[])["known"]


def test_a_file_that_becomes_shorter(
    start: Callable[..., Server], write: Callable[[bytes], str]
) -> None:
    entries = [commit(n, [replace("/n", n)]) for n in range(1, 2_000)]
    path = write(lines(HEADER, opened({"n": 0}), *entries))
    server = start(path)
    source, store = server.loaded(2_000)
    os.truncate(path, 1_000)
    rows = server.get("/api/log", source=source, **{"from": 900})["rows"]
    assert rows[0]["kind"] == "lost"
    server.post("/api/tree", source=source, store=store, at=1_500, nodes=[{"pointer": ""}])
    server.ask("/api/export", source=source, format="otlp")
    assert server.is_alive()


def test_import(server: Server) -> None:
    text = SESSION.read_text()
    body = {"upload": "one", "name": "../../monday.enfold.jsonl"}
    assert server.post("/api/import", **body, part=0, last=False, text=text[:700]) == {}
    answer = server.post("/api/import", **body, part=1, last=True, text=text[700:])
    source = server.source(id=answer["source"], count=13)
    assert (source["name"], source["condition"]) == ("monday.enfold.jsonl", "complete")
    wrong = server.ask("/api/import", {**body, "part": 1, "last": True, "text": ""})
    assert wrong.status == 409


def test_close(filed: Server) -> None:
    assert filed.post("/api/close", source=1) == {}
    assert filed.sources() == []
    assert filed.ask("/api/log", source=1).status == 404


def test_export_of_the_session(filed: Server, tmp_path: Path) -> None:
    answer = filed.ask("/api/export", source=1, format="session")
    assert answer.body == SESSION.read_bytes()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="Todos.enfold.jsonl"'
    store = filed.sources()[0]["stores"][0]["id"]
    one = filed.ask("/api/export", source=1, format="session", store=store)
    assert one.body == SESSION.read_bytes()


@pytest.mark.parametrize("name", ["redux-devtools", "redux-actions", "perfetto", "otlp"])
def test_exports(filed: Server, name: str) -> None:
    answer = filed.ask("/api/export", source=1, format=name)
    assert answer.status == 200
    for line in answer.body.decode().splitlines() if name == "otlp" else [answer.body.decode()]:
        json.loads(line)


def test_an_unknown_format(filed: Server) -> None:
    assert "known: session" in filed.ask("/api/export", source=1, format="x").message


def test_a_store_of_several_is_exported(
    start: Callable[..., Server], write: Callable[[bytes], str]
) -> None:
    server = start(write(lines(HEADER, opened({}), opened({}, 2), commit(1, [], 2))))
    source = server.source(count=3)
    assert server.ask("/api/export", source=1, format="redux-actions").status == 409
    query = {"source": 1, "store": source["stores"][0]["id"], "format": "session"}
    assert len(server.ask("/api/export", **query).body.splitlines()) == 2


# The command line


def test_wrong_arguments(folder: Path) -> None:
    for arguments in (["--nothing"], ["--port", "x"], ["--port", "70000"], ["--record"]):
        done = run(*arguments)
        assert (done.returncode, done.stdout) == (64, "")
        assert "usage:" in done.stderr
    assert run("--help").returncode == 0


def test_what_cannot_be_opened(folder: Path) -> None:
    for path in ("/nonexistent", str(folder), "/dev/null"):
        done = run(path)
        assert (done.returncode, done.stdout) == (1, "")
        assert path in done.stderr
    taken = folder / "taken"
    taken.write_text("")
    assert run("--record", str(taken)).returncode == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it(start: Callable[..., Server], number: signal.Signals) -> None:
    server = start()
    server.process.send_signal(number)
    assert server.process.wait(PATIENCE) == 0


def test_a_port_that_is_taken(server: Server) -> None:
    done = run("--port", str(server.port))
    assert done.returncode == 1
    assert str(server.port) in done.stderr


def test_open_writes_a_file_and_removes_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = folder / "tools"
    tools.mkdir()
    opener = tools / "xdg-open"
    opener.write_text(
        f'#!/bin/sh\necho "$1" > {folder}/opened.new; mv {folder}/opened.new {folder}/opened\n'
    )
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    server = Server(folder, "--open")
    until((folder / "opened").exists)
    page = Path((folder / "opened").read_text().strip())
    assert stat.S_IMODE(page.stat().st_mode) == 0o600
    assert f"{server.address}/#t={server.token}" in page.read_text()
    assert server.ask("/style.css").status in (200, 404)
    assert page.exists()
    server.sources()
    until(lambda: not page.exists())
    server.connection.close()
    server.end()


def test_the_page_is_served(server: Server) -> None:
    answer = server.ask("/")
    if answer.status == 404:
        pytest.skip("there is no page")
    assert answer.headers["Content-Type"].startswith("text/html")
