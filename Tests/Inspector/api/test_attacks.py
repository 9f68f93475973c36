"""The rules that keep the server safe: from pages of others, other users, and broken programs."""

from __future__ import annotations

import contextlib
import itertools
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from support import (
    HEADER,
    HELLO,
    FakeHost,
    Server,
    commit,
    everything,
    lines,
    opened,
    status,
    until,
)
from test_events import Stream

GET = "GET /api/sources HTTP/1.1"
POST = "POST /api/close HTTP/1.1"
JSON = "Content-Type: application/json"
STRANGER = 12_345
root_only = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make sockets of others")


def resident(server: Server) -> int:
    """How many bytes of memory the server has had at most."""
    for line in Path(f"/proc/{server.process.pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) * 1024
    raise AssertionError


# Pages of others


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1", "file://"],
)
def test_a_foreign_origin(server: Server, origin: str) -> None:
    header = "Origin: " + origin.format(port=server.port)
    assert status(server.request(GET, header)) == 403
    assert status(server.request("GET / HTTP/1.1", header)) == 403


def test_the_own_origin(server: Server) -> None:
    for name in ("127.0.0.1", "localhost", "[::1]"):
        assert status(server.request(GET, f"Origin: http://{name}:{server.port}")) == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", ""]
)
def test_a_host_that_was_rebound(server: Server, host: str) -> None:
    header = "Host: " + host.format(port=server.port)
    for line in (GET, "GET / HTTP/1.1"):
        assert status(server.request(line, header)) in (400, 403)


def test_no_host_and_two_hosts(server: Server) -> None:
    head = f"{GET}\r\nAuthorization: Bearer {server.token}\r\nConnection: close\r\n"
    assert status(server.raw(f"{head}\r\n".encode())) in (400, 403)
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    assert status(server.raw(f"{head}{host}{host}\r\n".encode())) in (400, 403)
    assert status(server.raw(f"{head}{host}Host: evil\r\n\r\n".encode())) in (400, 403)


def test_no_answer_allows_other_origins(server: Server) -> None:
    for path in ("/", "/api/sources", "/nothing"):
        answer = server.ask(path)
        names = {name.lower() for name in answer.headers}
        assert not any(name.startswith("access-control") for name in names)
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none';")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"


# The token


def test_no_token(server: Server) -> None:
    for path in ("sources", "events", "log", "nothing"):
        with server.connect() as connection:
            head = f"GET /api/{path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n"
            connection.sendall(head.encode())
            assert status(connection.recv(1 << 16)) == 403


def test_a_wrong_token(server: Server) -> None:
    token = server.token
    for wrong in ("", token[:-1], token + "0", token.upper() + "x", "0" * 64, f"{token}, {token}"):
        assert status(server.request(GET, f"Authorization: Bearer {wrong}")) == 403
    assert status(server.request(GET, f"Authorization: Basic {token}")) == 403
    assert status(server.request(f"GET /api/sources?t={token} HTTP/1.1", "Authorization: x")) == 403
    assert status(server.request(GET, f"Cookie: t={token}", "Authorization: x")) == 403


def test_the_token_is_long_and_new(start: Callable[..., Server]) -> None:
    tokens = {start().token for _ in range(3)}
    assert len(tokens) == 3
    assert {len(token) for token in tokens} == {64}


def test_no_process_shows_the_token(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tools = folder / "tools"
    tools.mkdir()
    (tools / "xdg-open").write_text(
        f"#!/bin/sh\necho $$ > {folder}/called; exec tail -f /dev/null\n"
    )
    (tools / "xdg-open").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tools}:{os.environ['PATH']}")
    server = Server(folder, "--open")
    called = folder / "called"
    opener = until(lambda: called.exists() and int(called.read_text() or 0))
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            assert server.token.encode() not in (process / "cmdline").read_bytes()
            assert server.token.encode() not in (process / "environ").read_bytes()
    server.connection.close()
    server.process.terminate()
    os.kill(opener, signal.SIGTERM)
    server.end()
    assert not list(folder.glob("*.html"))


# Requests that are too much


