import type { createGalley, Galley, GalleyOptions } from "../../transport/galley.ts";
import { blogContent, sizeOf } from "./data.ts";
import { BLOG } from "./schema.ts";

/**
 * A galley with so many posts, by the sources or by a build. They precede its log: they are at number 0. `locales` have the
 * same posts, in addition to the default locale.
 */
export async function openBlog(
  create: typeof createGalley,
  posts: number,
  options: Partial<GalleyOptions> = {},
  locales: readonly string[] = [],
): Promise<Galley> {
  const galley = await create<GalleyOptions["schema"]>({ schema: BLOG, ...options });
  galley.engine.restore({ ...blogContent(sizeOf(posts), locales), number: 0 });
  return galley;
}
