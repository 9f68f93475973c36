"""The requests of a random program, and its feature in Python. random_program.py uses them.

What effects cause comes from threads of Swift. `settle` waits for that after each step, so that the
order is the same each time. For the same reason at most one request is left without an answer, and
what an answer gives is kept until then: an effect goes on while the handler does.
"""

import logging
import sys
import time
from random import Random

import enfold

LONG = 30  # seconds: long enough for any machine
NAMES = ["numberFact", "ticks", "save", "more"]
ANSWERS = [
    *["seven", "ä\U0001f600", "", 7, 7, b"8", b' "text" ', bytearray(b"9"), 1.5, True, None, None],
    *["\ud800", b"{", float("nan"), {1}, [1, {"a": None}], 2**64, object],
]
MESSAGES = ["no fact", "", "ä\U0001f600", "x" * 300, "\ud800"]


def tally(state, action):
    """A feature in Python. It takes any action."""
    if isinstance(action, dict) and len(action) == 1:
        [(name, given)] = action.items()
        if name in ("ask", "listen"):
            return ask(given, is_stream=name == "listen")
        if name == "replace":
            return {**state, "last": given}
        if name in ("learned", "failed"):
            state["heard"] = [*state["heard"][-2:], {name: given}]
            return None
    state["count"] += 1
    state["last"] = action
    if action == "break":
        raise LookupError("it breaks")
    if action == "spoil":
        state["last"] = {1}
    if action == "stop":
        return enfold.Cancel("asked")
    if action == "more":
        return [enfold.Send("add", 1), enfold.Send({"add": [2]}), enfold.Send("replace", 3)]
    return None


def ask(given, is_stream):
    templates = {"answer": "learned"}
    if given["safe"]:
        templates["failure"] = {"failed": {"why": "$error"}}
    return enfold.Ask(given["name"], given["payload"], id="asked", stream=is_stream, **templates)


def leaves(error):
    """What several callbacks have raised comes in one exception or in several, as time has it."""
    if hasattr(error, "exceptions"):
        return [leaf for each in error.exceptions for leaf in leaves(each)]
    return [error]


