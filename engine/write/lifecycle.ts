import type { Input } from "../document/input.ts";
import { invariant } from "../error.ts";
import type { ContentType } from "../schema/content-type.ts";
import type { LinkEnd } from "../state/links/relation.ts";
import type { Transaction } from "../state/pending/transaction.ts";
import type { LinkKey } from "../state/view.ts";
import type { Status, VersionRecord } from "../values/version.ts";
import { type CopiedComponent, clearComponents, copyValues } from "./components.ts";
import { copyLinks, isInternal, joinLinks } from "./copy-links.ts";
import { clearLinks, layersWritten, opposite, otherOf, ownPlace, setLinks } from "./links.ts";
import { writeValues } from "./values.ts";

const BOTH: readonly Status[] = ["draft", "published"];

/** The version that a write of the type changes: its draft, or its only one. */
export function writtenStatus(type: ContentType): Status {
  return type.draftAndPublish ? "draft" : "published";
}

/** Makes a document: its draft, or its only version. */
export function createVersion(tx: Transaction, type: ContentType, documentId: string, input: Input): VersionRecord {
  const scope = { transaction: tx, draftAndPublish: type.draftAndPublish };
  const version: VersionRecord = {
    id: tx.nextId(type.uid),
    documentId,
    createdAt: tx.now,
    updatedAt: tx.now,
    publishedAt: type.draftAndPublish ? null : tx.now,
    values: writeValues(scope, type.uid, documentId, null, input),
  };
  tx.put(type.uid, writtenStatus(type), version);
  return version;
}

/** Changes the draft, or the only version. A published version stays as it is (content, States and transitions). */
export function updateVersion(tx: Transaction, type: ContentType, before: VersionRecord, input: Input): VersionRecord {
  const scope = { transaction: tx, draftAndPublish: type.draftAndPublish };
  const version: VersionRecord = {
    ...before,
    updatedAt: tx.now,
    publishedAt: type.draftAndPublish ? null : tx.now,
    values: writeValues(scope, type.uid, before.documentId, before.values, input),
  };
  tx.put(type.uid, writtenStatus(type), version);
  return version;
}

/** Makes a document like another: its draft, or its only version, without links that only one document may have. */
export function cloneVersion(
  tx: Transaction,
  type: ContentType,
  { documentId: from, values: old }: VersionRecord,
  documentId: string,
): VersionRecord {
  const components: CopiedComponent[] = [];
  const id = tx.nextId(type.uid);
  const values = copyValues(tx, type.uid, old, (component) => components.push(component));
  const publishedAt = type.draftAndPublish ? null : tx.now;
  const version: VersionRecord = { id, documentId, createdAt: tx.now, updatedAt: tx.now, publishedAt, values };
  tx.put(type.uid, writtenStatus(type), version);
  for (const end of tx.shape.relations.ends(type.uid)) shareLinks(tx, type, end, from, documentId);
  for (const { uid, from: before, to } of components) {
    for (const end of tx.shape.relations.ends(uid)) shareLinks(tx, type, end, before, to);
  }
  return version;
}

/** Makes the published version anew from the draft, which stays untouched. */
export function publishVersion(tx: Transaction, type: ContentType, draft: VersionRecord): VersionRecord {
  return copyVersion(tx, type, draft, "draft", "published", tx.now);
}

/** Makes the draft anew from the published version, which stays untouched. */
export function discardVersion(tx: Transaction, type: ContentType, published: VersionRecord): VersionRecord {
  return copyVersion(tx, type, published, "published", "draft", null);
}

/** Removes the published version and what it links to. What links to the document is kept or not by the rules. */
export function unpublishVersion(tx: Transaction, type: ContentType, published: VersionRecord): void {
  const { documentId } = published;
  clearComponents(tx, ["published"], type.uid, published.values);
  for (const end of tx.shape.relations.touching(type.uid)) {
    if (isShown(end)) clearLinks(tx, "published", { ends: [end], key: documentId });
    else if (tx.rules.links === "version") clearForeignLinks(tx, end, documentId);
  }
  tx.remove(type.uid, "published", documentId);
}

/** Removes every version of a document, and every link from and to it. */
export function deleteVersions(tx: Transaction, type: ContentType, documentId: string): void {
  for (const status of BOTH) {
    const version = tx.version(type.uid, documentId, status);
    if (version === null) continue;
    clearComponents(tx, BOTH, type.uid, version.values);
    tx.remove(type.uid, status, documentId);
  }
  for (const end of tx.shape.relations.touching(type.uid)) {
    for (const layer of BOTH) clearLinks(tx, layer, { ends: [end], key: documentId });
  }
}

function copyVersion(
  tx: Transaction,
  type: ContentType,
  from: VersionRecord,
  source: Status,
  destination: Status,
  publishedAt: string | null,
): VersionRecord {
  const { documentId, createdAt, updatedAt } = from;
  const old = tx.version(type.uid, documentId, destination);
  if (old !== null) clearComponents(tx, [destination], type.uid, old.values);
  const components: CopiedComponent[] = [];
  const id = tx.nextId(type.uid);
  const values = copyValues(tx, type.uid, from.values, (component) => components.push(component));
  const version: VersionRecord = { id, documentId, createdAt, updatedAt, publishedAt, values };
  tx.put(type.uid, destination, version);
  const copy = { source, destination, first: old === null };
  for (const end of tx.shape.relations.touching(type.uid)) {
    if (isShown(end)) copyLinks(tx, { ...copy, end, from: documentId, to: documentId });
    else if (isInternal(end)) joinLinks(tx, { ...copy, end, from: documentId, to: documentId });
  }
  for (const { uid, from: before, to } of components) {
    for (const end of tx.shape.relations.ends(uid)) copyLinks(tx, { ...copy, end, from: before, to });
  }
  return version;
}

/** Gives one place the links of another, at the end of the lists of those who may have both. */
function shareLinks(tx: Transaction, type: ContentType, end: LinkEnd, from: LinkKey, to: LinkKey): void {
  if (!end.relation.many[opposite(end.end)]) return;
  for (const layer of layersWritten(type.draftAndPublish, end)) {
    const links = tx.links(end.relation, layer, end.end, from);
    const here = new Map(links.map((link) => [otherOf(end)(link), ownPlace(link, end.end)]));
    setLinks(tx, layer, { ends: [end], key: to }, [...here.keys()], { here });
  }
}

/** An end that an attribute of the document itself shows, so that its versions carry the links. */
function isShown(end: LinkEnd): boolean {
  return end.end === "source" || end.relation.inverse !== null;
}

/**
 * Removes one-way links to a published version that is going. Those of documents without drafts stay: they lead to
 * both versions, and the same link stands among the drafts.
 */
function clearForeignLinks(tx: Transaction, end: LinkEnd, documentId: string): void {
  invariant(end.end === "target", "links of others arrive at the target end");
  const { relation } = end;
  const { owner } = relation;
  if (owner.model === "content-type" && !owner.draftAndPublish) return;
  const drafts = new Set(tx.links(relation, "draft", "target", documentId).map((link) => link.source));
  for (const link of tx.links(relation, "published", "target", documentId)) {
    const ofPlainType = owner.model === "component" && drafts.has(link.source);
    if (!ofPlainType) tx.unlink(relation, "published", link.source, link.target);
  }
}
