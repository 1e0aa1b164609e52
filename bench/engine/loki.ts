import type { Condition, Question } from "../../transport/cli/bench/question.ts";
import { peerPackage } from "../run/peers.ts";
import type { EngineContestant } from "./contestant.ts";
import { INDEXED, plainPosts } from "./plain-posts.ts";

/** As much of LokiJS as is used here. */
interface Loki {
  addCollection(
    name: string,
    options: object,
  ): {
    insert(documents: readonly object[]): void;
    chain(): ResultSet;
  };
}

interface ResultSet {
  find(query: object): ResultSet;
  count(): number;
  compoundsort(keys: readonly (readonly [field: string, descending: boolean])[]): ResultSet;
  offset(count: number): ResultSet;
  limit(count: number): ResultSet;
  data(): readonly { readonly id: number }[];
}

/** LokiJS with a binary index on each field; authors and categories are part of the posts. */
export const LOKI: EngineContestant = {
  name: "LokiJS",
  open: (size) => {
    const Database = peerPackage("lokijs") as new (name: string, options: object) => Loki;
    const database = new Database("bench", { env: "NA" });
    const indices = [...INDEXED, "author_email", "category_slug"];
    const posts = database.addCollection("posts", { indices, disableMeta: true });
    posts.insert(plainPosts(size).map(withoutDots));
    return { find: (question) => find(posts.chain(), question) };
  },
};

function find(chain: ResultSet, { where, sort, page, pageSize }: Question) {
  const found = where.map(conditionOf).reduce<ResultSet>((set, condition) => set.find(condition), chain);
  const total = found.count();
  const keys = [...(sort === null ? [] : [[sort.field, sort.direction === "desc"] as const]), ["id", false] as const];
  const rows = found
    .compoundsort(keys)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .data();
  return { posts: rows.map(({ id }) => id), total };
}

function conditionOf({ relation, field, operator, value }: Condition): object {
  const name = relation === null ? field : `${relation}_${field}`;
  switch (operator) {
    case "eq":
      return { [name]: value };
    case "gte":
      return { [name]: { $gte: value } };
    case "lt":
      return { [name]: { $lt: value } };
    case "startsWith":
      return { [name]: { $regex: new RegExp(`^${value}`) } };
    case "containsi":
      return { [name]: { $regex: new RegExp(String(value), "i") } };
  }
}

/** A dot in a name is a path to it. */
function withoutDots(post: object): object {
  return Object.fromEntries(Object.entries(post).map(([name, value]) => [name.replace(".", "_"), value]));
}
