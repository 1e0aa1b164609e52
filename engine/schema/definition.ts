import type { Json } from "../values/value.ts";
import type { RelationKind, ScalarType } from "./attribute.ts";

/** Content types and components as plain data, in the form of Strapi's schema files. */
export interface SchemaDefinition {
  /** By uid, `api::post.post`. */
  readonly contentTypes: { readonly [uid: string]: ContentTypeDefinition };
  /** By uid, `category.name`. */
  readonly components?: { readonly [uid: string]: ComponentDefinition };
  /** Types of the custom fields in use, by their uid (`plugin::color-picker.color`). An unknown one acts as json. */
  readonly customFields?: { readonly [uid: string]: ScalarType };
  /** Code of the default locale of localized types (`pluginOptions.i18n.localized`): `en`. */
  readonly defaultLocale?: string;
  /**
   * Codes of the locales of localized types, or options of each by its code; the default locale is always among them. The
   * first one is the default if `defaultLocale` is absent and `en` is not among them.
   */
  readonly locales?: LocalesDefinition;
  /**
   * Accepts what Strapi's builder refuses although its server serves it: names of types and attributes that
   * are reserved for the builder only, names in any script, enumeration values without a distinct name, any
   * one-way relation inside a component.
   */
  readonly tolerant?: boolean;
}

export type LocalesDefinition = readonly string[] | { readonly [code: string]: LocaleDefinition };

export interface LocaleDefinition {
  /** Display name. Default: `French (fr)`, by its code. */
  readonly name?: string;
  /** Code of the locale whose entry is shown if a document has none in this one. */
  readonly fallback?: string;
}

/** One schema.json. Keys that are not listed here, as everywhere below, are ignored. */
export interface ContentTypeDefinition {
  /** Default: `collectionType`. */
  readonly kind?: "collectionType" | "singleType";
  readonly collectionName?: string;
  readonly info: {
    /** Kebab-case, unique among all singular and plural names. Path of a single type. */
    readonly singularName: string;
    /** Kebab-case, unique among all singular and plural names. Path of a collection type. */
    readonly pluralName: string;
    readonly displayName: string;
    readonly description?: string;
    readonly icon?: string;
  };
  readonly options?: {
    /** Default: false. */
    readonly draftAndPublish?: boolean;
    /** Attributes to treat as private. */
    readonly privateAttributes?: readonly string[];
    /** Adds `createdBy` and `updatedBy`, which are null: nobody writes entries in an admin panel. */
    readonly populateCreatorFields?: boolean;
    readonly [option: string]: unknown;
  };
  readonly pluginOptions?: { readonly [plugin: string]: unknown };
  /** False: no REST routes. By default types under `api::` have routes and others do not. */
  readonly rest?: boolean;
  readonly attributes: AttributeDefinitions;
}

/** One component file. */
export interface ComponentDefinition {
  readonly collectionName?: string;
  readonly info?: { readonly displayName?: string; readonly description?: string; readonly icon?: string };
  readonly options?: { readonly privateAttributes?: readonly string[]; readonly [option: string]: unknown };
  readonly pluginOptions?: { readonly [plugin: string]: unknown };
  readonly attributes: AttributeDefinitions;
}

export interface AttributeDefinitions {
  readonly [name: string]: AttributeDefinition;
}

export type AttributeDefinition =
  | TextDefinition
  | UidDefinition
  | PasswordDefinition
  | EnumerationDefinition
  | NumberDefinition
  | BigIntegerDefinition
  | BooleanDefinition
  | TimeDefinition
  | JsonDefinition
  | BlocksDefinition
  | CustomFieldDefinition
  | MediaDefinition
  | ComponentUseDefinition
  | DynamicZoneDefinition
  | RelationDefinition
  | MorphToDefinition
  | MorphFromDefinition;

interface BaseDefinition {
  readonly required?: boolean;
  readonly private?: boolean;
  readonly configurable?: boolean;
  readonly writable?: boolean;
  readonly visible?: boolean;
  /** False keeps the attribute out of `_q`. */
  readonly searchable?: boolean;
  readonly pluginOptions?: { readonly [plugin: string]: unknown };
  readonly conditions?: { readonly [condition: string]: unknown };
  readonly column?: { readonly [hint: string]: unknown };
}

