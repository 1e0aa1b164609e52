import type { Lookups } from "../document/check/lookups.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { layerOf, localeOf, statusOf } from "../values/version.ts";

/**
 * Answers the questions of a write's checks from the transaction. `own` is the document that is written: its own values
 * are no conflict. `locale` is the locale that is written; null is the default one.
 */
export function lookupsOf(tx: Transaction, own: string | null, locale: string | null): Lookups {
  return {
    exists: (type, documentId, locale) =>
      tx.has(type, documentId, layerOf("draft", locale)) || tx.has(type, documentId, layerOf("published", locale)),
    byId: (type, id) => {
      const found = tx.byId(type, id);
      if (found === null) return null;
      const { documentId, status } = found;
      return { documentId, status: statusOf(status), locale: localeOf(status) };
    },
    taken: ({ type, path, value }) =>
      localesHolding(tx, type, own, locale, path[0]).some((each) =>
        tx.holders(type, each, path.join("."), value).some((holder) => holder !== own),
      ),
  };
}

/** The locales that will have a value of an attribute: for a shared attribute, all locales of the document. */
function localesHolding(
  tx: Transaction,
  uid: string,
  own: string | null,
  locale: string | null,
  attribute: string | undefined,
): readonly (string | null)[] {
  const locales = tx.locales(uid);
  if (locales === null || own === null) return [locale];
  const isShared = attribute !== undefined && tx.shape.schema.type(uid).shared.has(attribute);
  if (!isShared) return [locale];
  const others = [null, ...locales].filter((each) => tx.has(uid, own, layerOf("published", each)));
  return [...new Set([locale, ...others])];
}
