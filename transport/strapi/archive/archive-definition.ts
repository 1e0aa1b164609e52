import { BUILT_IN_TYPES, FILE_TYPE, type UnknownRecord } from "../../../engine/internal.ts";
import { recordAt } from "../project/record.ts";
import { ACCESS_TYPES } from "./access-types.ts";
import type { PlacedLine, Survey } from "./survey.ts";

/** Content types and components of an archive as a definition has them, unchecked. */
export interface ArchiveDefinition {
  readonly contentTypes: UnknownRecord;
  readonly components: UnknownRecord;
}

/**
 * The definition that an archive carries: the project's own types, those for users and roles, and the types of other
 * plugins that these refer to. What Strapi adds to every type is left out again.
 */
export function archiveDefinition({ contentTypes, components }: Survey): ArchiveDefinition {
  const chosen = new Map<string, UnknownRecord>();
  const parts = new Map([...components].map(([uid, line]) => [uid, ownPart(line)]));
  const add = (uid: string) => {
    const line = contentTypes.get(uid);
    if (line !== undefined && !chosen.has(uid) && !isFixed(uid)) chosen.set(uid, ownPart(line));
  };
  for (const uid of contentTypes.keys()) if (uid.startsWith("api::")) add(uid);
  for (const uid of ACCESS_TYPES) add(uid);
  for (const part of parts.values()) for (const target of targetsOf(part)) add(target);
  // A type that is added on the way is visited too.
  for (const part of chosen.values()) for (const target of targetsOf(part)) add(target);
  return { contentTypes: Object.fromEntries(chosen), components: Object.fromEntries(parts) };
}

/** Uploaded files are the same type everywhere, and rows of the admin panel are in no archive. */
function isFixed(uid: string): boolean {
  return uid === FILE_TYPE || (uid.startsWith("admin::") && BUILT_IN_TYPES.has(uid));
}

const ADDED = new Set(["createdAt", "updatedAt", "publishedAt", "createdBy", "updatedBy", "locale", "localizations"]);

function ownPart({ value }: PlacedLine): UnknownRecord {
  const { modelType, modelName, uid, globalId, plugin, ...part } = value;
  const attributes = Object.entries(recordAt(value, "attributes")).filter(([name]) => isOwnAttribute(name));
  return { ...part, attributes: Object.fromEntries(attributes) };
}

/** An attribute that a project declares itself; those of workflows begin with `strapi_`. */
export function isOwnAttribute(name: string): boolean {
  return !ADDED.has(name) && !name.startsWith("strapi_");
}

function targetsOf(part: UnknownRecord): string[] {
  return Object.values(recordAt(part, "attributes")).flatMap((attribute) => {
    const target = recordAt({ attribute }, "attribute").target;
    return typeof target === "string" ? [target] : [];
  });
}
