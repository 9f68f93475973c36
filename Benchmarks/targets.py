"""The targets of the performance specification, P1 to P10, judged by the rows of one run."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rows import Results

SIBLINGS = 1.1  # "cost nothing", with room for noise
FOUNDATION = ('decode {"increment":{}}', "encode the counter's state")
DOCUMENTS = ("10 KB of records", "1 MB of records")


@dataclass(frozen=True)
class Verdict:
    name: str
    what: str
    measured: float | None
    target: float
    beyond: float | None
    unit: str
    remark: str = ""
    is_least: bool = False  # the target is a lower bound

    @property
    def judgement(self) -> str:
        if self.measured is None:
            return "not measured"
        if self._holds(self.beyond):
            return "met, and beyond"
        return "met" if self._holds(self.target) else "MISSED"

    def _holds(self, bound: float | None) -> bool:
        if bound is None or self.measured is None:
            return False
        return self.measured >= bound if self.is_least else self.measured <= bound


def ratio(a: float | None, b: float | None) -> float | None:
    return a / b if a is not None and b else None


def judge(results: Results) -> list[Verdict]:
    return [
        *counter(results),
        *reactor(results),
        *request(results),
        *callback(results),
        *cpp(results),
        *todos(results),
        *fan_out(results),
        *batch(results),
        *scopes(results),
        *python(results),
        *life(results),
        *json(results),
    ]


def counter(r: Results) -> Iterator[Verdict]:
    for threads, remark in (("", "in a process with one thread"), (", two threads", "with two")):
        api, floor = (r.get(f"W1 counter{threads}", what) for what in ("C API", "floor"))
        what = f"W1 through the C API / floor{threads}"
        yield Verdict("P1", what, ratio(api, floor), 6, 4.5, "x", remark)

    typed, loop = r.get("W1 typed", "Swift typed"), r.get("W1 typed", "minimal Swift loop")
    what = "W1 in Swift, typed / minimal Swift loop"
    yield Verdict("P1s", what, ratio(typed, loop), 1.5, 1.2, "x")

    for threads in ("", ", two threads"):
        api, silent = (r.get(f"W1 no observer{threads}", what) for what in ("C API", "floor"))
        what = f"W1, no observer / its floor{threads}"
        yield Verdict("P4", what, ratio(api, silent), 9, 5, "x")
    allocations = r.get("W1 no observer", "allocations")
    yield Verdict("P4", "allocations of that", allocations, 0, 0, "each")


def reactor(r: Results) -> Iterator[Verdict]:
    effect, reducer = (r.get("W1 reactor", what) for what in ("reactor: effect", "reducer"))
    yield Verdict("P1r", "W1 as a reactor / as a reducer", ratio(effect, reducer), 1.5, None, "x")


def request(r: Results) -> Iterator[Verdict]:
    asked, alone = (
        r.get("W1 request", what) for what in ("request, answered at once", "effect alone")
    )
    cost = None if asked is None or alone is None else asked - alone
    yield Verdict("P10", "a request answered at once by C", cost, 2_000, None, "ns")


def callback(r: Results) -> Iterator[Verdict]:
    for workload in ("W1 callback", "W1 callback with a number"):
        called, sent = (r.get(workload, what) for what in ("thunk", "enfold_store_send"))
        cost = None if called is None or sent is None else called - sent
        yield Verdict("P11", f"{workload}: a thunk over a send", cost, 100, None, "ns")


def cpp(r: Results) -> Iterator[Verdict]:
    for face in ("results", "throwing"):
        sides = (r.get("W1 from C++", what) for what in (f"enfold.hpp, {face}", "enfold.h"))
        yield Verdict("P12", f"W1 through enfold.hpp, {face} / C", ratio(*sides), 1.05, 1, "x")


def growth(r: Results, small: str, large: str) -> tuple[float | None, float | None, str]:
    """The growth of the API's cost, the same divided by the floor's, and both told together."""
    api = r.get(small, "C API"), r.get(large, "C API")
    floor = r.get(small, "floor"), r.get(large, "floor")
    grown, floor_grown = ratio(api[1], api[0]), ratio(floor[1], floor[0])
    if grown is None or floor_grown is None:
        return None, None, ""
    assert (
        api[0] is not None and api[1] is not None and floor[0] is not None and floor[1] is not None
    )
    beyond = (api[1] - (floor[1] - floor[0])) / api[0]
    remark = (
        f"{grown:.2f} x; floor {floor_grown:.2f} x; less the ns that the floor grows {beyond:.2f} x"
    )
    return grown, grown / floor_grown, remark


def todos(r: Results) -> Iterator[Verdict]:
    for kind in ("one item", "patch of the list"):
        _, divided, remark = growth(r, f"W2 {kind}, N = 100", f"W2 {kind}, N = 100000")
        what = f"W2 {kind}, 100,000 / 100, over floor's"
        yield Verdict("P2", what, divided, 1.5, 1.2, "x", remark)


def fan_out(r: Results) -> Iterator[Verdict]:
    for count in (1_000, 100_000):
        grown, _, remark = growth(r, "W3 fan-out, S = 1", f"W3 fan-out, S = {count}")
        yield Verdict("P3", f"W3, S = {count:,} / S = 1", grown, 1.5, 1.2, "x", remark)
    for count in (1_000, 100_000):
        typed = [r.get(f"W3 typed, S = {number}", "Swift typed") for number in (count, 1)]
        what = f"W3 in Swift by key path, S = {count:,} / S = 1"
        silent = [r.get(f"W3 typed, S = {n}", "nobody observes") for n in (count, 1)]
        grown = ratio(silent[0], silent[1])
        remark = "" if grown is None else f"a store that nobody observes: {grown:.2f} x"
        yield Verdict("P3s", what, ratio(typed[0], typed[1]), 1.5, 1.2, "x", remark)


def batch(r: Results) -> Iterator[Verdict]:
    batched, single = (r.get("W5 batch of 1,000", what) for what in ("C API", "C API, one by one"))
    remark = "not coalesced" if any(note.startswith("W5") for note in r.notes) else ""
    yield Verdict("P5", "W5 / W1 through the C API", ratio(batched, single), 0.5, 0.3, "x", remark)


def scopes(r: Results) -> Iterator[Verdict]:
    through = "through scopes" if "W6 1 levels, through scopes" in r.workloads else "from the root"
    levels = {depth: r.get(f"W6 {depth} levels, {through}", "C API") for depth in (0, 1, 5)}
    remark = through if through == "through scopes" else f"{through}: no scopes yet"
    for depth in (1, 5):
        deep, flat = levels[depth], levels[0]
        cost = None if deep is None or flat is None else (deep - flat) / depth
        yield Verdict("P6", f"W6, one level of {depth}", cost, 30, 15, "ns", remark)
    through = "through a scope" if through == "through scopes" else through
    many, one = (r.get(f"W6 one of {count} children, {through}", "C API") for count in (10_000, 1))
    yield Verdict("P6", "W6, 10,000 siblings / none", ratio(many, one), SIBLINGS, None, "x", remark)

    leaf, deep = r.get("W6 composed: Scope", "no body"), r.get("W6 composed: Scope", "5 levels")
    cost = None if leaf is None or deep is None else (deep - leaf) / 5
    yield Verdict("P6", "Scope in a body, one level of 5", cost, 30, 15, "ns", "in Swift, typed")
    many, some, one = (
        r.get("W6 composed: forEach", rows) for rows in ("10,000 rows", "16 rows", "1 row")
    )
    hashed = ratio(many, some)
    remark = "in Swift, typed"
    if hashed is not None:
        remark += f"; {hashed:.2f} x of 16 rows: in fewer no id is hashed"
    yield Verdict("P6", "forEach, 10,000 rows / one", ratio(many, one), SIBLINGS, None, "x", remark)


def python(r: Results) -> Iterator[Verdict]:
    call, api = (
        r.get("W7 ready bytes, no observer", "empty ctypes call"),
        r.get("W1 no observer", "C API"),
    )
    least = None if call is None or api is None else call + api
    sent = r.get("W7 ready bytes, no observer", "Python")
    yield Verdict("P7", "W7 send / (empty call + P4)", ratio(sent, least), 1.5, 1.2, "x")
    both = "W7 JSON both ways, one observer"
    ratios = {
        name: ratio(r.get(both, f"Python with {name}"), r.get(both, f"dict reducer with {name}"))
        for name in ("json", "orjson")
    }
    against_orjson = ratios["orjson"]
    remark = "" if against_orjson is None else f"both with orjson: {against_orjson:.2f} x"
    what = "W7 both ways / dict reducer, with json"
    yield Verdict("P7", what, ratios["json"], 1, None, "x", remark)
    with_orjson = r.get(both, "Python with orjson"), r.get(both, "dict reducer with json")
    what = "W7 both ways with orjson / reducer with json"
    yield Verdict("P7", what, ratio(*with_orjson), 1, None, "x")
    observed = "W7 ready bytes, one observer"
    times = (r.get(observed, what) for what in ("Python", "empty ctypes call and callback"))
    what = "W7 ready bytes / an empty call and callback"
    yield Verdict("P7", what, ratio(*times), 0.5, 0.33, "x")
    times = (r.get(both, f"{who} with orjson") for who in ("Python", "dict to text to dict"))
    what = "W7 both ways / dict to text to dict, orjson"
    yield Verdict("P7", what, ratio(*times), 1, 0.7, "x")
    time = r.get("W7 feature in Python", "Python")
    yield Verdict("P7", "a feature in Python", None if time is None else time / 1e3, 10, 5, "us")
    alone, imported, first = (
        r.get("W7 start", what)
        for what in ("Python alone", "and import enfold", "and a first Runtime")
    )
    if alone is not None and imported is not None and first is not None:
        remark = f"with a first Runtime: {(first - alone) / alone:.2f} x"
        what = "import enfold / Python's own start"
        yield Verdict("P7", what, (imported - alone) / alone, 1, 0.5, "x", remark)


def life(r: Results) -> Iterator[Verdict]:
    cycle = r.get("W8 open and close a store", "C API")
    yield Verdict(
        "P8", "open and close a store", None if cycle is None else cycle / 1e3, 5, 2.5, "us"
    )
    idle = r.get("W8 an idle store, of 100,000", "resident")
    yield Verdict("P8", "an idle store", idle, 1300, 650, "bytes")
    for plugin in ("libCounter.so", "libTodos.so"):
        load = r.get(f"W8 load {plugin}", "C API")
        yield Verdict("P8", f"load {plugin}", None if load is None else load / 1e3, 5, 2.5, "ms")
    for file, bound in (("libenfold.so", 1600), ("libCounter.so", 1500)):
        yield Verdict(
            "P8",
            f"{file}, stripped",
            r.get(f"W8 size of {file}", "stripped"),
            bound,
            bound / 2,
            "KB",
        )
    for form, most in (("files", 12.5), ("tar.gz", 4.5)):
        size = r.get("W8 size of the bundle", form)
        yield Verdict("P8", f"the bundle, {form}", size, most, None, "MB")
    load, processor = (
        r.get("W8 load libenfold and libCounter.so", what)
        for what in ("a new process", "of that the processor's time")
    )
    remark = "" if processor is None else f"{processor:.1f} ms of the processor"
    yield Verdict("P8", "load libenfold and a first plugin", load, 10, None, "ms", remark)


def json(r: Results) -> Iterator[Verdict]:
    documents = (
        *FOUNDATION,
        *(f"{way} {size}" for size in DOCUMENTS for way in ("decode", "encode")),
    )
    for document in documents:
        times = (r.get(f"P9 {document}", what) for what in ("Foundation", "EnfoldJSON"))
        yield Verdict("P9", f"Foundation / {document}", ratio(*times), 10, 10, "x", is_least=True)
    for size in DOCUMENTS:
        typed = r.get(f"P9 decode {size}", "EnfoldJSON")
        parsed = r.get(f"P9 decode {size}", "simdjson parse, untyped")
        yield Verdict("P9", f"decode {size} / simdjson", ratio(typed, parsed), 2, 1, "x")
