import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A class named a cache or of cached things, one by weight, any weak map, and what a module keeps in a map that begins empty. */
const CACHE =
  /^(?:export )?class (?:\w*Cache|Cached\w+)\b|new WeightedCache\b|= new WeakMap\b|^const \w+ = new Map<.*>\(\);$/m;

/** Maps that are not caches: they are the only place of their contents. */
const NO_CACHES = [
  "engine/structures/object-numbers.ts",
  "engine/structures/weighted-cache.ts",
  "transport/adapters/node/node-connection.ts",
  "transport/contract/written-before.ts",
  "transport/hooks/turns.ts",
  "transport/http/form/noted-form.ts",
  "transport/parts/graphql/extension/own-entries.ts",
  "transport/strapi/code/loading/native-type-script.ts",
  "transport/strapi/code/object/key-values.ts",
  "transport/strapi/code/object/transactions.ts",
  "transport/strapi/code/part.ts",
  "transport/strapi/code/plugins/graphql/operation-contexts.ts",
  "transport/strapi/code/routing/request-contexts.ts",
  "transport/strapi/code/run/project-code.ts",
  "transport/testing/contract/contract.ts",
];

const table = readFileSync(join(root, "engine/CACHES.md"), "utf8");
/** Paths are relative to the engine where they name no other folder. */
const named = [...table.matchAll(/`([\w/-]+\.ts)`/g)]
  .map(([, path = ""]) => (/^(?:transport|storage|test)\//.test(path) ? path : `engine/${path}`))
  .filter((path) => !path.startsWith("test/"));

const sources = ["engine", "storage", "transport"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.includes("/browser/"))
    .map((name) => join(folder, name)),
);

test("every cache in the code is in the table of caches", () => {
  const caches = sources.filter((file) => CACHE.test(readFileSync(join(root, file), "utf8")));
  expect(caches.length).toBeGreaterThan(15);
  expect(caches.filter((file) => !NO_CACHES.includes(file) && !named.includes(file))).toEqual([]);
});

test("every file that the table names is there", () => {
  expect(named.length).toBeGreaterThan(25);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("there are no more than twenty-nine caches, each with what a request costs without it", () => {
  const rows = table.split("\n").filter((line) => line.startsWith("| ") && line.includes(".ts`"));
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.length).toBeLessThanOrEqual(29);
  expect(rows.filter((row) => !/^\|(?: [^|]+ \|){5}$/.test(row))).toEqual([]);
});
