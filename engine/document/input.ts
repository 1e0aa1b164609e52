import type { Value } from "../values/value.ts";
import type { Status } from "../values/version.ts";

/**
 * A caller's data after every check: typed, resolved, in normal form. Holds only what is to be written: an attribute
 * that is absent stays as it is (update) or null, empty or without links (create; defaults are already filled in).
 */
export type Input = ReadonlyMap<string, InputValue>;

export type InputValue =
  | { readonly kind: "scalar"; readonly value: Value }
  | { readonly kind: "component"; readonly component: ComponentInput | null }
  /** Repeatable component or dynamic zone: the whole new list. */
  | { readonly kind: "components"; readonly components: readonly ComponentInput[] }
  | { readonly kind: "links"; readonly write: LinkWrite };

export interface ComponentInput {
  /** uid of the component. */
  readonly component: string;
  /** Numeric id of the stored component to update in place; null makes a new one. */
  readonly id: number | null;
  readonly input: Input;
}

/**
 * A document to link to. `status` narrows the link to one layer, where the source has no drafts of its own; `locale` names
 * the version where the source has no locales of its own: null, as when it is absent, is the default one. `type`: its
 * content type, where the attribute may lead to any.
 */
export interface Reference {
  readonly type?: string;
  readonly documentId: string;
  readonly status?: Status;
  readonly locale?: string | null;
}

export type LinkWrite =
  | { readonly kind: "set"; readonly targets: readonly Reference[] }
  | {
      readonly kind: "change";
      readonly connect: readonly Connection[];
      readonly disconnect: readonly Reference[];
    };

export interface Connection {
  readonly target: Reference;
  readonly position?: Position;
}

/** Place of a connected document in the list; the end when absent. */
export type Position =
  | { readonly at: "start" | "end" }
  | { readonly before: Reference }
  | { readonly after: Reference };
