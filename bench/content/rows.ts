import type { Change, Json } from "../../engine/internal.ts";
import { blogContent, numberOf, type Size } from "./data.ts";

/** A document as a row of a plain table, numbered from 1; a component is part of its row. */
export type PlainRow = { readonly id: number } & { readonly [name: string]: Json };

/** The numbers of a post's linked documents: null if there is none. */
export interface PlainLinks {
  author: number | null;
  category: number | null;
  readonly tags: number[];
}

export interface PlainContent {
  readonly posts: readonly PlainRow[];
  readonly authors: readonly PlainRow[];
  readonly categories: readonly PlainRow[];
  readonly tags: readonly PlainRow[];
  /** In the order of the posts. */
  readonly links: readonly PlainLinks[];
}

/** The published part of some content as plain tables. */
export function plainContent(changes: Iterable<Change>): PlainContent {
  const tables = { post: [], author: [], category: [], tag: [] } as { [type in string]?: PlainRow[] };
  const links: PlainLinks[] = [];
  for (const change of changes) {
    if (change.kind === "put" && change.status === "published") addRow(tables, change);
    if (change.kind === "link" && change.layer === "published") addLink(links, change);
  }
  const { post = [], author = [], category = [], tag = [] } = tables;
  return { posts: post, authors: author, categories: category, tags: tag, links };
}

/** The content of `data.ts`, whose posts have their links to one as `authorId` and `categoryId`. */
export function blogRows(size: Size): Omit<PlainContent, "links"> {
  const { posts, links, ...others } = plainContent(blogContent(size).changes);
  const linked = posts.map((post, at) => {
    const { author = null, category = null } = links[at] ?? {};
    return { ...post, authorId: author, categoryId: category };
  });
  return { posts: linked, ...others };
}

function addRow(tables: { [type in string]?: PlainRow[] }, { type, version }: Extract<Change, { kind: "put" }>): void {
  const { documentId, values } = version;
  tables[lastOf(type)]?.push({ id: numberOf(documentId) + 1, documentId, ...values });
}

function addLink(links: PlainLinks[], { relation, source, target }: Extract<Change, { kind: "link" }>): void {
  const at = numberOf(String(source));
  const own = links[at] ?? { author: null, category: null, tags: [] };
  links[at] = own;
  const number = numberOf(target) + 1;
  const attribute = lastOf(relation);
  if (attribute === "tags") own.tags.push(number);
  else if (attribute === "author" || attribute === "category") own[attribute] = number;
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf(".") + 1);
}
