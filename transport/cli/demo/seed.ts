import type { Status } from "../../../engine/internal.ts";
import type { SeedData } from "../../galley.ts";
import { toBlocks } from "./blocks.ts";
import { type DemoBlock, type DemoPage, PAGES, SITE_SETTING } from "./pages.ts";
import { AUTHORS, CATEGORIES, TAGS } from "./people-and-topics.ts";
import { type DemoPost, POSTS } from "./posts.ts";
import type { DEMO_SCHEMA } from "./schema.ts";

/** The entries of the demo blog. */
export const DEMO_SEED: SeedData<typeof DEMO_SCHEMA> = {
  author: byName(AUTHORS),
  category: byName(CATEGORIES),
  tag: byName(TAGS),
  post: POSTS.map(toPost),
  page: PAGES.map(toPage),
  "site-setting": SITE_SETTING,
};

function byName<T extends { readonly name: string }>(entries: readonly T[]): { readonly [name: string]: T } {
  return Object.fromEntries(entries.map((entry) => [entry.name, entry]));
}

function toPost({ content, author, category, tags, published, laterDraft, ...scalars }: DemoPost) {
  return {
    ...scalars,
    content: toBlocks(content),
    author: { $ref: author },
    category: { $ref: category },
    tags: tags.map(($ref) => ({ $ref })),
    status: statusOf(published),
    ...(laterDraft !== undefined && { $draft: laterDraft }),
  };
}

function toPage({ blocks, published, ...scalars }: DemoPage) {
  return { ...scalars, blocks: blocks.map(toItem), status: statusOf(published) };
}

function toItem(block: DemoBlock) {
  return block.__component === "blocks.quote" ? { ...block, author: { $ref: block.author } } : block;
}

function statusOf(published: boolean): Status {
  return published ? "published" : "draft";
}
