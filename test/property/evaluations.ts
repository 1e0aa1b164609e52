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
  readingOf,
} from "../../engine/index.ts";
import { FULL } from "../arbitraries/callers.ts";
import { CONTENT_SCHEMA } from "../arbitraries/content-schema.ts";
import { fieldsOf } from "../arbitraries/fields-of.ts";
import { emptyEngine, engineWith, type StoredVersion } from "../model/content.ts";
import type { Evaluation } from "./query-law.ts";

const answers = { findMany, findOne, count };

/** Looks at every row, but for texts and links. */
export const SCANNING: Evaluation = {
  open: (content, rules) => engineWith(CONTENT_SCHEMA, content, rules, Number.POSITIVE_INFINITY),
  ...answers,
};

/** Uses every index there can be, over however few rows. */
export const INDEXED: Evaluation = {
  open: (content, rules) => engineWith(CONTENT_SCHEMA, content, rules, 0),
  ...answers,
};

/** The same with indexes that were there before the content: over other values, and rows that are gone again. */
export const KEPT_IN_STEP: Evaluation = {
  open: ({ versions, links }, rules) => {
    const engine = emptyEngine(CONTENT_SCHEMA, rules, 0);
    const inOrder = [...versions].sort((left, right) => left.version.id - right.version.id);
    const passing = inOrder.map(withoutDocument);
    engine.apply({ number: 1, at: 1, changes: [...inOrder.map(withOtherValues), ...passing] });
    wantEveryIndex(engine);
    engine.apply({ number: 2, at: 2, changes: [...inOrder, ...links, ...passing.map(removalOf)] });
    return engine;
  },
  ...answers,
};

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

/** Queries that want every index there can be: over each field, and over the texts of each. */
const WANTED: readonly Query[] = ["note", "tag", "author", "country"].flatMap((name) => {
  const type = CONTENT_SCHEMA.type(`api::${name}.${name}`);
  const params = fieldsOf(type).flatMap((field): RawParams[] => [
    { sort: field.name },
    { filters: { [field.name]: { $contains: "a" } } },
    { filters: { [field.name]: { $containsi: "a" } } },
  ]);
  const statuses = type.draftAndPublish ? ["draft", "published"] : ["published"];
  return params.flatMap((each) => statuses.map((status) => queryOf(type, { ...each, status, fields: "id" })));
});

function queryOf(type: ContentType, params: RawParams): Query {
  const options = { schema: CONTENT_SCHEMA, type, params, access: FULL, rules: CONTRACT_RULES, limits: CHECK_LIMITS };
  return checkQuery({ ...options, shape: "find" });
}

function wantEveryIndex(engine: Engine): void {
  for (const query of WANTED) {
    findMany(readingOf(engine.state, CONTRACT_RULES, query, FULL, "caller"), OBJECTS, query);
  }
}
