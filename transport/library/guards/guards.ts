import { Engine, isPromise, localeOf, type PendingWrite, type Shape, statusOf } from "../../../engine/internal.ts";
import { ConfigError } from "../../config/config-error.ts";
import { isInternal } from "../../contract/model/internal-type.ts";
import { uidsOfTypes } from "../../contract/model/type-named.ts";
import { filterFaults } from "../../hooks/filter-faults.ts";
import { thrownByOwnCode } from "../../hooks/own-error.ts";
import { type ChangedVersion, changedVersions } from "./changed-versions.ts";
import type { Guard, GuardedChange, GuardFilter } from "./guard.ts";
import { guardedEntry, guardView } from "./guard-view.ts";

interface RegisteredGuard {
  readonly decide: Guard;
  /** uids; null: every type. */
  readonly types: ReadonlySet<string> | null;
}

/** The guards of one galley, in the order in which they decide. */
export class Guards {
  readonly #shape: Shape;
  #guards: readonly RegisteredGuard[];

  constructor(shape: Shape, guards: readonly RegisteredGuard[] = []) {
    this.#shape = shape;
    this.#guards = guards;
  }

  /** The guards so far, for a fork, which adds its own. */
  fork(): Guards {
    return new Guards(this.#shape, this.#guards);
  }

  /**
   * Adds a guard. The returned function removes it; calling it again has no effect.
   *
   * @throws ConfigError with every fault of the filter.
   */
  add(given: readonly [Guard] | readonly [GuardFilter, Guard]): () => void {
    const [filter, decide] = given.length === 1 ? [{}, given[0]] : given;
    const issues = filterFaults(this.#shape.schema, filter, ["types"], { guard: decide });
    if (issues.length > 0) throw new ConfigError("Guard", issues);
    const guard: RegisteredGuard = { decide, types: uidsOfTypes(this.#shape.schema, filter.types) };
    this.#guards = [...this.#guards, guard];
    return () => {
      this.#guards = this.#guards.filter((each) => each !== guard);
    };
  }

  /** Decides about a write; null if there is no guard. A guard's error takes the write back. */
  get check(): ((write: PendingWrite) => void) | null {
    return this.#guards.length === 0 ? null : (write) => this.#check(write);
  }

  #check(write: PendingWrite): void {
    const guards = this.#guards;
    const isGuarded = (uid: string) => guards.some((guard) => isFor(guard, uid));
    const versions = changedVersions(this.#shape, write.changes, isGuarded);
    const { schema } = this.#shape;
    const before = once(() => new Engine(schema, write.rules, write.before()));
    const after = once(() => new Engine(schema, write.rules, write.after()));
    const view = guardView(after);
    for (const version of versions) {
      const change = changeOf(version, before, after);
      // A link may be in a layer that only one of its ends has a version in.
      if (!version.isOwn && change.before === null && change.after === null) continue;
      for (const guard of guards) if (isFor(guard, version.type.uid)) run(() => guard.decide(change, view));
    }
  }
}

function isFor({ types }: RegisteredGuard, uid: string): boolean {
  return types === null ? !isInternal(uid) : types.has(uid);
}

/** A change that reads its entries when a guard looks at them. */
function changeOf(
  { type, documentId, layer }: ChangedVersion,
  before: () => Engine,
  after: () => Engine,
): GuardedChange {
  const was = once(() => guardedEntry(before(), type, documentId, layer));
  const is = once(() => guardedEntry(after(), type, documentId, layer));
  return {
    uid: type.uid,
    documentId,
    status: statusOf(layer),
    locale: localeOf(layer) ?? type.locale,
    get before() {
      return was();
    },
    get after() {
      return is();
    },
  };
}

/** @throws what the guard throws, Strapi's errors as EngineErrors; Error if it returns a promise. */
function run(decide: () => unknown): void {
  let decided: unknown;
  try {
    decided = decide();
  } catch (error) {
    throw thrownByOwnCode(error);
  }
  if (!isPromise(decided)) return;
  // Nobody waits for the promise: its error must not end the process.
  decided.then(undefined, () => {});
  throw new Error("A guard must not return a promise");
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
