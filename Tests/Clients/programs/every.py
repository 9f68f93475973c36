"""Drives each plugin through its client. Arguments: a folder of plugins, another one."""

from __future__ import annotations

import asyncio
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import ccounter
import counter
import enfold
import forms
import primetime
import reactables
import textboard
import todos
from enfold.typed import Event


def load(name: str) -> enfold.Runtime:
    runtime = enfold.Runtime()
    for folder in sys.argv[1:]:
        path = Path(folder) / f"lib{name}.so"
        if path.exists():
            runtime.load(path)
    return runtime


def count() -> None:
    with load("Counter") as runtime:
        store = counter.Counter.open(runtime)
        seen: list[int] = []
        store.observe(counter.Counter.at.count, lambda event: seen.append(event.value))
        store.send(counter.Increment())
        store.send(counter.SetCount(2**63 - 1))
        assert seen == [0, 1, 2**63 - 1]
        assert store.state["count"] == 2**63 - 1
        store.send(counter.SetCount(6))
        store.task(counter.FactTapped())
        store.wait(timeout=10)
        fact: str | None = store.state["fact"]
        assert fact is not None and fact.startswith("6 is divisible")


def list_todos() -> None:
    with load("Todos") as runtime:
        at = todos.Todos.at
        store = todos.Todos.open(runtime)
        shown: list[list[str]] = []

        @store.observe(at.items)
        def show(event: Event[list[todos.Todo]]) -> None:
            shown.append([todo["title"] for todo in event.value])

        store.send(todos.Add(title="milk"))
        sent = store.send_batch([todos.Add("bread"), todos.Rename(id=1, title="tea")])
        assert sent == 2 and store.revision == 3
        assert shown[0] == [] and shown[-1] == ["tea", "bread"]
        title: str = store.get(at.items.where(id=1).title)
        assert title == "tea" and store.get(at.items[1].isDone) is False
        store.send(todos.SetFilter("active"))
        assert store.state["filter"] == "active"
        kept = store.state
        loaded: list[todos.Todo] = [{"id": 4, "title": "x", "isDone": True}]
        store.send(todos.Loaded(todos.LoadedResultSuccess(loaded)))
        assert store.get(at.items) == loaded
        store.send(todos.Loaded(todos.LoadedResultFailure("no such file")))
        assert store.state["error"] == "no such file"
        store.restore(kept)
        assert store.state == kept
        show.cancel()


def check_primes() -> None:
    with load("PrimeTime") as runtime:
        store = primetime.PrimeTime.open(runtime)
        for _ in range(3):
            store.send(
                primetime.CounterView(primetime.CounterViewCounter(primetime.CounterIncrTapped()))
            )
        saved = primetime.PrimeModalSaveFavoritePrimeTapped()
        store.send(
            primetime.CounterView(primetime.CounterViewCounter(primetime.CounterIsPrimeTapped()))
        )
        store.send(primetime.CounterView(primetime.CounterViewPrimeModal(saved)))
        state = store.state
        assert state["count"] == 3 and state["favoritePrimes"] == [3]
        activity = state["activityFeed"][0]["type"]
        assert activity["addedFavoritePrime"] == 3
        at = primetime.PrimeTime.at
        check = store.get(at.primeCheck)
        assert check is not None and check["isPrime"]
        assert (
            store.get(at.primeCheck.isPrime) and str(at.primeCheck.isPrime) == "/primeCheck/isPrime"
        )


def write_text() -> None:
    with load("TextBoard") as runtime:
        store = textboard.TextBoard.open(runtime)
        at = textboard.TextBoard.at
        store.send(textboard.Field(textboard.FieldInputField("abc")))
        assert store.get(at.field.capitalizedString) == "ABC"
        assert store.state["field"]["lengthOfString"] == 3
        store.send(textboard.Settings(textboard.SettingsDidTapButton()))
        color: textboard.BackgroundColor | None = store.get(at.settings.backgroundColor)
        assert color in ("red", "orange", "yellow", "teal", "green")


