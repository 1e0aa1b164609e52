import type { Json } from "../values/value.ts";

export const SCALAR_TYPES = [
  "string",
  "text",
  "richtext",
  "blocks",
  "email",
  "password",
  "uid",
  "integer",
  "biginteger",
  "float",
  "decimal",
  "boolean",
  "date",
  "time",
  "datetime",
  "timestamp",
  "enumeration",
  "json",
] as const;

export type ScalarType = (typeof SCALAR_TYPES)[number];

export const RELATION_KINDS = ["oneToOne", "oneToMany", "manyToOne", "manyToMany"] as const;

export type RelationKind = (typeof RELATION_KINDS)[number];

/** Relations to documents of any content type; `morphOne` and `morphMany` show them from the far end. */
export const MORPH_KINDS = ["morphToOne", "morphToMany"] as const;

export const MORPH_INVERSE_KINDS = ["morphOne", "morphMany"] as const;

export type MorphKind = (typeof MORPH_KINDS)[number];

export type MorphInverseKind = (typeof MORPH_INVERSE_KINDS)[number];

interface AttributeBase {
  readonly name: string;
  readonly required: boolean;
  /** Never in an answer, and cannot be used in a query. */
  readonly private: boolean;
  readonly writable: boolean;
  /** False keeps the attribute out of `_q`. */
  readonly searchable: boolean;
  /** Added by the engine to every type of a kind; not declared, and no caller can write it. */
  readonly system?: boolean;
  /** Chooses the attribute by the values beside it: `met` or `unmet` holds. */
  readonly condition?: {
    isMet(values: { readonly [name: string]: unknown }): boolean;
    readonly met: Attribute;
    readonly unmet: Attribute;
  };
}

/** A value of its own: stored in the version itself. */
export interface ScalarAttribute extends AttributeBase {
  readonly kind: "scalar";
  readonly type: ScalarType;
  readonly unique: boolean;
  /** Builds an index when the store opens instead of on first use. */
  readonly index: boolean;
  /** Absent means no default; null is not a default. */
  readonly default?: Json;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** The pattern as the schema wrote it, compiled once. */
  readonly regex?: {
    readonly source: string;
    readonly flags: string;
    /** The test of a text with more characters than this could take longer than some 50 ms. */
    readonly maxLength: number;
    test(text: string): boolean;
  };
  /** integer, float, decimal. */
  readonly min?: number;
  readonly max?: number;
  /** biginteger. */
  readonly minBig?: bigint;
  readonly maxBig?: bigint;
  /** enumeration: the values, in order. */
  readonly enum?: readonly string[];
  readonly enumName?: string;
  /** uid: the attribute it is derived from in an editor. */
  readonly targetField?: string;
  /** A custom field of unknown type: `json` is assumed. */
  readonly guessed?: boolean;
  /** password: bcrypt cost, 10 when absent. */
  readonly rounds?: number;
}

/** Links to documents of one content type. A two-way relation is one set of links that both ends show. */
export interface RelationAttribute extends AttributeBase {
  readonly kind: "relation";
  readonly relation: RelationKind | MorphInverseKind;
  /** uid of the content type at the other end. */
  readonly target: string;
  /** May hold several links: oneToMany, manyToMany and morphMany. */
  readonly many: boolean;
  /** On the owning end of a two-way relation: the attribute of the target that shows it. */
  readonly inversedBy?: string;
  /** On the other end: the attribute of the target that owns the links. `morphBy` of morphOne and morphMany. */
  readonly mappedBy?: string;
  /** Where rows came from: the key with the id of the other row, if it is not `nameId`. */
  readonly foreignKey?: string;
}

/** Links to uploaded files (`plugin::upload.file`); one-way. */
export interface MediaAttribute extends AttributeBase {
  readonly kind: "media";
  readonly many: boolean;
  readonly allowedTypes: readonly string[];
}

/** One component (object or null), or an ordered list of them. */
export interface ComponentAttribute extends AttributeBase {
  readonly kind: "component";
  /** uid, `category.name`. */
  readonly component: string;
  readonly repeatable: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** An ordered list of components of several kinds. */
export interface DynamicZoneAttribute extends AttributeBase {
  readonly kind: "dynamiczone";
  /** uids of the components that it may hold. */
  readonly components: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

/** Links to documents of any content type, in one list. */
export interface MorphAttribute extends AttributeBase {
  readonly kind: "morph";
  readonly relation: MorphKind;
  /** May hold several links: morphToMany. */
  readonly many: boolean;
}

export type LinkAttribute = RelationAttribute | MediaAttribute;

export type Attribute =
  | ScalarAttribute
  | RelationAttribute
  | MediaAttribute
  | ComponentAttribute
  | DynamicZoneAttribute
  | MorphAttribute;

/** The uids of the components that an attribute may hold. */
export function componentUids(attribute: Attribute): readonly string[] {
  if (attribute.kind === "component") return [attribute.component];
  return attribute.kind === "dynamiczone" ? attribute.components : [];
}

export function isPassword(attribute: Attribute): boolean {
  return attribute.kind === "scalar" && attribute.type === "password";
}
