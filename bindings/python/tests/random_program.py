"""A random program, which prints what each of its steps gives. test_two_ways.py runs it.

Usage: random_program.py TODOS COUNTER PANEL ASKER SEED STEPS LOOP
"""

import sys
from random import Random

from random_asking import Asking

import enfold

PLUGINS = sys.argv[1:5]
FEATURES = ["Todos", "Counter", "Panel", "Tally", "Asker"]
ASKING = ["Tally", "Asker"]
SEED, STEPS, LOOP = sys.argv[5:]
random = Random(int(SEED))


class Text(str):
    pass


class Number(int):
    pass


class Names(dict):
    pass


def value(depth=0):
    kinds = [
        lambda: None,
        lambda: True,
        lambda: False,
        lambda: random.randint(-9, 9),
        lambda: random.choice([0, -0.0, 1.5, 1e16, 1e300, -7.25, 10**18, 2**63, -(2**63), 2**64]),
        lambda: random.choice(["", "a", "ä\U0001f600", "x" * 40, '\x00\n"\\', "\ud800"]),
        lambda: random.choice(
            [
                float("nan"),
                float("inf"),
                b"1",
                b"[",
                bytearray(b"2"),
                memoryview(b"3"),
                Text("t"),
                Number(4),
                {1},
                object,
                1j,
            ]
        ),
    ]
    if depth < 3:
        kinds += [
            lambda: [value(depth + 1) for _ in range(random.randint(0, 3))],
            lambda: tuple(value(depth + 1) for _ in range(random.randint(0, 2))),
            lambda: {
                random.choice(["a", "b", "id", Text("c"), 1, None]): value(depth + 1)
                for _ in range(random.randint(0, 3))
            },
            lambda: Names(a=value(depth + 1)),
        ]
    return random.choice(kinds)()


def strange():
    # No number that is so great that a counter overflows.
    return random.choice([None, "x", 1.5, 2**64, Number(4), float("nan"), b"5", True, [], -0.0])


ACTIONS = {
    "Counter": [
        lambda: "increment",
        lambda: b'{"decrement":{}}',
        lambda: {"increment": {}},
        lambda: {"setCount": random.randint(-(10**18), 10**18)},
        lambda: {"setCount": strange()},
    ],
    "Todos": [
        lambda: b'{"add":{"title":"x"}}',
        lambda: {"toggle": {"id": random.randint(1, 9)}},
        lambda: {"add": {"title": random.choice(["a", "b" * 99, Text("c"), 1, None])}},
        lambda: {"rename": {"id": random.randint(1, 9), "title": "y" * random.randint(0, 30)}},
        lambda: {"delete": {"id": random.randint(1, 9)}},
        lambda: bytearray(b'"clearCompleted"'),
    ],
    "Panel": [
        lambda: {"setLevel": random.randint(0, 5)},
        lambda: {"setTitle": value()},
        lambda: {"child": "increment"},
        lambda: "addChild",
        lambda: "removeChild",
        lambda: "reset",
        lambda: {"show": random.choice(["a", None])},
        lambda: memoryview(b'{"show":"b"}'),
        lambda: {"child": {"setCount": strange()}},
    ],
}
TAGS = ["ada", "", "ä\U0001f600", "a\0b", "x" * 256, "x" * 257, "\ud800", 7, b"ada"]
WRONG = [
    lambda: ["increment"],
    lambda: b"{",
    lambda: b'{"nothing":1}',
    value,
    lambda: {random.choice(["add", "increment", 7]): value()},
]


def action_of(store):
    return random.choice(ACTIONS[store.feature] if random.random() < 0.8 else WRONG)()


POINTERS = [
    "",
    "/items",
    "/items/0",
    "/items/id=1",
    "/items/id=1/title",
    "/name",
    "/count",
    "/volume",
    "/level",
    "/child",
    "/child/count",
    "/title",
    "/items/id=2/title",
    "",
    "/heard",
    "/heard/0",
    "/last",
    "/problem",
    "/no",
    "no",
    "/items/99",
    "/a~1b",
    "/~2",
    "\ud800",
    "/\x00",
    7,
    None,
    b"/items",
    Text(""),
]


def shown(thing):
    if isinstance(thing, enfold.Event):
        return (
            thing.pointer,
            thing.flags,
            thing.revision,
            thing.raw_value,
            shown(thing.value),
            shown(thing.patch),
            shown(thing.action),
            thing.closed,
            thing.tag,
            repr(thing),
        )
    if isinstance(thing, BaseException):
        causes = thing.exceptions if hasattr(thing, "exceptions") else [thing.__cause__]
        return (
            type(thing).__name__,
            str(thing),
            getattr(thing, "offset", 0),
            getattr(thing, "text", 0),
            [shown(each) for each in causes if each],
        )
    return f"{type(thing).__name__} {thing!r}"


def show(*things):
    print(ascii([shown(each) for each in things]))


