import type { SeedData } from "../../galley.ts";
import { PAGES, SITE_SETTING } from "./pages.ts";
import { AUTHORS, CATEGORIES, TAGS } from "./people-and-topics.ts";
import { POSTS } from "./posts.ts";
import type { DEMO_SCHEMA } from "./schema.ts";

/** The entries of the demo blog. */
export const DEMO_SEED: SeedData<typeof DEMO_SCHEMA> = {
  author: byName(AUTHORS),
  category: byName(CATEGORIES),
  tag: byName(TAGS),
  post: POSTS,
  page: PAGES,
  "site-setting": SITE_SETTING,
};

function byName<T extends { readonly name: string }>(entries: readonly T[]): { readonly [name: string]: T } {
  return Object.fromEntries(entries.map((entry) => [entry.name, entry]));
}
