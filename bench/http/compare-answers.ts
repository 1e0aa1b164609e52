import { isDeepStrictEqual } from "node:util";
import { type Wish, type Workload, wishesOf } from "../../transport/cli/bench/workloads.ts";
import type { Size } from "../content/data.ts";
import { postsSubject } from "../content/subject.ts";
import type { Server } from "../run/server-process.ts";
import type { Contestant, Post } from "./contestant.ts";

/** How many requests of a workload are compared. */
const COMPARED = 24;

/** A contestant with a running server. */
export interface Running {
  readonly contestant: Contestant;
  readonly server: Server;
}

/**
 * Sends the same requests to two contestants before either is measured: a server that answers something else is not
 * faster.
 *
 * @throws Error that names the first request with different posts in the answers.
 */
export async function compareAnswers(one: Running, other: Running, workload: Workload, size: Size): Promise<void> {
  const wishes = wishesOf(workload, postsSubject(size)).filter(({ kind }) => kind !== "create");
  for (const wish of wishes.slice(0, COMPARED)) {
    const [mine, theirs] = [await postsOf(one, wish), await postsOf(other, wish)];
    if (mine === null || theirs === null || samePosts(wish, mine.posts, theirs.posts)) continue;
    throw new Error(
      `${workload.name} is answered differently by ${one.contestant.name} (${mine.url}: ${shortly(mine.posts)}) ` +
        `and ${other.contestant.name} (${theirs.url}: ${shortly(theirs.posts)})`,
    );
  }
}

interface Answered {
  readonly url: string;
  readonly posts: readonly Post[];
}

/** Null if the contestant cannot express the request, or its posts cannot be read. */
async function postsOf({ contestant, server }: Running, wish: Wish): Promise<Answered | null> {
  const request = contestant.request(wish);
  if (request === null || contestant.postsIn === null) return null;
  const url = `http://127.0.0.1:${server.port}${request.path}`;
  const { method, body } = request;
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, method === "GET" ? {} : { method, body, headers });
  if (!response.ok) throw new Error(`${contestant.name}: ${url} answers ${response.status}: ${await response.text()}`);
  return { url, posts: contestant.postsIn(await response.json()) };
}

/**
 * Whether two answers contain the same posts. Servers order posts with equal sort values differently, and may cut a
 * page anywhere among them. So the sort values must be equal at every place, and each post in both answers must be
 * equal in all fields that both show.
 */
export function samePosts(wish: Wish, one: readonly Post[], other: readonly Post[]): boolean {
  const key = (wish.kind === "list" && wish.question.sort?.field) || "slug";
  if (!isDeepStrictEqual(one.map(keyIn(key)), other.map(keyIn(key)))) return false;
  const bySlug = new Map(other.map((post) => [post.slug, post]));
  return one.every((post) => sameShown(post, bySlug.get(post.slug) ?? post));
}

function keyIn(field: string): (post: Post) => unknown {
  return (post) => post[field];
}

/** Values that each server assigns by itself are not compared. */
const OWN = new Set(["id", "documentId", "createdAt", "updatedAt", "publishedAt"]);

function sameShown(one: Post, other: Post): boolean {
  return Object.keys(one)
    .filter((name) => name in other && !OWN.has(name))
    .every((name) => sameValue(one[name], other[name]));
}

/** Linked entries are compared field by field; lists of them have no defined order. */
function sameValue(one: unknown, other: unknown): boolean {
  if (isEntry(one) && isEntry(other)) return sameShown(one, other);
  if (isEntries(one) && isEntries(other)) return isDeepStrictEqual(slugsOf(one), slugsOf(other));
  return isDeepStrictEqual(one, other);
}

function isEntry(value: unknown): value is Post {
  return typeof value === "object" && value !== null && "documentId" in value;
}

function isEntries(value: unknown): value is readonly Post[] {
  return Array.isArray(value) && value.length > 0 && value.every(isEntry);
}

function slugsOf(entries: readonly Post[]): readonly string[] {
  return entries.map(({ slug }) => String(slug)).sort();
}

function shortly(posts: readonly Post[]): string {
  const slugs = posts.slice(0, 5).map(({ slug }) => String(slug));
  return `${posts.length} posts, ${slugs.join(", ")}${posts.length > 5 ? ", …" : ""}`;
}
