import type { Access } from "../access.ts";
import { checkKeys } from "../document/check/check-keys.ts";
import { checkReferences } from "../document/check/check-references.ts";
import { checkValues } from "../document/check/check-values.ts";
import { type DocumentData, readData, storedData } from "../document/data.ts";
import type { Input } from "../document/input.ts";
import { EngineError } from "../error.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import type { Status, VersionRecord } from "../values/version.ts";
import {
  cloneVersion,
  createVersion,
  deleteVersions,
  discardVersion,
  publishVersion,
  unpublishVersion,
  updateVersion,
  writtenStatus,
} from "./lifecycle.ts";
import { lookupsOf } from "./lookups.ts";

/** A caller's data for one document. */
export interface Payload {
  readonly type: ContentType;
  readonly data: unknown;
  readonly access: Access;
  /** Keys that the type does not have: an error over REST, left out for the embedded Document Service. */
  readonly unknownKeys: "refuse" | "drop";
}

/** The version that an operation wrote last. */
export interface Written {
  readonly documentId: string;
  readonly status: Status;
}

/**
 * Makes a document, and publishes it when asked to. Throws EngineError: `validation` with every fault of the data,
 * `application` when the documentId is taken.
 */
export function createDocument(tx: Transaction, payload: Payload, publish: boolean, documentId?: string): Written {
  const { type } = payload;
  const id = documentId ?? freshDocumentId(tx, type);
  const data = checkedShape(tx, payload);
  if (documentId !== undefined) refuseTaken(tx, type, documentId);
  return finish(tx, type, createVersion(tx, type, id, inputOf(tx, type, data, null)), publish);
}

/** Changes a document, and publishes it when asked to. Throws EngineError: `not-found`, `validation`, `application`. */
export function updateDocument(tx: Transaction, payload: Payload, documentId: string, publish: boolean): Written {
  const { type } = payload;
  const data = checkedShape(tx, payload);
  const before = tx.version(type.uid, documentId, writtenStatus(type));
  if (before !== null)
    return finish(tx, type, updateVersion(tx, type, before, inputOf(tx, type, data, before)), publish);
  if (tx.version(type.uid, documentId, "published") === null) throw notFound();
  // Only a published version is left: the draft begins with the data alone (writes, §16).
  return finish(tx, type, createVersion(tx, type, documentId, inputOf(tx, type, data, null)), publish);
}

/**
 * Makes a document like another: its draft, or its only version, with the data on top. Links that only one document may
 * have stay with the other. Null when that does not exist. Throws EngineError: `validation`, `application`.
 */
export function cloneDocument(tx: Transaction, payload: Payload, documentId: string): Written | null {
  const { type } = payload;
  const original = tx.version(type.uid, documentId, writtenStatus(type));
  if (original === null) return null;
  const data = checkedShape(tx, payload);
  const copy = cloneVersion(tx, type, original, freshDocumentId(tx, type));
  const version = updateVersion(tx, type, copy, inputOf(tx, type, data, copy));
  if (!type.draftAndPublish) checkStored(tx, type, version);
  return { documentId: version.documentId, status: writtenStatus(type) };
}

/** Changes the one document of a single type, or makes it. */
export function saveSingle(tx: Transaction, payload: Payload, publish: boolean): Written {
  const documentId = singleDocument(tx, payload.type);
  if (documentId === null) return createDocument(tx, payload, publish);
  return updateDocument(tx, payload, documentId, publish);
}

/** The documentId of a single type's document. */
export function singleDocument(tx: Transaction, type: ContentType): string | null {
  for (const documentId of tx.documents(type.uid)) return documentId;
  return null;
}

/** Publishes the stored draft. Null when there is none. Throws EngineError `validation` when the draft breaks a rule. */
export function publishDocument(tx: Transaction, type: ContentType, documentId: string): Written | null {
  const draft = tx.version(type.uid, documentId, "draft");
  return draft === null ? null : publish(tx, type, draft);
}

/** Takes the published version away. Answers it as it was, or null when nothing was published. */
export function unpublishDocument(tx: Transaction, type: ContentType, documentId: string): VersionRecord | null {
  const published = tx.version(type.uid, documentId, "published");
  if (published !== null) unpublishVersion(tx, type, published);
  return published;
}

/** Makes the draft what the published version is. Null, and no change, for a document that was never published. */
export function discardDraft(tx: Transaction, type: ContentType, documentId: string): Written | null {
  const published = tx.version(type.uid, documentId, "published");
  if (published === null) return null;
  discardVersion(tx, type, published);
  return { documentId, status: "draft" };
}

/** Removes a document with all its versions and every link from and to it. Throws EngineError `not-found`. */
export function deleteDocument(tx: Transaction, type: ContentType, documentId: string): void {
  const versions = [tx.version(type.uid, documentId, "draft"), tx.version(type.uid, documentId, "published")];
  if (versions.every((version) => version === null)) throw notFound();
  deleteVersions(tx, type, documentId);
}

function finish(tx: Transaction, type: ContentType, version: VersionRecord, publishing: boolean): Written {
  if (publishing && type.draftAndPublish) return publish(tx, type, version);
  return { documentId: version.documentId, status: writtenStatus(type) };
}

/** The stored draft is held against the full rules first (writes, §1, stage 14). */
function publish(tx: Transaction, type: ContentType, draft: VersionRecord): Written {
  checkStored(tx, type, draft);
  publishVersion(tx, type, draft);
  return { documentId: draft.documentId, status: "published" };
}

/** Holds what is stored against the full rules. */
function checkStored(tx: Transaction, type: ContentType, { documentId, values }: VersionRecord): void {
  const { schema } = tx.shape;
  const lookups = lookupsOf(tx, documentId);
  const data = storedData(values);
  checkValues({ schema, type, data, operation: "publish", full: true, rules: tx.rules, lookups });
}

function checkedShape(tx: Transaction, { type, data: sent, access, unknownKeys }: Payload): DocumentData {
  const { schema } = tx.shape;
  const data = readData(sent);
  if (unknownKeys === "refuse") checkKeys(schema, type, data, access, tx.rules);
  checkReferences(schema, type, data, tx.rules, lookupsOf(tx, null));
  return data;
}

function inputOf(tx: Transaction, type: ContentType, data: DocumentData, before: VersionRecord | null): Input {
  return checkValues({
    schema: tx.shape.schema,
    type,
    data,
    operation: before === null ? "create" : "update",
    full: !type.draftAndPublish,
    rules: tx.rules,
    lookups: lookupsOf(tx, before?.documentId ?? null),
  });
}

/** Ids that count come upon those of an earlier process. */
function freshDocumentId(tx: Transaction, type: ContentType): string {
  for (;;) {
    const id = tx.newDocumentId();
    if (tx.version(type.uid, id, "draft") === null && tx.version(type.uid, id, "published") === null) return id;
  }
}

function refuseTaken(tx: Transaction, type: ContentType, documentId: string): void {
  if (tx.version(type.uid, documentId, writtenStatus(type)) === null) return;
  throw new EngineError(
    "application",
    `A draft entry with documentId "${documentId}" already exists for UID "${type.uid}". This combination must be unique.`,
  );
}

function notFound(): EngineError {
  return new EngineError("not-found", "Not Found");
}
