// Typed client of the plugin org.enfold.tests.presented 1.0.0.
//
// Features: Presented, Routes.
// Made by `enfold gen typescript libPresented.so`. Do not edit: make it again.
//
// JSON.parse rounds integers beyond 2^53. A page that needs them exactly must read the JSON itself.

export interface NoteState {
  id: number;
  text: string;
  note: NoteState | null;
}

export type Role = "cancel" | "destructive";

export type Answer = "delete" | { delete: Record<string, never> };

export const Answer = {
  delete: (): Answer => "delete",
};

export interface ButtonStateAnswer {
  role: Role | null;
  label: string;
  action: Answer | null;
}

export interface AlertStateAnswer {
  title: string;
  message: string | null;
  buttons: ButtonStateAnswer[];
}

export interface PresentedState {
  note: NoteState | null;
  alert: AlertStateAnswer | null;
  aside: NoteState | null;
  log: string[];
}

export type PresentedPresentedAction =
  | { binding: { "/text"?: string; "/note/text"?: string } }
  | { open: number }
  | "close"
  | "wait"
  | { note: NoteAction };

export const PresentedPresentedAction = {
  binding: (
    fields: { "/text"?: string; "/note/text"?: string }
  ): PresentedPresentedAction => ({ binding: fields }),
  open: (value: number): PresentedPresentedAction => ({ open: value }),
  close: (): PresentedPresentedAction => "close",
  wait: (): PresentedPresentedAction => "wait",
  note: (value: NoteAction): PresentedPresentedAction => ({ note: value }),
};

export type NoteAction = "dismiss" | { presented: PresentedPresentedAction };

export const NoteAction = {
  dismiss: (): NoteAction => "dismiss",
  presented: (value: PresentedPresentedAction): NoteAction => ({
    presented: value,
  }),
};

export type AlertAction = "dismiss" | { presented: Answer };

export const AlertAction = {
  dismiss: (): AlertAction => "dismiss",
  presented: (value: Answer): AlertAction => ({ presented: value }),
};

export type PresentedAction =
  | { open: number }
  | "openAside"
  | "warn"
  | { note: NoteAction }
  | { aside: PresentedPresentedAction }
  | { alert: AlertAction };

export const PresentedAction = {
  open: (value: number): PresentedAction => ({ open: value }),
  openAside: (): PresentedAction => "openAside",
  warn: (): PresentedAction => "warn",
  note: (value: NoteAction): PresentedAction => ({ note: value }),
  aside: (value: PresentedPresentedAction): PresentedAction => ({
    aside: value,
  }),
  alert: (value: AlertAction): PresentedAction => ({ alert: value }),
};

export interface EditState {
  text: string;
}

export type Alert = "delete" | { delete: Record<string, never> };

export const Alert = {
  delete: (): Alert => "delete",
};

export interface ButtonStateAlert {
  role: Role | null;
  label: string;
  action: Alert | null;
}

export interface AlertStateAlert {
  title: string;
  message: string | null;
  buttons: ButtonStateAlert[];
}

export interface Menu {
  entries: string[];
}

export type DestinationState =
  | { edit: EditState }
  | { note: NoteState }
  | { alert: AlertStateAlert }
  | { menu: Menu }
  | { share: { link: string } };

export const DestinationState = {
  edit: (value: EditState): DestinationState => ({ edit: value }),
  note: (value: NoteState): DestinationState => ({ note: value }),
  alert: (value: AlertStateAlert): DestinationState => ({ alert: value }),
  menu: (value: Menu): DestinationState => ({ menu: value }),
  share: (fields: { link: string }): DestinationState => ({ share: fields }),
};

export interface RoutesState {
  destination: DestinationState | null;
  log: string[];
}

export type EditAction = { setText: string };

export const EditAction = {
  setText: (value: string): EditAction => ({ setText: value }),
};

export type RoutesNoteAction =
  | { binding: { "/text"?: string; "/note/text"?: string } }
  | { open: number }
  | "close"
  | "wait"
  | { note: NoteAction };

export const RoutesNoteAction = {
  binding: (
    fields: { "/text"?: string; "/note/text"?: string }
  ): RoutesNoteAction => ({ binding: fields }),
  open: (value: number): RoutesNoteAction => ({ open: value }),
  close: (): RoutesNoteAction => "close",
  wait: (): RoutesNoteAction => "wait",
  note: (value: NoteAction): RoutesNoteAction => ({ note: value }),
};

export type MenuAction = { chosen: string };

export const MenuAction = {
  chosen: (value: string): MenuAction => ({ chosen: value }),
};

export type RoutesPresentedAction =
  | { edit: EditAction }
  | { note: RoutesNoteAction }
  | { alert: Alert }
  | { menu: MenuAction };

export const RoutesPresentedAction = {
  edit: (value: EditAction): RoutesPresentedAction => ({ edit: value }),
  note: (value: RoutesNoteAction): RoutesPresentedAction => ({ note: value }),
  alert: (value: Alert): RoutesPresentedAction => ({ alert: value }),
  menu: (value: MenuAction): RoutesPresentedAction => ({ menu: value }),
};

export type DestinationAction =
  | "dismiss"
  | { presented: RoutesPresentedAction };

export const DestinationAction = {
  dismiss: (): DestinationAction => "dismiss",
  presented: (value: RoutesPresentedAction): DestinationAction => ({
    presented: value,
  }),
};

export type RoutesAction =
  | "edit"
  | "warn"
  | { share: string }
  | "menu"
  | { destination: DestinationAction };

export const RoutesAction = {
  edit: (): RoutesAction => "edit",
  warn: (): RoutesAction => "warn",
  share: (value: string): RoutesAction => ({ share: value }),
  menu: (): RoutesAction => "menu",
  destination: (value: DestinationAction): RoutesAction => ({
    destination: value,
  }),
};

/** The feature `Presented`: what goes to a host, and what comes from it. */
export interface Presented {
  name: "org.enfold.tests.presented/Presented";
  state: PresentedState;
  action: PresentedAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": PresentedState;
    "/note": NoteState | null;
    "/note/id": number;
    "/note/text": string;
    "/note/note": NoteState | null;
    "/alert": AlertStateAnswer | null;
    "/alert/title": string;
    "/alert/message": string | null;
    "/alert/buttons": ButtonStateAnswer[];
    "/aside": NoteState | null;
    "/aside/id": number;
    "/aside/text": string;
    "/aside/note": NoteState | null;
    "/log": string[];
  };
}

/** The feature `Routes`: what goes to a host, and what comes from it. */
export interface Routes {
  name: "org.enfold.tests.presented/Routes";
  state: RoutesState;
  action: RoutesAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": RoutesState;
    "/destination": DestinationState | null;
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
