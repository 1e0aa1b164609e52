import type { Access } from "../access.ts";
import { checkKeys } from "../document/check/check-keys.ts";
import { checkReferences } from "../document/check/check-references.ts";
import { checkValues } from "../document/check/check-values.ts";
import { type DocumentData, own, readData, storedData } from "../document/data.ts";
import type { Input } from "../document/input.ts";
import { EngineError } from "../error.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { layersOf } from "../state/view.ts";
import { layerOf, type Status, type VersionRecord } from "../values/version.ts";
import {
  cloneVersion,
  createVersion,
  deleteVersions,
  discardVersion,
  publishVersion,
  unpublishVersion,
  updateVersion,
  writtenLayer,
  writtenStatus,
} from "./lifecycle.ts";
import type { Edition } from "./links.ts";
import { lookupsOf } from "./lookups.ts";
import { checkSharedLinks, copyShared, sharedSource, shareValues } from "./share-values.ts";

/** A caller's data for one document. */
export interface Payload {
  readonly type: ContentType;
  readonly data: unknown;
  readonly access: Access;
  /** The treatment of keys that the type does not have: REST refuses them, the embedded Document Service drops them. */
  readonly unknownKeys: "refuse" | "drop";
  /** The locale to write, as it is stored (`storedLocale`); the default one when absent. */
  readonly locale?: string | null;
}

/** The version that an operation wrote last. */
export interface WriteResult {
  readonly documentId: string;
  readonly status: Status;
  /** As it is stored: null for the default one. */
  readonly locale: string | null;
}

/**
 * Creates a document, and publishes it if asked to. Throws EngineError: `validation` with every fault of the data,
 * `application` if the documentId is taken.
 */
export function createDocument(tx: Transaction, payload: Payload, publish: boolean, documentId?: string): WriteResult {
  const { type, locale = null } = payload;
  const id = documentId ?? freshDocumentId(tx, type);
  const data = checkedShape(tx, payload);
  if (documentId !== undefined) refuseTaken(tx, type, documentId, locale);
  tx.cause("create", type.uid, id, locale);
  return finish(tx, { type, locale }, makeVersion(tx, { type, locale }, id, data), publish);
}

/**
 * Changes a document, and publishes it if asked to. A locale that does not exist yet is created. Throws EngineError:
 * `not-found`, `validation`, `application`.
 */
export function updateDocument(tx: Transaction, payload: Payload, documentId: string, publish: boolean): WriteResult {
  const { type, locale = null } = payload;
  const edition: Edition = { type, locale };
  const data = checkedShape(tx, payload);
  const before = tx.version(type.uid, documentId, writtenLayer(type, locale));
  if (before === null && !hasDocument(tx, type, documentId)) throw notFound();
  tx.cause(before === null ? "create" : "update", type.uid, documentId, locale);
  if (before !== null) {
    const version = updateVersion(tx, type, before, inputOf(tx, edition, data, before), locale);
    shareValues(tx, type, documentId, writtenLayer(type, locale));
    return finish(tx, edition, version, publish);
  }
  // Only a published version or other locales are left: the new draft consists of the data alone (writes, §16).
  return finish(tx, edition, makeVersion(tx, edition, documentId, data), publish);
}

/** Creates the first version of a locale; shared values come from the document's other locales. */
function makeVersion(tx: Transaction, edition: Edition, documentId: string, data: DocumentData): VersionRecord {
  const { type, locale } = edition;
  const layer = writtenLayer(type, locale);
  const from = type.locale === null ? null : sharedSource(tx, type, documentId);
  if (from === null) return createVersion(tx, type, documentId, inputOf(tx, edition, data, null), locale);
  const source = tx.version(type.uid, documentId, from);
  const sent = [...type.shared].filter((name) => own(data, name) !== undefined && own(data, name) !== null);
  const kept = new Set([...type.shared].filter((name) => !sent.includes(name)));
  const input = new Map(inputOf(tx, edition, withShared(type, data, source, kept), null, documentId));
  for (const name of kept) input.delete(name);
  if (source !== null && tx.rules.links === "version") checkSharedLinks(tx, type, source, from, layer);
  createVersion(tx, type, documentId, input, locale);
  copyShared(tx, type, documentId, from, layer, kept);
  shareValues(tx, type, documentId, layer, new Set(sent));
  return tx.version(type.uid, documentId, layer) ?? notThere();
}

