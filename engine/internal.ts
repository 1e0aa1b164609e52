/**
 * The exports for storage and transport: all of index.ts, and internals. Nothing outside of this repository may import
 * it; it is no entry point of the package.
 */
export * from "./access.ts";
export { checkKeys, checkNames } from "./document/check/check-keys.ts";
export { longestValue } from "./document/check/constraints.ts";
export { meantName, unknownKey, unknownKeys } from "./document/check/near-name.ts";
export { readData } from "./document/data.ts";
export { HashedPassword } from "./document/scalars/password.ts";
export { passwordPlaces, replacePasswords } from "./document/scalars/passwords.ts";
export { Engine } from "./engine.ts";
export * from "./error.ts";
export { Suspension } from "./indexes/building/suspension.ts";
export { INDEX_LIMITS, type IndexLimits } from "./indexes/index-limits.ts";
export { describeIssue, withFaultsInMessage } from "./issue-text.ts";
export { ANSWER_BYTES, AnswerBudget, tooLargeAnswer } from "./query/answer-budget.ts";
export { CheckCache } from "./query/check/check-cache.ts";
export { type CheckListOptions, checkList, type ListQuery } from "./query/check/check-list.ts";
export {
  CHECK_LIMITS,
  type CheckOptions,
  checkComponentQuery,
  checkQuery,
  checkTemplate,
  type QueryShape,
} from "./query/check/check-query.ts";
export type { CheckLimits } from "./query/check/context.ts";
export { OPERATOR_RULES, type OperatorRule } from "./query/check/filters/operators.ts";
export { refuseBothStyles } from "./query/check/pagination.ts";
export { Parameter } from "./query/check/template/parameter.ts";
export type { ParameterValues, QueryTemplate } from "./query/check/template/query-template.ts";
export { count, type Found, findFirst, findInTwoForms, findMany, findOne, findSelected } from "./query/evaluate.ts";
export { type Explanation, explain } from "./query/explain.ts";
export {
  componentsOf,
  type Field,
  fieldAt,
  type Node,
  NULL_NODE,
  type Position,
  positionOfType,
  type VisibleNode,
} from "./query/position.ts";
export { type Linked, type LinkedQuery, linkedOf, mixedOf, type PlacedNode } from "./query/project/linked.ts";
export { entryText, OBJECTS, type Output, SHARED_OBJECTS, TEXT, textOutput } from "./query/project/output.ts";
export { type Pagination, paginationOf, paginationText } from "./query/project/page.ts";
export { refuseMember } from "./query/project/project.ts";
export * from "./query/query.ts";
export { type Audience, type ReadBudgets, type ReadContext, readContextOf } from "./query/read-context.ts";
export { type RowRef, rowAt } from "./query/row-source.ts";
export { type FoundRows, findRow, findRows } from "./query/run/find-rows.ts";
export { LookUp } from "./query/run/look-up.ts";
export { entries, fieldsIn, fieldsNamed, PLAIN, populatedIn, populating, withoutPopulated } from "./query/select.ts";
export { typesRead } from "./query/types-read.ts";
export { DEFAULT_WORK, WorkBudget } from "./query/work-budget.ts";
export * from "./rules.ts";
export * from "./runtime/background-timer.ts";
export * from "./runtime/brands.ts";
export * from "./runtime/env.ts";
export { ownRequire } from "./runtime/own-require.ts";
export * from "./schema/attribute.ts";
export * from "./schema/content-type.ts";
export { type CustomFields, isKnownCustomField } from "./schema/custom-field.ts";
export { BUILT_IN_TYPES, type BuiltInTypes } from "./schema/define/built-in-types.ts";
export { defineSchema } from "./schema/define/define.ts";
export { isReservedAttributeName, isReservedTypeName } from "./schema/define/reserved.ts";
export { snakeCase } from "./schema/define/snake-case.ts";
export { withLocales } from "./schema/define/with-locales.ts";
export * from "./schema/definition.ts";
export { ENTRY_FIELDS, ENTRY_TIMES, isEntryField, isEntryTime, READ_ONLY_FIELDS } from "./schema/entry-fields.ts";
export { type Locale, storedLocale } from "./schema/locale.ts";
export { patternOf } from "./schema/pattern/pattern.ts";
export { type Branches, type Part, readPattern } from "./schema/pattern/read-pattern.ts";
export { hasRelatedEntries, RELATED_ENTRIES } from "./schema/related-entries.ts";
export * from "./schema/schema.ts";
export { SchemaError, type SchemaIssue } from "./schema/schema-error.ts";
export { isRecord, type UnknownRecord } from "./schema/shapes/record.ts";
export * from "./state/commit.ts";
export type { LinkColumns } from "./state/links/link-columns.ts";
export { linksIn } from "./state/links/link-list.ts";
export type { Batch, PendingWrite, Transaction } from "./state/pending/transaction.ts";
export { isReplacing } from "./state/restore/replacement.ts";
export type { ReadAgain } from "./state/restore/sources.ts";
export { lazyRecordsOf, recordsOf, type VersionColumns } from "./state/rows/version-columns.ts";
export type { Shape } from "./state/shape.ts";
export { layerFor, StateView } from "./state/view.ts";
export { COPY_KERNEL, type Copying, TURN_BYTES } from "./structures/bits/simd-kernels.ts";
export { type CompiledKernels, compileKernels } from "./structures/bits/wasm-kernels.ts";
export { LruMap } from "./structures/lru-map.ts";
export { ObjectNumbers } from "./structures/object-numbers.ts";
export { ListColumn, type PartColumn } from "./structures/paged/part-column.ts";
export { weightOf } from "./structures/weight-of.ts";
export { WeightedCache } from "./structures/weighted-cache.ts";
export { copyOf } from "./values/copy-of.ts";
export { parseDatetime } from "./values/datetime.ts";
export { isEmail, MAX_EMAIL_LENGTH } from "./values/email.ts";
export {
  type InexactNumber,
  inexactMessage,
  inexactNumber,
  inexactNumbers,
  parseExactly,
  strangeNumber,
} from "./values/exact-json.ts";
export { isKeptExactly } from "./values/exact-number.ts";
export { isoTime } from "./values/iso-time.ts";
export { isClosing, isOpening, stringEnd } from "./values/json-signs.ts";
export type { ComponentRow, EntryText, Row } from "./values/row.ts";
export * from "./values/value.ts";
export * from "./values/version.ts";
export { attachFile, type MediaPlace } from "./write/attach-file.ts";
export {
  cloneDocument,
  createDocument,
  deleteDocument,
  discardDraft,
  localesOfDocument,
  type Payload,
  publishDocument,
  saveSingle,
  singleDocument,
  unpublishDocument,
  updateDocument,
  type WriteResult,
} from "./write/operations.ts";
export { publishData } from "./write/publish-data.ts";
export { type Stamp, stampDocument } from "./write/stamp.ts";
export { updatePublished } from "./write/update-published.ts";
