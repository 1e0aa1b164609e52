import type { Entry } from "../../../engine/index.ts";
import type { Galley } from "../../galley.ts";
import { toBlocks } from "./blocks.ts";
import { type DemoBlock, type DemoPage, PAGES, SITE_SETTING } from "./pages.ts";
import { AUTHORS, CATEGORIES, TAGS } from "./people-and-topics.ts";
import { type DemoPost, POSTS } from "./posts.ts";

/** documentIds by name. */
type Names = ReadonlyMap<string, string>;

interface Topics {
  readonly authors: Names;
  readonly categories: Names;
  readonly tags: Names;
}

/** Writes the demo blog into an empty content base, through the same door as everyone else's writes. */
export async function seedDemo(galley: Galley): Promise<void> {
  const [authors, categories, tags] = await Promise.all([
    createNamed(galley, "api::author.author", AUTHORS),
    createNamed(galley, "api::category.category", CATEGORIES),
    createNamed(galley, "api::tag.tag", TAGS),
  ]);
  await Promise.all([
    ...POSTS.map((post) => createPost(galley, post, { authors, categories, tags })),
    ...PAGES.map((page) => createPage(galley, page, authors)),
    galley.documents("api::site-setting.site-setting").create({ data: SITE_SETTING }),
  ]);
}

async function createNamed(
  galley: Galley,
  type: string,
  entries: readonly { readonly name: string }[],
): Promise<Names> {
  const documents = galley.documents(type);
  const created = entries.map(async (data) => [data.name, documentIdOf(await documents.create({ data }))] as const);
  return new Map(await Promise.all(created));
}

async function createPost(galley: Galley, post: DemoPost, topics: Topics): Promise<void> {
  const { content, author, category, tags, published, laterDraft, ...scalars } = post;
  const documents = galley.documents("api::post.post");
  const created = await documents.create({
    data: {
      ...scalars,
      content: toBlocks(content),
      author: setTo(topics.authors, author),
      category: setTo(topics.categories, category),
      tags: setTo(topics.tags, ...tags),
    },
    status: published ? "published" : "draft",
  });
  if (laterDraft !== undefined) await documents.update({ documentId: documentIdOf(created), data: laterDraft });
}

async function createPage(galley: Galley, page: DemoPage, authors: Names): Promise<void> {
  const { blocks, published, ...scalars } = page;
  await galley.documents("api::page.page").create({
    data: { ...scalars, blocks: blocks.map((block) => toItem(block, authors)) },
    status: published ? "published" : "draft",
  });
}

function toItem(block: DemoBlock, authors: Names) {
  return block.__component === "blocks.quote" ? { ...block, author: setTo(authors, block.author) } : block;
}

function documentIdOf(entry: Entry): string {
  return String(entry.documentId);
}

/** A relation to the documents with these names. */
function setTo(names: Names, ...chosen: readonly string[]) {
  return { set: chosen.map((name) => names.get(name)) };
}
