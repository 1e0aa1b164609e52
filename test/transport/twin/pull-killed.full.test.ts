import { existsSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { Random } from "../../../transport/library/factory/random.ts";
import { newFolder } from "../../support/folder.ts";
import { CommandLine } from "../../support/servers/command-line.ts";
import { fill, inFront, openSource } from "../../support/twin/source.ts";

const KILLS = 20;

/** Pulls in a process of its own, which `kill` may end. Resolves to the exit code, null if it was killed. */
async function pull(args: readonly string[], kill?: (end: () => void) => void): Promise<number | null> {
  const environment = { TOKEN: "full-token" };
  const all = ["pull", ...args, "--token-env", "TOKEN", "--quiet"];
  const process = new CommandLine(all, { folder: await newFolder(), environment });
  kill?.(() => void process.signal("SIGKILL"));
  const { code, errors } = await process.ended();
  if (code !== 0 && code !== null) throw new Error(errors);
  return code;
}

/** All that a twin's folder holds, without the times of the pull. */
async function contentOf(folder: string): Promise<unknown> {
  const content: { [name: string]: unknown } = {};
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1);
    if (!entry.isFile() || name === "pull.json" || name === "metadata.json") continue;
    const bytes = await readFile(path);
    if (!name.endsWith(".jsonl")) content[name] = bytes.toString("base64");
    else {
      const lines = bytes.toString().split("\n").map(withoutNow);
      content[name] = lines.sort();
    }
  }
  return content;
}

/** The rows that the pull itself has made have its times. */
function withoutNow(line: string): string {
  return /i18n\.locale|users-permissions\.role/.test(line) ? line.replace(/"\d{4}-[^"]*Z"/g, '""') : line;
}

it(`ends as if nothing had happened where it was killed ${KILLS} times at any moment`, {
  timeout: 600_000,
}, async () => {
  const source = await openSource();
  await fill(source, 30);
  let onAsked = () => {};
  const front = await inFront(source.url, () => {
    onAsked();
    return false;
  });
  const [calm, killed] = [join(await newFolder(), "twin"), join(await newFolder(), "twin")];
  expect(await pull([front.url, "--out", calm])).toBe(0);
  const requests = front.asked.length;
  await mkdir(killed);
  await copyFile(join(calm, ".galley-key"), join(killed, ".galley-key"));

  const random = new Random(7);
  const resumable = () => existsSync(join(killed, ".pull", "asked.json"));
  const args = () => [front.url, "--out", killed, ...(resumable() ? ["--resume"] : [])];
  let kills = 0;
  for (let round = 0; round < KILLS; round++) {
    // Behind one of its requests, or when it writes what it has read.
    let left = 1 + random.below(Math.ceil(requests * 1.2));
    const later = random.below(60);
    const code = await pull(args(), (end) => {
      onAsked = () => {
        if (--left === 0) void wait(later).then(end);
      };
    });
    if (code === null) kills++;
  }
  onAsked = () => {};
  expect(kills).toBeGreaterThan(5);
  expect(await pull(args())).toBe(0);
  expect(await contentOf(killed)).toEqual(await contentOf(calm));
});
