// A page that drives each plugin through its client. Its host (host.py) is at the other end of standard input and output:
// one line each way, {"open":NAME}, {"send":ACTION}, {"get":POINTER} or {"patch":null}, which asks for the operations since it
// was asked last, and the answer.
import { Counter, CounterAction } from "./counter";
import { CCounter } from "./ccounter";
import { Forms, FormsAction, Mood, RowAction, RowsAction } from "./forms";
import {
  CounterAction as PrimeCounterAction,
  CounterViewAction,
  PrimeTime,
  PrimeTimeAction,
} from "./primetime";
import { ListReactable, ListReactableAction } from "./reactables";
import { FieldAction, TextBoard, TextBoardAction } from "./textboard";
import {
  LoadedResult,
  PatchOperation,
  Todos,
  TodosAction,
  TodosState,
  applyPatch,
} from "./todos";

declare function require(name: "fs"): {
  readSync(file: number, buffer: Uint8Array, offset: number, length: number): number;
  writeSync(file: number, text: string): void;
};
declare const process: { exit(status: number): never };
const { readSync, writeSync } = require("fs");

function ask(question: object): unknown {
  writeSync(1, JSON.stringify(question) + "\n");
  const bytes: number[] = [];
  const buffer = new Uint8Array(1);
  while (readSync(0, buffer, 0, 1) === 1 && buffer[0] !== 10) bytes.push(buffer[0]);
  return JSON.parse(Buffer.from(bytes).toString());
}
declare const Buffer: { from(bytes: number[]): { toString(): string } };

interface Feature {
  name: string;
  state: unknown;
  action: unknown;
  pointers: object;
}

class Store<F extends Feature> {
  constructor(name: F["name"]) {
    ask({ open: name });
  }
  send(action: F["action"]): F["state"] {
    return ask({ send: action }) as F["state"];
  }
  /** A copy of the state that patches have brought up to date. */
  followed(known: F["state"]): F["state"] {
    return applyPatch(known, ask({ patch: null }) as PatchOperation[]);
  }
  get<P extends keyof F["pointers"]>(pointer: P): F["pointers"][P] {
    return ask({ get: pointer }) as F["pointers"][P];
  }
}

function check(condition: boolean, what: string): void {
  if (condition) return;
  writeSync(2, "not so: " + what + "\n");
  process.exit(1);
}

const counter = new Store<Counter>("org.enfold.counter/Counter");
counter.send(CounterAction.increment());
check(counter.send(CounterAction.setCount(7)).count === 7, "the count is set");
const fact: string | null = counter.get("/fact");
check(fact === null, "there is no fact");

const todos = new Store<Todos>("org.enfold.todos/Todos");
todos.send(TodosAction.add({ title: "milk" }));
check(todos.send(TodosAction.setFilter("active")).filter === "active", "the filter is set");
check(todos.get("/items")[0].title === "milk", "there is milk");
todos.send(TodosAction.loaded(LoadedResult.success([{ id: 4, title: "x", isDone: true }])));
check(todos.get("/items")[0].isDone, "it is done");

// A copy of the state follows by patches, and what has not changed stays the same.
const followed = new Store<Todos>("org.enfold.todos/Todos");
let copy = followed.followed(null as unknown as TodosState);
const deeds: TodosAction[] = [
  ...["milk", "tea", "b/c~"].map((title) => TodosAction.add({ title })),
  TodosAction.toggle({ id: 2 }),
  TodosAction.rename({ id: 3, title: "rye" }),
  TodosAction.delete({ id: 1 }),
  TodosAction.add({ title: "oats" }),
  TodosAction.clearCompleted(),
  TodosAction.setFilter("completed"),
];
for (const deed of deeds) {
  const state = followed.send(deed);
  const before = copy.items;
  copy = followed.followed(copy);
  check(JSON.stringify(copy) === JSON.stringify(state), "the copy follows");
  const kept = copy.items.filter((item) => before.includes(item));
  check(kept.length >= copy.items.length - 1, "other items are the same");
}
const numbers = [1, 2, 3].map((id) => ({ id }));
function patched(...patch: PatchOperation[]): string {
  try {
    return applyPatch(numbers, patch)
      .map((each) => each.id)
      .join();
  } catch (error) {
    return String(error);
  }
}
const four = { op: "add", path: "/id=4", value: { id: 4 } } as const;
check(patched({ ...four, after: "id=1" }) === "1,4,2,3", "behind another");
check(patched({ ...four, after: null }) === "4,1,2,3", "as the first");
check(patched({ ...four, path: "/3" }) === "1,2,3,4", "by its index");
check(patched({ op: "move", path: "/id=1", after: "id=3" }) === "2,3,1", "moved");
check(patched({ op: "remove", path: "/1" }) === "1,3", "removed");
check(patched({ ...four, path: "/4" }).includes("is no place"), "no place is an error");
for (const path of ["/", "/id=4", "/01", "/1.0", "/-"]) {
  check(patched({ ...four, path }).includes("is no index"), path + " adds nothing");
}
check(patched({ op: "remove", path: "/" }).includes("is no index"), "/ removes nothing");
const others = [{ op: "copy", path: "/0", from: "/1" }, { op: "move", path: "/0", from: "/1" }];
for (const other of others) {
  check(patched(other as PatchOperation).includes("no observer is told"), other.op + " is refused");
}
check(patched({ op: "remove", path: "/id=9" }).includes("id=9 is not there"), "no element is one");
check(patched({ op: "remove", path: "/id=1/x/y" }).includes("nothing is there"), "nothing is one");

const primes = new Store<PrimeTime>("org.enfold.primetime/PrimeTime");
const tapped = PrimeTimeAction.counterView(CounterViewAction.counter(PrimeCounterAction.incrTapped()));
check(primes.send(tapped).count === 1, "the counter of the child counts");

const board = new Store<TextBoard>("org.enfold.textboard/TextBoard");
board.send(TextBoardAction.field(FieldAction.inputField("abc")));
check(board.get("/field/capitalizedString") === "ABC", "the text is in capitals");

const list = new Store<ListReactable>("org.enfold.reactables/ListReactable");
list.send(ListReactableAction.add({ id: 3 }));
check(list.get("/list").some((item) => item.id === 3), "the item is in the list");

const loose = new Store<CCounter>("org.enfold.ccounter/CCounter");
check(loose.send({ add: 5 }).count === 5, "C counts");

const forms = new Store<Forms>("org.enfold.tests.forms/Forms");
const state = forms.get("");
check(state.notANumber === "NaN" && state.infinite === "-Infinity", "numbers that are none are texts");
check(state["größe"] === 3 && state.class === 1 && state.color === "deep blue", "names are as they are");
forms.send(FormsAction.setMood(Mood.torn({ between: "été", and: null })));
const mood: Mood = forms.get("/mood");
check(typeof mood === "object" && "torn" in mood && mood.torn.between === "été", "the mood is torn");
forms.send(FormsAction.place({ _0: 1, at: 2.5 }));
check(forms.get("/double") === 2.5, "a value with a default may be left out");
const renamed = RowsAction.element({ id: 7, action: RowAction.rename("new") });
forms.send(FormsAction.again(FormsAction.rows(renamed)));
check(forms.get("/rows")[0].name === "new", "the row is renamed");
check(JSON.stringify(forms.send(FormsAction.move(1, 2)).numbers) === "[1,2]", "values by position");
const length: Forms["requests"]["length"]["answer"] = 5;
check(length === 5, "requests have types");
process.exit(0);