def test_a_huge_body(server: Server) -> None:
    assert status(server.request(POST, JSON, f"Content-Length: {(1 << 20) + 1}")) == 413
    assert status(server.request(POST, JSON, f"Content-Length: {10**30}")) in (400, 413)
    chunk = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
    answer = server.request(POST, JSON, "Transfer-Encoding: chunked", body=chunk * 3 + b"0\r\n\r\n")
    assert status(answer) in (0, 413)
    size = 1 << 20
    largest = server.request(POST, JSON, f"Content-Length: {size}", body=b"1" + b" " * (size - 1))
    assert status(largest) == 400
    assert server.is_alive()


def test_huge_headers(server: Server) -> None:
    assert status(server.request(GET, "X: " + "a" * 20_000)) == 431
    assert (
        status(
            server.request(GET, *[f"X{n}: {'a' * 100}" for n in range(120)], "Y: " + "b" * 6_000)
        )
        == 431
    )
    assert status(server.request(GET, *[f"X{n}: a" for n in range(5_000)])) in (0, 431)
    assert status(server.request(f"GET /{'a' * 20_000} HTTP/1.1")) == 431
    assert status(server.request(GET, "X: " + "a" * 10_000)) == 200


def test_a_head_without_an_end(server: Server) -> None:
    before = resident(server)
    for piece in (b"a" * 65_536, b"X: a\r\n" * 10_000):
        with server.connect() as connection:
            connection.sendall(b"GET /" if piece[0] == 97 else f"{GET}\r\n".encode())
            with contextlib.suppress(OSError):
                for _ in range(1_000):
                    connection.sendall(piece)
            assert status(everything(connection)) in (0, 400, 431)
    assert resident(server) < before + (64 << 20)
    assert server.is_alive()


def test_many_requests_on_one_connection(server: Server) -> None:
    for _ in range(500):
        assert server.ask("/api/sources").status == 200


def test_requests_that_do_not_wait(server: Server) -> None:
    head = f"{GET}\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n"
    requests = f"{head}\r\n" * 9 + f"{head}Connection: close\r\n\r\n"
    assert server.raw(requests.encode()).count(b"HTTP/1.1 200") == 10
    with contextlib.suppress(OSError):
        server.raw(f"{head}\r\n".encode() * 50_000)
    assert server.is_alive()


def test_slow_headers(server: Server) -> None:
    with server.connect() as connection:
        connection.sendall(f"{GET}\r\nHost: ".encode())
        assert everything(connection) == b""
    assert server.is_alive()


def test_nothing_at_all(server: Server) -> None:
    with server.connect() as connection:
        assert everything(connection) == b""


def test_a_slow_body(server: Server) -> None:
    with server.connect() as connection:
        head = (
            f"{POST}\r\nHost: 127.0.0.1:{server.port}\r\nAuthorization: Bearer {server.token}\r\n"
        )
        connection.sendall(f"{head}{JSON}\r\nContent-Length: 100\r\n\r\n{{".encode())
        assert everything(connection) == b""
    assert server.is_alive()


def test_a_thousand_connections(server: Server) -> None:
    connections = []
    with contextlib.suppress(OSError):
        for _ in range(1_000):
            connections.append(server.connect())
    descriptors = Path(f"/proc/{server.process.pid}/fd")
    until(lambda: len(list(descriptors.iterdir())) < 100)
    for connection in connections:
        connection.close()

    def works() -> bool:
        try:
            return server.ask("/api/sources").status == 200
        except OSError:
            server.connection.close()
            return False

    until(works)


def test_a_ninth_stream(server: Server) -> None:
    streams = [Stream(server) for _ in range(8)]
    assert [stream.status for stream in streams] == [200] * 8
    ninth = Stream(server)
    assert ninth.status == 503
    for stream in [*streams, ninth]:
        stream.close()
    assert server.is_alive()


