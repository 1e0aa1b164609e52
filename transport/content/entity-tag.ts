import { hash } from "node:crypto";
import type { EntryText } from "../../engine/index.ts";

/** 132 bits: no two bodies of one URL ever share a tag. */
const CHARACTERS = 22;

/** What tells a body from every other one of the same URL, where it is put together of entries that are kept. */
export interface Composition {
  readonly entries: readonly EntryText[];
  /** All that may differ beside the entries. */
  readonly rest: string;
}

/**
 * The weak validator of a body: the same for the same bytes, also after a restart and from another server of the same
 * content.
 *
 * It is made of the bytes and of nothing else. The numbers of the commits that the body was read at would cost less, but
 * they grow with drafts and entries that the caller cannot see, so that the tag would tell of them; two callers who are
 * shown different bodies at the same commit would share a tag, and so would forks. A digest tells a caller what it has
 * been told already.
 */
export function entityTag(body: string): string {
  return tagOf(digestOf(body));
}

/** The same of a body whose entries keep their digests: only what has never been answered before is gone through. */
export function compositionTag({ entries, rest }: Composition): string {
  const digests = entries.map(keptDigest);
  const [only] = digests;
  return tagOf(only !== undefined && digests.length === 1 && rest === "" ? only : digestOf(rest + digests.join("")));
}

function keptDigest(entry: EntryText): string {
  entry.digest ??= digestOf(entry.text);
  return entry.digest;
}

function digestOf(text: string): string {
  return hash("sha256", text, "base64url").slice(0, CHARACTERS);
}

function tagOf(digest: string): string {
  return `W/"${digest}"`;
}

/** A tag, weak or strong, whose text may hold commas; those inside are the weak part of the comparison. */
const TAGS = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;

/**
 * Whether `If-None-Match` names the tag of what would be answered, `*` being any (RFC 9110, §13.1.2). Tags that differ
 * in weakness alone are the same. Text that is no tag names nothing.
 */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return true;
  const opaque = tag.slice(tag.indexOf('"'));
  for (const [, named] of ifNoneMatch.matchAll(TAGS)) if (named === opaque) return true;
  return false;
}
