import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describe, expect, it, vi } from "vitest";
import { blocksOf } from "../support/docs/readme.ts";
import { newFolder } from "../support/folder.ts";

const sources = fileURLToPath(new URL("../../transport/galley.ts", import.meta.url));

const pages = ["docs/typed.md", "docs/seeding.md"].map((page) => {
  const blocks = blocksOf(page);
  const programs = blocks.flatMap(({ file, text }, at) =>
    file?.endsWith(".ts") ? [{ file, text, printed: blocks[at + 1]?.text ?? "" }] : [],
  );
  return { page, blocks, programs };
});

describe.each(pages)("$page", ({ blocks, programs }) => {
  it.each(programs)("shows what $file prints", async ({ file, printed }) => {
    const folder = await newFolder();
    for (const { file: name, text } of blocks) {
      if (name !== null) await writeFile(join(folder, name), text.replace('"galley"', JSON.stringify(sources)));
    }
    const lines: string[] = [];
    const log = vi.spyOn(console, "log").mockImplementation((...parts) => void lines.push(parts.map(String).join(" ")));
    try {
      await import(pathToFileURL(join(folder, file)).href);
    } finally {
      log.mockRestore();
    }
    expect(`${lines.join("\n")}\n`).toBe(printed);
  });
});
