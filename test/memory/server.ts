/**
 * A server whose memory is watched: posts with long bodies, of ten authors. Each message is answered with what the process
 * uses; one like `documents 0 1000` has it ask itself distinct questions of a kind first. Arguments: profile, posts, characters of a body.
 */
import { readFileSync, writeFileSync } from "node:fs";
import type { Change, Json, VersionRecord } from "../../engine/internal.ts";
import { createGalley } from "../../transport/galley.ts";
import { schemaOf } from "../support/content/schema-of.ts";

export interface Used {
  /** Bytes, now and at most since it was asked before. */
  readonly memory: number;
  readonly peak: number;
  /** Milliseconds of the processor. */
  readonly processor: number;
}

const AUTHORS = 10;
const [, , profile, posts, characters] = process.argv;

const galley = await createGalley({
  schema: schemaOf({
    post: {
      dp: false,
      attributes: {
        title: { type: "string" },
        views: { type: "integer" },
        likes: { type: "integer" },
        rank: { type: "integer" },
        body: { type: "text" },
        author: { type: "relation", relation: "manyToOne", target: "api::author.author", inversedBy: "posts" },
      },
    },
    author: {
      dp: false,
      attributes: {
        name: { type: "string" },
        posts: { type: "relation", relation: "oneToMany", target: "api::post.post", mappedBy: "author" },
      },
    },
    secret: { dp: false, attributes: { word: { type: "string" } } },
  }),
  profile: profile === "strapi" ? "strapi" : "contract",
  roles: { public: { post: ["find", "findOne"], author: ["find", "findOne"] } },
  graphql: true,
  keepRequests: 0,
  // A busy machine is no fault.
  maxEventLoopDelay: 0,
});
galley.engine.restore({ number: 0, at: 0, changes: [...content(Number(posts), Number(characters))] });
process.on("message", async (message) => {
  if (typeof message === "string" && message !== "used") await askMany(message);
  const { user, system } = process.cpuUsage();
  process.send?.({
    memory: process.memoryUsage.rss(),
    peak: peakOf(),
    processor: (user + system) / 1000,
  } satisfies Used);
});
const { url } = await galley.listen({ port: 0 });
process.send?.(url);

function* content(posts: number, characters: number): Generator<Change> {
  for (let at = 0; at < AUTHORS; at++) yield put("author", at, { name: `Author ${at}` });
  for (let at = 0; at < posts; at++) {
    const numbers = { views: (at * 7919) % posts, likes: (at * 104_729) % 100, rank: at % 10 };
    yield put("post", at, { title: `Post ${at}`, ...numbers, body: `${at} `.padEnd(characters, "lorem ipsum ") });
  }
  for (let at = 0; at < posts; at++) {
    const relation = "api::post.post.author";
    const [source, target] = [idOf("post", at), idOf("author", at % AUTHORS)];
    for (const layer of ["draft", "published"] as const) {
      yield { kind: "link", relation, layer, source, target, order: [1, at + 1] };
    }
  }
}

function put(type: string, at: number, values: { readonly [name: string]: Json }): Change {
  const time = "2026-01-01T00:00:00.000Z";
  const version: VersionRecord = {
    id: at + 1,
    documentId: idOf(type, at),
    createdAt: time,
    updatedAt: time,
    publishedAt: time,
    values,
  };
  return { kind: "put", type: `api::${type}.${type}`, status: "published", version };
}

function idOf(type: string, at: number): string {
  return `${type}${at.toString(36)}`.padEnd(24, "0");
}

/** The most memory since the last call, which the kernel counts; Linux has it forget what there was before. */
function peakOf(): number {
  const [, kilobytes] = /VmHWM:\s*(\d+)/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  writeFileSync("/proc/self/clear_refs", "5");
  return Number(kilobytes) * 1024;
}

async function askMany(message: string): Promise<void> {
  const [kind, from, count] = message.split(" ");
  for (let at = Number(from); at < Number(from) + Number(count); at++) {
    const response = await galley.fetch(kind === "documents" ? documentAt(at) : `/api/posts?${queryAt(kind, at)}`, {
      headers: { "apollo-require-preflight": "1" },
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${message}: ${response.status} at ${at}`);
  }
}

/** Fields of a document: with many of them, few documents fill a cache. */
const FIELDS_OF_DOCUMENT = 16;

function documentAt(at: number): string {
  const fields = Array.from({ length: FIELDS_OF_DOCUMENT }, (_, field) => `a${at}_${field}:title`);
  return `/graphql?query=${encodeURIComponent(`{posts(pagination:{limit:1}){${fields.join(" ")}}}`)}`;
}

/** Queries that all differ in more than their operands. */
function queryAt(kind: string | undefined, at: number): string {
  switch (kind) {
    case "sorts":
      return `pagination[pageSize]=1&sort=${sortAt(at)}`;
    case "populations":
      return `pagination[pageSize]=1&populate[author][populate][posts][filters][title][$ne]=x${at}`;
    default:
      return `pagination[pageSize]=1&filters[$or][0][title]=a&filters[$or][1][body][$contains]=${at}&sort=${sortAt(at)}`;
  }
}

const FIELDS = ["views", "likes", "rank", "title", "createdAt", "updatedAt", "documentId", "publishedAt"];

/** By several keys; the first key changes from one query to the next. */
function sortAt(at: number): string {
  const keys: string[] = [];
  let left = at;
  for (const fields = [...FIELDS]; keys.length === 0 || left > 0; ) {
    const [field] = fields.splice(left % fields.length, 1);
    left = Math.floor(left / (fields.length + 1));
    keys.push(`${field}:${left % 2 === 0 ? "asc" : "desc"}`);
    left = Math.floor(left / 2);
  }
  return keys.join(",");
}
