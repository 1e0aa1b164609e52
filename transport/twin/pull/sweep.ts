import type { ContentType, Status } from "../../../engine/internal.ts";
import { isId } from "../../strapi/archive/read/read-rows.ts";
import type { Lists } from "./lists.ts";
import { keyOf, type Rows, type Stamp } from "./rows.ts";

interface Swept {
  readonly dirty: ReadonlySet<string>;
  /** Rows that the source has beside another one of the same document, locale and status. */
  readonly doubles: number;
}

/**
 * The documents whose versions at the source differ from the read ones: changed, new, discarded, unpublished and
 * deleted ones. Of several rows of one version the last one counts. `onlyKnown`: new ones do not count, as where a part was asked for.
 */
export async function sweep(
  lists: Lists,
  type: ContentType,
  statuses: readonly Status[],
  rows: Rows,
  onlyKnown: boolean,
): Promise<Swept> {
  const dirty = new Set<string>();
  const read = new Set([...rows.keys()].flatMap((key) => rows.documentOf(key) ?? []));
  const gone = new Set(statuses.flatMap((status) => [...rows.keys(status)]));
  let doubles = 0;
  const look = async (status: Status): Promise<void> => {
    const found = new Map<string, Stamp & { readonly documentId: string }>();
    for await (const page of onlyKnown ? lists.stampsOf(type, status, [...read]) : lists.stamps(type, status)) {
      for (const { id, documentId, locale, updatedAt = null, publishedAt = null } of page) {
        if (typeof documentId !== "string" || !isId(id)) continue;
        const key = keyOf(status, type.locale === null ? null : locale, documentId);
        if (found.has(key)) doubles++;
        found.set(key, { id, documentId, updatedAt, publishedAt });
      }
    }
    for (const [key, { documentId, ...now }] of found) {
      gone.delete(key);
      const known = rows.stampOf(key);
      const isSame = known?.id === now.id && known.updatedAt === now.updatedAt && known.publishedAt === now.publishedAt;
      if (!isSame && (!onlyKnown || read.has(documentId))) dirty.add(documentId);
    }
  };
  await Promise.all(statuses.map(look));
  for (const key of gone) dirty.add(rows.documentOf(key) ?? "");
  return { dirty, doubles };
}
