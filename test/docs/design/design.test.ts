import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

const sources = ["engine", "storage", "transport", "test"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => `/${join(folder, name)}`),
);

/** A path from the root, from the engine, or from the room that is spoken of. */
const isThere = (path: string) => sources.some((source) => source.endsWith(`/${path}`));

test.each(["engine/DESIGN.md", "storage/ADAPTERS.md", "storage/adapters/journal/FORMAT.md", "CONTRIBUTING.md"])(
  "%s names no file that is not there",
  (page) => {
    const named = [...readFileSync(join(root, page), "utf8").matchAll(/`((?:[\w-]+\/)*[\w-]+\.ts)`/g)];
    expect(named.map(([, path = ""]) => path).filter((path) => !isThere(path))).toEqual([]);
  },
);

test("engine/DESIGN.md names files", () => {
  expect(readFileSync(join(root, "engine/DESIGN.md"), "utf8").match(/`[\w/-]+\.ts`/g)?.length).toBeGreaterThan(50);
});
