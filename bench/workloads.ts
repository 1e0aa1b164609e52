import type { Size } from "./data.ts";
import { ALL_RELATIONS, ask, behind, own, type Question } from "./question.ts";

/** What one client wants, in no server's words. */
export type Wish =
  | { readonly kind: "one"; readonly post: number }
  | { readonly kind: "list"; readonly question: Question }
  | { readonly kind: "create"; readonly values: { readonly [name: string]: string | number | boolean } };

/** A named kind of traffic: a function from a number to what that client wants, the same in every run. */
export interface Workload {
  readonly name: string;
  readonly about: string;
  /** How many of its wishes differ; the load goes round them. */
  readonly distinct: number;
  /** Clients at a time. */
  readonly clients: number;
  /** Some of them are writes. */
  readonly writes: boolean;
  wish(at: number, size: Size): Wish;
}

/** Lists of posts that differ: far more than a response cache of its default size holds, so that going round is a miss. */
const MANY = 40_000;

const CLIENTS = 32;

/** Traffic that only reads. */
export const READS: readonly Workload[] = [
  {
    name: "by-id",
    about: "one post by documentId, each in turn",
    distinct: MANY,
    clients: CLIENTS,
    writes: false,
    wish: (at, { posts }) => ({ kind: "one", post: spread(at, posts) }),
  },
  list("repeated", "the same list of 25 over and over", 1, () => ask({})),
  list("filtered", "25 posts, filtered by one or two fields and sorted, no two alike", MANY, filtered),
  list("populated", "the same with author, category and tags", MANY, (at) => ({
    ...filtered(at),
    populate: ALL_RELATIONS,
  })),
  list("containsi", "posts with a text anywhere in the title, upper or lower case", MANY, (at) =>
    ask({ where: [own("title", "containsi", textOf(at)), own("views", "lt", spread(at, 100_000))] }),
  ),
  list("relation", "posts of an author by e-mail, or of a category, sorted by date", MANY, related),
];

/** Traffic with writes. */
export const WRITES: readonly Workload[] = [
  {
    name: "mixed",
    about: "95 filtered lists to 5 new posts",
    distinct: MANY,
    clients: CLIENTS,
    writes: true,
    wish: (at) => (at % 20 === 19 ? create(at) : { kind: "list", question: filtered(at) }),
  },
  { name: "writes", about: "new posts, by 64 clients", distinct: MANY, clients: 64, writes: true, wish: create },
];

export const WORKLOADS: readonly Workload[] = [...READS, ...WRITES];

function list(name: string, about: string, distinct: number, question: (at: number, size: Size) => Question): Workload {
  return {
    name,
    about,
    distinct,
    clients: CLIENTS,
    writes: false,
    wish: (at, size) => ({ kind: "list", question: question(at, size) }),
  };
}

/** Four shapes in turn: a range sorted by another field, a range sorted by itself, two conditions, a text's beginning. */
function filtered(at: number): Question {
  const views = spread(at, 100_000);
  switch (at % 4) {
    case 0:
      return ask({ where: [own("views", "gte", views)], sort: { field: "publishedDate", direction: "desc" } });
    case 1:
      return ask({ where: [own("views", "lt", views)], sort: { field: "views", direction: "desc" } });
    case 2:
      return ask({
        where: [own("featured", "eq", true), own("views", "gte", views)],
        sort: { field: "title", direction: "asc" },
      });
    default:
      return ask({
        where: [own("title", "startsWith", TEXTS[at % TEXTS.length] ?? ""), own("views", "lt", views)],
        sort: { field: "rating", direction: "desc" },
      });
  }
}

function related(at: number, { authors, categories }: Size): Question {
  const where =
    at % 2 === 0
      ? [behind("author", "email", `author${spread(at, authors)}@example.com`)]
      : [behind("category", "slug", `category-${spread(at, categories)}`), own("views", "lt", spread(at, 100_000))];
  return ask({ where, sort: { field: "publishedDate", direction: "desc" } });
}

function create(at: number): Wish {
  const views = spread(at, 100_000);
  return {
    kind: "create",
    values: { title: `A new post ${at}`, excerpt: "Written under load", publishedDate: "2026-01-02", views },
  };
}

/** The end of one word and the beginning of another: about one post in 200 has such a pair. */
function textOf(at: number): string {
  const [first = "", second = ""] = [TEXTS[at % TEXTS.length], TEXTS[Math.floor(at / TEXTS.length) % TEXTS.length]];
  return `${first.slice(-2)} ${second.slice(0, 3)}`;
}

const TEXTS = ["River", "stone", "garden", "WINTER", "engine", "paper", "lantern", "harbor"];

/** Numbers below `count`, far from each other, from the middle on; each once before any comes again. */
function spread(at: number, count: number): number {
  return (at * 7_919 + (count >> 1)) % count;
}
