import {
  CHECK_LIMITS,
  checkQuery,
  type Engine,
  type Entry,
  findMany,
  findOne,
  type Json,
  OBJECTS,
  type Pagination,
  paginationOf,
  paginationText,
  type RawParams,
  readContextOf,
  TEXT,
} from "../../../engine/internal.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import type { Asker, Question } from "../../arbitraries/queries/questions.ts";

export interface Listed {
  readonly entries: readonly Entry[];
  readonly pagination: Pagination;
}

/** The answer of a list, as objects. */
export function listed(engine: Engine, asker: Asker, type: string, params: RawParams): Listed {
  const { query, reading } = asked(engine, asker, type, params, "find");
  const { entries, total } = findMany<Json>(reading, OBJECTS, query);
  return { entries: entries as readonly Entry[], pagination: paginationOf(query.page, total) };
}

/** Every byte that a list answers, and then the one document asked for. */
export function answerText(engine: Engine, asker: Asker, { type, params, documentId }: Question): string {
  const list = asked(engine, asker, type, params, "find");
  const { entries, total } = findMany(list.reading, TEXT, list.query);
  const one = asked(engine, asker, type, params, "findOne");
  const entry = findOne(one.reading, TEXT, one.query, documentId);
  return `[${entries.map(({ text }) => text).join()}]${paginationText(list.query.page, total)}${entry?.text}`;
}

function asked(engine: Engine, asker: Asker, uid: string, params: RawParams, shape: "find" | "findOne") {
  const { rules, access } = asker;
  const limits = { ...CHECK_LIMITS, ...asker.limits };
  const type = CONTENT_SCHEMA.type(uid);
  const query = checkQuery({ schema: CONTENT_SCHEMA, type, params, access, rules, limits, shape });
  return { query, reading: readContextOf(engine.state, rules, query, access, "caller") };
}
