import type { Json } from "../../../engine/internal.ts";
import type { Size } from "../../data.ts";
import type { Field } from "../question.ts";
import { plainContent } from "./plain-content.ts";

export type PlainPost = { readonly id: number } & { readonly [column: string]: Json };

/** Posts as flat objects that include the queried values of their component and links, so that no join is needed. */
export function plainPosts(size: Size): readonly PlainPost[] {
  const { posts, authors, categories, tags, links } = plainContent(size);
  return posts.map(({ seo, ...post }, at) => {
    const own = links[at];
    const author = authors[(own?.author ?? 0) - 1];
    return {
      ...post,
      seo_heading: (seo as { readonly heading: string } | null)?.heading ?? null,
      author_id: author?.id ?? null,
      author_name: author?.name ?? null,
      author_email: author?.email ?? null,
      category_slug: categories[(own?.category ?? 0) - 1]?.slug ?? null,
      tags_slug: own?.tags.map((tag) => tags[tag - 1]?.slug ?? null) ?? [],
    };
  });
}

/** The column of a field in them. */
export function columnOf({ of, name }: Field): string {
  return of === "post" ? name : `${of}_${name}`;
}

/** The columns that every contestant with indexes has one for. */
export const INDEXED = [
  ...["slug", "title", "excerpt", "views", "rating", "featured", "publishedDate"],
  ...["seo_heading", "author_id", "author_name", "author_email", "category_slug"],
];
