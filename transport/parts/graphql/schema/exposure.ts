import type { AnyModel, ContentType } from "../../../../engine/internal.ts";
import { typeName } from "./names.ts";

/** Parts of the schema of a content type that code of a project has switched off. */
export interface Hidden {
  /** The type, and all that leads to it. */
  readonly isGone: boolean;
  readonly queries: boolean;
  readonly mutations: boolean;
  /** `find`, `findOne`, `create`, `update`, `delete`, or `*`. */
  readonly actions: ReadonlySet<string>;
  /** By field: where it is left out. */
  readonly fields: ReadonlyMap<string, ReadonlySet<FieldUse>>;
}

export type FieldUse = "output" | "input" | "filters";

/** By uid; undefined: all of it is there. */
export type Hiding = (uid: string) => Hidden | undefined;

export const HIDING_NOTHING: Hiding = () => undefined;

/** The root fields of a content type. */
export interface Exposure {
  readonly queries: boolean;
  readonly mutations: boolean;
}

const EVERYTHING: Exposure = { queries: true, mutations: true };

/** Types of plugins that cannot be written, or not even read, as a project's can. */
const PLUGIN_TYPES: ReadonlyMap<string, Exposure> = new Map([
  ["plugin::upload.file", { queries: true, mutations: false }],
  ["plugin::i18n.locale", { queries: true, mutations: false }],
  ["plugin::review-workflows.workflow", EVERYTHING],
  ["plugin::review-workflows.workflow-stage", EVERYTHING],
  ["plugin::users-permissions.user", { queries: true, mutations: false }],
  ["plugin::users-permissions.role", { queries: true, mutations: false }],
  ["plugin::users-permissions.permission", { queries: false, mutations: false }],
]);

/** Scalar types, which a content type of the same name would hide: with it, Strapi does not start. */
const SCALARS: ReadonlySet<string> = new Set(["Boolean", "Date", "DateTime", "Time"]);

/** Names of GraphQL are ASCII (§2.1.9): a type that is named in another script has none. */
export function hasName(model: AnyModel): boolean {
  return model.model === "component" || /^[\w-]+$/.test(model.singularName + model.pluralName);
}

/** Null: neither the type nor anything that leads to it is in the schema. */
export function exposureOf(type: ContentType, hiding: Hiding): Exposure | null {
  const { uid } = type;
  const hidden = hiding(uid);
  if (SCALARS.has(typeName(type)) || !hasName(type) || hidden?.isGone) return null;
  const usual = uid.startsWith("api::") ? EVERYTHING : (PLUGIN_TYPES.get(uid) ?? (type.rest ? EVERYTHING : null));
  if (usual === null || hidden === undefined) return usual;
  return { queries: usual.queries && !hidden.queries, mutations: usual.mutations && !hidden.mutations };
}
