/**
 * `galley/engine`: content in memory, without a server or storage. internal.ts adds the exports for storage and
 * transport.
 *
 * Content types become a `Schema`; an `Engine` holds content of that schema; operations write in a `Batch` of it, whose
 * commits it applies; a checked `Query` reads it. See docs/library.md.
 */

export { ACTIONS, type Access, FULL_ACCESS } from "./access.ts";
export { Engine } from "./engine.ts";
export { EngineError, type ErrorCode, type Issue } from "./error.ts";
export type { IndexLimits } from "./indexes/index-limits.ts";
export { describeIssue } from "./issue-text.ts";
export { CHECK_LIMITS, type CheckOptions, checkQuery } from "./query/check/check-query.ts";
export type { CheckLimits } from "./query/check/context.ts";
export { count, findFirst, findMany, findOne } from "./query/evaluate.ts";
export { explain } from "./query/explain.ts";
export { OBJECTS, type Output } from "./query/project/output.ts";
export type { Entry, Filter, Populate, Query, RawParams, SortKey } from "./query/query.ts";
export { type ReadContext, readContextOf } from "./query/read-context.ts";
export { CONTRACT_RULES, type Rules, STRAPI_RULES } from "./rules.ts";
export type { Env } from "./runtime/env.ts";
export type { Attribute } from "./schema/attribute.ts";
export type { Component, ContentType } from "./schema/content-type.ts";
export { defineSchema } from "./schema/define/define.ts";
export type {
  AttributeDefinition,
  ComponentDefinition,
  ContentTypeDefinition,
  SchemaDefinition,
} from "./schema/definition.ts";
export type { Locale } from "./schema/locale.ts";
export { Schema } from "./schema/schema.ts";
export { SchemaError, type SchemaIssue } from "./schema/schema-error.ts";
export type { Change, Commit } from "./state/commit.ts";
export type { Batch, Transaction } from "./state/pending/transaction.ts";
export type { State } from "./state/state.ts";
export type { Json } from "./values/value.ts";
export type { Layer, Status, VersionRecord } from "./values/version.ts";
export {
  cloneDocument,
  createDocument,
  deleteDocument,
  discardDraft,
  type Payload,
  publishDocument,
  saveSingle,
  singleDocument,
  unpublishDocument,
  updateDocument,
  type WriteResult,
} from "./write/operations.ts";