class Asking:
    """Stores that ask, and the functions that answer."""

    def __init__(self, runtime, random, value, show, attempt):
        """The others are those of the program."""
        self.runtime = runtime
        self.is_host = runtime.stats()["loop"] == "host"
        self.random = random
        self.value = value
        self.show = show
        self.attempt = attempt
        self.asked = 0  # how often
        self.late = None  # the request that has no answer yet
        self.task = None  # of the action that asked last
        self.told = []  # what is shown when nothing happens any more
        runtime.feature("Tally", tally, state={"count": 0, "last": None, "heard": []})
        handler = logging.Handler()
        handler.emit = self.log
        logging.getLogger("enfold").addHandler(handler)
        sys.unraisablehook = lambda told: self.told.append(("unraisable", told.exc_value))
        self.actions = {
            "Tally": [
                lambda: {"add": value()},
                lambda: {"replace": value()},
                lambda: random.choice(["break", "spoil", "more", "nothing"]),
                lambda: {"learned": random.choice(ANSWERS)},
            ],
            "Asker": [
                lambda: {"learned": random.choice(ANSWERS)},
                lambda: {"heard": random.randint(0, 9)},
                lambda: random.choice(["saved", "ended"]),
                lambda: {"failed": random.choice(MESSAGES)},
            ],
        }
        # Each takes the stores.
        self.steps = [self.handle, self.handle, self.ask, self.ask, self.ask, self.answer]
        self.steps += [self.answer, self.cancel]

    def log(self, record):
        self.told.append(("logged", record.levelname, record.getMessage(), record.exc_info[1]))

    def settle(self):
        """Waits until nothing happens any more, and shows what it was."""
        end = time.monotonic() + LONG
        self.pump()
        while not self.is_quiet():
            if time.monotonic() > end:
                sys.exit(f"it is never quiet: {self.runtime.stats()}")
            time.sleep(0.0002)
            self.pump()
        for each in self.told:
            self.show(*each)
        self.told.clear()

    def pump(self):
        if self.is_host:
            self.try_(self.runtime.pump)

    def is_quiet(self):
        stats = self.runtime.stats()
        if self.late is None:
            return stats["pending"] == 0
        return (stats["pending"], stats["requests"]) == (1, 1)

    def try_(self, function):
        try:
            return function()
        except Exception as error:
            self.told += [("raised", leaf) for leaf in leaves(error)]

    # Handlers

    def handle(self, stores):
        random = self.random
        name = random.choice(NAMES)
        if random.random() < 0.1:
            self.attempt("unhandle", lambda: self.runtime.unhandle(name))
            return
        number = random.randint(0, 99)
        makers = [self.plain, self.failing, self.raw, self.keeping, self.keeping]
        make = random.choice(makers)
        is_raw = make in (self.raw, self.keeping)
        self.show("handle", name, make.__name__, number)
        self.attempt("handle", lambda: bool(self.runtime.handle(name, make(number), raw=is_raw)))

    def plain(self, number):
        chance = Random(number)

        def answer(payload):
            self.show("asked", number, payload)
            return chance.choice(ANSWERS)

        return answer

    def failing(self, number):
        chance = Random(number)

        def fail(payload):
            self.show("asked", number, payload)
            raise chance.choice([LookupError, ValueError, OSError])(chance.choice(MESSAGES))

        return fail

    def raw(self, number):
        chance = Random(number)

        def answer(request):
            self.show_request(number, request)
            self.answer_at_last(request, chance)
            if chance.random() < 0.2:
                raise ValueError("after the answer")

        return answer

    def keeping(self, number):
        def keep(request):
            self.show_request(number, request)
            if self.late is not None:
                request.fail("busy")
                return
            request.on_cancel(cancelled)
            self.late = request

        def cancelled():
            self.told.append(("cancelled", number))
            self.late = None

        return keep

    def show_request(self, number, request):
        self.show("asked", number, request.name, request.payload, request.is_cancelled)
        for name in ("action", "tag"):
            self.attempt(name, lambda name=name: getattr(request, name))
        self.attempt("store", lambda: request.store.feature)

    def answer_at_last(self, request, chance):
        """Right and wrong answers. One of them ends the request."""
        values = [chance.choice(ANSWERS) for _ in range(4)]
        answers = [
            lambda: request.emit(values[0]),
            lambda: request.emit(values[1]),
            lambda: request.resolve(values[2]),
            lambda: request.resolve(values[3]),
            request.resolve,
            lambda: request.fail(chance.choice(MESSAGES)),
            lambda: request.fail(7),
        ]
        for answer in chance.sample(answers, chance.randint(0, 3)):
            self.told_by(answer)
        self.told_by(lambda: request.fail("no answer"))

    def told_by(self, answer):
        try:
            self.told.append(("answered", answer()))
        except Exception as error:
            self.told.append(("answered", error))

    # Steps

    def ask(self, stores):
        store = self.random.choice([each for each in stores if each.feature in self.actions])
        tag = self.random.choice(["ada", "", None])
        sender = store if tag is None else store.tagged(tag)
        action = self.action(store)
        self.show("ask", store.feature, tag, list(action))
        self.task = self.try_(lambda: sender.task(action))

    def action(self, store):
        """An action that asks. The numbers differ, so that `forget` finds one effect."""
        self.asked += 1
        random = self.random
        if store.feature == "Tally":
            name = random.choice([*NAMES, *NAMES, "no\0name", "nobody"])
            given = {"name": name, "payload": self.value(), "safe": random.random() < 0.7}
            return {random.choice(["ask", "listen"]): given}
        return random.choice(
            [
                *[{"ask": self.asked}, {"askSafely": self.asked}, {"listen": self.asked}] * 2,
                *["askForMore", {"save": {"name": "x", "pages": [1]}}],
            ]
        )

    def answer(self, stores):
        if self.late is not None:
            self.show("late", self.late.name, self.late.payload)
            request, self.late = self.late, None
            self.answer_at_last(request, Random(self.random.randint(0, 99)))

    def cancel(self, stores):
        """Cancels the task that asked last, or what one of the stores asks for."""
        if self.task is not None and self.random.random() < 0.5:
            self.try_(self.task.cancel)
        else:
            store = self.random.choice([each for each in stores if each.feature in self.actions])
            action = self.random.choice(["stop", {"forget": self.asked}])
            self.try_(lambda: store.send(action))
