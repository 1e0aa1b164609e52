import { type Change, type ContentType, inStatus, type Layer, layerFor, type Shape } from "../../../engine/internal.ts";

/** A version that a write is about. */
export interface ChangedVersion {
  readonly type: ContentType;
  readonly documentId: string;
  readonly layer: Layer;
  /** The write has put or removed it; else one of its relations has changed, and it need not exist in this layer. */
  readonly isOwn: boolean;
}

/**
 * The versions of guarded types that a write is about, each once: versions that it puts and removes, and both ends of
 * its links, where an attribute shows the link. Links of components count as their entries are put.
 */
export function changedVersions(
  { schema, relations }: Shape,
  changes: readonly Change[],
  isGuarded: (uid: string) => boolean,
): readonly ChangedVersion[] {
  const found = new Map<string, ChangedVersion>();
  const add = (uid: string, documentId: string | number, layer: Layer, isOwn: boolean): void => {
    const type = schema.types.get(uid);
    if (type === undefined || typeof documentId === "number" || !isGuarded(uid)) return;
    const own = layerFor(type, type.draftAndPublish ? layer : inStatus(layer, "published"));
    const key = `${uid} ${own} ${documentId}`;
    if (isOwn || !found.has(key)) found.set(key, { type, documentId, layer: own, isOwn });
  };
  const addEnds = (change: Extract<Change, { readonly kind: "link" | "unlink" }>): void => {
    const relation = relations.byName.get(change.relation);
    if (relation === undefined) return;
    add(relation.owner.uid, change.source, change.layer, false);
    if (relation.inverse !== null) add(relation.target.uid, change.target, change.layer, false);
  };
  for (const change of changes) {
    if (change.kind === "put") add(change.type, change.version.documentId, change.status, true);
    if (change.kind === "remove") add(change.type, change.documentId, change.status, true);
    if (change.kind === "link" || change.kind === "unlink") addEnds(change);
  }
  return [...found.values()];
}
