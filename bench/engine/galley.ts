import {
  CHECK_LIMITS,
  CONTRACT_RULES,
  checkQuery,
  defineSchema,
  Engine,
  FULL_ACCESS,
  findMany,
  type Query,
  readingOf,
  TEXT,
} from "../../engine/index.ts";
import type { Question } from "../../transport/cli/bench/question.ts";
import { blogContent, type Size } from "../data.ts";
import { BLOG } from "../schema.ts";
import type { EngineContestant, PostList } from "./contestant.ts";

const SCHEMA = defineSchema(BLOG);
const POST = SCHEMA.type("api::post.post");

/** The engine alone: from the parameters of a question to the text of its entries. */
export const GALLEY: EngineContestant = {
  name: "galley",
  open: (size) => {
    const engine = loadedEngine(size);
    return { find: (question) => findPosts(engine, queryOf(question)) };
  },
};

/** An engine with the content of that size, each of its versions made of text of its own. */
export function loadedEngine(size: Size): Engine {
  const engine = new Engine(SCHEMA, CONTRACT_RULES);
  const { changes } = blogContent(size);
  for (let start = 0; start < changes.length; start += PART) {
    engine.restorePart(JSON.parse(JSON.stringify(changes.slice(start, start + PART))));
  }
  engine.endRestore(1, 0);
  return engine;
}

const PART = 50_000;

/** A question as a checked query. */
export function queryOf({ where, sort, page, pageSize }: Question): Query {
  const conditions = where.map(({ relation, field, operator, value }) => {
    const condition = { [field]: { [`$${operator}`]: value } };
    return relation === null ? condition : { [relation]: condition };
  });
  const params = {
    filters: { $and: conditions },
    ...(sort !== null && { sort: `${sort.field}:${sort.direction}` }),
    pagination: { page, pageSize },
  };
  const options = { schema: SCHEMA, type: POST, params, access: FULL_ACCESS, rules: CONTRACT_RULES } as const;
  return checkQuery({ ...options, limits: CHECK_LIMITS, shape: "find" });
}

/** The page of a query, as text for the wire. */
export function findPosts({ state }: Engine, query: Query): PostList {
  const reading = readingOf(state, CONTRACT_RULES, query, FULL_ACCESS, "caller");
  const { entries, total } = findMany(reading, TEXT, query);
  // The published version of post n has the id 2 n.
  return { posts: entries.map(({ text }) => Number.parseInt(text.slice('{"id":'.length), 10) / 2), total: total ?? 0 };
}