interface ScalarDefinition extends BaseDefinition {
  readonly unique?: boolean;
  /** Builds an index when the store opens instead of on first use. */
  readonly index?: boolean;
}

interface TextLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly regex?: string | RegExp;
}

export interface TextDefinition extends ScalarDefinition, TextLimits {
  readonly type: "string" | "text" | "richtext" | "email";
  readonly default?: string;
}

export interface UidDefinition extends ScalarDefinition, TextLimits {
  readonly type: "uid";
  /** A string or text attribute of the same type. Excludes a default. */
  readonly targetField?: string;
  readonly default?: string;
  readonly options?: { readonly [option: string]: unknown };
}

export interface PasswordDefinition extends BaseDefinition, TextLimits {
  readonly type: "password";
  readonly encryption?: {
    /** bcrypt cost, 4 to 31. */
    readonly rounds?: number;
  };
}

export interface EnumerationDefinition extends ScalarDefinition {
  readonly type: "enumeration";
  /** At least one value, all different; none begins with a digit. */
  readonly enum: readonly string[];
  readonly enumName?: string;
  readonly default?: string;
}

export interface NumberDefinition extends ScalarDefinition {
  readonly type: "integer" | "float" | "decimal";
  readonly min?: number;
  readonly max?: number;
  readonly default?: number;
}

/** Limits and default as decimal text, so that no digit is lost. */
export interface BigIntegerDefinition extends ScalarDefinition {
  readonly type: "biginteger";
  readonly min?: string | number;
  readonly max?: string | number;
  readonly default?: string | number;
}

export interface BooleanDefinition extends ScalarDefinition {
  readonly type: "boolean";
  readonly default?: boolean;
}

export interface TimeDefinition extends ScalarDefinition {
  readonly type: "date" | "time" | "datetime" | "timestamp";
  /** `YYYY-MM-DD`, `HH:mm:ss`, or an instant in ISO 8601 or epoch milliseconds. */
  readonly default?: string | number;
}

export interface JsonDefinition extends BaseDefinition {
  readonly type: "json";
  readonly default?: Json;
}

export interface BlocksDefinition extends BaseDefinition {
  readonly type: "blocks";
}

/** Acts as the underlying type of the custom field, with that type's options. */
export interface CustomFieldDefinition extends ScalarDefinition {
  readonly type: "customField";
  readonly customField: string;
  readonly [option: string]: unknown;
}

export const FILE_KINDS = ["images", "videos", "audios", "files"] as const;

export interface MediaDefinition extends BaseDefinition {
  readonly type: "media";
  readonly multiple?: boolean;
  /** All kinds when absent. */
  readonly allowedTypes?: readonly (typeof FILE_KINDS)[number][];
}

export interface ComponentUseDefinition extends BaseDefinition {
  readonly type: "component";
  readonly component: string;
  readonly repeatable?: boolean;
  readonly min?: number;
  readonly max?: number;
}

/** Not inside components. */
export interface DynamicZoneDefinition extends BaseDefinition {
  readonly type: "dynamiczone";
  readonly components: readonly string[];
  readonly min?: number;
  readonly max?: number;
}

/** One-way with neither `inversedBy` nor `mappedBy`. Inside components only one-way to one or to many. */
export interface RelationDefinition extends BaseDefinition {
  readonly type: "relation";
  readonly relation: RelationKind;
  readonly target: string;
  /** On the owning end: the attribute of the target that shows the same links. */
  readonly inversedBy?: string;
  /** On the other end: the attribute of the target that owns the links. */
  readonly mappedBy?: string;
  /** The key of json-server's rows with the id of the other row, if it is not the name with `Id`. */
  readonly foreignKey?: string;
  readonly useJoinTable?: boolean;
}

/** Leads to documents of any content type; also inside components. */
export interface MorphToDefinition extends BaseDefinition {
  readonly type: "relation";
  readonly relation: "morphToOne" | "morphToMany";
}

/** Shows the documents of `target` that link here by its attribute `morphBy`. Not inside components. */
export interface MorphFromDefinition extends BaseDefinition {
  readonly type: "relation";
  readonly relation: "morphOne" | "morphMany";
  readonly target: string;
  readonly morphBy: string;
}
