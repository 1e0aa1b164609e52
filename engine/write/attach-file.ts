import type { LinkWrite } from "../document/input.ts";
import { EngineError } from "../error.ts";
import { FILE_TYPE } from "../schema/content-type.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { localeOf } from "../values/version.ts";
import { layersWritten, writeLinks } from "./links.ts";

/** A media attribute of one version of a document. */
export interface MediaPlace {
  /** uid of the content type. */
  readonly type: string;
  /** Numeric id of the version. */
  readonly id: number;
  readonly attribute: string;
}

/**
 * Adds a file at the end of a media attribute or, if it holds a single file, replaces that. The version itself stays
 * unchanged, and so do the document's other versions.
 *
 * @throws EngineError `validation` for an attribute that does not exist.
 */
export function attachFile(tx: Transaction, { type, id, attribute }: MediaPlace, documentId: string): void {
  const contentType = tx.shape.schema.types.get(type);
  const end = tx.shape.relations.end(type, attribute);
  if (contentType === undefined || end?.attribute.kind !== "media" || end.other.uid !== FILE_TYPE) {
    throw new EngineError("validation", `There is no media attribute ${attribute} of ${type}`);
  }
  const version = tx.byId(type, id);
  if (version === null) throw new EngineError("validation", `There is no entry ${id} of ${type}`);
  const edition = { type: contentType, locale: localeOf(version.status) };
  const layers = contentType.draftAndPublish ? [version.status] : layersWritten(tx, edition, end);
  const connect = [{ target: { documentId } }];
  const write: LinkWrite = { kind: "change", connect, disconnect: [] };
  writeLinks(tx, layers, { ends: [end], key: version.documentId }, write, true);
}
