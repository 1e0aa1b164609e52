import type { Size } from "../content/data.ts";
import { ask, down, every, type Question, some, up, where } from "./question.ts";

/** A kind of question about posts, asked with a different value each time. */
export interface QuestionKind {
  readonly name: string;
  /** The 99th percentile in milliseconds that is allowed with a million posts. */
  readonly bar: number;
  question(at: number, size: Size): Question;
}

const INDEXED = 1;
const TEXT = 5;
const VIEWS = 100_000;
const DAYS = 2_000;
const WORDS = ["river", "stone", "garden", "winter", "engine", "paper"];

/**
 * The questions for every contestant: each kind of filter that an index can serve, alone and combined; orders by one
 * key, several keys, and a linked key; early and late pages. All matches are counted.
 */
export const QUESTION_KINDS: readonly QuestionKind[] = [
  kind("slug =", INDEXED, (at, { posts }) => ask({ filter: where("slug", "eq", slug(at, posts)) })),
  kind("slug in ten", INDEXED, (at, { posts }) =>
    ask({
      filter: where(
        "slug",
        "in",
        ten((each) => slug(at * 10 + each, posts)),
      ),
      sort: [down("views")],
    }),
  ),
  kind("range, by itself", INDEXED, (at) => ask({ filter: where("views", "lt", views(at)), sort: [down("views")] })),
  kind("range, by a date", INDEXED, (at) =>
    ask({ filter: where("views", "gte", views(at)), sort: [down("publishedDate")] }),
  ),
  kind("narrow range, by text", INDEXED, (at) =>
    ask({ filter: where("views", "between", [views(at), views(at) + 100]), sort: [up("title")] }),
  ),
  kind("flag and range, by text", INDEXED, (at) =>
    ask({ filter: every(where("featured", "eq", true), where("views", "gte", views(at))), sort: [up("title")] }),
  ),
  kind("three conditions, by a date", INDEXED, (at) =>
    ask({
      filter: every(where("featured", "eq", false), where("views", "gte", views(at)), where("rating", "gte", 2)),
      sort: [up("publishedDate")],
    }),
  ),
  kind("one of two ranges", INDEXED, (at) =>
    ask({
      filter: some(where("views", "lt", views(at)), where("rating", "gte", 4.5)),
      sort: [down("publishedDate")],
    }),
  ),
  kind("not a value, in a range", INDEXED, (at) =>
    ask({ filter: every(where("rating", "ne", at % 5), where("views", "lt", views(at))), sort: [up("rating")] }),
  ),
  kind("no value", INDEXED, (at) =>
    ask({ filter: every(where("excerpt", "null", true), where("views", "gte", views(at))), sort: [down("views")] }),
  ),
  kind("prefix and range", INDEXED, (at) =>
    ask({
      filter: every(where("title", "startsWith", word(at)), where("views", "lt", views(at))),
      sort: [down("rating")],
    }),
  ),
  kind("component's prefix", INDEXED, (at) =>
    ask({ filter: where("seo.heading", "startsWith", `${word(at)} ${word(at >> 3)}`), sort: [up("seo.heading")] }),
  ),
  kind("author's e-mail", INDEXED, (at, { authors }) =>
    ask({
      filter: where("author.email", "eq", `author${spread(at, authors)}@example.com`),
      sort: [down("publishedDate")],
    }),
  ),
  kind("authors' prefix", INDEXED, (at, { authors }) =>
    ask({
      filter: where("author.name", "startsWith", `Author ${Math.floor(spread(at, authors) / 100)}`),
      sort: [up("title")],
    }),
  ),
  kind("no author", INDEXED, (at) =>
    ask({ filter: every(where("author.id", "null", true), where("views", "gte", views(at))), sort: [up("views")] }),
  ),
  kind("category and range", INDEXED, (at, { categories }) =>
    ask({
      filter: every(
        where("category.slug", "eq", `category-${spread(at, categories)}`),
        where("views", "lt", views(at)),
      ),
      sort: [down("publishedDate")],
    }),
  ),
  kind("tag and flag", INDEXED, (at, { tags }) =>
    ask({
      filter: every(where("tags.slug", "eq", `tag-${spread(at, tags)}`), where("featured", "eq", true)),
      sort: [down("views")],
    }),
  ),
  kind("two keys", INDEXED, (at) =>
    ask({ filter: where("views", "gte", views(at)), sort: [down("rating"), up("publishedDate")] }),
  ),
  kind("by author's name", INDEXED, (at) =>
    ask({ filter: where("views", "gte", views(at)), sort: [at % 2 === 0 ? up("author.name") : down("author.name")] }),
  ),
  kind("late page", INDEXED, (at, { posts }) =>
    ask({
      filter: where("featured", "eq", false),
      sort: [up("publishedDate")],
      page: 1 + spread(at, Math.floor(posts / 50)),
    }),
  ),
  kind("$contains of one day", INDEXED, (at) =>
    ask({ filter: every(where("publishedDate", "eq", day(at)), where("title", "contains", word(at))) }),
  ),
  kind("$containsi", TEXT, (at) =>
    ask({
      filter: where(
        "title",
        "containsi",
        `${word(at).slice(-2)} ${word(at >> 3)
          .slice(0, 3)
          .toUpperCase()}`,
      ),
    }),
  ),
  kind("$containsi and range", TEXT, (at) =>
    ask({
      filter: every(where("excerpt", "containsi", word(at).toUpperCase()), where("views", "lt", views(at))),
      sort: [down("publishedDate")],
    }),
  ),
];

function kind(name: string, bar: number, question: QuestionKind["question"]): QuestionKind {
  return { name, bar, question };
}

function views(at: number): number {
  return spread(at, VIEWS);
}

function slug(at: number, posts: number): string {
  return `post-${spread(at, posts)}`;
}

function day(at: number): string {
  return new Date(Date.UTC(2020, 0, 1 + spread(at, DAYS))).toISOString().slice(0, 10);
}

function word(at: number): string {
  return WORDS[at % WORDS.length] ?? "";
}

function ten<T>(make: (at: number) => T): T[] {
  return Array.from({ length: 10 }, (_, at) => make(at));
}

/** Numbers below `count`, far from each other, starting in the middle. */
function spread(at: number, count: number): number {
  return (at * 7_919 + (count >> 1)) % Math.max(1, count);
}
