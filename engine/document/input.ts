import type { Value } from "../values/value.ts";
import type { Status } from "../values/version.ts";

/**
 * A caller's data after every check: converted, resolved, in normal form. Holds only the attributes to write: an absent
 * one stays as it is (update) or becomes null, empty or unlinked (create; defaults are already filled in).
 */
export type Input = ReadonlyMap<string, InputValue>;

export type InputValue =
  | { readonly kind: "scalar"; readonly value: Value }
  | { readonly kind: "component"; readonly component: ComponentInput | null }
  /** Repeatable component or dynamic zone: the complete new list. */
  | { readonly kind: "components"; readonly components: readonly ComponentInput[] }
  | { readonly kind: "links"; readonly write: LinkWrite };

export interface ComponentInput {
  /** uid of the component. */
  readonly component: string;
  /** Numeric id of the stored component to update in place; null creates a new one. */
  readonly id: number | null;
  readonly input: Input;
}

/**
 * A document to link to. `status` restricts the link to one layer if the source has no drafts; `locale` selects the
 * version if the source has no locales (null or absent: the default one). `type`: its content type, if the attribute
 * accepts any.
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

/** Position of a connected document in the list; absent means the end. */
export type Position =
  | { readonly at: "start" | "end" }
  | { readonly before: Reference }
  | { readonly after: Reference };