/**
 * The data completed with the values of the document's other locales, for checking the rules. Links are not included.
 */
function withShared(
  type: ContentType,
  data: DocumentData,
  source: VersionRecord | null,
  names: ReadonlySet<string>,
): DocumentData {
  const whole: { [name: string]: unknown } = { ...data };
  for (const name of names) {
    const attribute = type.attributes.get(name);
    delete whole[name];
    const value = source?.values[name] ?? null;
    // The stored hash must not be checked as a password.
    const isSecret = attribute?.kind === "scalar" && attribute.type === "password";
    if (value !== null && !isSecret) whole[name] = value;
  }
  return storedData(whole);
}

function notThere(): never {
  throw new Error("What was written is there");
}

/**
 * Creates a copy of a document: its draft, or its only version, changed by the data. Links that only one document may
 * have stay with the original. Null if the original does not exist. Throws EngineError: `validation`, `application`.
 *
 * @param copyId the copy, if it exists in another locale.
 */
export function cloneDocument(
  tx: Transaction,
  payload: Payload,
  documentId: string,
  copyId: string = freshDocumentId(tx, payload.type),
): WriteResult | null {
  const { type, locale = null } = payload;
  const original = tx.version(type.uid, documentId, writtenLayer(type, locale));
  if (original === null) return null;
  const data = checkedShape(tx, payload);
  const copy = cloneVersion(tx, type, original, copyId, locale);
  const version = updateVersion(tx, type, copy, inputOf(tx, { type, locale }, data, copy), locale);
  if (!type.draftAndPublish) checkStored(tx, { type, locale }, version);
  tx.cause("create", type.uid, version.documentId, locale);
  return { documentId: version.documentId, status: writtenStatus(type), locale };
}

/** Changes the document of a single type, or creates it. */
export function saveSingle(tx: Transaction, payload: Payload, publish: boolean): WriteResult {
  const documentId = singleDocument(tx, payload.type);
  if (documentId === null) return createDocument(tx, payload, publish);
  return updateDocument(tx, payload, documentId, publish);
}

/** The documentId of a single type's document; null if there is none. */
export function singleDocument(tx: Transaction, type: ContentType): string | null {
  for (const documentId of tx.documents(type.uid)) return documentId;
  return null;
}

/** Publishes the stored draft. Null if there is none. Throws EngineError `validation` if the draft breaks a rule. */
export function publishDocument(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null = null,
): WriteResult | null {
  const draft = tx.version(type.uid, documentId, layerOf("draft", locale));
  return draft === null ? null : publish(tx, { type, locale }, draft);
}

/** Removes the published version. Returns it as it was, or null if nothing was published. */
export function unpublishDocument(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null = null,
): VersionRecord | null {
  const layer = layerOf("published", locale);
  const published = tx.version(type.uid, documentId, layer);
  if (published === null) return null;
  tx.causeRemoval("unpublish", type.uid, documentId, locale, [layer]);
  unpublishVersion(tx, type, published, locale);
  return published;
}

/** Resets the draft to the published version. Returns null and changes nothing if the document is not published. */
export function discardDraft(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null = null,
): WriteResult | null {
  const published = tx.version(type.uid, documentId, layerOf("published", locale));
  if (published === null) return null;
  tx.cause("draft-discard", type.uid, documentId, locale);
  discardVersion(tx, type, published, locale);
  shareValues(tx, type, documentId, layerOf("draft", locale));
  return { documentId, status: "draft", locale };
}