def react() -> None:
    with load("Reactables") as runtime:
        number = reactables.CounterReactable.open(runtime)
        number.send(reactables.CounterReactableIncrease())
        assert number.state == {"count": 1}
        rows = reactables.ListReactable.open(runtime)
        rows.send(reactables.ListReactableAdd(id=3))
        items: list[reactables.Item] = rows.get(reactables.ListReactable.at.list)
        assert items[-1]["id"] == 3
        profile = reactables.ProfileViewReactor.open(runtime)
        profile.send(reactables.ProfileViewReactorFollow(1))
        profile.wait(timeout=10)
        assert profile.state["isFollowing"] in (True, False)


def count_in_c() -> None:
    with load("ccounter") as runtime:
        store = ccounter.CCounter.open(runtime)
        store.send({"add": 5})  # it has no schema of its actions
        assert store.get(ccounter.CCounter.at.count) == 5


def take_every_form() -> None:
    with load("Forms") as runtime:
        store = forms.Forms.open(runtime)
        at = forms.Forms.at
        state = store.state
        assert math.isnan(float(state["notANumber"])) and float(state["infinite"]) == -math.inf
        assert state["uint64"] == 2**64 - 1 and state["level"] == 10
        assert store.get(at.class_) == 1 and store.get(at.größe) == 3
        assert store.get(at.points["p/q"].x) == 3 and store.get(at.rows[0].rows[0].id) == 8
        # What is read may be sent, and is the same.
        store.send(forms.Reset())
        store.send(forms.Replace(state))
        assert store.state == state
        store.send(forms.Move(5, 6))
        assert store.get(at.numbers) == [5, 6]
        store.send(forms.FormsPlace(1, at=2.5))
        assert store.state["flag"] is True and store.state["double"] == 2.5
        store.send(forms.FormsPlace(1, at="NaN", value2=False))
        assert store.state["flag"] is False and store.state["double"] == "NaN"
        store.send(forms.Rename(from_="here", class_="there"))
        assert store.state["größe"] == 5 and store.state["someText"] is None
        store.send(forms.SetMood({"torn": {"between": "deep blue", "and": None}}))
        assert store.state["mood"] == {"torn": {"between": "deep blue", "and": None}}
        store.send(forms.Rows(forms.RowsElement(7, forms.RowRename("new"))))
        assert store.get(at.rows.where(id=7).name) == "new"
        both = forms.Twice(first=forms.Move(1, 1), second=forms.Again(forms.SetColor("été")))
        store.send(forms.Again(both))
        assert store.state["color"] == "été" and store.state["numbers"] == [1, 1]
        store.send(forms.Import(forms.ImportResultFailure("no")))
        assert store.state["outcome"] == {"failure": {"message": "no"}}

        def length(point: forms.Point) -> float:
            return math.hypot(float(point["x"]), float(point["y"]))

        def numbers(count: int) -> Iterator[int]:
            yield from range(count)

        forms.Forms.length.handle(runtime, length)
        forms.Forms.import_.handle(runtime, numbers)
        store.send(forms.Measure({"x": 3, "y": 4}))
        store.send(forms.Count(2))
        store.wait(timeout=10)
        assert store.state["double"] == 5 and store.state["numbers"] == [1, 1, 0, 1]


def await_what_follows() -> None:
    async def drive() -> None:
        async with enfold.aio.Runtime() as runtime:
            for folder in sys.argv[1:]:
                if (Path(folder) / "libCounter.so").exists():
                    runtime.load(Path(folder) / "libCounter.so")
            store = counter.Counter.open(runtime)
            await store.task(counter.FactTapped())
            async for event in store.changes(counter.Counter.at.fact):
                assert event.value is not None
                break

    asyncio.run(drive())


for drive in (
    count,
    list_todos,
    check_primes,
    write_text,
    react,
    count_in_c,
    take_every_form,
    await_what_follows,
):
    drive()
    print("ok", drive.__name__)
