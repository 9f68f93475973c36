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
