import { type ContentType, isRecord } from "../../../../engine/internal.ts";
import type { Store } from "../../../../storage/core.ts";
import { isDraft, Rows } from "../queries/rows.ts";
import type { Loose } from "../strapi-object.ts";

/**
 * Data with its relations as lifecycles of Strapi see them: `{ set: [{ id: 7 }] }` by the ids of rows, whatever form the caller
 * has chosen. A draft row is linked to drafts, a published row to published ones. An entry that is not there stays as it is
 * given: the write refuses it.
 */
export function linkedByRow(store: Store, type: ContentType, data: Loose, isDraftRow: boolean): Loose {
  const linked = Object.entries<Loose>(data).map(([name, value]) => {
    const attribute = type.attributes.get(name);
    if (attribute?.kind !== "relation" || value === null || value === undefined) return [name, value];
    const target = store.engine.schema.types.get(attribute.target);
    if (target === undefined) return [name, value];
    const rows = new Rows(store, target);
    const rowsOf = (each: Loose): Loose => {
      const { documentId = each, id, locale, ...others } = isRecord(each) ? each : {};
      if (typeof documentId !== "string") return isRecord(each) ? each : { id: each };
      const found = rows.ofDocument(documentId, typeof locale === "string" ? locale : null);
      // A type without drafts is linked to drafts and to what is published.
      const isWanted = (row: Loose) =>
        !type.draftAndPublish || !target.draftAndPublish || isDraft(target, row) === isDraftRow;
      const fitting = found.filter(isWanted).map((row) => ({ id: row.id, ...others }));
      return fitting.length > 0 ? fitting : each;
    };
    const all = (given: Loose): Loose => [given].flat().flatMap(rowsOf);
    if (!isRecord(value) || !OPERATIONS.some((operation) => operation in value)) return [name, { set: all(value) }];
    const changed = OPERATIONS.flatMap((key) => (value[key] ? [[key, all(value[key])]] : []));
    return [name, { ...value, ...Object.fromEntries(changed) }];
  });
  return Object.fromEntries(linked);
}

const OPERATIONS = ["set", "connect", "disconnect"];
