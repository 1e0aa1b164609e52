import type { Input } from "../document/input.ts";
import { invariant, validationError } from "../error.ts";
import type { ContentType } from "../schema/content-type.ts";
import { MAX_LOCALES } from "../schema/locale.ts";
import { placeIn } from "../state/links/link.ts";
import type { LinkEnd } from "../state/links/relation.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import { type LinkKey, layersOf, linkedLocales, linkLayersOf } from "../state/view.ts";
import { type Layer, layerOf, type Status, type VersionRecord } from "../values/version.ts";
import { type CopiedComponent, clearComponents, copyValues } from "./components.ts";
import { copyLinks, isInternal, joinLinks } from "./copy-links.ts";
import { clearLinks, type Edition, isShared, layersWritten, opposite, otherOf, setLinks } from "./links.ts";
import { writeValues } from "./values.ts";

/* `locale` is the version's as stored: null for the default locale, and for types without locales. */

const BOTH: readonly Status[] = ["draft", "published"];

/** The status of the version that a write changes: the draft or, for a type without drafts, the only version. */
export function writtenStatus(type: ContentType): Status {
  return type.draftAndPublish ? "draft" : "published";
}

/** The layer of the version that a write changes in a locale. */
export function writtenLayer(type: ContentType, locale: string | null): Layer {
  return layerOf(writtenStatus(type), locale);
}

/**
 * Creates a document, or one of its locales: its draft, or its only version. Throws EngineError `validation` for one more
 * locale than a type may have.
 */
export function createVersion(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  input: Input,
  locale: string | null = null,
): VersionRecord {
  if (locale !== null) checkRoom(tx, type, locale);
  const scope = { transaction: tx, type, locale };
  const values = writeValues(scope, type.uid, documentId, null, input);
  const version: VersionRecord = {
    id: tx.nextId(type.uid),
    documentId,
    createdAt: tx.now,
    updatedAt: tx.now,
    publishedAt: type.draftAndPublish ? null : tx.now,
    values: locale === null ? values : { ...values, locale },
  };
  tx.put(type.uid, writtenLayer(type, locale), version);
  return version;
}

/** Each locale has rows and indexes of its own, and in some profiles callers choose their codes. */
function checkRoom(tx: Transaction, { uid }: ContentType, locale: string): void {
  const others = tx.locales(uid) ?? [];
  if (others.length + 1 < MAX_LOCALES || others.includes(locale)) return;
  const message = `The entries of ${uid} are in ${MAX_LOCALES} locales already, which is the limit`;
  throw validationError([{ path: ["locale"], message, value: locale }]);
}

/** Changes the draft, or the only version. The published version stays unchanged (content, States and transitions). */
export function updateVersion(
  tx: Transaction,
  type: ContentType,
  before: VersionRecord,
  input: Input,
  locale: string | null = null,
): VersionRecord {
  const scope = { transaction: tx, type, locale };
  const version: VersionRecord = {
    ...before,
    updatedAt: tx.now,
    publishedAt: type.draftAndPublish ? null : tx.now,
    values: writeValues(scope, type.uid, before.documentId, before.values, input),
  };
  tx.put(type.uid, writtenLayer(type, locale), version);
  return version;
}

/** Copies a document: its draft, or its only version, without the links that only one document may have. */
export function cloneVersion(
  tx: Transaction,
  type: ContentType,
  { documentId: from, values: old }: VersionRecord,
  documentId: string,
  locale: string | null = null,
): VersionRecord {
  const components: CopiedComponent[] = [];
  const id = tx.nextId(type.uid);
  const values = copyValues(tx, type.uid, old, (component) => components.push(component));
  const publishedAt = type.draftAndPublish ? null : tx.now;
  const version: VersionRecord = { id, documentId, createdAt: tx.now, updatedAt: tx.now, publishedAt, values };
  tx.put(type.uid, writtenLayer(type, locale), version);
  const edition = { type, locale };
  for (const end of tx.shape.relations.ends(type.uid)) shareLinks(tx, edition, end, from, documentId);
  for (const { uid, from: before, to } of components) {
    for (const end of tx.shape.relations.ends(uid)) shareLinks(tx, edition, end, before, to);
  }
  return version;
}

/** Replaces the published version by a copy of the draft, which stays unchanged. */
export function publishVersion(
  tx: Transaction,
  type: ContentType,
  draft: VersionRecord,
  locale: string | null = null,
): VersionRecord {
  return copyVersion(tx, { type, locale }, draft, "draft", "published", tx.now);
}

/** Replaces the draft by a copy of the published version, which stays unchanged. */
export function discardVersion(
  tx: Transaction,
  type: ContentType,
  published: VersionRecord,
  locale: string | null = null,
): VersionRecord {
  return copyVersion(tx, { type, locale }, published, "published", "draft", null);
}