def attempt(name, function):
    try:
        show(name, function())
    except Exception as error:
        show(name, error)


subscriptions = []
warnings = []  # of one step
failures = []


def log(level, record):
    # That an effect has failed may be told long after it.
    (failures if level == "error" else warnings).append(record["message"])


def show_warnings():
    for each in warnings:
        show("warning", each)
    warnings.clear()


def observer(number):
    state = Random(number)

    def observe(event):
        show("event", number, event, event.store.is_closed)
        chosen = state.randint(0, 19)
        if LOOP == "inline" and event.store.feature in ASKING and chosen in (0, 5):
            return  # any thread may run this: it is not always the same that would raise it
        if chosen == 0:
            raise ValueError(f"observer {number}")
        if chosen == 1:
            event.subscription.cancel()
        if chosen == 2:
            attempt("inside", lambda: event.store.send("increment"))
        if chosen == 3:
            attempt("inside", lambda: event.store.get(event.pointer))
        if chosen == 4:
            attempt("inside", event.store.runtime.pump)
        if chosen == 5 and state.random() < 0.02:
            event.store.close()

    return observe


def options():
    return {
        name: random.random() < 0.5
        for name in ("initial", "patch", "old", "action", "skip_null", "closed")
        if random.random() < 0.5
    }


with enfold.Runtime(loop=LOOP) as runtime:
    runtime.log("warning", log)
    for plugin in PLUGINS:
        runtime.load(plugin)
    asking = Asking(runtime, random, value, show, attempt)
    ACTIONS.update(asking.actions)
    stores = [runtime.open(name) for name in FEATURES]
    steps = [
        *[lambda store: attempt("send", lambda: store.send(action_of(store)))] * 8,
        lambda store: attempt("send", lambda: store.send(value())),
        lambda store: attempt("send", lambda: store.send("add", title=value())),
        lambda store: attempt("send", lambda: store.send("add", {"title": "z"})),
        lambda store: attempt("send", lambda: store.send(value(), value())),
        lambda store: attempt("send", lambda: store.send("add", 1, title="x")),
        lambda store: attempt("send", store.send),
        lambda store: attempt("task", lambda: store.task("increment").done()),
        lambda store: attempt(
            "tagged", lambda: store.tagged(random.choice(TAGS)).send(action_of(store))
        ),
        lambda store: attempt(
            "tagged", lambda: store.tagged(random.choice(TAGS)).send("add", title=value())
        ),
        *[lambda store, step=step: step(stores) for step in asking.steps * 2],
        lambda store: attempt("flush", random.choice([store.flush, runtime.flush])),
        *[lambda store: attempt("get", lambda: store.get(random.choice(POINTERS)))] * 4,
        lambda store: attempt("raw", lambda: store.raw(random.choice(POINTERS))),
        lambda store: attempt("raw", lambda: store.raw(pointer="/items")),
        lambda store: attempt("state", lambda: store.state),
        *[lambda store: attempt("set", lambda: store.set(random.choice(POINTERS), value()))] * 4,
        lambda store: attempt("set", lambda: store.set("/name", value(), then=action_of(store))),
        lambda store: attempt("set", lambda: store.set("/name")),
        *[
            lambda store: attempt(
                "observe",
                lambda: subscriptions.append(
                    store.observe(
                        random.choice(POINTERS), observer(random.randint(0, 99)), **options()
                    )
                ),
            )
        ]
        * 3,
        lambda store: attempt(
            "actions",
            lambda: subscriptions.append(store.observe_actions(observer(random.randint(0, 99)))),
        ),
        lambda store: subscriptions and subscriptions.pop().cancel(),
        lambda store: attempt(
            "pump", lambda: runtime.pump(random.choice([0, 1, 5, True, -1, 2**32, "1"]))
        ),
        lambda store: attempt("pump", runtime.pump),
        lambda store: show("active", [each.is_active for each in subscriptions]),
        lambda store: random.random() < 0.02 and attempt("close", store.close),
        lambda store: random.random() < 0.02 and attempt("end", store.end),
        lambda store: (
            random.random() < 0.2 and stores.append(runtime.open(random.choice(FEATURES)))
        ),
        lambda store: (
            random.random() < 0.2
            and attempt(
                "scope",
                lambda: stores.append(store.scope(random.choice(["", "/items", "/items/id=1"]))),
            )
        ),
    ]

    def turn():
        try:
            random.choice(steps)(random.choice(stores))
        finally:
            asking.settle()
            show_warnings()

    for _ in range(int(STEPS)):
        attempt("step", turn)
    attempt("end", runtime.close)
    show_warnings()
    show("failures", *sorted(failures))
    attempt("closed", lambda: stores[0].send("increment"))
    attempt("closed", lambda: stores[0].get(""))
    attempt("closed", lambda: stores[0].set("/name", 1))
    attempt("closed", runtime.pump)
