import type { MorphInverseKind, MorphKind, RelationKind, ScalarType } from "../../../engine/internal.ts";

/** An attribute with a value of its own. */
export interface Scalar {
  readonly type: ScalarType | "customField";
}

/** A relation to a content type. */
export interface Relation {
  readonly type: "relation";
  readonly relation: RelationKind | MorphInverseKind;
  readonly target: string;
}

/** A relation to documents of any content type. */
export interface Morph {
  readonly type: "relation";
  readonly relation: MorphKind;
}

export interface Media {
  readonly type: "media";
}

export interface ComponentUse {
  readonly type: "component";
  readonly component: string;
}

export interface DynamicZone {
  readonly type: "dynamiczone";
  readonly components: readonly string[];
}

/** Attributes that are shown only if populated. */
export type Nested = Relation | Morph | Media | ComponentUse | DynamicZone;

/** Attributes that link to documents of a content type. */
export type Link = Relation | Media;

/** uid of the model behind an attribute other than a dynamic zone. */
export type TargetOf<A> = A extends Relation
  ? A["target"]
  : A extends Media
    ? "plugin::upload.file"
    : A extends ComponentUse
      ? A["component"]
      : never;

/** Whether an attribute holds a list. */
export type IsList<A> = A extends
  | { readonly relation: "oneToMany" | "manyToMany" | "morphMany" | "morphToMany" }
  | { readonly multiple: true }
  | { readonly repeatable: true }
  | DynamicZone
  ? true
  : false;

/** One with a condition is required only where that is met. */
export type IsRequired<A> = A extends { readonly conditions: object }
  ? false
  : A extends { readonly required: true }
    ? true
    : false;
