import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import type { SchemaDefinition } from "../../../engine/internal.ts";
import { StorageError, storedTypes } from "../../../storage/internal.ts";
import type { Settings } from "../settings.ts";
import { defaultPlace, SHARED_PLACE } from "./default-place.ts";
import { isJsonFile } from "./open-storage.ts";

/**
 * The place of the content of these types: the configured one, or the default of its source. Content of the same types
 * that an earlier version kept in the place shared by all sources stays there.
 *
 * @throws StorageError `misused` for a default place whose content is of other types only: serving it would ignore all
 * of it.
 */
export function choosePlace({ storage, isDefaultPlace }: Settings, { contentTypes }: SchemaDefinition): string {
  if (!isDefaultPlace || !isJsonFile(storage)) return storage;
  const isKnown = (uid: string) => Object.hasOwn(contentTypes, uid);
  if (existsSync(storage)) {
    const types = contentTypesIn(storage);
    if (types.length > 0 && !types.some(isKnown)) throw new StorageError("misused", ofOthers(storage, types));
    return storage;
  }
  const shared = resolve(SHARED_PLACE);
  const types = shared === storage || isOfFile(shared) ? [] : contentTypesIn(shared);
  return types.length > 0 && types.every(isKnown) ? shared : storage;
}

/** Whether it is the default place of a `db.json` in the current folder. */
function isOfFile(shared: string): boolean {
  const file = resolve(basename(shared));
  return existsSync(file) && defaultPlace(file) === shared;
}

/** The types of plugins are the same in every project. */
function contentTypesIn(place: string): readonly string[] {
  return storedTypes(place).filter((uid) => uid.startsWith("api::"));
}

function ofOthers(place: string, types: readonly string[]): string {
  const shown = types.slice(0, 3).join(", ");
  return `${relative(".", place)} holds content of other types (${shown}): name another place by --data, or move it away`;
}
