import type { Size } from "../../content/data.ts";
import { type PlainRow, plainContent } from "../../content/rows.ts";
import { contentChanges } from "../content.ts";
import type { Field } from "../question.ts";

/** Posts as flat objects that include the queried values of their component and links, so that no join is needed. */
export function plainPosts(size: Size): readonly PlainRow[] {
  const { posts, authors, categories, tags, links } = plainContent(contentChanges(size));
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
