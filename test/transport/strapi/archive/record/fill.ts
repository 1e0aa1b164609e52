import { deflateSync } from "node:zlib";
import type { Peer, PeerDocument } from "./peer.ts";

/** Fills a Strapi of `types.cjs` with content of every kind that an archive can carry. */
export async function fill(strapi: Peer): Promise<void> {
  const files = await upload(strapi);
  const tags = await each(TAGS, (name, at) =>
    strapi.write("POST", `/api/tags?status=${at % 4 === 3 ? "draft" : "published"}`, { name, slug: name }),
  );
  const categories = await each(["News", "Code", "Life"], (name) =>
    strapi.write("POST", "/api/categories", { name, slug: name.toLowerCase() }),
  );
  const authors = await each(["Ann", "Bob", "Zoë", "Dan"], (name, at) =>
    strapi.write("POST", "/api/authors", {
      name,
      bio: `**${name}** writes`,
      email: `author${at}@example.org`,
      secretNote: `secret ${at}`,
      avatar: at % 2 === 0 ? files[0] : null,
      favourites: named(pick(categories, at, 2)),
    }),
  );
  const posts = await fillPosts(strapi, { files, tags, categories, authors });
  await fillRest(strapi, { files, tags, categories, authors }, posts);
}

interface Topics {
  readonly files: readonly number[];
  readonly tags: readonly PeerDocument[];
  readonly categories: readonly PeerDocument[];
  readonly authors: readonly PeerDocument[];
}

const TAGS = ["red", "green", "blue", "draft-only", "fast", "slow", "old", "draft-two"];

async function fillPosts(strapi: Peer, { files, tags, categories, authors }: Topics): Promise<PeerDocument[]> {
  const posts: PeerDocument[] = [];
  for (let at = 0; at < 16; at++) {
    const status = at % 5 === 4 ? "draft" : "published";
    posts.push(
      await strapi.write("POST", `/api/posts?status=${status}`, {
        title: `Post ${at}`,
        slug: `post-${at}`,
        content: [
          { type: "paragraph", children: [{ type: "text", text: `Body of ${at} — “quoted”`, bold: at % 2 === 0 }] },
        ],
        excerpt: at % 3 === 0 ? null : `Line one\nline two ${at}`,
        publishedDate: `2024-0${(at % 9) + 1}-15`,
        featured: at % 3 === 0,
        views: (at * 37) % 101,
        rating: at / 4,
        cover: at % 2 === 0 ? files[at % 3] : null,
        gallery: at % 4 === 0 ? [files[2], files[0], files[1]] : [],
        author: authors[at % authors.length]?.documentId,
        category: categories[at % categories.length]?.documentId,
        tags: named(pick(tags, at * 3, at % 4)),
        related: named(pick(posts, at, Math.min(3, at))),
        parent: at === 0 ? null : posts[at >> 1]?.documentId,
        seo: at % 3 === 1 ? null : seoOf(at, files, tags),
      }),
    );
  }
  const [first, second, third, , , fifth] = posts;
  await strapi.write("PUT", `/api/posts/${first?.documentId}?status=draft`, {
    title: "Post 0, edited later",
    tags: named(pick(tags, 4, 3)),
  });
  await strapi.write("PUT", `/api/posts/${second?.documentId}?status=draft`, {
    gallery: [files[1]],
    seo: { metaTitle: "Later" },
  });
  await strapi.write("PUT", `/api/posts/${third?.documentId}`, {
    tags: { connect: [{ documentId: tags[6]?.documentId, position: { start: true } }] },
  });
  await strapi.delete(`/api/posts/${fifth?.documentId}`);
  return posts;
}

function seoOf(at: number, files: readonly number[], tags: readonly PeerDocument[]) {
  const links = [0, 1].map((link) => ({
    label: `l${at}${link}`,
    url: `/u/${link}`,
    weight: link,
    tags: named(pick(tags, at + link, 2)),
  }));
  return { metaTitle: `Meta ${at}`, metaDescription: null, shareImage: files[at % 3], links };
}

