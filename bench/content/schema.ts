import type { SchemaDefinition } from "../../engine/internal.ts";
import { BLOG as EXAMPLE } from "../../test/support/content/blog.ts";

const {
  "api::post.post": post,
  "api::author.author": author,
  "api::category.category": category,
  "api::tag.tag": tag,
} = EXAMPLE.contentTypes;
const { seo, ...ofPosts } = post.attributes;
const { avatar, ...ofAuthors } = author.attributes;

/**
 * The content types of the benchmarks: the contract's blog with the attributes that `data.ts` fills. No component or media:
 * without content, these would cost something in each answer.
 */
export const BLOG = {
  contentTypes: {
    "api::post.post": { ...post, attributes: { ...ofPosts, rating: { type: "decimal" } } },
    "api::author.author": { ...author, attributes: ofAuthors },
    "api::category.category": category,
    "api::tag.tag": { ...tag, options: { draftAndPublish: true } },
  },
} as const satisfies SchemaDefinition;

/** The same types with localized posts, all of whose values are localized. */
export function localizedBlog(): SchemaDefinition {
  const pluginOptions = { i18n: { localized: true } };
  const { "api::post.post": post, ...others } = BLOG.contentTypes;
  const attributes = Object.entries(post.attributes).map(([name, attribute]) => [
    name,
    { ...attribute, pluginOptions },
  ]);
  const localized = { ...post, pluginOptions, attributes: Object.fromEntries(attributes) };
  return { contentTypes: { "api::post.post": localized, ...others } };
}
