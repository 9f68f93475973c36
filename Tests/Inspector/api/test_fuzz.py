"""Random requests: the server stays alive and answers afterwards. ENFOLD_FUZZ_SECONDS: how long."""

from __future__ import annotations

import contextlib
import json
import os
import random
import time
from collections.abc import Callable

from support import SESSION, Server

SECONDS = float(os.environ.get("ENFOLD_FUZZ_SECONDS", "20"))
SEED = int(os.environ.get("ENFOLD_FUZZ_SEED", str(random.randrange(1 << 32))))
GETS = [
    "sources",
    "log?source=1&from=0&count=5&text=e&group=1",
    "log?source=1&path=/items&kind=action,set&changed=1",
    "log/place?source=1&n=3&type=add",
    "entry?source=1&n=5",
    "types?source=1&store=2",
    "value?source=1&store=2&at=4&pointer=/items/0",
    "search?source=1&store=2&text=bread",
    "difference?source=1&n=5",
    "compare?source=1&store=2&from=1&to=9",
    "blame?source=1&store=2&pointer=/items/id=2/title",
    "series?source=1&store=2&pointer=/nextID&points=3",
    "rates?source=1&seconds=1",
    "export?source=1&format=otlp",
    "export?source=1&format=redux-devtools&store=2",
    "breakpoints?source=1&store=2",
    "schema?source=1&store=2",
]
POSTS = {
    "tree": {
        "source": 1,
        "store": 2,
        "at": 3,
        "nodes": [{"pointer": "/items", "from": 0, "count": 9}],
    },
    "command": {"source": 1, "do": "send", "store": 2, "action": '{"add":{}}'},
    "complete": {"source": 1, "store": 2, "text": '{"ad', "cursor": 4},
    "import": {"upload": "a", "name": "b", "part": 0, "last": False, "text": "x"},
}
PIECES = [
    b"\r\n",
    b"\x00",
    b"\xff\xfe",
    b"%00",
    b"%",
    b"-1",
    b"18446744073709551616",
    b"9223372036854775807",
    b"1e999",
    b"[" * 500,
    b"a" * 3_000,
    b"Transfer-Encoding: chunked\r\n",
    b"Content-Length: 5\r\n",
    b"Expect: 100-continue\r\n",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\n",
    "\u00e9\U0001f600".encode(),
    b"&",
    b"=",
    b"/",
    b"~2",
    b'"',
]


def request(server: Server, random: random.Random) -> bytes:
    """A request that is right."""
    if random.random() < 0.6:
        line, body = f"GET /api/{random.choice(GETS)} HTTP/1.1", b""
    else:
        path = random.choice(list(POSTS))
        line, body = f"POST /api/{path} HTTP/1.1", json.dumps(POSTS[path]).encode()
    head = [line, f"Host: 127.0.0.1:{server.port}", f"Authorization: Bearer {server.token}"]
    if body:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*head, "", ""]).encode() + body


def mutated(data: bytes, random: random.Random) -> bytes:
    for _ in range(random.randrange(1, 5)):
        start = random.randrange(len(data) + 1)
        end = min(len(data), start + random.choice([0, 0, 1, 1, 4, 20, 200]))
        kind = random.randrange(4)
        if kind == 0:
            piece = random.choice(PIECES)
        elif kind == 1:
            piece = bytes([random.randrange(256)])
        elif kind == 2:
            piece = data[start:end] * random.randrange(3)
        else:
            piece = b""
        data = data[:start] + piece + data[end:]
    return data


