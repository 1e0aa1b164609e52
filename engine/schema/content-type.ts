import type { Attribute } from "./attribute.ts";

/** uid of uploaded files: the target of every media attribute. Every schema has this type. */
export const FILE_TYPE = "plugin::upload.file";

interface Model {
  readonly uid: string;
  readonly displayName: string;
  /** By name, in schema order. Holds only what the schema declares: not id, documentId or the dates. */
  readonly attributes: ReadonlyMap<string, Attribute>;
}

export interface ContentType extends Model {
  readonly model: "content-type";
  readonly kind: "collection" | "single";
  readonly singularName: string;
  readonly pluralName: string;
  /** Documents have a draft and a published version. Without it they have one version, always published. */
  readonly draftAndPublish: boolean;
  /** Code of the locale of its entries; null for a type without locales. */
  readonly locale: string | null;
  /** Names of the attributes whose values all locales of a document have in common; empty for a type without locales. */
  readonly shared: ReadonlySet<string>;
  /** False: no REST routes of its own (uploaded files, todos). */
  readonly rest: boolean;
}

export interface Component extends Model {
  readonly model: "component";
}

/** A content type or component: anything with attributes. */
export type AnyModel = ContentType | Component;
