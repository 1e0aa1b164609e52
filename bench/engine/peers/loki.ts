import { peerPackage } from "../../run/peers.ts";
import type { EngineContestant } from "../contestants.ts";
import type { Filter, Question } from "../question.ts";
import { mongoFilter } from "./mongo-filter.ts";
import { columnOf, INDEXED, plainPosts } from "./plain-posts.ts";

/** The part of LokiJS that is used here. */
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

/** LokiJS with a binary index on each column. */
export const LOKI: EngineContestant = {
  name: "LokiJS",
  mostPosts: 100_000,
  open: (size) => {
    const Database = peerPackage("lokijs") as new (name: string, options: object) => Loki;
    const database = new Database("bench", { env: "NA" });
    const posts = database.addCollection("posts", { indices: INDEXED, disableMeta: true });
    posts.insert(plainPosts(size));
    return { find: (question) => find(posts.chain(), question) };
  },
};

function find(chain: ResultSet, { filter, sort, page, pageSize }: Question) {
  const found = conditionsOf(filter).reduce<ResultSet>((set, each) => set.find(mongoFilter(each, "$contains")), chain);
  const total = found.count();
  const keys = sort.map(({ field, descending }) => [columnOf(field), descending] as const);
  const rows = found
    .compoundsort([...keys, ["id", false]])
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .data();
  return { posts: rows.map(({ id }) => id), total };
}

/** Applied one after another: an index serves only the first. */
function conditionsOf(filter: Filter | null): readonly Filter[] {
  if (filter === null) return [];
  return filter.kind === "every" ? filter.filters : [filter];
}
