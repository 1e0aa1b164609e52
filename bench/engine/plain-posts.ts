import type { Size } from "../data.ts";
import { blogRows, type PlainRow } from "../rows.ts";

/** Posts as one plain object each, with what is asked of their author and category in them: what needs no join. */
export function plainPosts(size: Size): readonly PlainRow[] {
  const { posts, authors, categories } = blogRows(size);
  return posts.map((post) => ({
    ...post,
    "author.email": authors[Number(post.authorId) - 1]?.email ?? null,
    "category.slug": categories[Number(post.categoryId) - 1]?.slug ?? null,
  }));
}

/** Fields that have an index wherever there are indexes. */
export const INDEXED = ["slug", "title", "views", "rating", "featured", "publishedDate"] as const;
