import { type Issue, meantName, type Schema } from "../../engine/internal.ts";
import { ConfigError } from "../config/config-error.ts";
import { uidsOfTypes } from "../contract/model/type-named.ts";
import { filterFaults } from "./filter-faults.ts";
import { HOOK_ACTIONS, type Hook, type HookAction, type HookFilter } from "./hook.ts";
import type { BeforeRow } from "./row-calls.ts";
import type { Turns } from "./turns.ts";

/** A hook with the calls that it sees. */
export interface RegisteredHook {
  readonly run: Hook;
  /** uids; null: every type. */
  readonly types: readonly string[] | null;
  /** Null: every action. */
  readonly actions: readonly HookAction[] | null;
  /** As `HookFilter.cache`. */
  readonly isCached: boolean;
  /** File and line of its registration; the empty text if they are not known. */
  readonly place: string;
  /** Inside all hooks that are not, however late these were registered. */
  readonly isInnermost?: true;
}

/** Limits of the hooks of a deployment. */
export interface HookLimits {
  /** Milliseconds that the hooks of one call may take, with all that they wait for. */
  readonly timeout: number;
  readonly turns: Turns;
  /** Runs hooks in what they need around them, as code of a project does. */
  within?<T>(work: () => T): T;
}

const NONE: readonly RegisteredHook[] = [];

/** The hooks of one galley, outermost first. */
export class Hooks {
  readonly limits: HookLimits;
  /** Runs around writes of entries by the services of users and uploads, which run no hooks of documents. */
  beforeRow: BeforeRow | null = null;
  readonly #schema: Schema;
  #hooks: readonly RegisteredHook[];
  /** By uid. */
  readonly #chains = new Map<string, Map<HookAction, readonly RegisteredHook[]>>();
  #revision = 0;

  constructor(schema: Schema, limits: HookLimits, hooks: readonly RegisteredHook[] = NONE) {
    this.#schema = schema;
    this.limits = { ...limits };
    this.#hooks = hooks;
    this.#revision = hooks.length;
  }

  /** Changes with every change of the hooks; 0 before there is any. */
  get revision(): number {
    return this.#revision;
  }

  get isEmpty(): boolean {
    return this.#hooks.length === 0;
  }

  /** The hooks so far, for a fork, which adds its own. */
  fork(): Hooks {
    return new Hooks(this.#schema, this.limits, this.#hooks);
  }

  /** The hooks around these calls, outermost first; empty if there is none. */
  of(uid: string, action: HookAction): readonly RegisteredHook[] {
    if (this.#hooks.length === 0) return NONE;
    const ofType = this.#chains.get(uid) ?? new Map<HookAction, readonly RegisteredHook[]>();
    const known = ofType.get(action);
    if (known !== undefined) return known;
    this.#chains.set(uid, ofType);
    const chain = this.#hooks.filter(({ types, actions }) => has(types, uid) && has(actions, action));
    ofType.set(action, chain);
    return chain;
  }

  /**
   * Adds a hook inside all others. The returned function removes it; calling it again has no effect. `place`: file and
   * line of its registration.
   *
   * @throws ConfigError with every fault of the filter.
   */
  add(given: readonly [Hook] | readonly [HookFilter, Hook], place: string): () => void {
    return this.#insert(this.#registered(given, place));
  }

  /** The same inside all hooks that are added otherwise. */
  addInnermost(filter: HookFilter, run: Hook): () => void {
    return this.#insert({ ...this.#registered([filter, run], ""), isInnermost: true });
  }

  #registered(given: readonly [Hook] | readonly [HookFilter, Hook], place: string): RegisteredHook {
    const [filter, run] = given.length === 1 ? [{}, given[0]] : given;
    const { types, actions, cache = false } = filter;
    const issues = [
      ...filterFaults(this.#schema, filter, ["types", "actions", "cache"], { hook: run }),
      ...faultsInActions(filter),
      ...(typeof cache === "boolean" ? [] : [{ path: ["cache"], message: "must be true or false" }]),
    ];
    if (issues.length > 0) throw new ConfigError("Hook", issues);
    const uids = uidsOfTypes(this.#schema, types);
    // Lists: a set takes three times as much, in each fork that has a hook.
    return {
      run,
      types: uids && [...uids],
      actions: actions === undefined ? null : [...actions],
      isCached: cache,
      place,
    };
  }

  #insert(hook: RegisteredHook): () => void {
    const isInner = (each: RegisteredHook) => each.isInnermost === true;
    this.#set([...this.#hooks, hook].sort((one, other) => Number(isInner(one)) - Number(isInner(other))));
    return () => this.#set(this.#hooks.filter((each) => each !== hook));
  }

  #set(hooks: readonly RegisteredHook[]): void {
    this.#hooks = hooks;
    this.#revision += 1;
    this.#chains.clear();
  }
}

function faultsInActions({ actions = [] }: HookFilter): Issue[] {
  return actions.flatMap((name, at) =>
    HOOK_ACTIONS.includes(name)
      ? []
      : [{ path: ["actions", String(at)], message: `is no action${meantName(name, HOOK_ACTIONS)}` }],
  );
}

function has<T>(list: readonly T[] | null, value: T): boolean {
  return list === null || list.includes(value);
}
