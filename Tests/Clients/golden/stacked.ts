// Typed client of the plugin org.enfold.tests.stacked 1.0.0.
//
// Features: Stacked.
// Made by `enfold gen typescript libStacked.so`. Do not edit: make it again.
//
// JSON.parse rounds integers beyond 2^53. A page that needs them exactly must read the JSON itself.

export interface FolderState {
  name: string;
}

export interface NoteState {
  text: string;
}

export type PathState = { folder: FolderState } | { note: NoteState };

export const PathState = {
  folder: (value: FolderState): PathState => ({ folder: value }),
  note: (value: NoteState): PathState => ({ note: value }),
};

export interface Path {
  id: number;
  state: PathState;
}

export interface StackedState {
  path: Path[];
  log: string[];
}

export type FolderAction = { rename: string } | { openNote: string };

export const FolderAction = {
  rename: (value: string): FolderAction => ({ rename: value }),
  openNote: (value: string): FolderAction => ({ openNote: value }),
};

export type NoteAction = { binding: { "/text"?: string } } | "close" | "wait";

export const NoteAction = {
  binding: (fields: { "/text"?: string }): NoteAction => ({ binding: fields }),
  close: (): NoteAction => "close",
  wait: (): NoteAction => "wait",
};

export type PathElementAction = { folder: FolderAction } | { note: NoteAction };

export const PathElementAction = {
  folder: (value: FolderAction): PathElementAction => ({ folder: value }),
  note: (value: NoteAction): PathElementAction => ({ note: value }),
};

export type PushState = { folder: FolderState } | { note: NoteState };

export const PushState = {
  folder: (value: FolderState): PushState => ({ folder: value }),
  note: (value: NoteState): PushState => ({ note: value }),
};

export type PathAction =
  | { element: { id: number; action: PathElementAction } }
  | { popFrom: { id: number } }
  | { push: { id?: number; state: PushState } };

export const PathAction = {
  element: (fields: { id: number; action: PathElementAction }): PathAction => ({
    element: fields,
  }),
  popFrom: (fields: { id: number }): PathAction => ({ popFrom: fields }),
  push: (fields: { id?: number; state: PushState }): PathAction => ({
    push: fields,
  }),
};

export type StackedAction = { path: PathAction } | { open: string } | "home";

export const StackedAction = {
  path: (value: PathAction): StackedAction => ({ path: value }),
  open: (value: string): StackedAction => ({ open: value }),
  home: (): StackedAction => "home",
};

/** The feature `Stacked`: what goes to a host, and what comes from it. */
export interface Stacked {
  name: "org.enfold.tests.stacked/Stacked";
  state: StackedState;
  action: StackedAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": StackedState;
    "/path": Path[];
    "/log": string[];
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
