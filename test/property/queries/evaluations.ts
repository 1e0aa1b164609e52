import type { IndexLimits } from "../../../engine/indexes/index-limits.ts";
import {
  CHECK_LIMITS,
  type Change,
  CONTRACT_RULES,
  type ContentType,
  checkQuery,
  count,
  type Engine,
  findMany,
  findOne,
  OBJECTS,
  type Query,
  type RawParams,
  type ReadContext,
} from "../../../engine/internal.ts";
import { FULL } from "../../arbitraries/callers.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { fieldsOf, linksOf } from "../../arbitraries/queries/fields-of.ts";
import { emptyEngine, engineWith, type StoredVersion } from "../../model/content.ts";
import { reading } from "../../support/engine/ask-engine.ts";
import { SuspendedRead, suspendable } from "../../support/engine/suspended.ts";
import { restoredWith } from "../../support/storage/restored.ts";
import type { Evaluation } from "./query-law.ts";

/** Nothing is dropped, so that no size is measured whenever an index comes: evaluations of their own drop indexes. */
const ROOMY: Partial<IndexLimits> = { bytes: Number.POSITIVE_INFINITY };

/**
 * Every kind of index, over however few rows, sets of them for however few candidates, in memory for vectors, and orders for
 * however few matches.
 */
const SETS: Partial<IndexLimits> = {
  ...ROOMY,
  fewRows: 0,
  fewCandidates: -1,
  manyLinks: 0,
  sortingCost: Number.POSITIVE_INFINITY,
  simdWords: 0,
};

/** However few rows there are. */
const SLICED: Partial<IndexLimits> = { ...ROOMY, fewRows: 0, manyRows: 0 };

const answers = { findMany, findOne, count };

/** Reads every row, except for texts and links. */
export const SCANNING: Evaluation = withLimits("looking at every row", { ...ROOMY, fewRows: Number.POSITIVE_INFINITY });

/** Uses every index there can be, over however few rows. */
export const INDEXED: Evaluation = withLimits("indexes", { ...ROOMY, fewRows: 0 });

/** Compares sets of rows wherever there are several conditions, and keeps them for whatever is linked. */
export const BY_SETS: Evaluation = withLimits("sets of rows", SETS);

/** Has no memory for indexes: each goes as soon as another one comes. */
export const FORGETFUL: Evaluation = withLimits("indexes that are dropped as soon as others are built", {
  ...SETS,
  bytes: 0,
});

/** The same with indexes that were there before the content: over other values, and rows that are gone again. */
export const KEPT_IN_STEP: Evaluation = keptInStep("indexes that were kept in step with changes", SETS);

/** The same with few candidates that are tested and few matches that are sorted, by ranks that were kept in step too. */
export const BY_RANKS: Evaluation = keptInStep("ranks that were kept in step with changes", { ...ROOMY, fewRows: 0 });

/** Builds every index in slices; some slices fall between any two queries. */
export const IN_SLICES: Evaluation = slowly(withLimits("indexes that are being built", SLICED));

/** The same by sets, with indexes that were begun before the content was there, and changes between the slices. */
export const CHANGED_IN_SLICES: Evaluation = slowly(
  keptInStep("indexes whose rows change while they are being built", { ...SETS, ...SLICED }),
);

/** Has no memory for indexes that are being built, either. */
export const FORGETFUL_IN_SLICES: Evaluation = slowly(
  withLimits("indexes that are dropped while they are being built", { ...SETS, ...SLICED, bytes: 0 }),
);

/** Is suspended where it would take long, until the indexes that it waits for are there. */
export const SUSPENDED: Evaluation = suspended({ ...IN_SLICES, name: "reads that are suspended" });

/** The same by sets, with changes between the slices of some builds. */
export const CHANGED_WHILE_SUSPENDED: Evaluation = suspended({
  ...CHANGED_IN_SLICES,
  name: "reads that are suspended over rows that change",
});

/** The same without memory for what the reads wait for. */
export const FORGETFUL_SUSPENDED: Evaluation = suspended({
  ...FORGETFUL_IN_SLICES,
  name: "reads that are suspended for indexes that are dropped",
});

/** The same before rows are made. */
export const RESTORED_SUSPENDED: Evaluation = suspended({
  name: "reads that are suspended before rows are made",
  open: (content, rules) => restoredWith(CONTENT_SCHEMA, content, rules, SLICED),
  ...answers,
});

/** Reads values of stored versions by column, until a query makes rows of them. */
export const RESTORED: Evaluation = slowly({
  name: "rows that are not made yet",
  open: (content, rules) => restoredWith(CONTENT_SCHEMA, content, rules, SLICED),
  ...answers,
});

/** The same with rows that change before they are read. */
export const CHANGED_AFTER_RESTORE: Evaluation = slowly({
  name: "rows that are not made yet, beside changed ones",
  open: ({ versions, links }, rules) => {
    const engine = restoredWith(CONTENT_SCHEMA, { versions: versions.map(withOtherValues), links }, rules, SLICED);
    engine.apply({ number: 2, at: 2, changes: versions.filter((_, at) => at % 2 === 0) });
    engine.apply({ number: 3, at: 3, changes: versions.filter((_, at) => at % 2 === 1) });
    return engine;
  },
  ...answers,
});

