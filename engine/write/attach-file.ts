import type { LinkWrite } from "../document/input.ts";
import { EngineError } from "../error.ts";
import { type ContentType, FILE_TYPE } from "../schema/content-type.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { layerOf, localeOf } from "../values/version.ts";
import { layersWritten, writeLinks } from "./links.ts";
import { localesOfDocument } from "./operations.ts";

/** A media attribute of an entry. */
export interface MediaPlace {
  /** uid of the content type. */
  readonly type: string;
  /** The entry: the version with this numeric id, else the document with this documentId. */
  readonly key: { readonly text: string; readonly number: number | null };
  readonly attribute: string;
}

/**
 * Adds a file at the end of a media attribute or, if it holds a single file, replaces that. A numeric id names one
 * version, and the document's other versions stay unchanged; a documentId names the draft and the published version in
 * the default locale, or in every locale of a document that has no version in that one.
 *
 * @throws EngineError `validation` for an attribute or entry that does not exist.
 */
export function attachFile(tx: Transaction, { type, key, attribute }: MediaPlace, documentId: string): void {
  const contentType = tx.shape.schema.types.get(type);
  const end = tx.shape.relations.end(type, attribute);
  if (contentType === undefined || end?.attribute.kind !== "media" || end.other.uid !== FILE_TYPE) {
    throw new EngineError("validation", `There is no media attribute ${attribute} of ${type}`);
  }
  const version = key.number === null ? null : tx.byId(type, key.number);
  const versions = version === null ? versionsOf(tx, contentType, key.text) : [version];
  if (versions.length === 0) throw new EngineError("validation", `There is no entry ${key.text} of ${type}`);
  const connect = [{ target: { documentId } }];
  const write: LinkWrite = { kind: "change", connect, disconnect: [] };
  for (const { status, documentId: entry } of versions) {
    const layers = contentType.draftAndPublish
      ? [status]
      : layersWritten(tx, { type: contentType, locale: localeOf(status) }, end);
    writeLinks(tx, layers, { ends: [end], key: entry }, write, true);
  }
}

function versionsOf(tx: Transaction, type: ContentType, documentId: string) {
  const [first, ...others] = localesOfDocument(tx, type, documentId);
  const locales = first === undefined || first === null ? [first ?? null] : [first, ...others];
  return locales.flatMap((locale) =>
    (["draft", "published"] as const)
      .map((status) => ({ documentId, status: layerOf(status, locale) }))
      .filter(({ status }) => tx.has(type.uid, documentId, status)),
  );
}
