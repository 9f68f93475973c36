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
