import type { Change, Engine } from "../../../engine/internal.ts";
import type { StoredVersion } from "../../model/content.ts";

const TIME = "2024-01-01T00:00:00.000Z";

/** The documentId of the entry `at` of a type under `api::` with this name. */
export function idOf(name: string, at: number): string {
  return `${name.charAt(0)}${String(at).padStart(23, "0")}`;
}

/** Stores the published version of an entry that `idOf` names. */
export function put(name: string, at: number, values: StoredVersion["version"]["values"], id = at + 1): StoredVersion {
  const version = { id, documentId: idOf(name, at), createdAt: TIME, updatedAt: TIME, publishedAt: TIME, values };
  return { kind: "put", type: `api::${name}.${name}`, status: "published", version };
}

/** The ends of a link between published entries by a relation, `api::post.post.tags`. */
export function linkBy(relation: string, source: string | number, target: string) {
  return { relation, layer: "published", source, target } as const;
}

/** The next commit of an engine. */
export function write(engine: Engine, changes: readonly Change[]): void {
  engine.apply({ number: engine.number + 1, at: 0, changes });
}
