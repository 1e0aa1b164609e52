import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

const TEST = import.meta.dirname;

const paths = readdirSync(TEST, { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts"));

/** The files of test/ that each of them imports, now or later. */
const imported = new Map(
  paths.map((path) => {
    const text = readFileSync(join(TEST, path), "utf8");
    const found = [...text.matchAll(/\b(?:from|import) ?\(?"(\.[^"]+)"/g)];
    return [path, found.map(([, of = ""]) => relative(TEST, join(TEST, dirname(path), of)).replaceAll("\\", "/"))];
  }),
);

function leadsTo(path: string, target: string): boolean {
  const reached = new Set([path]);
  for (const each of reached) for (const next of imported.get(each) ?? []) reached.add(next);
  return reached.has(target);
}

test("only full tests start programs beside Node", () => {
  const start = (path: string) => path.endsWith(".test.ts") && leadsTo(path, "support/peers/programs.ts");
  const starting = paths.filter(start);
  expect(starting.length).toBeGreaterThan(10);
  expect(starting.filter((path) => !path.endsWith(".full.test.ts"))).toEqual([]);
});
