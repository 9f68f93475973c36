// Typed client of the plugin org.enfold.todos 1.0.0.
//
// Features: Todos.
// Made by `enfold gen typescript libTodos.so`. Do not edit: make it again.
//
// JSON.parse rounds integers beyond 2^53. A page that needs them exactly must read the JSON itself.

export type Filter = "all" | "active" | "completed";

export interface Todo {
  id: number;
  title: string;
  isDone: boolean;
}

export interface TodosState {
  items: Todo[];
  filter: Filter;
  isLoading: boolean;
  error: string | null;
  nextID: number;
}

export type LoadedResult =
  | { success: Todo[] }
  | { failure: { message: string } };

export const LoadedResult = {
  success: (value: Todo[]): LoadedResult => ({ success: value }),
  failure: (fields: { message: string }): LoadedResult => ({ failure: fields }),
};

export type TodosAction =
  | { load: { path: string } }
  | { loaded: LoadedResult }
  | { add: { title: string } }
  | { toggle: { id: number } }
  | { rename: { id: number; title: string } }
  | { delete: { id: number } }
  | { setFilter: Filter }
  | "clearCompleted";

export const TodosAction = {
  load: (fields: { path: string }): TodosAction => ({ load: fields }),
  loaded: (value: LoadedResult): TodosAction => ({ loaded: value }),
  add: (fields: { title: string }): TodosAction => ({ add: fields }),
  toggle: (fields: { id: number }): TodosAction => ({ toggle: fields }),
  rename: (fields: { id: number; title: string }): TodosAction => ({
    rename: fields,
  }),
  delete: (fields: { id: number }): TodosAction => ({ delete: fields }),
  setFilter: (value: Filter): TodosAction => ({ setFilter: value }),
  clearCompleted: (): TodosAction => "clearCompleted",
};

/** The feature `Todos`: what goes to a host, and what comes from it. */
export interface Todos {
  name: "org.enfold.todos/Todos";
  state: TodosState;
  action: TodosAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": TodosState;
    "/items": Todo[];
    "/filter": Filter;
    "/isLoading": boolean;
    "/error": string | null;
    "/nextID": number;
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
