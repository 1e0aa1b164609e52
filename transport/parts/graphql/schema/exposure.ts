import type { AnyModel, ContentType } from "../../../../engine/internal.ts";
import { typeName } from "./names.ts";

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
export function exposureOf(type: ContentType): Exposure | null {
  const { uid, rest } = type;
  if (SCALARS.has(typeName(type)) || !hasName(type)) return null;
  if (uid.startsWith("api::")) return EVERYTHING;
  return PLUGIN_TYPES.get(uid) ?? (rest ? EVERYTHING : null);
}
