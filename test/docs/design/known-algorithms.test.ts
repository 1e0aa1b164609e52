import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const sources = ["engine", "storage", "transport"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("/browser/"))
    .map((name) => ({ file: join(folder, name), text: readFileSync(join(root, folder, name), "utf8").toLowerCase() })),
);

/** Where the field's name of an algorithm or a structure leads who searches the sources for it. */
const KNOWN: readonly (readonly [word: string, file: string])[] = [
  ["bitmap", "engine/structures/paged/paged-bitmap.ts"],
  ["range-encoded bitmap", "engine/indexes/ordered/prefix-bitmaps.ts"],
  ["radix", "engine/indexes/sorting/radix-sort.ts"],
  ["trigram", "engine/indexes/text/text-signature.ts"],
  ["posting list", "engine/indexes/posting-lists.ts"],
  ["order-maintenance", "engine/indexes/ordered/order-labels.ts"],
  ["LRU", "engine/structures/weighted-cache.ts"],
  ["GCRA", "transport/access/rate-limiter.ts"],
  ["token bucket", "transport/access/rate-limiter.ts"],
  ["copy-on-write", "engine/structures/paged/paged-array.ts"],
  ["top-k", "engine/structures/top-k.ts"],
  ["SIMD", "engine/structures/bits/simd.ts"],
  ["semi-join", "engine/query/plan/paths/linked-path.ts"],
  ["selectivity", "engine/query/plan/planner.ts"],
  ["write-ahead", "storage/adapters/journal/journal.ts"],
];

test.each(KNOWN)("a search for %s leads to %s", (word, file) => {
  const plain = word.toLowerCase();
  const found = sources.filter(({ text }) => text.includes(plain));
  expect(found.map((each) => each.file)).toContain(file);
  // The file is about the algorithm: its own name says so, or the docstring of an export.
  const { text = "" } = found.find((each) => each.file === file) ?? {};
  const docs = [...text.matchAll(/\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*export/g)].map(([, doc = ""]) => doc);
  expect([file, ...docs.map((doc) => doc.replace(/\s*\n\s*\*\s*/g, " "))].some((each) => each.includes(plain))).toBe(
    true,
  );
});
