import {
  type Author,
  type Cause,
  type Change,
  type Commit,
  isRecord,
  type Json,
  type Layer,
  type VersionRecord,
} from "../../engine/internal.ts";
import { either, listOf, oneOf, optional, pairOf, record, type Shape, test, variants } from "./shape.ts";

const LAYER = /^(draft|published)(:[^\s:"\\]+)?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const text = test<string>("must be a text that is not empty", (value) =>
  typeof value === "string" && value !== "");
export const natural = test<number>("must be a whole number from 0", isNatural);
export const positive = test<number>("must be a whole number from 1", (value) => isNatural(value) && value > 0);
export const finite = test<number>("must be a number", Number.isFinite);
export const time = test<string>("must be a time like 2026-01-31T12:00:00.000Z", isTime);
export const timeOrNull = test<string | null>("must be null or a time like 2026-01-31T12:00:00.000Z", (value) => {
  return value === null || isTime(value);
});
export const status = test<Layer>('must be "draft" or "published", and may name a locale behind a colon', isLayer);
const values = test<{ readonly [attribute: string]: Json }>("must be an object", isRecord);
/** Source of a link: the documentId of a document or the numeric id of a component. */
export const owner = either("must be a documentId or the id of a component", text, positive);
const end = { relation: text, layer: status, source: owner, target: text };

const versionFields = { id: positive, createdAt: time, updatedAt: time, publishedAt: timeOrNull, values };

/** A version whose documentId is stored elsewhere. */
export const bareVersionShape = record<Omit<VersionRecord, "documentId">>(versionFields);
const versionShape = record<VersionRecord>({ ...versionFields, documentId: text });

export const orderShape = pairOf(finite);

export const changeShape: Shape<Change> = variants<Change>({
  put: record<Extract<Change, { kind: "put" }>>({ kind: oneOf("put"), type: text, status, version: versionShape }),
  remove: record<Extract<Change, { kind: "remove" }>>({ kind: oneOf("remove"), type: text, status, documentId: text }),
  link: record<Extract<Change, { kind: "link" }>>({ kind: oneOf("link"), ...end, order: orderShape }),
  unlink: record<Extract<Change, { kind: "unlink" }>>({ kind: oneOf("unlink"), ...end }),
  sequence: record<Extract<Change, { kind: "sequence" }>>({ kind: oneOf("sequence"), of: text, last: natural }),
  schema: record<Extract<Change, { kind: "schema" }>>({ kind: oneOf("schema"), fingerprint: text }),
  clear: record<Extract<Change, { kind: "clear" }>>({ kind: oneOf("clear") }),
});

const causeShape = record<Cause>({
  event: oneOf("create", "update", "delete", "publish", "unpublish", "draft-discard"),
  type: text,
  documentId: text,
  locale: optional(text),
  was: optional(listOf(versionShape)),
});

export const causesShape = listOf(causeShape);

export const authorShape = record<Author>({
  kind: oneOf("public", "user", "token", "process", "schedule"),
  name: optional(text),
  via: optional(oneOf("schedule")),
  hop: optional(positive),
});

export const commitShape: Shape<Commit> = record<Commit>({
  number: positive,
  at: natural,
  format: optional(test<2 | 3 | 4>("must be 2, 3 or 4", (value) => value === 2 || value === 3 || value === 4)),
  changes: listOf(changeShape),
  causes: optional(causesShape),
  by: optional(authorShape),
  key: optional(text),
});

export function isLayer(value: unknown): value is Layer {
  return value === "draft" || value === "published" || (typeof value === "string" && LAYER.test(value));
}

function isNatural(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isTime(value: unknown): boolean {
  return typeof value === "string" && TIME.test(value);
}