/**
 * Removes the versions of a document in one locale, with every link from and to them; `localesOfDocument` lists all
 * locales. Throws EngineError `not-found`.
 */
export function deleteDocument(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null = null,
): void {
  if (!hasLocale(tx, type, documentId, locale)) throw notFound();
  tx.causeRemoval("delete", type.uid, documentId, locale, [layerOf("draft", locale), layerOf("published", locale)]);
  deleteVersions(tx, type, documentId, locale);
}

/** The locales in which a document has versions, as they are stored: null is the default one. */
export function localesOfDocument(tx: Transaction, type: ContentType, documentId: string): (string | null)[] {
  return [null, ...(tx.locales(type.uid) ?? [])].filter((locale) => hasLocale(tx, type, documentId, locale));
}

function hasLocale(tx: Transaction, { uid }: ContentType, documentId: string, locale: string | null): boolean {
  const layers = [layerOf("draft", locale), layerOf("published", locale)];
  return layers.some((layer) => tx.has(uid, documentId, layer));
}

function hasDocument(tx: Transaction, type: ContentType, documentId: string): boolean {
  return layersOf(tx, type.uid).some((layer) => tx.has(type.uid, documentId, layer));
}

function finish(tx: Transaction, edition: Edition, version: VersionRecord, publishing: boolean): WriteResult {
  const { type, locale } = edition;
  if (publishing && type.draftAndPublish) return publish(tx, edition, version);
  return { documentId: version.documentId, status: writtenStatus(type), locale };
}

/** The stored draft is first checked against the full rules (writes, §1, stage 14). */
function publish(tx: Transaction, edition: Edition, draft: VersionRecord): WriteResult {
  const { type, locale } = edition;
  checkStored(tx, edition, draft);
  tx.cause("publish", type.uid, draft.documentId, locale);
  publishVersion(tx, type, draft, locale);
  shareValues(tx, type, draft.documentId, layerOf("published", locale));
  return { documentId: draft.documentId, status: "published", locale };
}

/** Checks stored values against the full rules. */
function checkStored(tx: Transaction, { type, locale }: Edition, { documentId, values }: VersionRecord): void {
  const { schema } = tx.shape;
  const lookups = lookupsOf(tx, documentId, locale);
  const data = storedData(values);
  checkValues({ schema, type, data, operation: "publish", full: true, rules: tx.rules, lookups });
}

function checkedShape(
  tx: Transaction,
  { type, data: sent, access, unknownKeys, locale = null }: Payload,
): DocumentData {
  const { schema } = tx.shape;
  const data = readData(sent);
  if (unknownKeys === "refuse") checkKeys(schema, type, data, access, tx.rules);
  checkReferences(schema, type, data, tx.rules, lookupsOf(tx, null, locale), locale);
  return data;
}

/** `own`: the written document, if it exists already. */
function inputOf(
  tx: Transaction,
  { type, locale }: Edition,
  data: DocumentData,
  before: VersionRecord | null,
  own: string | null = before?.documentId ?? null,
): Input {
  return checkValues({
    schema: tx.shape.schema,
    type,
    data,
    operation: before === null ? "create" : "update",
    full: !type.draftAndPublish,
    rules: tx.rules,
    lookups: lookupsOf(tx, own, locale),
  });
}

/** Retries, because an earlier process may have used the same sequential id. */
function freshDocumentId(tx: Transaction, type: ContentType): string {
  for (;;) {
    const id = tx.newDocumentId();
    if (!hasDocument(tx, type, id)) return id;
  }
}

function refuseTaken(tx: Transaction, type: ContentType, documentId: string, locale: string | null): void {
  if (!tx.has(type.uid, documentId, writtenLayer(type, locale))) return;
  throw new EngineError(
    "application",
    `A draft entry with documentId "${documentId}" already exists for UID "${type.uid}". This combination must be unique.`,
  );
}

function notFound(): EngineError {
  return new EngineError("not-found", "Not Found");
}
