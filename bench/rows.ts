import type { Json } from "../engine/internal.ts";
import { blogContent, type Size } from "./data.ts";

/** A row of a plain table: a document's values, with links as the numbers of other rows. */
export type PlainRow = { readonly id: number } & { readonly [name: string]: Json };

export interface BlogRows {
  readonly posts: readonly PlainRow[];
  readonly authors: readonly PlainRow[];
  readonly categories: readonly PlainRow[];
  readonly tags: readonly PlainRow[];
}

/** The published content of `data.ts` as plain tables, numbered from 1: posts have `authorId` and `categoryId`. */
export function blogRows(size: Size): BlogRows {
  const tables = new Map<string, PlainRow[]>();
  const numbers = new Map<string, number>();
  const linked = new Map<string, { [name: string]: number }>();
  const { changes } = blogContent(size);
  for (const change of changes) {
    if (change.kind !== "put" || change.status !== "published") continue;
    const table = tables.get(change.type) ?? [];
    tables.set(change.type, table);
    const { documentId, values } = change.version;
    numbers.set(documentId, table.length + 1);
    table.push({ id: table.length + 1, documentId, ...values });
  }
  for (const change of changes) {
    if (change.kind !== "link" || change.layer !== "published") continue;
    const attribute = change.relation.slice(change.relation.lastIndexOf(".") + 1);
    if (attribute === "tags") continue;
    const links = linked.get(String(change.source)) ?? {};
    linked.set(String(change.source), { ...links, [`${attribute}Id`]: numbers.get(String(change.target)) ?? 0 });
  }
  const rows = (type: string) => tables.get(`api::${type}.${type}`) ?? [];
  return {
    posts: rows("post").map((post) => ({ ...post, ...linked.get(String(post.documentId)) })),
    authors: rows("author"),
    categories: rows("category"),
    tags: rows("tag"),
  };
}