def mixed(entries: list[str], random: random.Random) -> list[str]:
    """Lines that are JSON, most of them, and make no sense together."""
    entries = list(entries)
    for _ in range(random.randrange(1, 12)):
        place, other = random.randrange(len(entries)), random.randrange(len(entries))
        kind = random.randrange(6)
        if kind == 0:
            entries[place], entries[other] = entries[other], entries[place]
        elif kind == 1:
            entries.insert(other, entries[place])
        elif kind == 2 and len(entries) > 2:
            del entries[place]
        elif kind == 3:
            entries.insert(place, random.choice(LINES))
        elif kind == 4:
            old = random.choice(
                ['"replace"', '"/items', '"revision":', '"store":1', '"add"', "true"]
            )
            new = random.choice(
                ['"move"', '"copy"', '"', "[", "null", "1e308", "-1", '"/-/~1', "{}"]
            )
            entries[place] = entries[place].replace(old, new, 1)
        else:
            start = random.randrange(len(entries[place]) + 1)
            entries[place] = (
                entries[place][:start] + random.choice('[]{},:0"e-') + entries[place][start:]
            )
    return entries


LINES = [
    '{"kind":"dropped","count":18446744073709551615}',
    '{"seq":3,"kind":"mark","text":"\\u0000"}',
    '{"seq":18446744073709551615,"store":18446744073709551615,"kind":"action","revision":0,"patch":[]}',
    '{"seq":1,"store":1,"kind":"opened","name":"","feature":"","revision":18446744073709551615,"state":7}',
    '{"store":1,"kind":"checkpoint","revision":0,"state":{"items":{}}}',
    '{"seq":1,"store":1,"kind":"action","revision":6,"patch":[{"op":"copy","from":"","path":"/items/0"}]}',
    '{"seq":1,"store":1,"kind":"action","revision":7,"patch":{"op":"add"},"cause":{"store":1,"revision":7}}',
    '{"seq":1,"time":"9999-99-99T99:99:99Z","store":1,"kind":"set","revision":8,"patch":[1,{},{"path":7}]}',
    '{"seq":1,"time":"2261-12-31T23:59:59.9Z","store":1,"kind":"set","revision":9,"waited":18446744073709551615}',
    '{"seq":1,"store":1,"kind":"nothing"}',
    "{}",
]


def test_random_files(start: Callable[..., Server]) -> None:
    print(f"ENFOLD_FUZZ_SEED={SEED}")
    chance = random.Random(SEED)
    server = start(str(SESSION))
    server.loaded(13)
    first, *entries = SESSION.read_text().splitlines()
    end = time.monotonic() + SECONDS / 2
    number = 0
    while time.monotonic() < end:
        number += 1
        text = "\n".join([first, *mixed(entries, chance), ""])
        body = {"upload": str(number), "name": "x", "part": 0, "last": True, "text": text}
        source = server.post("/api/import", **body)["source"]
        stores = server.source(id=source)["stores"]
        store = stores[0]["id"] if stores else 0
        for path in GETS:
            here = path.replace("source=1", f"source={source}").replace("store=2", f"store={store}")
            assert server.ask(f"/api/{here}").status < 500, here
        for at in range(15):
            body = {"source": source, "store": store, "at": at, "nodes": [{"pointer": ""}]}
            assert server.ask("/api/tree", body).status < 500
            assert server.ask("/api/difference", source=source, n=at).status < 500
        server.post("/api/close", source=source)
    assert server.is_alive()


def test_random_requests(start: Callable[..., Server]) -> None:
    print(f"ENFOLD_FUZZ_SEED={SEED}")
    chance = random.Random(SEED)
    server = start(str(SESSION))
    server.loaded(13)
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        with server.connect() as connection, contextlib.suppress(OSError):
            connection.settimeout(0.2)
            for _ in range(chance.randrange(1, 4)):
                data = request(server, chance)
                connection.sendall(mutated(data, chance) if chance.random() < 0.8 else data)
                if chance.random() < 0.7:
                    connection.recv(1 << 16)
        assert server.process.poll() is None
    assert server.is_alive()
    store = server.sources()[0]["stores"][0]["id"]
    body = {"source": 1, "store": store, "nodes": [{"pointer": "/items"}]}
    assert server.post("/api/tree", **body)["known"]
