import { AsyncLocalStorage } from "node:async_hooks";
import type { Galley } from "../../library/galley.ts";
import type { StrapiObject } from "./strapi-object.ts";

/** A project whose code runs: its `strapi`, and the galley for which it runs now, which may be a fork. */
export interface Realm {
  readonly strapi: StrapiObject;
  /** Null before there is one. */
  readonly galley: Galley | null;
  /** The `ctx` of the request that it answers, if it does. */
  readonly request?: unknown;
  /** The transaction in which it runs, if it does. */
  readonly transaction?: ProjectTransaction;
}

/** A call of `strapi.db.transaction`. */
export interface ProjectTransaction {
  /** The galley outside, which its writes reach at its end. */
  readonly outside: Galley;
  isRolledBack: boolean;
  readonly onCommit: (() => unknown)[];
  readonly onRollback: (() => unknown)[];
}

/** The realms of projects' code. Made with the first project: it costs each promise of the process. */
let realms: AsyncLocalStorage<Realm> | null = null;

/** Of all projects that run, the newest last: code that was called from outside sees that. */
const running = new Set<StrapiObject>();

/** Runs code of a project, and all that it begins. */
export function within<T>(realm: Realm, run: () => T): T {
  realms ??= new AsyncLocalStorage();
  return realms.run(realm, run);
}

export function currentRealm(): Realm | undefined {
  return realms?.getStore();
}

/**
 * Makes `strapi` global, as in a real Strapi. Several projects may run in one process, as where one replaces another: each
 * sees its own. Returns a function that takes it back.
 */
export function publish(strapi: StrapiObject): () => void {
  running.add(strapi);
  Object.defineProperty(globalThis, "strapi", {
    configurable: true,
    get: () => currentRealm()?.strapi ?? [...running].at(-1),
  });
  return () => {
    running.delete(strapi);
    if (running.size === 0) Reflect.deleteProperty(globalThis, "strapi");
  };
}
