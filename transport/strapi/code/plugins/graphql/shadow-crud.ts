import type { FieldUse, Hidden, Hiding } from "../../../../parts/graphql/schema/exposure.ts";
import type { Loose } from "../../strapi-object.ts";

interface Off extends Hidden {
  isGone: boolean;
  queries: boolean;
  mutations: boolean;
  readonly actions: Set<string>;
  readonly fields: Map<string, Set<FieldUse>>;
}

const USES = ["output", "input", "filters"] as const;

/** `shadowCRUD(uid)`: what code switches off of the schema of a content type. */
export class ShadowCrud {
  readonly #off = new Map<string, Off>();

  readonly hiding: Hiding = (uid) => this.#off.get(uid);

  get isEmpty(): boolean {
    return this.#off.size === 0;
  }

  of(uid: string): Loose {
    const known = this.#off.get(uid);
    const off: Off = known ?? {
      isGone: false,
      queries: false,
      mutations: false,
      actions: new Set(),
      fields: new Map(),
    };
    this.#off.set(uid, off);
    const set = (change: () => unknown) => () => {
      change();
      return chain;
    };
    const chain: Loose = {
      isEnabled: () => !off.isGone,
      isDisabled: () => off.isGone,
      areQueriesEnabled: () => !off.queries,
      areQueriesDisabled: () => off.queries,
      areMutationsEnabled: () => !off.mutations,
      areMutationsDisabled: () => off.mutations,
      isActionEnabled: (action: string) => !off.actions.has(action) && !off.actions.has("*"),
      isActionDisabled: (action: string) => !chain.isActionEnabled(action),
      disable: set(() => Object.assign(off, { isGone: true })),
      disableQueries: set(() => Object.assign(off, { queries: true })),
      disableMutations: set(() => Object.assign(off, { mutations: true })),
      disableAction: (action: string) => set(() => off.actions.add(action))(),
      disableActions: (actions: readonly string[] = []) => set(() => actions.map((each) => off.actions.add(each)))(),
      field: (name: string) => fieldOf(off, name),
    };
    return chain;
  }
}

function fieldOf({ fields }: Off, name: string): Loose {
  const uses = fields.get(name) ?? new Set<FieldUse>();
  fields.set(name, uses);
  const without =
    (...given: readonly FieldUse[]) =>
    () => {
      for (const use of given) uses.add(use);
      return field;
    };
  const field: Loose = {
    isEnabled: () => uses.size < USES.length,
    hasOutputEnabled: () => !uses.has("output"),
    hasInputEnabled: () => !uses.has("input"),
    // As it is spelled in Strapi.
    hasFiltersEnabeld: () => !uses.has("filters"),
    disable: without(...USES),
    disableOutput: without("output"),
    disableInput: without("input"),
    disableFilters: without("filters"),
  };
  return field;
}
