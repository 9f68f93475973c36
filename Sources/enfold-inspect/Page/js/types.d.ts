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

/** A value without loss: numbers are their text, objects lists of pairs. */
type JSONNode =
	| { kind: "object"; pairs: [string, JSONNode][] }
	| { kind: "array"; items: JSONNode[] }
	| { kind: "string"; value: string }
	| { kind: "number" | "bool" | "null"; text: string };

/** What can be put into an element. */
type Part = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

/** What changes in the model, and is watched. */
type Topic =
	| "sources" | "source" | "counts" | "store" | "cursor" | "entry" | "tail" | "marks" | "pins" | "connection" | "filters" | "pane" | "breakpoints";
type Filters = { text: string; type: string; tag: string; path: string; kinds: string[]; changed: boolean; group: boolean };
/** Where the user was in a source. */
type Place = { store: number | null; at: number | null; marks: Marks; last: number | null };

/** A row of the state tree; `more`: how many elements are left, in the row that shows them. */
type Item = { pointer: string; key: string; depth: number; child: Child; open: boolean; more?: number };
/** What is known of a pin. */
type Seen = { node: TreeNode | null; series: { points: [number, number, string][] } | null };
/** A line of a plot; `tone` is a class. */
type Series = { name: string; tone: string; values: (number | null)[] };
