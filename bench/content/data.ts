import type { Change, Commit, Json, Layer, VersionRecord } from "../../engine/internal.ts";
import { layerOf, statusOf } from "../../engine/values/version.ts";
import { Random } from "../../transport/library/factory/random.ts";

/** The amount of content of a benchmark. */
export interface Size {
  readonly posts: number;
  readonly authors: number;
  readonly categories: number;
  readonly tags: number;
}

/** The proportions of all benchmarks: an author per 20 posts, 20 categories, 200 tags. */
export function sizeOf(posts: number): Size {
  return { posts, authors: Math.max(1, Math.floor(posts / 20)), categories: 20, tags: 200 };
}

/**
 * A blog's content as one snapshot. It is the same for the same size; every post is published and has a draft. It is
 * made as a commit, so that any server has a million posts within seconds.
 */
export function blogContent(size: Size, locales: readonly string[] = []): Commit {
  return { number: 1, at: 0, changes: [...blogChanges(size, locales)] };
}

/**
 * The changes one by one, for content that does not fit into memory twice: all versions first, then all links.
 * `locales` have the same posts, in addition to the default locale.
 */
export function* blogChanges(size: Size, locales: readonly string[] = []): Generator<Change> {
  yield* othersThanPosts(size);
  for (const [number, locale] of [null, ...locales].entries()) yield* postsIn(size, locale, number * size.posts * 2);
}

/** Every post in one locale; null is the default one. `before`: how many ids are taken. */
function* postsIn(size: Size, locale: string | null, before: number): Generator<Change> {
  const layers = (["draft", "published"] as const).map((status) => layerOf(status, locale));
  for (const { at, values } of postsOf(size)) {
    const id = before + at * 2 + 1;
    for (const [later, layer] of layers.entries()) yield put("post", layer, id + later, documentId("p", at), values);
  }
  for (const { at, author, category, tags } of postsOf(size)) {
    const post = documentId("p", at);
    for (const layer of layers) {
      yield link("author", layer, post, documentId("a", author), 1, at + 1);
      yield link("category", layer, post, documentId("c", category), 1, at + 1);
      for (const [place, tag] of tags.entries()) {
        yield link("tags", layer, post, documentId("t", tag), place + 1, at + 1);
      }
    }
  }
}

function* othersThanPosts(size: Size): Generator<Change> {
  for (let at = 0; at < size.authors; at++) {
    yield put("author", "published", at + 1, documentId("a", at), authorOf(at));
  }
  for (let at = 0; at < size.categories; at++) {
    yield put("category", "published", at + 1, documentId("c", at), { name: `Category ${at}`, slug: `category-${at}` });
  }
  for (let at = 0; at < size.tags; at++) {
    const values = { name: `Tag ${at}`, slug: `tag-${at}` };
    yield put("tag", "draft", at * 2 + 1, documentId("t", at), values);
    yield put("tag", "published", at * 2 + 2, documentId("t", at), values);
  }
}

/** A post with the numbers of its linked documents. */
interface PostContent {
  readonly at: number;
  readonly values: { readonly [name: string]: Json };
  readonly author: number;
  readonly category: number;
  readonly tags: readonly number[];
}

/** The posts, the same every time. */
function* postsOf({ posts, authors, categories, tags }: Size): Generator<PostContent> {
  const random = new Random(20_260_101);
  for (let at = 0; at < posts; at++) {
    const values = postOf(at, random);
    const [author, category] = [random.below(authors), random.below(categories)];
    const three = [random.below(tags), random.below(tags), random.below(tags)];
    yield { at, values, author, category, tags: [...new Set(three)] };
  }
}

/** The documentId of the post with this number. */
export function documentId(kind: string, number: number): string {
  return `${kind}${number.toString(36).padStart(23, "0")}`;
}

/** The number that a documentId was made from. */
export function numberOf(documentId: string): number {
  return Number.parseInt(documentId.slice(1), 36);
}

const WORDS =
  "amber river stone garden winter engine paper lantern harbor copper meadow signal orchard velvet thunder compass willow ember canyon mirror".split(
    " ",
  );

const FIRST_DAY = Date.UTC(2020, 0, 1);
const DAY = 86_400_000;

function authorOf(at: number): { readonly [name: string]: Json } {
  return { name: `Author ${at}`, bio: `Writes about ${WORDS[at % WORDS.length]}.`, email: `author${at}@example.com` };
}

function postOf(at: number, random: Random): { readonly [name: string]: Json } {
  const word = (): string => random.one(WORDS);
  const title = `${word()} ${word()} ${word()} ${at}`;
  return {
    title,
    slug: `post-${at}`,
    content: [{ type: "paragraph", children: [{ type: "text", text: `${title}: ${word()} ${word()} ${word()}.` }] }],
    excerpt: `${word()} ${word()} ${word()} ${word()} ${word()}`,
    publishedDate: new Date(FIRST_DAY + random.below(2_000) * DAY).toISOString().slice(0, 10),
    featured: random.fraction() < 0.1,
    views: random.below(100_000),
    rating: Math.round(random.fraction() * 50) / 10,
  };
}

function put(
  type: string,
  status: Layer,
  id: number,
  document: string,
  values: { readonly [name: string]: Json },
): Change {
  const created = new Date(FIRST_DAY + id * 60_000).toISOString();
  const publishedAt = statusOf(status) === "published" ? created : null;
  const version: VersionRecord = {
    id,
    documentId: document,
    createdAt: created,
    updatedAt: created,
    publishedAt,
    values,
  };
  return { kind: "put", type: `api::${type}.${type}`, status, version };
}

function link(
  attribute: string,
  layer: Layer,
  source: string,
  target: string,
  inSource: number,
  inTarget: number,
): Change {
  return { kind: "link", relation: `api::post.post.${attribute}`, layer, source, target, order: [inSource, inTarget] };
}
