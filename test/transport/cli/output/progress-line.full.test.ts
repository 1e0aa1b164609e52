import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgressLine, withProgress } from "../../../../transport/cli/output/progress-line.ts";
import { withReadProgress } from "../../../../transport/cli/output/read-progress.ts";
import { newFolder } from "../../../support/folder.ts";
import { runToEnd } from "../../../support/servers/command-line.ts";

/** The output during ten seconds of work, with a step every 50 ms. */
function written(options: { readonly isTTY: boolean; readonly quiet?: boolean; readonly all?: number }): string[] {
  const lines: string[] = [];
  let time = 0;
  const output = { isTTY: options.isTTY, write: (text: unknown) => lines.push(String(text)) > 0 };
  const line = new ProgressLine("Things done", { quiet: options.quiet ?? false, output, now: () => time });
  for (let done = 1; done <= 200; done += 1) {
    time += 50;
    line.update(done, options.all);
  }
  line.end();
  return lines;
}

describe("ProgressLine", () => {
  it("writes one line over and over on a terminal, and clears it", () => {
    const lines = written({ isTTY: true, all: 400 });
    expect(lines[0]).toBe("\r\u001b[KThings done: 20 of 400 (5 %) [#                   ]");
    expect(lines.length).toBeLessThan(110);
    expect(lines.join("")).not.toContain("\n");
    expect(lines.at(-1)).toBe("\r\u001b[K");
  });

  it("writes a line every few seconds elsewhere", () => {
    expect(written({ isTTY: false })).toEqual(["Things done: 60\n", "Things done: 120\n", "Things done: 180\n"]);
  });

  it("writes nothing when it is quiet, nor for work that is done at once", async () => {
    expect(written({ isTTY: true, quiet: true })).toEqual([]);
    const lines: unknown[] = [];
    const output = { isTTY: true as const, write: (text: unknown) => lines.push(text) > 0 };
    const result = await withProgress("Quick work", { output }, async (update) => {
      update(1, 1);
      return "done";
    });
    expect([result, lines]).toEqual(["done", []]);
  });
});

describe("withReadProgress", () => {
  it("shows how much was read, and nothing of later reads", async () => {
    const folder = await newFolder();
    const path = join(folder, "content");
    await writeFile(path, new Uint8Array(4_000_000));
    const lines: string[] = [];
    const output = { isTTY: false, write: (text: unknown) => lines.push(String(text)) > 0 };
    let time = 0;
    const file = await withReadProgress({ output, now: () => time }, async (files) => {
      time = 5_000;
      const open = await files.open(path, "read");
      await open.read(0, 2_500_000);
      return open;
    });
    time = 10_000;
    expect((await file.read(2_500_000, 4_000_000)).byteLength).toBe(1_500_000);
    await file.close();
    expect(lines).toEqual(["MB of stored content read: 2\n"]);
  });
});

describe("a long seed", () => {
  it("shows its progress, unless it is quiet", async () => {
    const folder = await newFolder();
    const slow = `await new Promise((resolve) => setTimeout(resolve, 3_100));
        export default { tags: [{ name: "one", slug: "one" }, { name: "two", slug: "two" }] };`;
    await writeFile(join(folder, "seed.mjs"), slow);
    const args = ["export", "--seed", "seed.mjs", "--data", "memory"];
    const [loud, quiet] = await Promise.all([
      runToEnd([...args, "--out", "loud"], { folder }),
      runToEnd([...args, "--out", "quiet", "--quiet"], { folder }),
    ]);
    expect([loud.code, quiet.code]).toEqual([0, 0]);
    expect(loud.errors).toContain("Entries of the seed written: 0 of 2 (0 %)\n");
    expect(quiet.errors).toBe("");
  });
});
