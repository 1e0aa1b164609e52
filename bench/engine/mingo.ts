import type { Condition, Question } from "../../transport/cli/bench/question.ts";
import { peerPackage } from "../run/peers.ts";
import type { EngineContestant } from "./contestant.ts";
import { plainPosts } from "./plain-posts.ts";

/** As much of mingo as is used here. */
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
  open: (size) => {
    const { Query } = peerPackage("mingo") as Mingo;
    const posts = plainPosts(size).map((post) => {
      const { "author.email": email, "category.slug": slug, ...rest } = post;
      return { ...rest, author: { email }, category: { slug } };
    });
    return {
      find: ({ where, sort, page, pageSize }: Question) => {
        const query = new Query({ $and: where.map(conditionOf) });
        const keys = { ...(sort !== null && { [sort.field]: sort.direction === "asc" ? 1 : -1 }), id: 1 };
        const found = query.find(posts).sort(keys).all();
        const start = (page - 1) * pageSize;
        return { posts: found.slice(start, start + pageSize).map(({ id }) => id), total: found.length };
      },
    };
  },
};

function conditionOf({ relation, field, operator, value }: Condition): object {
  const name = relation === null ? field : `${relation}.${field}`;
  if (operator === "startsWith") return { [name]: { $regex: new RegExp(`^${value}`) } };
  if (operator === "containsi") return { [name]: { $regex: new RegExp(String(value), "i") } };
  return { [name]: { [`$${operator}`]: value } };
}
