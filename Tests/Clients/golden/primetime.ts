// Typed client of the plugin org.enfold.primetime 1.0.0.
//
// Features: PrimeTime.
// Made by `enfold gen typescript libPrimeTime.so`. Do not edit: make it again.
//
// JSON.parse rounds integers beyond 2^53. A page that needs them exactly must read the JSON itself.

export interface PrimeCheck {
  number: number;
  isPrime: boolean;
}

export type ActivityType =
  | { addedFavoritePrime: number }
  | { removedFavoritePrime: number };

export const ActivityType = {
  addedFavoritePrime: (value: number): ActivityType => ({
    addedFavoritePrime: value,
  }),
  removedFavoritePrime: (value: number): ActivityType => ({
    removedFavoritePrime: value,
  }),
};

export interface Activity {
  timestamp: string;
  type: ActivityType;
}

export interface PrimeTimeState {
  count: number;
  favoritePrimes: number[];
  activityFeed: Activity[];
  primeCheck: PrimeCheck | null;
  isNthPrimeLoading: boolean;
  alert: string | null;
  isLogging: boolean;
}

export type Prime = { success: number } | { failure: { message: string } };

export const Prime = {
  success: (value: number): Prime => ({ success: value }),
  failure: (fields: { message: string }): Prime => ({ failure: fields }),
};

export type CounterAction =
  | "decrTapped"
  | "incrTapped"
  | "isPrimeTapped"
  | "nthPrimeTapped"
  | { nthPrimeResponse: { n: number; prime: Prime } }
  | "alertDismissed";

export const CounterAction = {
  decrTapped: (): CounterAction => "decrTapped",
  incrTapped: (): CounterAction => "incrTapped",
  isPrimeTapped: (): CounterAction => "isPrimeTapped",
  nthPrimeTapped: (): CounterAction => "nthPrimeTapped",
  nthPrimeResponse: (fields: { n: number; prime: Prime }): CounterAction => ({
    nthPrimeResponse: fields,
  }),
  alertDismissed: (): CounterAction => "alertDismissed",
};

export type PrimeModalAction =
  | "saveFavoritePrimeTapped"
  | "removeFavoritePrimeTapped";

export const PrimeModalAction = {
  saveFavoritePrimeTapped: (): PrimeModalAction => "saveFavoritePrimeTapped",
  removeFavoritePrimeTapped: (): PrimeModalAction =>
    "removeFavoritePrimeTapped",
};

export type CounterViewAction =
  | { counter: CounterAction }
  | { primeModal: PrimeModalAction };

export const CounterViewAction = {
  counter: (value: CounterAction): CounterViewAction => ({ counter: value }),
  primeModal: (value: PrimeModalAction): CounterViewAction => ({
    primeModal: value,
  }),
};

export type LoadedResult =
  | { success: number[] }
  | { failure: { message: string } };

export const LoadedResult = {
  success: (value: number[]): LoadedResult => ({ success: value }),
  failure: (fields: { message: string }): LoadedResult => ({ failure: fields }),
};

export type FavoritePrimesAction =
  | { deleteFavoritePrimes: number[] }
  | { save: { path: string } }
  | { load: { path: string } }
  | { loaded: LoadedResult };

export const FavoritePrimesAction = {
  deleteFavoritePrimes: (value: number[]): FavoritePrimesAction => ({
    deleteFavoritePrimes: value,
  }),
  save: (fields: { path: string }): FavoritePrimesAction => ({ save: fields }),
  load: (fields: { path: string }): FavoritePrimesAction => ({ load: fields }),
  loaded: (value: LoadedResult): FavoritePrimesAction => ({ loaded: value }),
};

export type PrimeTimeAction =
  | { counterView: CounterViewAction }
  | { favoritePrimes: FavoritePrimesAction };

export const PrimeTimeAction = {
  counterView: (value: CounterViewAction): PrimeTimeAction => ({
    counterView: value,
  }),
  favoritePrimes: (value: FavoritePrimesAction): PrimeTimeAction => ({
    favoritePrimes: value,
  }),
};

/** The feature `PrimeTime`: what goes to a host, and what comes from it. */
export interface PrimeTime {
  name: "org.enfold.primetime/PrimeTime";
  state: PrimeTimeState;
  action: PrimeTimeAction;
  /** The value at each pointer that does not lead into a list or a dictionary. */
  pointers: {
    "": PrimeTimeState;
    "/count": number;
    "/favoritePrimes": number[];
    "/activityFeed": Activity[];
    "/primeCheck": PrimeCheck | null;
    "/primeCheck/number": number;
    "/primeCheck/isPrime": boolean;
    "/isNthPrimeLoading": boolean;
    "/alert": string | null;
    "/isLogging": boolean;
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
