// Typed client of the plugin org.enfold.tests.bound 1.0.0.
//
// Features: Bound, Note, Forgetful.
// Made by `enfold gen typescript libBound.so`. Do not edit: make it again.
//
// JSON.parse rounds integers beyond 2^53. A page that needs them exactly must read the JSON itself.

export interface AuthorState {
  first: string;
}

export interface EditorState {
  name: string;
  author: AuthorState;
}

export interface NoteState {
  body: string;
}

export interface RowsState {
  id: number;
  isDone: boolean;
}

export interface BoundState {
  text: string;
  isOn: boolean;
  clicks: number;
  pin: string;
  count: number;
  changes: number;
  editor: EditorState | null;
  note: NoteState;
  rows: RowsState[];
}

export type AuthorAction = { binding: { "/first"?: string } };

export const AuthorAction = {
  binding: (fields: { "/first"?: string }): AuthorAction => ({
    binding: fields,
  }),
};

export type EditorAction =
  | { binding: { "/name"?: string; "/author/first"?: string } }
  | { author: AuthorAction };

export const EditorAction = {
  binding: (
    fields: { "/name"?: string; "/author/first"?: string }
  ): EditorAction => ({ binding: fields }),
  author: (value: AuthorAction): EditorAction => ({ author: value }),
};

export type NoteAction = { binding: { "/body"?: string } };

export const NoteAction = {
  binding: (fields: { "/body"?: string }): NoteAction => ({ binding: fields }),
};

export type RowAction = "toggle";

export const RowAction = {
  toggle: (): RowAction => "toggle",
};

export type BoundAction =
  | { binding: { "/text"?: string; "/isOn"?: boolean; "/clicks"?: number; "/pin"?: string; "/editor/name"?: string; "/editor/author/first"?: string; "/note/body"?: string } }
  | { editor: EditorAction }
  | { note: NoteAction }
  | { row: { id: number; action: RowAction } }
  | "open"
  | "close"
  | { add: number }
  | { remove: number }
  | { count: number }
  | { setCount: number };

export const BoundAction = {
  binding: (
    fields: { "/text"?: string; "/isOn"?: boolean; "/clicks"?: number; "/pin"?: string; "/editor/name"?: string; "/editor/author/first"?: string; "/note/body"?: string }
  ): BoundAction => ({ binding: fields }),
  editor: (value: EditorAction): BoundAction => ({ editor: value }),
  note: (value: NoteAction): BoundAction => ({ note: value }),
  row: (fields: { id: number; action: RowAction }): BoundAction => ({
    row: fields,
  }),
  open: (): BoundAction => "open",
  close: (): BoundAction => "close",
  add: (value: number): BoundAction => ({ add: value }),
  remove: (value: number): BoundAction => ({ remove: value }),
  count: (value: number): BoundAction => ({ count: value }),
  setCount: (value: number): BoundAction => ({ setCount: value }),
};

export interface ForgetfulState {
  text: string;
}

export type ForgetfulAction =
  | { binding: { "/text"?: string } }
  | { wrote: string };

export const ForgetfulAction = {
  binding: (fields: { "/text"?: string }): ForgetfulAction => ({
    binding: fields,
  }),
  wrote: (value: string): ForgetfulAction => ({ wrote: value }),
};

/** The feature `Bound`: what goes to a host, and what comes from it. */
export interface Bound {
  name: "org.enfold.tests.bound/Bound";
  state: BoundState;
  action: BoundAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": BoundState;
    "/text": string;
    "/isOn": boolean;
    "/clicks": number;
    "/pin": string;
    "/count": number;
    "/changes": number;
    "/editor": EditorState | null;
    "/editor/name": string;
    "/editor/author": AuthorState;
    "/editor/author/first": string;
    "/note": NoteState;
    "/note/body": string;
    "/rows": RowsState[];
  };
}

/** The feature `Note`: what goes to a host, and what comes from it. */
export interface Note {
  name: "org.enfold.tests.bound/Note";
  state: NoteState;
  action: NoteAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": NoteState;
    "/body": string;
  };
}

/** The feature `Forgetful`: what goes to a host, and what comes from it. */
export interface Forgetful {
  name: "org.enfold.tests.bound/Forgetful";
  state: ForgetfulState;
  action: ForgetfulAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": ForgetfulState;
    "/text": string;
  };
}

/** An operation of a patch that an observer with `"patch"` is told. */
export interface PatchOperation {
  op: "add" | "remove" | "replace" | "move";
  path: string;
  value?: unknown;
  /** The element before a new or moved one, such as "id=7"; null: none. */
  after?: string | null;
  old?: unknown;
}

/**
 * What a patch makes of a value, which stays as it is. Lists and objects
 * without a change are the same as before: a view compares them with `===`,
 * and draws the others anew.
 */
export function applyPatch<T>(value: T, patch: readonly PatchOperation[]): T {
  const copies = new Set<object>();

  /** A copy of a list or an object, made once. */
  function copied(value: unknown): object {
    if (typeof value !== "object" || value === null) {
      throw new Error("nothing is there");
    }
    if (copies.has(value)) return value;
    const copy = Array.isArray(value) ? value.slice() : { ...value };
    copies.add(copy);
    return copy;
  }

  function edited(
    value: unknown,
    path: string[],
    operation: PatchOperation,
  ): unknown {
    if (path.length === 0) return operation.value;
    const copy = copied(value);
    const members = copy as Record<string, unknown>;
    const [token, ...rest] = path;
    if (rest.length > 0) {
      const key = Array.isArray(copy) ? String(position(copy, token)) : token;
      members[key] = edited(members[key], rest, operation);
    } else if (Array.isArray(copy)) {
      editElement(copy, token, operation);
    } else if (operation.op === "remove") {
      delete members[token];
    } else {
      members[token] = operation.value;
    }
    return copy;
  }

  let result: unknown = value;
  for (const operation of patch) {
    try {
      const { op, after } = operation;
      if (!/^(add|remove|replace|move)$/.test(op) || (op === "move" && after === undefined)) {
        throw new Error("no observer is told this operation");
      }
      const path = operation.path.split("/").slice(1).map(unescaped);
      result = edited(result, path, operation);
    } catch (error) {
      throw new Error(`${JSON.stringify(operation)}: ${error}`);
    }
  }
  return result as T;
}

function editElement(
  list: unknown[],
  token: string,
  { op, after, value }: PatchOperation,
): void {
  const behind = () => (after ? position(list, unescaped(after)) + 1 : 0);
  if (op === "add") {
    const place = after === undefined ? index(token) : behind();
    if (!(place <= list.length)) throw new Error(`${token} is no place`);
    list.splice(place, 0, value);
  } else if (op === "remove") {
    list.splice(position(list, token), 1);
  } else if (op === "replace") {
    list[position(list, token)] = value;
  } else {
    const [element] = list.splice(position(list, token), 1);
    list.splice(behind(), 0, element);
  }
}

function index(token: string): number {
  if (!/^(0|[1-9][0-9]*)$/.test(token)) throw new Error(`"${token}" is no index`);
  return Number(token);
}

/** Where the element is that a token names: an index, or "id=7". */
function position(list: unknown[], token: string): number {
  const [, name, text] = /^([^=]+)=([^]*)$/.exec(token) ?? [];
  const found =
    name === undefined
      ? index(token)
      : list.findIndex(
          (each) => String((each as Record<string, unknown>)?.[name]) === text,
        );
  if (!(found in list)) throw new Error(`${token} is not there`);
  return found;
}

function unescaped(token: string): string {
  return token.replace(/~1/g, "/").replace(/~0/g, "~");
}
