import {
  CHECK_LIMITS,
  checkQuery,
  type Engine,
  type Found,
  OBJECTS,
  type Output,
  paginationOf,
  type Query,
  type ReadContext,
  type Rules,
  readContextOf,
  TEXT,
} from "../../../engine/internal.ts";
import { content } from "../../arbitraries/content.ts";
import { CONTENT_SCHEMA } from "../../arbitraries/content-schema.ts";
import { type Asker, plainQuestionsOf, type Question, questionsOf } from "../../arbitraries/queries/questions.ts";
import type { Content } from "../../model/content.ts";
import { modelFind, modelFindOne } from "../../model/find.ts";
import { expectSame } from "../../support/expect-same.ts";
import { fc } from "../../support/fast-check.ts";

/** A way to answer checked queries: all of the engine that the law knows. */
export interface Evaluation {
  /** How it answers. */
  readonly name: string;
  /** An engine with this content, ready to be asked. */
  open(content: Content, rules: Rules): Engine;
  findMany<T>(reading: ReadContext, output: Output<T>, query: Query): Found<T>;
  findOne<T>(reading: ReadContext, output: Output<T>, query: Query, documentId: string): T | null;
  count(reading: ReadContext, query: Query): number;
}

/**
 * Promise P3: whatever the content and the query, every evaluation answers as the naive model does, in the same order,
 * as objects and as text. Throws with the seed and the smallest case that differs.
 */
export function everyAnswerIsTheModels(evaluations: readonly Evaluation[], asker: Asker, numRuns: number): void {
  const rich = fc.array(questionsOf(asker), { minLength: 1, maxLength: 6, size: "max" });
  const plain = fc.array(plainQuestionsOf(asker), { maxLength: 60, size: "max" });
  fc.assert(
    fc.property(content, rich, plain, (stored, ...asked) => {
      const engines = evaluations.map((evaluation) => ({ evaluation, engine: evaluation.open(stored, asker.rules) }));
      for (const question of asked.flat()) {
        const model = modelAnswer(stored, asker, question);
        const queries = queriesOf(asker, question);
        for (const { evaluation, engine } of engines) answerIsTheModels(evaluation, engine, model, asker, queries);
      }
    }),
    { numRuns },
  );
}

type ModelAnswer = ReturnType<typeof modelAnswer>;

function modelAnswer(content: Content, { rules, access, limits }: Asker, { type: uid, params, documentId }: Question) {
  const type = CONTENT_SCHEMA.type(uid);
  const world = { schema: CONTENT_SCHEMA, content, rules, access };
  const { entries, total, pagination } = modelFind(world, type, params, limits);
  const entry = modelFindOne(world, type, params, limits, documentId);
  return { entries, total, pagination, entry };
}

type Queries = ReturnType<typeof queriesOf>;

/** A question, checked as a list and as one entry. */
function queriesOf({ rules, access, limits }: Asker, { type: uid, params, documentId }: Question) {
  const type = CONTENT_SCHEMA.type(uid);
  const options = { schema: CONTENT_SCHEMA, type, params, access, rules, limits: { ...CHECK_LIMITS, ...limits } };
  const query = checkQuery({ ...options, shape: "find" });
  const one = checkQuery({ ...options, shape: "findOne" });
  return { params, query, one, documentId };
}

function answerIsTheModels(
  evaluation: Evaluation,
  engine: Engine,
  model: ModelAnswer,
  { rules, access }: Asker,
  { params, query, one, documentId }: Queries,
): void {
  const same = (actual: unknown, expected: unknown) => {
    expectSame(actual, expected, () => `${evaluation.name}: ${JSON.stringify(params)}`);
  };
  const reading = readContextOf(engine.state, rules, query, access, "caller");
  const found = evaluation.findMany(reading, OBJECTS, query);
  same(found.entries, model.entries);
  same(found.total, query.page.withCount ? model.total : null);
  same(paginationOf(query.page, found.total), model.pagination);
  const texts = evaluation.findMany(reading, TEXT, query).entries.map(({ text }) => text);
  same(
    texts,
    found.entries.map((entry) => JSON.stringify(entry)),
  );
  same(evaluation.count(reading, query), model.total);

  const entry = evaluation.findOne(reading, OBJECTS, one, documentId);
  same(entry, model.entry);
  const text = evaluation.findOne(reading, TEXT, one, documentId);
  same(text?.text ?? null, entry === null ? null : JSON.stringify(entry));
}
