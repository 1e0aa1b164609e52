import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf } from "../support/docs/readme.ts";
import { newFolder } from "../support/folder.ts";
import { runToEnd } from "../support/servers/command-line.ts";
import { install } from "../support/servers/installed.ts";
import { exportedNames } from "../support/typescript/exported-names.ts";

const PAGE = "docs/library.md";
const root = new URL("../..", import.meta.url);

test("every name that an entry point exports is on the page, and no other", () => {
  const [, listed = ""] = readFileSync(new URL(PAGE, root), "utf8").split("## Every name\n");
  const sections = listed.split(/^### /m).slice(1);
  const told = sections.map((section) => {
    const [entry = "", ...lines] = section.split("\n");
    return [entry, [...lines.join("\n").matchAll(/`(\w+)`/g)].map(([, name]) => name).sort()] as const;
  });
  const exported = [...exportedNames()].map(([entry, names]) => [entry, names.map(({ name }) => name).sort()] as const);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(exported));
});

test.each([
  ["engine.ts", "1 true\n"],
  ["store.ts", "1 24\n"],
  ["server.ts", "200\n"],
])("the example %s runs", async (name, out) => {
  const block = blocksOf(PAGE).find(({ file }) => file === name);
  const folder = await newFolder();
  await install(folder);
  // No example needs syntax that JavaScript has not.
  const program = name.replace(".ts", ".mjs");
  await writeFile(join(folder, program), block?.text ?? "");
  expect(await runToEnd([], { folder, program: [program] })).toEqual({ code: 0, out, errors: "" });
});
