import { isDeepStrictEqual } from "node:util";
import type { SchemaDefinition } from "../../../engine/internal.ts";

/** Content types and components by uid; empty lists are absent. */
export interface TypeChanges {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  readonly changed?: readonly string[];
}

/** The content types and components that differ between two definitions. */
export function typeChanges(before: SchemaDefinition, after: SchemaDefinition): TypeChanges {
  const old = modelsOf(before);
  const now = modelsOf(after);
  const added = [...now.keys()].filter((uid) => !old.has(uid));
  const removed = [...old.keys()].filter((uid) => !now.has(uid));
  const changed = [...now.keys()].filter((uid) => old.has(uid) && !isDeepStrictEqual(old.get(uid), now.get(uid)));
  return {
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
    ...(changed.length > 0 && { changed }),
  };
}

function modelsOf({ contentTypes, components }: SchemaDefinition): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([...Object.entries(contentTypes), ...Object.entries(components ?? {})]);
}
