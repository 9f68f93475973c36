"""A Python host of PrimeTime: a session that is printed as it happens, and checked.

    python3 Examples/hosts/primetime.py PLUGIN [--environment test] [--log]

--environment   which dependencies the plugin uses; with "test" favourites are kept in memory and
                it is always the same time, so that the output is always the same
--log           let the plugin log every action to the standard output
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import enfold


def say(line: str) -> None:
    """Prints at once: the plugin may print, too."""
    print(line, flush=True)


def expect(what: str, actual: object, expected: object) -> None:
    """Ends the program unless two values are equal."""
    if actual != expected:
        sys.exit(f"{what}: {actual!r}, and not {expected!r}")


class Session:
    """The store, its parts, and what it told its observers."""

    def __init__(self, store: enfold.Store) -> None:
        self.store = store
        self.counter = store.scope("", {"counterView": {"counter": "$action"}})
        self.modal = store.scope("", {"counterView": {"primeModal": "$action"}})
        self.favorites = store.scope("/favoritePrimes", {"favoritePrimes": "$action"})

        self.seen: dict[str, list[Any]] = {"/activityFeed": [[]]}
        store.observe("/count", self.show)
        store.observe("/favoritePrimes", self.show)
        store.observe("/primeCheck", self.show, skip_null=True)
        store.observe("/alert", self.show, skip_null=True)
        store.observe("/activityFeed", self.show_activities, initial=False)

    def show(self, event: enfold.Event) -> None:
        say(f"    {event.pointer} is {event.value}")
        self.seen.setdefault(event.pointer, []).append(event.value)

    def show_activities(self, event: enfold.Event) -> None:
        """Shows what is new in the feed, which only grows."""
        feeds = self.seen[event.pointer]
        for activity in event.value[len(feeds[-1]) :]:
            [(kind, prime)] = activity["type"].items()
            say(f"    {activity['timestamp']} {kind} {prime}")
        feeds.append(event.value)

    def count(self) -> None:
        say("Counting to 7")
        for _ in range(8):
            self.counter.send("incrTapped")
        self.counter.send("decrTapped")
        expect("counts", self.seen["/count"], [0, 1, 2, 3, 4, 5, 6, 7, 8, 7])

    def ask(self) -> None:
        say("Is it prime? And which prime is the 7th?")
        self.counter.send("isPrimeTapped")
        expect("prime checks", self.seen["/primeCheck"], [{"number": 7, "isPrime": True}])
        task = self.counter.task("nthPrimeTapped")
        task.wait(timeout=10)
        expect("alerts", self.seen["/alert"], ["Prime number 7 is 17."])
        expect("loading", self.store.get("/isNthPrimeLoading"), False)
        self.counter.send("alertDismissed")

    def choose(self) -> None:
        say("Down to 0; what is prime becomes a favourite")
        for _ in range(7):
            self.modal.send("saveFavoritePrimeTapped")
            self.counter.send("decrTapped")
        expect("favourites", self.favorites.state, [7, 5, 3, 2])

    def keep(self, path: Path) -> None:
        say("Saving them, deleting the last two, loading them again")
        self.favorites.task("save", path=str(path)).wait(timeout=10)
        self.favorites.send("deleteFavoritePrimes", [2, 3, 99])
        expect("favourites", self.favorites.state, [7, 5])
        self.favorites.task("load", path=str(path)).wait(timeout=10)
        expect("favourites", self.favorites.state, [7, 5, 3, 2])

    def miss(self) -> None:
        say("Loading what was never saved")
        self.favorites.task("load", path="/nowhere/primes.json").wait(timeout=10)
        alert = self.seen["/alert"][-1]
        expect("the file of the alert", alert.partition(":")[0], "/nowhere/primes.json")

    def play(self, folder: Path) -> None:
        self.count()
        self.ask()
        self.choose()
        self.keep(folder / "primes.json")
        self.miss()

        expected = [{"addedFavoritePrime": prime} for prime in (7, 5, 3, 2)]
        expected += [{"removedFavoritePrime": prime} for prime in (2, 3)]
        feed = self.seen["/activityFeed"][-1]
        expect("activities", [activity["type"] for activity in feed], expected)
        say(f"{self.store.revision} commits, {len(feed)} activities")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("plugin")
    parser.add_argument("--environment", choices=("live", "preview", "test"), default="live")
    parser.add_argument("--log", action="store_true")
    options = parser.parse_args()
    with enfold.Runtime(environment=options.environment) as runtime, TemporaryDirectory() as folder:
        runtime.load(options.plugin)
        store = runtime.open("PrimeTime", state={"isLogging": options.log})
        Session(store).play(Path(folder))


if __name__ == "__main__":
    main()
