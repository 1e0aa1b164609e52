import { BUILT_IN_TYPES, FILE_TYPE, isEntryField, type UnknownRecord } from "../../../../engine/internal.ts";
import { recordAt } from "../../project/record.ts";
import { ACCESS_TYPES } from "../access-types.ts";
import type { PlacedLine, Survey } from "./survey.ts";

/** Content types and components of an archive in the form of a definition, unchecked. */
export interface ArchiveDefinition {
  readonly contentTypes: UnknownRecord;
  readonly components: UnknownRecord;
}

/**
 * The definition in an archive: the project's own types, the types for users and roles, and the types of other plugins
 * that these refer to. Attributes that Strapi adds to every type are removed.
 */
export function archiveDefinition({
  contentTypes,
  components,
}: Pick<Survey, "contentTypes" | "components">): ArchiveDefinition {
  const chosen = new Map<string, UnknownRecord>();
  const parts = new Map([...components].map(([uid, line]) => [uid, ownPart(line)]));
  const add = (uid: string) => {
    const line = contentTypes.get(uid);
    if (line !== undefined && !chosen.has(uid) && !isFixed(uid)) chosen.set(uid, ownPart(line));
  };
  for (const uid of contentTypes.keys()) if (uid.startsWith("api::")) add(uid);
  for (const uid of ACCESS_TYPES) add(uid);
  const file = extendedFile(contentTypes.get(FILE_TYPE));
  if (file !== undefined) chosen.set(FILE_TYPE, file);
  for (const part of parts.values()) for (const target of targetsOf(part)) add(target);
  // Iterates over types that are added meanwhile, too.
  for (const part of chosen.values()) for (const target of targetsOf(part)) add(target);
  return { contentTypes: Object.fromEntries(chosen), components: Object.fromEntries(parts) };
}

/** The type of uploaded files with the attributes that an extension of the project gives it, if there are any. */
function extendedFile(line: PlacedLine | undefined): UnknownRecord | undefined {
  const builtIn = BUILT_IN_TYPES.get(FILE_TYPE);
  if (line === undefined || builtIn === undefined) return undefined;
  const { attributes } = builtIn;
  const isAdded = ([name]: [string, unknown]) => !Object.hasOwn(attributes, name) && !PLACES.has(name);
  const added = Object.entries(recordAt(ownPart(line), "attributes")).filter(isAdded);
  return added.length === 0 ? undefined : { ...builtIn, attributes: { ...attributes, ...Object.fromEntries(added) } };
}

/** Where a file is used and in which folder of the media library it is. */
const PLACES = new Set(["related", "folder", "folderPath"]);

/** Strapi's own attributes of uploaded files are the same everywhere, and no archive has rows of the admin panel. */
function isFixed(uid: string): boolean {
  return uid === FILE_TYPE || (uid.startsWith("admin::") && BUILT_IN_TYPES.has(uid));
}

function ownPart({ value }: PlacedLine): UnknownRecord {
  const { modelType, modelName, uid, globalId, plugin, ...part } = value;
  const attributes = Object.entries(recordAt(value, "attributes")).filter(([name]) => isOwnAttribute(name));
  return { ...part, attributes: Object.fromEntries(attributes) };
}

/** Whether a project declares the attribute itself; attributes of workflows begin with `strapi_`. */
export function isOwnAttribute(name: string): boolean {
  return !isEntryField(name) && !name.startsWith("strapi_");
}

function targetsOf(part: UnknownRecord): string[] {
  return Object.values(recordAt(part, "attributes")).flatMap((attribute) => {
    const target = recordAt({ attribute }, "attribute").target;
    return typeof target === "string" ? [target] : [];
  });
}
