export * from "./access.ts";
export { checkNames } from "./document/check-keys.ts";
export { meantName } from "./document/near-name.ts";
export { HashedPassword } from "./document/password.ts";
export { passwordPlaces, replacePasswords } from "./document/passwords.ts";
export * from "./document/version.ts";
export { Engine } from "./engine.ts";
export * from "./env.ts";
export * from "./error.ts";
export { INDEX_LIMITS, type IndexLimits } from "./indexes/index-limits.ts";
export { describeIssue, withFaultsTold } from "./issue-text.ts";
export { linksIn } from "./links/link-list.ts";
export { Allowance, WORK } from "./query/allowance.ts";
export { ANSWER_BYTES, AnswerBudget, tooLargeAnswer } from "./query/answer-budget.ts";
export { type CheckListOptions, checkList, type ListQuery } from "./query/check/check-list.ts";
export { CheckMemo } from "./query/check/check-memo.ts";
export { CHECK_LIMITS, type CheckOptions, checkQuery, checkShape } from "./query/check/check-query.ts";
export type { CheckLimits } from "./query/check/context.ts";
export { Hole } from "./query/check/hole.ts";
export { refuseBothStyles } from "./query/check/pagination.ts";
export type { HoleValues, QueryShape } from "./query/check/query-shape.ts";
export { count, type Found, findFirst, findMany, findOne } from "./query/evaluate.ts";
export { type Explanation, explain } from "./query/explain.ts";
export { type FoundRows, findRow, findRows, type RowPlace, rowAt } from "./query/find-rows.ts";
export { placeOfType } from "./query/ground.ts";
export { type Linked, type LinkedQuery, linkedOf } from "./query/linked.ts";
export { keptText, OBJECTS, type Output, TEXT } from "./query/output.ts";
export { type Pagination, paginationOf, paginationText } from "./query/page.ts";
export { componentsOf, type Field, fieldAt, type Node, type Place } from "./query/place.ts";
export * from "./query/query.ts";
export { type Audience, type ReadBudgets, type Reading, readingOf } from "./query/reading.ts";
export type { Seen } from "./query/sort.ts";
export { typesRead } from "./query/types-read.ts";
export * from "./rules.ts";
export { isEmail, MAX_EMAIL_LENGTH } from "./scalar/email.ts";
export { isKeptExactly } from "./scalar/exact-number.ts";
export * from "./schema/attribute.ts";
export { BUILT_IN_TYPES, type BuiltInTypes } from "./schema/built-in-types.ts";
export * from "./schema/content-type.ts";
export { type CustomFields, isKnownCustomField } from "./schema/custom-field.ts";
export { defineSchema } from "./schema/define.ts";
export * from "./schema/definition.ts";
export { faultWording } from "./schema/fault-wording.ts";
export { type Branches, type Part, readPattern } from "./schema/pattern/read-pattern.ts";
export { isReservedAttributeName, isReservedTypeName } from "./schema/reserved.ts";
export * from "./schema/schema.ts";
export { SchemaError, type SchemaIssue } from "./schema/schema-error.ts";
export { snakeCase } from "./schema/snake-case.ts";
export * from "./state/commit.ts";
export type { ComponentRow, Digest, EntryText, Row } from "./state/row.ts";
export type { ReadAgain } from "./state/sources.ts";
export type { Batch, Transaction } from "./state/transaction.ts";
export { recordsOf, type VersionColumns } from "./state/version-columns.ts";
export { ObjectNumbers } from "./structures/object-numbers.ts";
export { weightOf } from "./structures/weight-of.ts";
export { WeightedCache } from "./structures/weighted-cache.ts";
export * from "./value.ts";
export { attachFile, type MediaPlace } from "./write/attach-file.ts";
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
  type Written,
} from "./write/operations.ts";