/** Makes a few steps of building before each query. */
function slowly(evaluation: Evaluation): Evaluation {
  let turn = 0;
  const makeSteps = ({ view }: ReadContext): void => {
    for (let steps = turn++ % 4; steps > 0; steps--) view.state.buildStep();
  };
  return {
    ...evaluation,
    findMany: (reading, output, query) => {
      makeSteps(reading);
      return findMany(reading, output, query);
    },
    count: (reading, query) => {
      makeSteps(reading);
      return count(reading, query);
    },
  };
}

function suspended(evaluation: Evaluation): Evaluation {
  const finished = <T>(reading: ReadContext, read: (suspendable: ReadContext) => T): T => {
    const engine = {
      withoutSuspension: <R>(reads: () => R): R => reading.view.state.buildSignals.withoutSuspension(reads),
    };
    const own = suspendable(reading);
    return new SuspendedRead(engine, () => read(own)).finish();
  };
  return {
    ...evaluation,
    findMany: (reading, output, query) => finished(reading, (own) => findMany(own, output, query)),
    count: (reading, query) => finished(reading, (own) => count(own, query)),
  };
}

function keptInStep(name: string, limits: Partial<IndexLimits>): Evaluation {
  const open: Evaluation["open"] = ({ versions, links }, rules) => {
    const engine = emptyEngine(CONTENT_SCHEMA, rules, limits);
    const inOrder = [...versions].sort((left, right) => left.version.id - right.version.id);
    const passing = inOrder.map(withoutDocument);
    engine.apply({ number: 1, at: 1, changes: [...inOrder.map(withOtherValues), ...passing] });
    wantEveryIndex(engine);
    const changes = [...inOrder, ...links, ...passing.map(removalOf)];
    const half = changes.length >> 1;
    engine.apply({ number: 2, at: 2, changes: changes.slice(0, half) });
    engine.buildStep();
    engine.apply({ number: 3, at: 3, changes: changes.slice(half) });
    return engine;
  };
  return { name, open, ...answers };
}

function withLimits(name: string, limits: Partial<IndexLimits>): Evaluation {
  return { name, open: (content, rules) => engineWith(CONTENT_SCHEMA, content, rules, limits), ...answers };
}

/** The version with the values of the next one of its type. */
function withOtherValues(put: StoredVersion, at: number, all: readonly StoredVersion[]): StoredVersion {
  const next = [...all.slice(at + 1), ...all].find((other) => other.type === put.type) ?? put;
  return { ...put, version: { ...put.version, updatedAt: next.version.createdAt, values: next.version.values } };
}

/** The same version of a document of its own, with a later id. */
function withoutDocument(put: StoredVersion): StoredVersion {
  const { id, documentId } = put.version;
  return { ...put, version: { ...put.version, id: 1000 + id, documentId: documentId.replace(/0/, "x") } };
}

function removalOf({ type, status, version }: StoredVersion): Change {
  return { kind: "remove", type, status, documentId: version.documentId };
}

/** Queries that want every index there can be: over each field and the texts of each, and sets of rows that are alike. */
const WANTED: readonly Query[] = ["note", "tag", "author", "country"].flatMap((name) => {
  const type = CONTENT_SCHEMA.type(`api::${name}.${name}`);
  const params = fieldsOf(type).flatMap((field): RawParams[] => [
    { sort: field.name },
    { filters: { [field.name]: { $contains: "a" } } },
    { filters: { [field.name]: { $containsi: "a" } } },
  ]);
  for (const { name: link, target } of linksOf(type, FULL)) {
    const fields = target.model === "component" ? fieldsOf(target).map((field) => field.name) : ["id"];
    const conditions = fields.flatMap((name) => [{ [name]: { $null: true } }, { [name]: { $contains: "a" } }]);
    params.push(
      { filters: { [link]: { id: { $gt: 0 } } } },
      ...conditions.map((each) => ({ filters: { [link]: each } })),
    );
  }
  if (type.draftAndPublish) params.push({ publicationFilter: "modified" }, { publicationFilter: "unmodified" });
  params.push({ sort: ["id:desc", "createdAt"] }, { _q: "a" }, { _q: "1" });
  const statuses = type.draftAndPublish ? ["draft", "published"] : ["published"];
  return params.flatMap((each) => statuses.map((status) => queryOf(type, { ...each, status, fields: "id" })));
});

function queryOf(type: ContentType, params: RawParams): Query {
  const options = { schema: CONTENT_SCHEMA, type, params, access: FULL, rules: CONTRACT_RULES, limits: CHECK_LIMITS };
  return checkQuery({ ...options, shape: "find" });
}

function wantEveryIndex(engine: Engine): void {
  for (const query of WANTED) {
    findMany(reading(engine.state, query), OBJECTS, query);
  }
}
