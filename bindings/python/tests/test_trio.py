"""trio: `enfold.aio` is asyncio's, but the descriptor is everybody's, as docs/asyncio.md says."""

from __future__ import annotations

import re
import threading

import pytest

import enfold

from .conftest import COUNTER, ROOT

trio = pytest.importorskip("trio")

GUIDE = (ROOT / "docs" / "asyncio.md").read_text(encoding="utf-8")


def recipe() -> dict[str, object]:
    (code,) = re.findall(r"```python\n(import trio.*?)```", GUIDE, re.DOTALL)
    names: dict[str, object] = {}
    exec(code, names)
    return names


def test_the_recipe_pumps_and_awaits() -> None:
    names = recipe()
    pump, finish, until = names["pump"], names["finish"], names["until"]
    threads: set[int] = set()

    async def main() -> None:
        with enfold.Runtime() as runtime, trio.fail_after(60):
            runtime.load(COUNTER)
            store = runtime.open("Counter")
            store.observe("/count", lambda event: threads.add(threading.get_ident()))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(pump, runtime)
                await finish(store.task("factTapped"))
                assert store.get("/fact") == "0 has no divisor from 2 to 9"
                sender = threading.Thread(target=store.send_batch, args=(["increment"] * 1000,))
                sender.start()
                assert await until(store, "/count", lambda count: count == 1000) == 1000
                sender.join()
                nursery.cancel_scope.cancel()

    trio.run(main)
    assert threads == {threading.get_ident()}


def test_asyncios_awaits_are_refused_in_trio(counter: enfold.Store) -> None:
    async def main() -> None:
        with pytest.raises(RuntimeError, match="no running event loop"):
            await counter.task("increment")
        with pytest.raises(RuntimeError, match="no running event loop"):
            await counter.changes("/count").__anext__()

    trio.run(main)
