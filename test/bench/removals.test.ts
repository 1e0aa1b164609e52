import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { REMOVALS } from "../../bench/http/cache-removals.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

it.each(REMOVALS)("the benchmark can leave out the cache of $cache", ({ file, text }) => {
  expect(readFileSync(join(root, file), "utf8").split(text)).toHaveLength(2);
});