def test_a_stream_that_never_reads(server: Server, fake: Callable[..., FakeHost]) -> None:
    host = fake(lines(HELLO, HEADER, *[opened({}, store) for store in range(1, 3_000)]))
    server.source(count=2_999)
    before = resident(server)
    deaf = Stream(server)
    descriptors = Path(f"/proc/{server.process.pid}/fd")
    count = len(list(descriptors.iterdir()))
    kinds = itertools.cycle(["held", "released"])

    def is_closed() -> bool:
        # Each of these changes what the stream is told.
        kind = next(kinds)
        host.send(lines({"store": 1, "kind": kind}))
        until(lambda: server.sources()[0]["stores"][0]["held"] == (kind == "held"))
        return len(list(descriptors.iterdir())) < count

    until(is_closed)
    assert resident(server) < before + (64 << 20)
    deaf.close()
    assert server.is_alive()


# Requests that are wrong


PATHS = [
    "/../../../etc/passwd",
    "/..%2f..%2f..%2fetc%2fpasswd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "//etc/passwd",
    "/./index.html",
    "/js/../index.html",
    "/js/%2e%2e/index.html",
    "/index.html%00.png",
    "/index.html/",
    "/\\index.html",
    "/API.md",
    "/api",
    "/api/",
    "/api/../index.html",
    "/api//sources",
    "/API/sources",
    "/api/sources/",
    "/api/%73ources",
    "http://127.0.0.1/etc/passwd",
    "etc/passwd",
    "*",
]


@pytest.mark.parametrize("path", PATHS)
def test_a_path_that_leads_elsewhere(server: Server, path: str) -> None:
    answer = server.request(f"GET {path} HTTP/1.1")
    assert status(answer) in (400, 404)
    assert b"root:" not in answer


@pytest.mark.parametrize(
    "method", ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT", "PROPFIND"]
)
def test_methods(server: Server, method: str) -> None:
    assert status(server.request(f"{method} /api/sources HTTP/1.1")) in (400, 404, 405)
    assert status(server.request(f"{method} / HTTP/1.1")) in (400, 404, 405)


def test_the_wrong_method(server: Server) -> None:
    answer = server.request("POST /api/sources HTTP/1.1", JSON, "Content-Length: 2", body=b"{}")
    assert status(answer) == 405
    assert b"Allow: GET, HEAD" in answer
    assert status(server.request("GET /api/tree HTTP/1.1")) == 405
    head = server.request("HEAD /api/sources HTTP/1.1")
    assert status(head) == 200
    assert head.endswith(b"\r\n\r\n")


def test_content_types(server: Server) -> None:
    for kind in (
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "",
        "application/jsonp",
    ):
        answer = server.request(POST, f"Content-Type: {kind}", "Content-Length: 2", body=b"{}")
        assert status(answer) == 415
    assert status(server.request(POST, "Content-Length: 2", body=b"{}")) == 415
    for kind in ("application/json", "Application/JSON; charset=utf-8"):
        answer = server.request(POST, f"Content-Type: {kind}", "Content-Length: 2", body=b"{}")
        assert status(answer) == 400


def test_bad_json(server: Server) -> None:
    answer = server.request(POST, JSON, "Content-Length: 9", body=b'{"a":nul}')
    assert status(answer) == 400
    assert b'"offset":8' in answer
    deep = b"[" * 100_000
    answer = server.request(POST, JSON, f"Content-Length: {len(deep)}", body=deep)
    assert status(answer) == 400


def test_other_protocols(server: Server) -> None:
    for request in (
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 500,
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/0.9\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"\x00" * 1_000,
    ):
        assert status(server.raw(request)) in (0, 400, 403, 404, 405, 505)
    answer = server.request("GET /api/sources HTTP/1.0")
    assert status(answer) == 505
    assert server.is_alive()


def test_two_lengths(server: Server) -> None:
    both = ("Content-Length: 2", "Transfer-Encoding: chunked")
    assert status(server.request(POST, JSON, *both, body=b"0\r\n\r\n")) == 400
    two = ("Content-Length: 2", "Content-Length: 3")
    assert status(server.request(POST, JSON, *two, body=b"{}")) == 400


# Other users


def found(server: Server) -> list[str]:
    return [source["path"] for source in server.sources()]


