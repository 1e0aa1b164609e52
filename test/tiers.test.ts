import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { programs as benchmarks } from "../bench/programs.ts";
import { programs as checks } from "./checks.ts";

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

test("every check and benchmark runs a file that there is, under a name of its own", () => {
  for (const programs of [checks, benchmarks]) {
    expect(new Set(programs.map(({ name }) => name)).size).toBe(programs.length);
    for (const { name, run, followedBy = name } of programs) {
      const [runner, ...files] = run.filter((word) => !word.startsWith("--"));
      const isThere = (file: string) =>
        runner === "vitest"
          ? paths.some((path) => path.endsWith(".test.ts") && `test/${path}`.startsWith(file))
          : !file.includes("/") || existsSync(join(TEST, "..", file));
      expect([name, files.filter((file) => !isThere(file))]).toEqual([name, []]);
      expect(programs.map((each) => each.name)).toContain(followedBy);
    }
  }
});