async function fillRest(strapi: Peer, { files, tags, authors }: Topics, posts: readonly PeerDocument[]): Promise<void> {
  for (let at = 0; at < 4; at++) {
    await strapi.write("POST", `/api/pages?status=${at === 3 ? "draft" : "published"}`, {
      title: `Page ${at}`,
      blocks: [
        {
          __component: "blocks.hero",
          heading: `H${at}`,
          cta: { url: "/x", tags: named(pick(tags, at, 1)) },
          pictures: [files[1], files[0]],
        },
        { __component: "blocks.quote", body: `Q${at}`, author: authors[at]?.documentId, post: posts[at]?.documentId },
        { __component: "blocks.hero", heading: `Last ${at}` },
      ].slice(0, at + 1),
    });
  }
  for (const [at, author] of authors.entries()) {
    await strapi.write("PUT", `/api/authors/${author.documentId}`, { pinned: posts[at * 2]?.documentId });
  }
  await strapi.write("PUT", "/api/site-setting", {
    siteName: "Site",
    footer: { x: ["y", null, { z: 1.5 }] },
    seo: seoOf(9, files, tags),
  });
  await each(["alpha", "beta", "gamma", null], (kind, at) =>
    strapi.write("POST", `/api/samples?status=${at === 2 ? "draft" : "published"}`, sampleOf(kind, at, tags)),
  );
  await strapi.write("POST", "/api/samples", { str: "empty" });
  await strapi.write("POST", "/api/secrets", { word: "hush" });
}

function sampleOf(kind: string | null, at: number, tags: readonly PeerDocument[]) {
  return {
    str: `Sample ${at}`,
    rich: "# Title\n\n*text*",
    pass: "secret-password",
    int: at * 1000 - 1,
    big: String(9007199254740000 + at),
    flt: at + 0.1,
    dec: at + 0.25,
    bool: at % 2 === 0,
    date: `2020-02-2${at}`,
    time: `0${at}:15:30`,
    dt: `2021-03-0${at + 1}T04:05:06.789Z`,
    ts: String(1700000000000 + at),
    kind,
    data: [{ list: [1, "two", null] }, [], { "": 0 }, { nested: { deep: true } }][at],
    uniq: `unique ${at}`,
    hidden: `hidden ${at}`,
    one: tags[at]?.documentId,
  };
}

async function upload(strapi: Peer): Promise<number[]> {
  return [
    await strapi.upload("picture.png", "image/png", png(300, 260), { alternativeText: "A picture", caption: "Blue" }),
    await strapi.upload("notes.txt", "text/plain", bytesOf("Notes\n"), {}),
    await strapi.upload("small.png", "image/png", png(8, 8), { name: "Small one" }),
  ];
}

/** A picture in one colour. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [0x20, 0x80, 0xc0]).flat()]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Uint8Array.from(
    Buffer.concat([signature, chunk("IHDR", head), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]),
  );
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const all = Buffer.alloc(named.length + 8);
  all.writeUInt32BE(data.length, 0);
  named.copy(all, 4);
  all.writeUInt32BE(crc32(named), named.length + 4);
  return all;
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text));
}

function named(documents: readonly PeerDocument[]): string[] {
  return documents.map(({ documentId }) => documentId);
}

/** Some of a list, from a place on and round again, each once. */
function pick<T>(list: readonly T[], from: number, count: number): T[] {
  const picked = Array.from({ length: Math.min(count, list.length) }, (_, at) => list[(from + at * 3) % list.length]);
  return [...new Set(picked)].filter((each) => each !== undefined);
}

/** One after the other, so that ids follow the list. */
async function each<T, R>(list: readonly T[], make: (item: T, at: number) => Promise<R>): Promise<R[]> {
  const made: R[] = [];
  for (const [at, item] of list.entries()) made.push(await make(item, at));
  return made;
}
