import { member } from "../core/member.ts";

/** A content type or a component, as the server's OpenAPI document describes it to this caller. */
export interface Model {
  readonly uid: string;
  readonly kind: "collectionType" | "singleType" | "component";
  readonly displayName: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly drafts: boolean;
  /** Whether its entries have locales. */
  readonly localized: boolean;
  /** Its REST path, `/api/posts`; empty for a component. */
  readonly path: string;
  /** The attributes that answers contain. */
  readonly attributes: readonly Attribute[];
  /** The attributes that can be written, including passwords and private ones. */
  readonly inputs: readonly Attribute[];
  /** This caller's rights on it. */
  readonly may: Rights;
}

export interface Rights {
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
  /** It may see what is not published. */
  readonly readDrafts: boolean;
  readonly unpublish: boolean;
  readonly discard: boolean;
}

/** An attribute as a schema.json defines it. */
export interface Attribute {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
  /** True when absent. */
  readonly writable?: boolean;
  /** Whether answers contain it; true when absent. */
  readonly readable?: boolean;
  readonly unique?: boolean;
  readonly enum?: readonly string[];
  readonly relation?: string;
  readonly target?: string;
  readonly component?: string;
  readonly components?: readonly string[];
  readonly repeatable?: boolean;
  readonly multiple?: boolean;
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** A pattern as a JavaScript regular expression. */
  readonly regex?: { readonly source: string; readonly flags: string };
  readonly targetField?: string;
  readonly default?: unknown;
  /** Whether it has one value for all locales of a document. */
  readonly shared?: boolean;
}

export interface Models {
  readonly types: readonly Model[];
  byUid(uid: string | undefined): Model | undefined;
  byRoute(name: string | undefined): Model | undefined;
}

/** The attribute with the document's other locales. */
export const LOCALIZATIONS = "localizations";

/** The attribute with the locale of an entry. */
export const LOCALE = "locale";

/** The attributes that every entry has, whatever its type. */
export const SYSTEM: readonly Attribute[] = [
  { name: "documentId", type: "string" },
  { name: "createdAt", type: "datetime" },
  { name: "updatedAt", type: "datetime" },
  { name: "publishedAt", type: "datetime" },
];

/** The name of a type in the addresses of this page. */
export function routeName({ kind, singularName, pluralName }: Model): string {
  return kind === "singleType" ? singularName : pluralName;
}

/** Whether it links to entries of any type; each entry then has its type in `__type`. */
export function isMorph({ type, relation = "" }: Attribute): boolean {
  return type === "relation" && relation.startsWith("morphTo");
}

export function isMany({ type, relation = "", repeatable, multiple }: Attribute): boolean {
  if (type === "relation") return relation.endsWith("Many");
  return type === "dynamiczone" || repeatable === true || multiple === true;
}

/** Whether answers contain it only if it is populated. */
export function isPopulated({ type }: Attribute): boolean {
  return type === "relation" || type === "media" || type === "component" || type === "dynamiczone";
}

const LABELS = ["title", "name", "label", "displayName", "username", "siteName", "slug"];
const TEXTS = new Set(["string", "text", "uid", "email"]);

/** The title of an entry; its id if it has none. `model`: undefined where the type is not known. */
export function titleOf(model: Pick<Model, "attributes"> | undefined, entry: unknown): string {
  const title = model && member(entry, labelAttribute(model));
  return String(title ?? member(entry, "documentId") ?? member(entry, "id") ?? "");
}

/** The attribute that serves as an entry's title. */
export function labelAttribute({ attributes }: Pick<Model, "attributes">): string {
  const texts = attributes.filter(({ type }) => TEXTS.has(type)).map(({ name }) => name);
  return LABELS.find((name) => texts.includes(name)) ?? texts[0] ?? "documentId";
}