/** Removes the published version and its links to others. The rules decide whether links from others are kept. */
export function unpublishVersion(
  tx: Transaction,
  type: ContentType,
  published: VersionRecord,
  locale: string | null = null,
): void {
  const { documentId } = published;
  clearComponents(tx, [layerOf("published", locale)], type.uid, published.values);
  for (const end of tx.shape.relations.touching(type.uid)) {
    for (const each of linkedLocales(tx, type, end.relation, locale)) {
      if (isShown(end)) clearLinks(tx, layerOf("published", each), { ends: [end], key: documentId });
      else if (tx.rules.links === "version") clearForeignLinks(tx, end, documentId, each);
    }
  }
  tx.remove(type.uid, layerOf("published", locale), documentId);
}

/** Removes the versions of a document in one locale, with every link from and to them. */
export function deleteVersions(
  tx: Transaction,
  type: ContentType,
  documentId: string,
  locale: string | null = null,
): void {
  const layers = BOTH.map((status) => layerOf(status, locale));
  for (const layer of layers) {
    const version = tx.version(type.uid, documentId, layer);
    if (version === null) continue;
    clearComponents(tx, layers, type.uid, version.values);
    tx.remove(type.uid, layer, documentId);
  }
  // If no locale is left, the document is gone and nothing may link to it. All are deleted in order, so the last one tells.
  const isGone = layersOf(tx, type.uid).findLast((layer) => tx.has(type.uid, documentId, layer)) === undefined;
  for (const end of tx.shape.relations.touching(type.uid)) {
    if (!isGone && isKept(tx, end)) continue;
    for (const layer of isGone ? linkLayersOf(tx, end.relation) : layers)
      clearLinks(tx, layer, { ends: [end], key: documentId });
  }
}

/**
 * Whether a link from another document is kept when this document is gone in one locale only. The link is kept if all
 * locales of its owner share it: the document still exists in other locales, and removing the link would remove it
 * there too at the next write.
 */
function isKept(tx: Transaction, { end, relation }: LinkEnd): boolean {
  if (end === "source" || tx.rules.links === "version") return false;
  return isShared(relation, tx.rules) || tx.shape.relations.sharedComponents.has(relation.owner.uid);
}

function copyVersion(
  tx: Transaction,
  { type, locale }: Edition,
  from: VersionRecord,
  source: Status,
  destination: Status,
  publishedAt: string | null,
): VersionRecord {
  const { documentId, createdAt, updatedAt } = from;
  const layer = layerOf(destination, locale);
  const old = tx.version(type.uid, documentId, layer);
  if (old !== null) clearComponents(tx, [layer], type.uid, old.values);
  const components: CopiedComponent[] = [];
  const id = tx.nextId(type.uid);
  const values = copyValues(tx, type.uid, from.values, (component) => components.push(component));
  const version: VersionRecord = { id, documentId, createdAt, updatedAt, publishedAt, values };
  tx.put(type.uid, layer, version);
  const copyEnd = (end: LinkEnd, copied: typeof copyLinks, before: LinkKey, after: LinkKey): void => {
    for (const each of linkedLocales(tx, type, end.relation, locale)) {
      copied(tx, {
        source: layerOf(source, each),
        destination: layerOf(destination, each),
        first: old === null,
        end,
        from: before,
        to: after,
      });
    }
  };
  for (const end of tx.shape.relations.touching(type.uid)) {
    if (isShown(end)) copyEnd(end, copyLinks, documentId, documentId);
    else if (isInternal(end)) copyEnd(end, joinLinks, documentId, documentId);
  }
  for (const { uid, from: before, to } of components) {
    for (const end of tx.shape.relations.ends(uid)) copyEnd(end, copyLinks, before, to);
  }
  return version;
}

/**
 * Gives one document or component the links of another, at the end of the lists at the other ends, where these may hold
 * both.
 */
function shareLinks(tx: Transaction, edition: Edition, end: LinkEnd, from: LinkKey, to: LinkKey): void {
  if (!end.relation.many[opposite(end.end)]) return;
  for (const layer of layersWritten(tx, edition, end)) {
    const links = tx.links(end.relation, layer, end.end, from);
    const here = new Map(links.map((link) => [otherOf(end)(link), placeIn(link, end.end)]));
    setLinks(tx, layer, { ends: [end], key: to }, [...here.keys()], { here });
  }
}

/** Whether an attribute of the document itself shows the links, so that its versions carry them. */
function isShown(end: LinkEnd): boolean {
  return end.end === "source" || end.relation.inverse !== null;
}

/**
 * Removes one-way links to a published version that is about to go. Links of documents without drafts stay: such a link
 * leads to both versions, and is also in the draft layer.
 */
function clearForeignLinks(tx: Transaction, end: LinkEnd, documentId: string, locale: string | null): void {
  invariant(end.end === "target", "links of others arrive at the target end");
  const { relation } = end;
  const { owner } = relation;
  if (owner.model === "content-type" && !owner.draftAndPublish) return;
  const published = layerOf("published", locale);
  const drafts = new Set(tx.links(relation, layerOf("draft", locale), "target", documentId).map((link) => link.source));
  for (const link of tx.links(relation, published, "target", documentId)) {
    const ofPlainType = owner.model === "component" && drafts.has(link.source);
    if (!ofPlainType) tx.unlink(relation, published, link.source, link.target);
  }
}
