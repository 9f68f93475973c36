"""Examples/server: the real server and real websockets."""

from __future__ import annotations

import asyncio
import importlib.util
import json
import os
import re
import signal
import socket
import subprocess
import sys
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from enfold._loader import library

from .conftest import COUNTER, PACKAGE, PLUGINS, ROOT

SERVER = ROOT / "Examples" / "server"
BOARD = PLUGINS / "libBoard.so"
DEADLINE = 60

specification = importlib.util.spec_from_file_location("server_client", SERVER / "client.py")
assert specification is not None and specification.loader is not None
example = importlib.util.module_from_spec(specification)
specification.loader.exec_module(example)


def run(main: Coroutine[Any, Any, None], seconds: float = DEADLINE) -> None:
    asyncio.run(asyncio.wait_for(main, seconds))


async def until(condition: Callable[[], object]) -> None:
    """Waits for what other processes do."""
    while not condition():
        await asyncio.sleep(0.01)


class Process:
    """A program of the example, and what it has written to stderr."""

    def __init__(self, process: asyncio.subprocess.Process, log: Path) -> None:
        self._process = process
        self._log = log
        self.url = ""

    @property
    def log(self) -> str:
        return self._log.read_text()

    async def gone(self) -> None:
        """Waits until it has ended, and so have its children."""
        assert self._process.stdout is not None
        await self._process.stdout.read()

    async def line(self) -> str:
        assert self._process.stdout is not None
        return (await self._process.stdout.readline()).decode().rstrip("\n")

    def send(self, number: signal.Signals) -> None:
        self._process.send_signal(number)

    async def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.send(number)
        return await self._process.wait()

    async def metrics(self) -> dict[str, int]:
        async with aiohttp.ClientSession() as session, session.get(f"{self.url}/metrics") as shown:
            lines = (await shown.text()).splitlines()
        pairs = [line.split() for line in lines if not line.startswith("#")]
        return {re.sub("^enfold_|_total$", "", name): int(value) for name, value in pairs}

    async def until_metric(self, name: str, value: int) -> None:
        while (await self.metrics())[name] < value:
            await asyncio.sleep(0.01)


@asynccontextmanager
async def started(
    folder: Path, program: str, *arguments: object, given: bytes | None = None
) -> AsyncIterator[Process]:
    log = folder / f"{uuid.uuid4()}.log"
    with log.open("wb") as errors:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(SERVER / program), *map(str, arguments)),
            env={
                **os.environ,
                "PYTHONPATH": str(PACKAGE),
                "ENFOLD_LIBRARY": library().path,
                "SWIFT_BACKTRACE": "enable=no",  # a report of Swift's own, where its tools are
            },
            stdin=None if given is None else asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=errors,
        )
    if given is not None:
        assert process.stdin is not None
        process.stdin.write(given)
    try:
        yield Process(process, log)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@asynccontextmanager
async def serving(
    folder: Path, *options: object, plugin: Path = BOARD, feature: str = "Board"
) -> AsyncIterator[Process]:
    """A server, whose boards are in `folder`/boards."""
    more = (f"--feature={feature}", "--port=0", *options)
    async with started(folder, "server.py", plugin, folder / "boards", *more) as server:
        server.url = await server.line()
        assert server.url, server.log
        yield server


