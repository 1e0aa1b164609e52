import type { ContentType, Status } from "../../../engine/internal.ts";
import type { Lists } from "./lists.ts";
import { isId } from "./read-entry.ts";
import { keyOf, type Rows } from "./rows.ts";

/**
 * The documents whose versions at the source differ from the read ones: changed, new, discarded, unpublished and
 * deleted ones. `onlyKnown`: new ones do not count, as where a part was asked for.
 */
export async function sweep(
  lists: Lists,
  type: ContentType,
  statuses: readonly Status[],
  rows: Rows,
  onlyKnown: boolean,
): Promise<ReadonlySet<string>> {
  const dirty = new Set<string>();
  const read = new Set([...rows.keys()].flatMap((key) => rows.documentOf(key) ?? []));
  const gone = new Set(statuses.flatMap((status) => [...rows.keys(status)]));
  for (const status of statuses) {
    for await (const page of onlyKnown ? lists.stampsOf(type, status, [...read]) : lists.stamps(type, status)) {
      for (const { id, documentId, locale, updatedAt, publishedAt } of page) {
        if (typeof documentId !== "string" || !isId(id)) continue;
        const key = keyOf(status, type.locale === null ? null : locale, documentId);
        gone.delete(key);
        const known = rows.stampOf(key);
        const isSame = known?.id === id && known.updatedAt === updatedAt && known.publishedAt === (publishedAt ?? null);
        if (!isSame && (!onlyKnown || read.has(documentId))) dirty.add(documentId);
      }
    }
  }
  for (const key of gone) dirty.add(rows.documentOf(key) ?? "");
  return dirty;
}
