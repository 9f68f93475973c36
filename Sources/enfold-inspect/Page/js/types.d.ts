// The shapes of what the server answers, for the type checker; the page does not load this file.

type Store = {
  id: number; number: number; name: string; feature: string; revision: number; open: boolean; held: boolean; entries: number; plugin?: string;
  /** The action that comes next, if the server knows. */
  heldBefore?: string;
  /** The pointer whose change has held the store. */
  heldBehind?: string;
};

type Condition = "connected" | "refused" | "closed" | "killed" | "ended" | "complete" | "broken";

type Source = {
  id: number; kind: "host" | "file"; name: string; path?: string; pid?: number; runtime?: number; condition: Condition; message?: string;
  control: boolean; recording: boolean; count: number; dropped: number; began?: string; stores: Store[];
};

type Row = {
  n: number; seq?: number; store?: number; kind: string; type?: string; label?: string; cut?: boolean; revision?: number; time?: string;
  commit?: boolean; changed?: boolean; paths?: string[]; more?: number; waited?: number; reduced?: number; encoded?: number; told?: number;
  tag?: string; cause?: number; replayed?: boolean; repeat?: number; last?: number;
};

type Operation = { op: string; path: string; before?: string; after?: string; cut?: boolean };
type Difference = { operations: Operation[]; more: number };
type Entry = { n: number; row: Row; line: string; cut?: boolean; caused: number[]; difference: Difference };
type LogPage = { total: number; from: number; rows: Row[] };
type Child = { key: string; kind: string; count?: number; text: string; cut?: boolean };
type TreeNode = { pointer: string; exists: boolean; kind?: string; count?: number; from?: number; text?: string; cut?: boolean; children?: Child[] };
type TreeAnswer = { at: number; revision: number; known: boolean; message?: string; nodes: TreeNode[] };
type Change = { n: number; revision: number; time?: string; type?: string; action?: string; path: string; before?: string; after?: string };
type Types = { types: { type: string; count: number }[]; tags: string[]; kinds: { kind: string; count: number }[] };
type Rate = { store: number; counts: number[]; p50: (number | null)[]; p95: (number | null)[]; p99: (number | null)[] };
type Rates = { from: number; step: number; stores: Rate[] };
type Pin = { store: string; pointer: string };
type Case = { name: string; payload: string; example: string };
type Marks = { a: number | null; b: number | null };

/** The classes of the page. */
type Model = import("./model.js").Model;
type JSONNode = import("./json.js").JSONNode;
