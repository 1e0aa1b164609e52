import type { IncomingMessage, RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../engine/internal.ts";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../content/schema-of.ts";
import { withJson } from "../requests/json.ts";
import { openServer } from "../servers/open-server.ts";

const text = { type: "string" } as const;
const localized = { pluginOptions: { i18n: { localized: true } } } as const;

/** Types of every kind that a twin must keep: drafts, locales, zones in components, links of all sorts, files. */
export const SOURCE_SCHEMA: SchemaDefinition = {
  ...schemaOf(
    {
      post: {
        ...localized,
        attributes: {
          title: { type: "string", required: true, ...localized },
          body: { type: "richtext", ...localized },
          notes: { type: "blocks", ...localized },
          extra: { type: "json", ...localized },
          views: { type: "integer" },
          serial: { type: "biginteger" },
          secret: { type: "string", private: true },
          cover: { type: "media", multiple: false, allowedTypes: ["images"] },
          gallery: { type: "media", multiple: true },
          author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
          tags: { type: "relation", relation: "manyToMany", target: "api::tag.tag", inversedBy: "posts" },
          seo: { type: "component", component: "shared.seo", ...localized },
          blocks: { type: "dynamiczone", components: ["shared.seo", "shared.quote"], ...localized },
        },
      },
      author: {
        dp: false,
        attributes: {
          name: { type: "string", required: true },
          slug: { type: "uid", targetField: "name" },
          email: { type: "email", unique: true },
          phone: text,
          posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
          favourite: { type: "relation", relation: "oneToOne", target: "api::post.post" },
        },
      },
      tag: {
        ...localized,
        attributes: {
          name: { type: "string", required: true },
          posts: { type: "relation", relation: "manyToMany", target: "api::post.post", mappedBy: "tags" },
        },
      },
      home: {
        kind: "singleType",
        ...localized,
        attributes: { headline: { type: "string", ...localized }, seo: { type: "component", component: "shared.seo" } },
      },
    },
    {
      "shared.seo": { metaTitle: text, links: { type: "component", component: "shared.link", repeatable: true } },
      "shared.link": { label: text, image: { type: "media", multiple: false } },
      "shared.quote": {
        body: { type: "text" },
        by: { type: "relation", relation: "oneToOne", target: "api::author.author" },
        parts: { type: "component", component: "shared.seo", repeatable: true },
      },
    },
  ),
  locales: { en: { name: "English" }, fr: { name: "French" }, de: { name: "German" } },
};

const TOKENS = [
  { name: "full", token: "full-token", access: "full-access" },
  { name: "read", token: "read-token", access: "read-only" },
] as const;

/** A Galley on a real port as the source of twins. */
export async function openSource(profile: "contract" | "strapi" = "strapi") {
  const galley = await createGalley({
    schema: SOURCE_SCHEMA,
    profile,
    tokens: TOKENS,
    uploads: true,
    users: true,
    rest: { maxLimit: 20 },
  });
  onTestFinished(() => galley.close());
  const { url } = await galley.listen({ port: 0 });
  return { galley, url: new URL(url).origin };
}

export type Source = Awaited<ReturnType<typeof openSource>>;

/** A PNG of one point with a text in it. */
export function pictureWith(words: string): Buffer {
  const point = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const bytes = Buffer.from(point, "base64");
  const chunk = Buffer.alloc(12 + words.length);
  chunk.writeUInt32BE(words.length, 0);
  chunk.write(`tEXt${words}`, 4, "latin1");
  return Buffer.concat([bytes.subarray(0, 33), chunk, bytes.subarray(33)]);
}

/** Uploads a file to a source, and returns its documentId. */
export async function upload({ url }: Source, name: string, bytes: Uint8Array, type = "image/png"): Promise<string> {
  const form = new FormData();
  form.append("files", new Blob([Uint8Array.from(bytes)], { type }), name);
  const headers = { authorization: "Bearer full-token" };
  const response = await fetch(`${url}/api/upload`, { method: "POST", headers, body: form });
  const [file] = (await response.json()) as { readonly documentId: string }[];
  if (file === undefined) throw new Error(`not uploaded: ${response.status}`);
  return file.documentId;
}

/** Writes to a source over HTTP. */
export async function write(
  { url }: Source,
  method: string,
  path: string,
  data?: object,
): Promise<{ documentId: string }> {
  const headers = { authorization: "Bearer full-token", "content-type": "application/json" };
  const response = await fetch(`${url}/api${path}`, withJson(method, data && { data }, headers));
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204
    ? { documentId: "" }
    : ((await response.json()) as { data: { documentId: string } }).data;
}

/** Fills a source with documents of all its types, in several locales, as drafts, published, and changed since. */
export async function fill(source: Source, count: number): Promise<void> {
  const files = [await upload(source, "one.png", pictureWith("x")), await upload(source, "two.png", pictureWith("y"))];
  const authors = [];
  for (let n = 0; n < 4; n++)
    authors.push(await write(source, "POST", "/authors", { name: `Author ${n}`, slug: `author-${n}` }));
  const tags = [];
  for (let n = 0; n < 3; n++)
    tags.push(await write(source, "POST", `/tags${n === 2 ? "?status=draft" : ""}`, { name: `tag ${n}` }));
  for (let n = 0; n < count; n++) {
    const seo = { metaTitle: `meta ${n}`, links: [{ label: "a", image: files[n % 2] }, { label: `b${n}` }] };
    const quote = {
      __component: "shared.quote",
      body: "said",
      by: authors[n % 4]?.documentId,
      parts: [seo, { metaTitle: "p" }],
    };
    const data = {
      title: `Post ${n}`,
      views: n % 3,
      ...(n % 2 === 0 && { cover: files[0], gallery: [files[1], files[0]] }),
      author: authors[n % 3]?.documentId,
      tags: tags
        .slice(0, n % 4)
        .reverse()
        .map(({ documentId }) => documentId),
      seo,
      blocks: n % 3 === 0 ? [] : [{ __component: "shared.seo", metaTitle: "z" }, quote],
    };
    const { documentId } = await write(source, "POST", `/posts${n % 5 === 0 ? "?status=draft" : ""}`, data);
    if (n % 2 === 1)
      await write(source, "PUT", `/posts/${documentId}?locale=fr`, { title: `Article ${n}`, seo: { metaTitle: "fr" } });
    if (n % 6 === 1) await write(source, "PUT", `/posts/${documentId}?status=draft`, { title: `Post ${n}, changed` });
    if (n === 1) await write(source, "PUT", `/authors/${authors[0]?.documentId}`, { favourite: documentId });
  }
  await write(source, "PUT", "/home", { headline: "Home", seo: { metaTitle: "home" } });
  await write(source, "PUT", "/home?locale=de&status=draft", { headline: "Heim" });
}

/** A server in front of a source: `before` answers itself where it returns true. */
export async function inFront(url: string, before: (...args: [...Parameters<RequestListener>, number]) => boolean) {
  const asked: IncomingMessage[] = [];
  const statuses: number[] = [];
  const front = await openServer((request, response) => {
    asked.push(request);
    if (before(request, response, asked.length)) return;
    const headers = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === "string" && name !== "host" && name !== "connection" ? [[name, value] as [string, string]] : [],
    );
    fetch(url + request.url, { method: request.method ?? "GET", headers, redirect: "manual" }).then(async (answer) => {
      const told = ["content-type", "etag"].flatMap((name) => {
        const value = answer.headers.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      statuses.push(answer.status);
      response.writeHead(answer.status, Object.fromEntries(told)).end(Buffer.from(await answer.arrayBuffer()));
    });
  });
  return { url: front.url, asked, statuses };
}
