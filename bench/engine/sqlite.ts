import type { Condition, Question } from "../../transport/cli/bench/question.ts";
import { blogRows, type PlainRow } from "../rows.ts";
import { peerPackage } from "../run/peers.ts";
import type { EngineContestant, PostList } from "./contestant.ts";
import { INDEXED } from "./plain-posts.ts";

/** As much of better-sqlite3 as is used here. */
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

const POST_COLUMNS = [...INDEXED, "id", "documentId", "excerpt", "content", "authorId", "categoryId"];

/** SQLite in memory, with an index on the same fields and on both links. */
export const SQLITE: EngineContestant = {
  name: "SQLite in memory",
  open: (size) => {
    const Connection = peerPackage("better-sqlite3") as new (file: string) => Database;
    const database = new Connection(":memory:");
    const { posts, authors, categories } = blogRows(size);
    fill(database, "posts", POST_COLUMNS, posts);
    fill(database, "authors", ["id", "email"], authors);
    fill(database, "categories", ["id", "slug"], categories);
    const indexed = [
      ...[...INDEXED, "authorId", "categoryId"].map((name) => ["posts", name]),
      ["authors", "email"],
      ["categories", "slug"],
    ];
    for (const [table, column] of indexed) database.exec(`CREATE INDEX ${table}_${column} ON ${table} (${column})`);
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

function find(prepare: (sql: string) => Statement, { where, sort, page, pageSize }: Question): PostList {
  const conditions = where.map(conditionOf);
  const filter = conditions.map(({ sql }) => sql).join(" AND ");
  const values = conditions.flatMap((condition) => condition.values);
  const order = sort === null ? "id" : `${sort.field} ${sort.direction}, id`;
  const rows = prepare(`SELECT * FROM posts WHERE ${filter} ORDER BY ${order} LIMIT ? OFFSET ?`);
  const count = prepare(`SELECT count(*) AS total FROM posts WHERE ${filter}`);
  const found = rows.all(...values, pageSize, (page - 1) * pageSize);
  return { posts: found.map(({ id }) => id), total: count.get(...values).total };
}

function conditionOf({ relation, field, operator, value }: Condition): { sql: string; values: readonly unknown[] } {
  const given = typeof value === "boolean" ? Number(value) : value;
  if (relation !== null) {
    const table = relation === "author" ? "authors" : "categories";
    return { sql: `${relation}Id IN (SELECT id FROM ${table} WHERE ${field} = ?)`, values: [given] };
  }
  switch (operator) {
    case "eq":
      return { sql: `${field} = ?`, values: [given] };
    case "gte":
      return { sql: `${field} >= ?`, values: [given] };
    case "lt":
      return { sql: `${field} < ?`, values: [given] };
    case "startsWith":
      return { sql: `${field} >= ? AND ${field} < ?`, values: [given, `${given}\uffff`] };
    case "containsi":
      return { sql: `${field} LIKE ?`, values: [`%${given}%`] };
  }
}

function fill(database: Database, table: string, columns: readonly string[], rows: readonly PlainRow[]): void {
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
