import { peerPackage } from "../../run/peers.ts";
import type { EngineContestant } from "../contestants.ts";
import type { Question } from "../question.ts";
import { mongoFilter } from "./mongo-filter.ts";
import { columnOf, plainPosts } from "./plain-posts.ts";

/** The part of mingo that is used here. */
interface Mingo {
  readonly Query: new (
    query: object,
  ) => {
    find(rows: readonly object[]): Cursor;
  };
}

interface Cursor {
  sort(keys: object): Cursor;
  all(): readonly { readonly id: number }[];
}

/** mingo over an array: it has no indexes. */
export const MINGO: EngineContestant = {
  name: "mingo",
  mostPosts: 10_000,
  open: (size) => {
    const { Query } = peerPackage("mingo") as Mingo;
    const posts = plainPosts(size);
    return {
      find: ({ filter, sort, page, pageSize }: Question) => {
        const query = new Query(filter === null ? {} : mongoFilter(filter, "$eq"));
        const keys = sort.map(({ field, descending }) => [columnOf(field), descending ? -1 : 1]);
        const found = query
          .find(posts)
          .sort({ ...Object.fromEntries(keys), id: 1 })
          .all();
        const start = (page - 1) * pageSize;
        return { posts: found.slice(start, start + pageSize).map(({ id }) => id), total: found.length };
      },
    };
  },
};