def seen(server: Server, fake: Callable[..., FakeHost]) -> None:
    """A good socket was seen, so those that were there before it have been looked at."""
    fake(lines(HELLO, HEADER), name="good")
    server.source(name="fake", condition="connected")


@root_only
def test_a_socket_of_another_user(server: Server, fake: Callable[..., FakeHost]) -> None:
    bad = fake(lines(HELLO, HEADER), name="bad")
    os.chown(bad.path, STRANGER, STRANGER)
    seen(server, fake)
    assert str(bad.path) not in found(server) or bad.connection is not None
    os.chown(bad.path, 0, 0)


@root_only
def test_a_socket_that_another_user_serves(start: Callable[..., Server], folder: Path) -> None:
    path = folder / "named.sock"
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    code = (
        "import os, socket, sys; os.setuid(int(sys.argv[2]));"
        "s = socket.socket(fileno=int(sys.argv[1])); s.listen(); print(flush=True);"
        "c, _ = s.accept(); c.sendall(sys.stdin.buffer.read()); print(len(c.recv(1)), flush=True);"
        "s.accept()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(listener.fileno()), str(STRANGER)],
        pass_fds=[listener.fileno()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert other.stdout is not None
    assert other.stdin is not None
    other.stdout.readline()
    server = start(str(path))
    with contextlib.suppress(OSError):
        other.stdin.write(lines(HELLO, HEADER))
        other.stdin.close()
    # The server has closed the connection without a word.
    assert other.stdout.readline() in (b"0\n", b"")
    assert server.sources() == []
    other.kill()
    other.wait()
    other.stdout.close()
    listener.close()


def test_a_folder_that_others_may_write(
    start: Callable[..., Server], fake: Callable[..., FakeHost], folder: Path
) -> None:
    host = fake(lines(HELLO, HEADER))
    (folder / "enfold").chmod(0o777)
    server = start()
    assert found(server) == []
    (folder / "enfold").chmod(0o700)
    server.source(condition="connected")
    assert host.connection is not None


@root_only
def test_a_folder_of_another_user(
    start: Callable[..., Server], fake: Callable[..., FakeHost], folder: Path
) -> None:
    fake(lines(HELLO, HEADER))
    os.chown(folder / "enfold", STRANGER, STRANGER)
    server = start()
    assert found(server) == []
    os.chown(folder / "enfold", 0, 0)
    server.source(condition="connected")


def test_a_folder_that_is_a_link(
    start: Callable[..., Server], fake: Callable[..., FakeHost], folder: Path
) -> None:
    fake(lines(HELLO, HEADER))
    (folder / "enfold").rename(folder / "real")
    (folder / "enfold").symlink_to(folder / "real")
    server = start()
    assert found(server) == []
    (folder / "enfold").unlink()
    (folder / "real").rename(folder / "enfold")
    server.source(condition="connected")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))
        one.listen()
        yield path


def test_links_in_the_folder(
    server: Server, fake: Callable[..., FakeHost], folder: Path, elsewhere: Path
) -> None:
    hosts = folder / "enfold"
    hosts.mkdir(mode=0o700)
    living, dead = hosts / f"{os.getpid()}-a.sock", hosts / "4194303-b.sock"
    for link in (living, dead):
        link.symlink_to(elsewhere)
    seen(server, fake)
    assert not {str(living), str(dead)} & set(found(server))
    assert living.is_symlink()
    assert dead.is_symlink()
    assert elsewhere.exists()


def test_only_sockets_of_the_dead_are_removed(
    server: Server, fake: Callable[..., FakeHost], folder: Path
) -> None:
    hosts = folder / "enfold"
    hosts.mkdir(mode=0o700)
    dead = subprocess.Popen(["true"])
    dead.wait()
    with socket.socket(socket.AF_UNIX) as one, socket.socket(socket.AF_UNIX) as two:
        one.bind(str(hosts / f"{dead.pid}-dead.sock"))
        two.bind(str(hosts / "other.sock"))
    (hosts / f"{dead.pid}-file.sock").write_text("")
    (hosts / "0-x.sock").write_text("")
    seen(server, fake)
    until(lambda: not (hosts / f"{dead.pid}-dead.sock").exists())
    assert (hosts / f"{dead.pid}-file.sock").exists()
    assert (hosts / "other.sock").exists()


