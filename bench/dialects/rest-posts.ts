import type { Post } from "../contestant.ts";

/** The posts of an answer in the content contract's envelope, one or a list. */
export function restPosts(body: unknown): readonly Post[] {
  // A body without the envelope has no posts, and so differs from one with posts.
  const { data } = body as { readonly data?: Post | readonly Post[] | null };
  return data === null || data === undefined ? [] : [data].flat();
}
