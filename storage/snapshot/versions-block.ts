import { type Change, type Json, type Layer, recordsOf, type VersionColumns } from "../../engine/internal.ts";
import { either, listOf, oneOf, record, type Shape, test } from "../shapes/shape.ts";
import { positive, status, text, time } from "../shapes/shapes.ts";
import { checkLengths } from "./columns.ts";

/** Stands for the version's `createdAt` in a column of times, since most times are equal to it. */
const AS_CREATED = 0;
export type Time = string | typeof AS_CREATED;
type Times = VersionsBlock["publishedAt"];

/** Versions of one content type and layer whose values have the same keys. */
export interface VersionsBlock {
  readonly kind: "versions";
  readonly type: string;
  readonly status: Layer;
  readonly id: readonly number[];
  readonly documentId: readonly string[];
  readonly createdAt: readonly string[];
  readonly updatedAt: readonly Time[];
  readonly publishedAt: readonly (Time | null)[];
  /** The names of the values; `values` has a column for each. */
  readonly fields: readonly string[];
  readonly values: readonly (readonly Json[])[];
}

type Put = Extract<Change, { kind: "put" }>;

const asCreated = test<typeof AS_CREATED>("must be 0", (value) => value === AS_CREATED);
const otherTime: Shape<Time> = either("must be 0 or a time", asCreated, time);
const noTime = test<null>("must be null", (value) => value === null);
const fieldName = test<string>("must be the name of a value", isFieldName);
const column = test<readonly Json[]>("must be a list", Array.isArray);

export const versionsShape = record<VersionsBlock>({
  kind: oneOf("versions"),
  type: text,
  status,
  id: listOf(positive),
  documentId: listOf(text),
  createdAt: listOf(time),
  updatedAt: listOf(otherTime),
  publishedAt: listOf(either("must be 0, a time or null", otherTime, noTime)),
  fields: listOf(fieldName),
  values: listOf(column),
});

export function versionsBlock({ type, status, version: { values } }: Put, puts: readonly Put[]): VersionsBlock {
  const versions = puts.map(({ version }) => version);
  const fields = Object.keys(values).filter(isFieldName);
  return {
    kind: "versions",
    type,
    status,
    id: versions.map(({ id }) => id),
    documentId: versions.map(({ documentId }) => documentId),
    createdAt: versions.map(({ createdAt }) => createdAt),
    updatedAt: versions.map(({ createdAt, updatedAt }) => (updatedAt === createdAt ? AS_CREATED : updatedAt)),
    publishedAt: versions.map(({ createdAt, publishedAt }) => (publishedAt === createdAt ? AS_CREATED : publishedAt)),
    fields,
    values: fields.map((field) => versions.map((version) => version.values[field] ?? null)),
  };
}

/** Whether two versions can share a block. */
export function areAlike(one: Put, other: Put): boolean {
  if (one.type !== other.type || one.status !== other.status) return false;
  const fields = Object.keys(one.version.values);
  const others = Object.keys(other.version.values);
  return fields.length === others.length && fields.every((field, at) => field === others[at]);
}

/** @throws StorageError `invalid` */
export function columnsIn(block: VersionsBlock): VersionColumns {
  const { type, status, id, documentId, createdAt, updatedAt, publishedAt, fields, values } = block;
  checkLengths(id.length, [documentId, createdAt, updatedAt, publishedAt, ...values]);
  checkLengths(fields.length, [values]);
  return {
    type,
    status,
    id,
    documentId,
    createdAt,
    updatedAt: timesIn(updatedAt, createdAt) as readonly string[],
    publishedAt: timesIn(publishedAt, createdAt),
    values: new Map(fields.map((field, at) => [field, values[at] ?? []])),
  };
}

/** The same versions as changes. */
export function putsOf(columns: VersionColumns): Put[] {
  const { type, status } = columns;
  return recordsOf(columns).map((version) => ({ kind: "put", type, status, version }));
}

/** A column of times as such. */
export function timesIn(times: Times, createdAt: readonly string[]): (string | null)[] {
  return createdAt.map((created, at) => (times[at] === AS_CREATED ? created : (times[at] ?? null)));
}

/** An attribute cannot be named `__proto__`, but an edited file could contain that key. */
function isFieldName(name: unknown): boolean {
  return typeof name === "string" && name !== "__proto__";
}
