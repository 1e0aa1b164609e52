import { hash } from "node:crypto";
import type { EntryText } from "../../../engine/internal.ts";
import { ComposedText } from "../json/composed-text.ts";

/** 132 bits: no two bodies of one URL ever share a tag. */
const CHARACTERS = 22;

/**
 * The weak validator of a body: the same for the same bytes, also after a restart and on another server with the same
 * content.
 *
 * It is derived from the bytes only. Commit numbers would be cheaper, but they also count drafts and entries that the
 * caller cannot see, so that the tag would reveal them; and two callers with different bodies at the same commit would
 * share a tag, as would forks. A digest reveals nothing beyond the sent bytes.
 *
 * Entries cache their digests: of a body that is composed of them, only new entries are
 * hashed.
 */
export function entityTag(body: string | ComposedText): string {
  const bytes = body instanceof ComposedText ? summaryOf(body) : body;
  return `W/"${hash("sha256", bytes, "base64url").slice(0, CHARACTERS)}"`;
}

/** Identifies a text among all whose parts around the entries have the same length; valid until the next call. */
function summaryOf({ before, entries, after }: ComposedText): Uint8Array {
  const digests = entries.length * DIGEST_BYTES;
  if (digests + 3 * (before.length + after.length) > summary.length)
    summary = Buffer.allocUnsafeSlow(digests * 2 + 4_096);
  const words = new Int32Array(summary.buffer, 0, digests / 4);
  let at = 0;
  for (const entry of entries) {
    if (!entry.isDigested) digest(entry);
    words[at] = entry.a;
    words[at + 1] = entry.b;
    words[at + 2] = entry.c;
    words[at + 3] = entry.d;
    at += 4;
  }
  return summary.subarray(0, digests + summary.write(before + after, digests));
}

const DIGEST_BYTES = 16;

/** Reused by all calls. */
let summary = Buffer.allocUnsafeSlow(4_096);

function digest(entry: EntryText): void {
  const [a = 0, b = 0, c = 0, d = 0] = new Int32Array(Uint8Array.from(hash("sha256", entry.text, "buffer")).buffer);
  Object.assign(entry, { a, b, c, d, isDigested: true });
}

/** A tag, weak or strong, whose text may contain commas. The comparison uses the group, without the weakness prefix. */
const TAGS = /(?:W\/)?("[\x21\x23-\x7e\x80-\uffff]*")/g;

/**
 * Whether `If-None-Match` contains this tag, or `*` (RFC 9110, §13.1.2). The comparison is weak. Malformed tags match
 * nothing.
 */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch === tag || ifNoneMatch.trim() === "*") return true;
  const opaque = tag.slice(tag.indexOf('"'));
  for (const [, named] of ifNoneMatch.matchAll(TAGS)) if (named === opaque) return true;
  return false;
}
