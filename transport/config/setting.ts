import type { Check, Checks } from "./checks.ts";

/** A flag of a command. */
export interface Flag {
  readonly short?: string;
  /** Name of its value in the help text; a flag without one is boolean. */
  readonly value?: string;
  /** A word that may follow a flag without a value, and is its text then. */
  readonly word?: string;
  /** May be given several times: its text is a list with commas then. */
  readonly list?: boolean;
  /** The only allowed values. */
  readonly choices?: readonly string[];
  readonly help: string;
}

/** A flag of `galley serve` that sets a key of the configuration; without a value it switches the key on. */
export interface SettingFlag extends Flag {
  /** Default: the key itself. */
  readonly name?: string;
  /** A second flag, which switches the key off. */
  readonly off?: { readonly name: string; readonly help: string };
}

/** `everywhere`: also an option of `createGalley` with the same meaning. `file`: of the process, or different there. */
type SettingPlace = "everywhere" | "file";

/** Everything about one key of the configuration except its type. */
export interface Setting {
  readonly given: SettingPlace;
  /** Checks a given value. Called only when something is checked, since it loads zod. */
  readonly check: (checks: Checks) => Check;
  /** The default in `createGalley`. */
  readonly default?: unknown;
  readonly flag?: SettingFlag;
}

/** Properties of a row, with values of type T, beside its check. */
interface More<T> {
  readonly default?: T;
  readonly flag?: SettingFlag;
}

/** A row as types see it. Its check is not among them: its type is zod's, which users of the package need not have. */
type Row<T, G extends SettingPlace, R> = { readonly given: G; readonly type?: T } & R;

/** Declares a key of configurations and of `createGalley`, with values of type T. */
export function everywhere<T>() {
  return <const R extends More<T> = object>(check: Setting["check"], more?: R): Row<T, "everywhere", R> =>
    rowOf(check, "everywhere", more);
}

/** Declares a key of configurations alone. */
export function file<T>() {
  return <const R extends More<T> = object>(check: Setting["check"], more?: R): Row<T, "file", R> =>
    rowOf(check, "file", more);
}

function rowOf<T, G extends SettingPlace, R>(check: Setting["check"], given: G, more: R | undefined): Row<T, G, R> {
  const row = { ...(more as R), check, given };
  return row;
}