class Person(example.Client):  # type: ignore[misc,name-defined]
    """A client that keeps what it hears: changes, and None for each whole state."""

    def __init__(self, url: str, board: str, user: str) -> None:
        self.heard: list[dict[str, Any] | None] = []
        super().__init__(f"{url}/boards/{board}", user, self.heard.append)

    async def __aenter__(self) -> Person:
        self._running = asyncio.create_task(self.run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._running.cancel()
        await asyncio.wait({self._running})

    async def add(self, text: str) -> str:
        card = str(uuid.uuid4())
        answer = await self.send({"add": {"id": card, "column": "todo", "text": text}})
        assert answer["changed"], answer
        return card

    @property
    def texts(self) -> list[str]:
        return [card["text"] for card in self.state["cards"]] if self.state else []


def saved(folder: Path, board: str) -> list[str]:
    """The texts that are in a board's file."""
    path = folder / "boards" / f"{board}.json"
    return [card["text"] for card in json.loads(path.read_text())["cards"]] if path.exists() else []


# Editing


def test_each_hears_what_the_others_do_and_who_did_it(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as server:
            async with Person(server.url, "kitchen", "ada") as ada:
                milk = await ada.add("milk")
                async with Person(server.url, "kitchen", "bob") as bob:
                    await until(lambda: bob.texts == ["milk"])
                    await bob.send({"edit": {"id": milk, "text": "oats"}})
                    await ada.add("eggs")
                    await ada.send({"move": {"id": milk, "to": "done"}})
                    await until(lambda: bob.revision == ada.revision)
                    assert ada.state == bob.state
                    assert bob.texts == ["eggs", "oats"]
                    heard = [change["tag"] for change in bob.heard if change]
                    assert (bob.heard[0], heard) == (None, ["bob", "ada", "ada"])
                    # Somebody else's edit of a card that is gone changes nothing.
                    await ada.send({"delete": {"id": milk}})
                    answer = await bob.send({"edit": {"id": milk, "text": "?"}})
                    assert answer["changed"] is False
            assert await server.end() == 0
        assert server.log == ""

    run(main())


def test_a_board_is_saved_under_its_name_soon_after_an_edit(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as server:
            async with Person(server.url, "a", "ada") as one, Person(server.url, "b", "ada") as two:
                await asyncio.gather(one.add("x"), two.add("y"))
                await until(lambda: saved(tmp_path, "a") and saved(tmp_path, "b"))
                await server.until_metric("saves", 2)
            assert (saved(tmp_path, "a"), saved(tmp_path, "b")) == (["x"], ["y"])
            assert (await server.metrics())["unsaved"] == 0
            await server.end(signal.SIGKILL)
        async with serving(tmp_path) as server, Person(server.url, "a", "ada") as one:
            await until(lambda: one.texts == ["x"])

    run(main())


def test_what_cannot_be_saved_is_tried_again_and_named_at_the_end(tmp_path: Path) -> None:
    async def main() -> None:
        in_the_way = tmp_path / "boards" / "a.new"
        in_the_way.mkdir(parents=True)
        async with serving(tmp_path, "--wait=0.3") as server:
            async with Person(server.url, "a", "ada") as ada:
                await ada.add("x")
                await server.until_metric("save_errors", 1)
                in_the_way.rmdir()
                await until(lambda: saved(tmp_path, "a"))
                in_the_way.mkdir()
                await ada.add("y")
            assert await server.end() == 1
        assert "the board a cannot be saved" in server.log
        assert "the last edits of the board a are not saved" in server.log
        assert saved(tmp_path, "a") == ["x"]

    run(main())


def test_a_file_that_is_no_board_is_left_alone(tmp_path: Path) -> None:
    async def main() -> None:
        file = tmp_path / "boards" / "a.json"
        file.parent.mkdir()
        file.write_text('{"cards":[5]}')
        async with serving(tmp_path) as server:
            assert await refusal(f"{server.url}/boards/a") == (500, "the board a cannot be opened")
            assert await server.end() == 0
        assert "/cards/0" in server.log
        assert file.read_text() == '{"cards":[5]}'

    run(main())


# Coming back


async def come_back(folder: Path, *options: str) -> list[dict[str, Any] | None]:
    """What Bob is told after ten edits that he has missed. All is as it should be then."""
    async with serving(folder, *options) as server, Person(server.url, "a", "ada") as ada:
        bob = Person(server.url, "a", "bob")
        async with bob:
            await ada.add("0")
            await until(lambda: bob.texts == ["0"])
        bob.heard.clear()
        for number in range(1, 11):
            await ada.add(str(number))
        async with bob:
            await until(lambda: bob.revision == ada.revision)
            await bob.add("11")
            await until(lambda: ada.revision == bob.revision)
        assert ada.state == bob.state
        return bob.heard[:-1]


def test_who_comes_back_is_told_what_it_missed(tmp_path: Path) -> None:
    async def main() -> None:
        heard = await come_back(tmp_path)
        assert [change["revision"] for change in heard if change] == list(range(2, 12))
        assert len(heard) == 10

    run(main())


def test_who_missed_too_much_is_told_the_whole_state(tmp_path: Path) -> None:
    async def main() -> None:
        assert await come_back(tmp_path, "--history=1000") == [None]

    run(main())


def test_a_board_that_was_closed_has_new_revisions(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, "--idle=0.1") as server:
            ada = Person(server.url, "a", "ada")
            async with ada:
                await ada.add("x")
                epoch = ada.epoch
            while (await server.metrics())["boards"]:  # it is saved before it is closed
                await asyncio.sleep(0.01)
            assert saved(tmp_path, "a") == ["x"]
            async with Person(server.url, "a", "bob") as bob:
                await bob.add("y")
                assert bob.revision == ada.revision  # of another store
                async with ada:
                    await until(lambda: ada.epoch != epoch)
                    assert ada.state == bob.state
            assert bob.texts == ["x", "y"]
            assert await server.end() == 0

    run(main())


def test_the_client_says_why_it_cannot_connect_and_what_is_no_json(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as server:
            url = f"{server.url}/boards/Kitchen"
            async with started(tmp_path, "client.py", url, "ada", given=b"milk\n{}\n") as client:
                await until(lambda: client.log.count("\n") == 2)
                await asyncio.sleep(0.5)  # it tries again, and says nothing more
                lines = sorted(client.log.splitlines())
                assert lines[0].startswith("no JSON: Expecting value")
                assert lines[1].startswith("not connected: 404")
                assert len(lines) == 2

    run(main())


# Clients that are slow, or bad


@asynccontextmanager
async def deaf(server: Process, board: str) -> AsyncIterator[aiohttp.ClientWebSocketResponse]:
    """A client that reads only when it is told to."""

    def narrow(address: Any) -> socket.socket:
        family, kind, protocol, _, _ = address
        made = socket.socket(family, kind, protocol)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        return made

    connector = aiohttp.TCPConnector(socket_factory=narrow)
    async with aiohttp.ClientSession(connector=connector) as session:
        url = f"{server.url}/boards/{board}"
        async with session.ws_connect(url, max_msg_size=0, autoping=False) as opened:
            yield opened


async def edit_until(ada: Person, server: Process, metric: str) -> str:
    """Large edits until a metric is no longer 0. The last text."""
    card = await ada.add("")
    text = ""
    while not (await server.metrics())[metric]:
        for _ in range(50):
            text = str(uuid.uuid4()) * 200
            await ada.send({"edit": {"id": card, "text": text}})
    return text


FAST = ("--rate=1e6", "--burst=1000000", "--outbox=8")


def test_a_slow_client_is_told_the_whole_state_later(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, *FAST) as server, Person(server.url, "a", "ada") as ada:
            async with deaf(server, "a") as slow:
                text = await edit_until(ada, server, "behind")
                states, revision = [], 0
                while not (states[1:] and text in states[-1]):
                    message = json.loads((await slow.receive()).data)
                    if "state" in message:
                        states.append(str(message["state"]))
                        revision = message["revision"]
                    for change in message.get("changes", ()):  # between two states none is left out
                        revision += 1
                        assert change["revision"] == revision
            assert (await server.metrics())["slow"] == 0
            assert ada.texts == [text]

    run(main())


def test_a_client_that_does_not_read_is_closed(tmp_path: Path) -> None:
    async def main() -> None:
        options = (*FAST, "--patience=0.2")
        async with serving(tmp_path, *options) as server, Person(server.url, "a", "ada") as ada:
            async with deaf(server, "a"):
                text = await edit_until(ada, server, "slow")
                while (await server.metrics())["clients"] != 1:
                    await asyncio.sleep(0.01)
            assert await server.end() == 0
            assert saved(tmp_path, "a") == [text]

    run(main())


def test_a_client_that_sends_too_fast_is_read_more_slowly(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path, "--rate=20", "--burst=5") as server:
            async with Person(server.url, "a", "ada") as ada:
                begin = asyncio.get_running_loop().time()
                await asyncio.gather(*(ada.add(str(number)) for number in range(15)))
                assert asyncio.get_running_loop().time() - begin >= 0.4
                assert ada.texts == [str(number) for number in range(15)]
            assert (await server.metrics())["throttled"] > 0

    run(main())


def test_what_is_no_message_is_answered_with_the_reason(tmp_path: Path) -> None:
    add = '{"add":{"id":"00000000-0000-0000-0000-000000000001","column":"todo","text":"x"}}'
    bad = {
        "[": "Expecting value: line 1 column 2 (char 1)",
        "5": 'a message is {"id":NUMBER,"action":ACTION}',
        '{"id":1}': 'a message is {"id":NUMBER,"action":ACTION}',
        f'{{"id":"x","action":{add}}}': 'an id is a number, not "x"',
        '{"id":1,"action":5}': "an action is a name",
        '{"id":1,"action":"ad"}': 'unknown action "ad"; known: add, edit, move, delete',
        f'{{"id":1,"action":{add.replace("todo", "t")}}}': 'is one of "todo", "doing", "done"',
        f'{{"id":1,"action":{add.replace("000001", "0001")}}}': "where a UUID is expected",
        f'{{"id":1,"action":{add.replace("x", chr(92) + "ud800")}}}': "surrogate",
        '{"id":1,"action":NaN}': "an action is a name",
        "[" * 5000: "",
    }

    async def main() -> None:
        async with serving(tmp_path) as server, aiohttp.ClientSession() as session:
            async with session.ws_connect(f"{server.url}/boards/a") as opened:
                await opened.receive_json()
                for text, reason in bad.items():
                    await opened.send_str(text)
                    answer = await opened.receive_json()
                    assert reason in answer["error"], text
                await opened.send_str(f'{{"id":2,"action":{add}}}')
                assert len((await opened.receive_json())["changes"]) == 1
                answer = await opened.receive_json()
                assert answer == {"answer": 2, "revision": 1, "changed": True}
            assert (await server.metrics())["refused"] == len(bad)
            assert await server.end() == 0
        assert server.log == ""

    run(main())


@pytest.mark.parametrize(("message", "code"), [("x" * 2000, 1009), (b"\x00", 1003)])
def test_what_is_too_large_or_no_text_closes_the_connection(
    tmp_path: Path, message: str | bytes, code: int
) -> None:
    async def main() -> None:
        async with (
            serving(tmp_path, "--message=1000") as server,
            aiohttp.ClientSession() as session,
        ):
            async with session.ws_connect(f"{server.url}/boards/a") as opened:
                await opened.receive_json()
                if isinstance(message, str):
                    await opened.send_str(message)
                else:
                    await opened.send_bytes(message)
                assert (await opened.receive()).type is aiohttp.WSMsgType.CLOSE
                assert opened.close_code == code
            while (await server.metrics())["clients"]:
                await asyncio.sleep(0.01)
            assert await server.end() == 0

    run(main())


async def refusal(url: str) -> tuple[int, str]:
    """How a websocket is refused."""
    headers = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
    }
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as answer:
        return answer.status, (await answer.text()).strip()


def test_who_cannot_come_in_is_told_why(tmp_path: Path) -> None:
    async def main() -> None:
        options = ("--boards=1", "--clients=2", "--workers=2")  # crc32("a") % 2 == 1
        async with serving(tmp_path, *options) as server:
            boards = f"{server.url}/boards"
            assert await refusal(f"{boards}/a") == (421, "the board a is at worker 1")
            assert (await refusal(f"{boards}/A"))[0] == 404
            assert (await refusal(f"{boards}/..%2f"))[0] == 404
            async with aiohttp.ClientSession() as session, session.get(f"{boards}/d") as answer:
                assert answer.status == 426
            async with Person(server.url, "d", "ada") as ada:
                await ada.add("x")
                full = (503, "1 boards are open, and no more may be")
                assert await refusal(f"{boards}/f") == full
                async with Person(server.url, "d", "bob") as bob:
                    await until(lambda: bob.texts)
                    assert (await refusal(f"{boards}/d"))[0] == 503
            assert await server.end() == 0

    run(main())


# Ending


# The long run is 2000x100.
BOARDS, ROUNDS = map(int, os.environ.get("ENFOLD_SERVER_LOAD", "200x3").split("x"))


class Editor:
    """Edits the only card of a board, one edit after the other, until the server ends."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.sent = 0
        self.acknowledged = 0
        self.in_round = 0

    async def edit(self, session: aiohttp.ClientSession, url: str) -> None:
        card = "00000000-0000-0000-0000-000000000001"
        async with session.ws_connect(f"{url}/boards/{self.name}?user=load") as opened:
            await opened.receive_json()
            add = {"add": {"id": card, "column": "todo", "text": "0"}}
            await opened.send_json({"id": 0, "action": add})
            async for message in opened:
                answer = json.loads(message.data)
                if "answer" not in answer:
                    continue
                assert "error" not in answer
                if answer["answer"]:
                    self.acknowledged = answer["answer"]
                    self.in_round += 1
                self.sent += 1
                edit = {"edit": {"id": card, "text": str(self.sent)}}
                await opened.send_json({"id": self.sent, "action": edit})


def test_a_server_that_ends_under_load_has_saved_each_acknowledged_edit(tmp_path: Path) -> None:
    editors = [Editor(f"b{number}") for number in range(BOARDS)]

    async def one_round() -> None:
        for each in editors:
            each.in_round = 0
        async with serving(tmp_path, "--rate=1e6", "--burst=1000000") as server:
            connector = aiohttp.TCPConnector(limit=0)
            async with aiohttp.ClientSession(connector=connector) as session:
                editing = [asyncio.create_task(each.edit(session, server.url)) for each in editors]
                await until(lambda: all(each.in_round >= 2 for each in editors))
                assert await server.end() == 0, server.log
                results = await asyncio.gather(*editing, return_exceptions=True)
        for problem in results:
            # An edit may be on its way when the connection is closed.
            assert problem is None or isinstance(problem, ConnectionError), problem
        for each in editors:
            [text] = saved(tmp_path, each.name)
            assert each.acknowledged <= int(text) <= each.sent, each.name
        assert server.log == ""

    for _ in range(ROUNDS):
        run(one_round(), 300)


# Worker processes


def free_ports() -> int:
    """The first of two ports that are free."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as one:
            port: int = one.getsockname()[1]
            try:
                with socket.create_server(("127.0.0.1", port + 1)):
                    return port
            except (OSError, OverflowError):
                continue


def test_a_worker_that_traps_is_started_anew_and_the_others_go_on(tmp_path: Path) -> None:
    async def main() -> None:
        port = free_ports()
        options = ("--feature=Counter", f"--port={port}")
        command = ("workers.py", 2, COUNTER, tmp_path / "boards", *options)
        async with started(tmp_path, *command) as workers:
            urls = {await workers.line(), await workers.line()}
            assert urls == {f"http://127.0.0.1:{port + number}" for number in range(2)}
            # crc32("e") % 2 == 0, crc32("a") % 2 == 1
            async with (
                Person(f"http://127.0.0.1:{port}", "e", "ada") as ada,
                Person(f"http://127.0.0.1:{port + 1}", "a", "bob") as bob,
            ):
                await ada.send({"setCount": 2**63 - 1})
                await bob.send({"setCount": 5})
                epochs = ada.epoch, bob.epoch
                # It is sent once more after the trap: the new worker has another count.
                answer = await ada.send("increment")
                assert (answer["revision"], ada.state["count"]) == (1, 1)
                await bob.send("increment")
                assert bob.state["count"] == 6
                assert ada.epoch != epochs[0]
                assert bob.epoch == epochs[1]
            await workers.end()
        trap = "^enfold: SIG.*the feature Counter was reducing increment$"
        assert len(re.findall(trap, workers.log, re.MULTILINE)) == 1, workers.log
        assert "worker 0 ended by SIG" in workers.log
        assert "worker 1 ended" not in workers.log

    run(main())


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_the_workers_end_with_their_parent_and_everything_is_saved(
    tmp_path: Path, end: signal.Signals
) -> None:
    async def main() -> None:
        port = free_ports()
        command = ("workers.py", 2, BOARD, tmp_path / "boards", f"--port={port}")
        async with started(tmp_path, *command) as workers:
            await workers.line(), await workers.line()
            async with (
                Person(f"http://127.0.0.1:{port}", "e", "ada") as ada,
                Person(f"http://127.0.0.1:{port + 1}", "a", "bob") as bob,
            ):
                await asyncio.gather(ada.add("x"), bob.add("y"))
                status = await workers.end(end)
                assert status == (-signal.SIGKILL if end == signal.SIGKILL else 0)
                await workers.gone()
        assert (saved(tmp_path, "e"), saved(tmp_path, "a")) == (["x"], ["y"])
        assert workers.log == ""

    run(main())


# The pool of threads, in C++


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> str:
    program = tmp_path_factory.mktemp("pool") / "pool"
    folder = Path(library().path).parent
    subprocess.run(
        [
            *("c++", "-std=c++17", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror", "-pthread"),
            *(f"-I{ROOT / 'include'}", str(SERVER / "pool.cpp"), "-o", str(program)),
            *(f"-L{folder}", "-lenfold", f"-Wl,-rpath,{folder}"),
        ],
        check=True,
        timeout=120,
    )
    return str(program)


def add(number: int) -> str:
    card = f"00000000-0000-0000-0000-{number:012}"
    return json.dumps({"add": {"id": card, "column": "todo", "text": str(number)}})


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, None])
def test_a_pool_of_threads_keeps_the_order_of_each_board(
    tmp_path: Path, pool: str, end: signal.Signals | None
) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    numbers = range(1, 101)
    boards = [f"b{each}" for each in range(20)]
    lines = [f"{board} ada {add(number)}\n" for number in numbers for board in boards]
    command = [pool, str(BOARD), str(folder)]
    process = subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True)
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.writelines([*lines, "b0 bob\n", "B0 bob x\n", "b0 bob nonsense\n"])
        process.stdin.flush()
        answers = [process.stdout.readline() for _ in range(len(lines) + 1)]
        if end is not None:
            process.send_signal(end)
            process.wait(DEADLINE)
        rest, errors = process.communicate(timeout=DEADLINE)
    finally:
        process.kill()
        process.wait()
    assert (process.returncode, rest) == (0, "")
    assert len(errors.splitlines()) == 2
    assert "a message is BOARD USER ACTION" in errors
    for board in boards:
        told = [line.split()[1] for line in answers if line.startswith(f"{board} ")]
        assert [each for each in told if each != "error:"] == [str(each) for each in numbers]
        assert saved(tmp_path, board) == [str(each) for each in numbers]
    assert len([line for line in answers if "unknown action" in line or "JSON" in line]) == 1
