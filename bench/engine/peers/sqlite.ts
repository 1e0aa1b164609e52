import type { Json } from "../../../engine/internal.ts";
import { plainContent } from "../../content/rows.ts";
import { peerPackage } from "../../run/peers.ts";
import { contentChanges } from "../content.ts";
import type { EngineContestant, PostList } from "../contestants.ts";
import type { Comparison, Field, Filter, Question } from "../question.ts";

/** The part of better-sqlite3 that is used here. */
interface Database {
  exec(sql: string): void;
  prepare(sql: string): Statement;
  transaction(work: () => void): () => void;
}

interface Statement {
  run(...values: readonly unknown[]): void;
  all(...values: readonly unknown[]): readonly { readonly id: number }[];
  get(...values: readonly unknown[]): { readonly total: number };
}

const COLUMNS = {
  posts: [
    ...["id", "documentId", "content", "slug", "title", "excerpt", "views", "rating", "featured", "publishedDate"],
    ...["heading", "author", "category"],
  ],
  authors: ["id", "name", "email"],
  categories: ["id", "slug"],
  tags: ["id", "slug"],
  posts_tags: ["post", "tag"],
} as const;

/** The queried columns, and both ends of each link. */
const INDEXES = [
  ...["slug", "title", "excerpt", "views", "rating", "featured", "publishedDate"].map((name) => `posts (${name})`),
  ...["posts (heading)", "posts (author)", "posts (category)"],
  ...["authors (name)", "authors (email)", "categories (slug)", "tags (slug)"],
  ...["posts_tags (post, tag)", "posts_tags (tag, post)"],
];

/** SQLite in memory, with an index on each queried field and on both ends of each link. */
export const SQLITE: EngineContestant = {
  name: "SQLite in memory",
  mostPosts: Number.POSITIVE_INFINITY,
  open: (size) => {
    const Connection = peerPackage("better-sqlite3") as new (file: string) => Database;
    const database = new Connection(":memory:");
    const { posts, authors, categories, tags, links } = plainContent(contentChanges(size));
    const rows = posts.map((post, at) => {
      const seo = post.seo as { readonly heading: string } | null;
      return { ...post, heading: seo?.heading ?? null, author: links[at]?.author, category: links[at]?.category };
    });
    const joins = links.flatMap((own, at) => own.tags.map((tag) => ({ post: at + 1, tag })));
    fill(database, "posts", rows);
    fill(database, "authors", authors);
    fill(database, "categories", categories);
    fill(database, "tags", tags);
    fill(database, "posts_tags", joins);
    for (const [at, what] of INDEXES.entries()) database.exec(`CREATE INDEX index_${at} ON ${what}`);
    database.exec("PRAGMA case_sensitive_like = 0; ANALYZE");
    const statements = new Map<string, Statement>();
    const prepare = (sql: string): Statement => {
      const known = statements.get(sql) ?? database.prepare(sql);
      statements.set(sql, known);
      return known;
    };
    return { find: (question) => find(prepare, question) };
  },
};

function find(prepare: (sql: string) => Statement, { filter, sort, page, pageSize }: Question): PostList {
  const { sql, values } = filter === null ? { sql: "true", values: [] } : conditionOf(filter);
  const join = sort.some(({ field }) => field.of === "author") ? "LEFT JOIN authors ON authors.id = posts.author" : "";
  const keys = sort.map(({ field, descending }) => `${columnOf(field)} ${descending ? "DESC" : "ASC"}`);
  const order = [...keys, "posts.id"].join(", ");
  const rows = prepare(`SELECT posts.* FROM posts ${join} WHERE ${sql} ORDER BY ${order} LIMIT ? OFFSET ?`);
  const found = rows.all(...values, pageSize, (page - 1) * pageSize);
  const count = prepare(`SELECT count(*) AS total FROM posts WHERE ${sql}`);
  return { posts: found.map(({ id }) => id), total: count.get(...values).total };
}

interface Condition {
  readonly sql: string;
  readonly values: readonly unknown[];
}

function conditionOf(filter: Filter): Condition {
  if (filter.kind === "compare") return linkedCondition(filter);
  const parts = filter.filters.map(conditionOf);
  const sql = parts.map((part) => `(${part.sql})`).join(filter.kind === "every" ? " AND " : " OR ");
  return { sql, values: parts.flatMap(({ values }) => values) };
}

function linkedCondition(comparison: Comparison): Condition {
  const { of } = comparison.field;
  // Whether there is an author is a column of the post.
  if (of === "author" && comparison.operator === "null") return { sql: "posts.author IS NULL", values: [] };
  const { sql, values } = comparisonOf(comparison);
  if (of === "post" || of === "seo") return { sql, values };
  if (of === "tags") {
    const tags = `SELECT post FROM posts_tags JOIN tags ON tags.id = posts_tags.tag WHERE ${sql}`;
    return { sql: `posts.id IN (${tags})`, values };
  }
  const table = of === "author" ? "authors" : "categories";
  return { sql: `posts.${of} IN (SELECT id FROM ${table} WHERE ${sql})`, values };
}

function comparisonOf({ field, operator, value }: Comparison): Condition {
  const column = columnOf(field);
  const given = Array.isArray(value) ? value : [typeof value === "boolean" ? Number(value) : value];
  switch (operator) {
    case "eq":
      return { sql: `${column} = ?`, values: given };
    case "ne":
      return { sql: `${column} <> ?`, values: given };
    case "in":
      return { sql: `${column} IN (${given.map(() => "?").join(", ")})`, values: given };
    case "lt":
      return { sql: `${column} < ?`, values: given };
    case "gte":
      return { sql: `${column} >= ?`, values: given };
    case "between":
      return { sql: `${column} BETWEEN ? AND ?`, values: given };
    case "null":
      return { sql: `${column} IS NULL`, values: [] };
    case "startsWith":
      return { sql: `${column} >= ? AND ${column} < ?`, values: [value, `${value}\uffff`] };
    case "contains":
      return { sql: `instr(${column}, ?) > 0`, values: given };
    case "containsi":
      return { sql: `${column} LIKE ?`, values: [`%${value}%`] };
  }
}

function columnOf({ of, name }: Field): string {
  const tables = { post: "posts", seo: "posts", author: "authors", category: "categories", tags: "tags" } as const;
  return `${tables[of]}.${name}`;
}

function fill(
  database: Database,
  table: keyof typeof COLUMNS,
  rows: readonly { readonly [name: string]: Json | undefined }[],
): void {
  const columns = COLUMNS[table];
  const types = columns.map((name) => (name === "id" ? "id INTEGER PRIMARY KEY" : name));
  database.exec(`CREATE TABLE ${table} (${types.join(", ")})`);
  const insert = database.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => "?").join(", ")})`);
  database.transaction(() => {
    for (const row of rows) insert.run(...columns.map((name) => stored(row[name] ?? null)));
  })();
}

function stored(value: unknown): unknown {
  if (typeof value === "boolean") return Number(value);
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value;
}
