import type { RestPlace } from "../../transport/cli/bench/rest.ts";
import type { Subject } from "../../transport/cli/bench/subject.ts";
import { documentId, type Size } from "./data.ts";

/** Where every contestant that speaks the content contract has the posts. */
export const POSTS: RestPlace = { path: "/api/posts", idOf: (post) => documentId("p", post) };

/** The posts of `data.ts`, as the content that is queried. */
export function postsSubject({ posts, authors, categories, tags }: Size): Subject {
  return {
    documents: posts,
    number: { field: "views", below: 100_000 },
    orders: ["publishedDate", "title", "rating"],
    flag: "featured",
    text: { field: "title", beginnings: WORDS, parts: PARTS },
    populate: ["author", "category", "tags"],
    links: [
      {
        relation: "author",
        field: "email",
        count: authors,
        value: (at) => `author${at}@example.com`,
        idOf: (at) => documentId("a", at),
        many: false,
      },
      {
        relation: "category",
        field: "slug",
        count: categories,
        value: (at) => `category-${at}`,
        idOf: (at) => documentId("c", at),
        many: true,
      },
    ],
    list: { relation: "tags", field: "slug", value: (at) => `tag-${(at * 23) % tags}` },
    create: (at) => ({
      title: `A new post ${at}`,
      excerpt: "Written under load",
      publishedDate: "2026-01-02",
      views: (at * 7_919) % 100_000,
    }),
  };
}

const WORDS = ["river", "Stone", "garden", "winter", "engine", "paper", "lantern", "harbor"];

/** The end of one word and the beginning of another, in mixed case: about one post in 200 has such a pair. */
const PARTS = WORDS.flatMap((first) => WORDS.map((second) => `${first.slice(-2)} ${second.slice(0, 3).toUpperCase()}`));
