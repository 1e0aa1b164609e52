import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const sources = ["engine", "storage", "transport", "test"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `/${join(folder, name)}`),
);

/** A path from the root, from the engine, or from the room that is spoken of. */
const isThere = (path: string) => sources.some((source) => source.endsWith(`/${path}`));

const DESIGNS = ["", "state/", "query/", "indexes/"].map((room) => `engine/${room}DESIGN.md`);

/** The files that a page names. */
const filesIn = (page: string) =>
  [...readFileSync(join(root, page), "utf8").matchAll(/`((?:[\w-]+\/)*[\w-]+\.ts)`/g)].map(([, path = ""]) => path);

test.each([...DESIGNS, "storage/adapters/ADAPTERS.md", "storage/adapters/journal/FORMAT.md", "CONTRIBUTING.md"])(
  "%s names no file that is not there",
  (page) => {
    expect(filesIn(page).filter((path) => !isThere(path))).toEqual([]);
  },
);

test("the pages about the engine name files", () => {
  expect(DESIGNS.flatMap(filesIn).length).toBeGreaterThan(50);
});

test("test/RELIABILITY.md names files that there are", () => {
  const page = readFileSync(join(root, "test/RELIABILITY.md"), "utf8");
  const named = [...page.matchAll(/`(test\/[^`\s]*)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
