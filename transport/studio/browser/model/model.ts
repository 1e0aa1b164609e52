/** A content type or a component, as the OpenAPI document of the server describes it to who asks. */
export interface Model {
  readonly uid: string;
  readonly kind: "collectionType" | "singleType" | "component";
  readonly displayName: string;
  readonly singularName: string;
  readonly pluralName: string;
  readonly drafts: boolean;
  /** Its entries are in locales. */
  readonly localized: boolean;
  /** Where it is asked for, `/api/posts`; empty for a component. */
  readonly path: string;
  /** Those that answers have. */
  readonly attributes: readonly Attribute[];
  /** Those that may be written: passwords and private ones too. */
  readonly inputs: readonly Attribute[];
  /** What who asks may do with it. */
  readonly may: Rights;
}

export interface Rights {
  readonly create: boolean;
  readonly update: boolean;
  readonly delete: boolean;
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
  /** Whether answers have it; true when absent. */
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
  readonly targetField?: string;
  readonly default?: unknown;
  /** It has one value for all locales of a document. */
  readonly shared?: boolean;
}

export interface Models {
  readonly types: readonly Model[];
  byUid(uid: string | undefined): Model | undefined;
  byRoute(name: string | undefined): Model | undefined;
}

/** What a type is called in the addresses of this page. */
export function routeName({ kind, singularName, pluralName }: Model): string {
  return kind === "singleType" ? singularName : pluralName;
}

/** Whether it leads to entries of any type; each tells its own as `__type`. */
export function isMorph({ type, relation = "" }: Attribute): boolean {
  return type === "relation" && relation.startsWith("morphTo");
}

export function isMany({ type, relation = "", repeatable, multiple }: Attribute): boolean {
  if (type === "relation") return /ToMany$|^morphToMany$|Many$/.test(relation);
  return type === "dynamiczone" || repeatable === true || multiple === true;
}

/** Whether an entry has it only when it is asked for. */
export function isPopulated({ type }: Attribute): boolean {
  return type === "relation" || type === "media" || type === "component" || type === "dynamiczone";
}

const LABELS = ["title", "name", "label", "displayName", "username", "siteName", "slug"];
const TEXTS = new Set(["string", "text", "uid", "email"]);

/** The attribute that tells entries apart for people. */
export function labelAttribute({ attributes }: Pick<Model, "attributes">): string {
  const texts = attributes.filter(({ type }) => TEXTS.has(type)).map(({ name }) => name);
  return LABELS.find((name) => texts.includes(name)) ?? texts[0] ?? "documentId";
}
