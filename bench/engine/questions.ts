import { ask, behind, own, type Question } from "../../transport/cli/bench/question.ts";
import type { Size } from "../data.ts";

/** A kind of question about posts, asked with another value every time. */
export interface QuestionKind {
  readonly name: string;
  /** Milliseconds that 99 of 100 answers may take with a million posts (design, §10). */
  readonly bar: number;
  question(at: number, size: Size): Question;
}

const BAR = 1;
const VIEWS = 100_000;
const WORDS = ["river", "stone", "garden", "winter", "engine", "paper"];

/** What is asked of every contestant: filters of each kind an index can serve, alone and together, sorted, early and late pages. */
export const QUESTION_KINDS: readonly QuestionKind[] = [
  kind("slug =", (at, { posts }) => ask({ where: [own("slug", "eq", `post-${spread(at, posts)}`)] })),
  kind("range, by another field", (at) =>
    ask({ where: [own("views", "gte", views(at))], sort: down("publishedDate") }),
  ),
  kind("range, by itself", (at) => ask({ where: [own("views", "lt", views(at))], sort: down("views") })),
  kind("flag and range, by text", (at) =>
    ask({ where: [own("featured", "eq", true), own("views", "gte", views(at))], sort: up("title") }),
  ),
  kind("three conditions", (at) =>
    ask({
      where: [own("featured", "eq", false), own("views", "gte", views(at)), own("rating", "gte", 2)],
      sort: up("publishedDate"),
    }),
  ),
  kind("prefix and range", (at) =>
    ask({ where: [own("title", "startsWith", word(at)), own("views", "lt", views(at))], sort: down("rating") }),
  ),
  kind("author's e-mail", (at, { authors }) =>
    ask({
      where: [behind("author", "email", `author${spread(at, authors)}@example.com`)],
      sort: down("publishedDate"),
    }),
  ),
  kind("category and range", (at, { categories }) =>
    ask({
      where: [behind("category", "slug", `category-${spread(at, categories)}`), own("views", "lt", views(at))],
      sort: down("publishedDate"),
    }),
  ),
  kind("late page", (at, { posts }) =>
    ask({
      where: [own("featured", "eq", false)],
      sort: up("publishedDate"),
      page: 1 + spread(at, Math.floor(posts / 50)),
    }),
  ),
  {
    name: "$containsi",
    bar: 5,
    question: (at) => ask({ where: [own("title", "containsi", `${word(at).slice(-2)} ${word(at >> 3).slice(0, 3)}`)] }),
  },
];

function kind(name: string, question: QuestionKind["question"]): QuestionKind {
  return { name, bar: BAR, question };
}

function up(field: string): Question["sort"] {
  return { field, direction: "asc" };
}

function down(field: string): Question["sort"] {
  return { field, direction: "desc" };
}

function views(at: number): number {
  return spread(at, VIEWS);
}

function word(at: number): string {
  return WORDS[at % WORDS.length] ?? "";
}

/** Numbers below `count`, far from each other, from the middle on. */
function spread(at: number, count: number): number {
  return (at * 7_919 + (count >> 1)) % Math.max(1, count);
}