# Programs that go wrong


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"HTTP/1.1 200 OK\r\n\r\n", "no JSON"),
        (b"\x00\xff\xfe\n", "no JSON"),
        (b"[" * 100_000 + b"\n", "no JSON"),
        (b'{"seq":1,"kind":"mark"}\n', "does not speak"),
        (b'{"kind":"hello","protocol":2}\n', "version 2"),
        (lines(HELLO) + b'{"seq":1,"store":1}\n', "before the first line"),
        (lines(HELLO, {**HEADER, "version": 7}), "version 7"),
        (lines(HELLO, HEADER, HEADER), "second session"),
        (lines(HELLO, HEADER) + b"{}nonsense\n", "no JSON"),
        (lines(HELLO, HEADER) + b'{"seq":"x"}\n', "no entry"),
        (lines(HELLO, HEADER, {"store": 1, "kind": "opened"}), "needs the texts"),
    ],
)
def test_a_program_that_talks_nonsense(
    server: Server, fake: Callable[..., FakeHost], data: bytes, message: str
) -> None:
    host = fake(data)
    source = server.source(condition="broken")
    assert message in source["message"]
    until(host.is_closed)
    assert server.is_alive()


def test_what_came_before_the_nonsense_is_kept(
    server: Server, fake: Callable[..., FakeHost]
) -> None:
    fake(lines(HELLO, HEADER, opened({"n": 7})) + b"nonsense\n" + lines(commit(1, [])))
    source = server.source(condition="broken")
    assert source["count"] == 1
    query = {"source": source["id"], "store": source["stores"][0]["id"], "pointer": "/n"}
    assert server.get("/api/value", **query)["text"] == "7"


def test_a_line_without_an_end(server: Server, fake: Callable[..., FakeHost]) -> None:
    host = fake(lines(HELLO, HEADER, opened({})))
    server.source(count=1)
    with contextlib.suppress(OSError):
        for _ in range(100):
            host.send(b"a" * (1 << 20))
    source = server.source(condition="broken")
    assert "a line has more than" in source["message"]
    assert resident(server) < 400 << 20
    assert server.is_alive()


def test_a_deep_state(server: Server, fake: Callable[..., FakeHost]) -> None:
    deep = b"[" * 1_000 + b"]" * 1_000
    begin = b'{"seq":1,"store":1,"kind":"opened","name":"","feature":"","revision":0,"state":'
    fake(lines(HELLO, HEADER) + begin + deep + b"}\n")
    source = server.source(count=1)
    query = {"source": source["id"], "store": source["stores"][0]["id"]}
    assert server.get("/api/search", **query, text="x") == {"matches": []}
    assert server.post("/api/tree", **query, nodes=[{"pointer": "/0/0"}])["known"]
    assert server.is_alive()


def test_a_program_that_says_nothing(server: Server, fake: Callable[..., FakeHost]) -> None:
    fake(b"")
    source = server.source(kind="host")
    assert source["count"] == 0
    body = {"source": source["id"], "do": "send", "store": 1, "action": "1"}
    assert server.ask("/api/command", body).status == 403
    assert server.is_alive()


def test_answers_that_nobody_has_asked_for(server: Server, fake: Callable[..., FakeHost]) -> None:
    replies = [{"reply": 1}, {"reply": "x"}, {"reply": None}, {"reply": 2**64 - 1, "error": 7}]
    fake(lines(HELLO, HEADER, *replies, opened({})))
    server.source(count=1)
    assert server.is_alive()


def test_many_stores(server: Server, fake: Callable[..., FakeHost]) -> None:
    fake(lines(HELLO, HEADER, *[commit(1, [], store) for store in range(1, 25_000)]))
    source = server.source(count=24_999)
    assert len(source["stores"]) == 20_000
    assert server.get("/api/log", source=source["id"], **{"from": 24_900})["rows"]
