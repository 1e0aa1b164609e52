import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../../support/free-port.ts";
import { BUILT, checkBuild, type Ended, runToEnd } from "../../../support/servers/command-line.ts";
import { runHere } from "../../../support/servers/run-here.ts";

let folder: string;

/** A command of a shell in which `galley` is the program. */
function shell(script: string): Promise<Ended> {
  checkBuild();
  const text = `galley() { "${process.execPath}" "${BUILT}" "$@"; }\n${script}`;
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env.PATH }, maxBuffer: 2 ** 26 };
    execFile("sh", ["-c", text], options, (error, out, errors) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, out, errors });
    });
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-output-"));
  // More findings than any pipe holds.
  const info = { singularName: "note", pluralName: "notes", displayName: "Note" };
  const attributes = Object.fromEntries(
    Array.from({ length: 1500 }, (_, at) => [
      `relation${at}`,
      { type: "relation", relation: "oneToOne", target: `api::none${at}.none` },
    ]),
  );
  const types = join(folder, "wrong/src/api/note/content-types/note");
  await mkdir(types, { recursive: true });
  await writeFile(join(types, "schema.json"), JSON.stringify({ kind: "collectionType", info, attributes }));
  // More types than a pipe takes at once.
  const many = Object.fromEntries(
    Array.from({ length: 150 }, (_, at) => [
      `api::thing${at}.thing${at}`,
      {
        info: { singularName: `thing${at}`, pluralName: `things${at}`, displayName: "T" },
        attributes: { title: { type: "string" } },
      },
    ]),
  );
  await writeFile(join(folder, "many.json"), JSON.stringify({ contentTypes: many }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("what a command prints", () => {
  it.each([
    ["openapi"],
    ["types many.json"],
    ["routes many.json --json"],
    ["check wrong --json"],
    ["check wrong"],
    ["--help"],
  ])("is whole however slowly it is read, with its exit code: galley %s", async (command) => {
    const { code, out: expected } = await runHere(command.split(" "), { folder });
    const slow = await shell(`{ galley ${command}; echo "code $?" >&2; } | { sleep 0.5; cat; }`);
    expect(slow.out).toBe(expected);
    expect(slow.errors).toBe(`code ${code}\n`);
    const read = await runToEnd(command.split(" "), { folder });
    expect(read).toEqual({ code, out: expected, errors: "" });
  });

  it("is longer than a pipe where that matters", async () => {
    for (const command of ["openapi", "types many.json", "routes many.json --json", "check wrong --json"]) {
      expect((await runHere(command.split(" "), { folder })).out.length).toBeGreaterThan(65_536);
    }
  });

  it.each(["openapi", "check wrong --json", "--help", "--version"])(
    "may go to a reader that leaves, or to nobody: galley %s",
    async (command) => {
      const { code } = await runHere(command.split(" "), { folder });
      const left = await shell(`{ galley ${command}; echo "code $?" >&2; } | head -c 3`);
      expect([left.out.length, left.errors]).toEqual([3, `code ${code}\n`]);
      expect(await shell(`galley ${command} >&-`)).toEqual({ code, out: "", errors: "" });
      expect(await shell(`galley ${command} <&- >&- 2>&-`)).toEqual({ code, out: "", errors: "" });
    },
  );

  it.skipIf(!existsSync("/dev/full"))("fails with a sentence where it cannot be written", async () => {
    for (const command of ["openapi", "routes --json", "--help", "--version"]) {
      const { code, errors } = await shell(`galley ${command} > /dev/full`);
      expect([command, code, errors]).toEqual([
        command,
        1,
        "galley: the output cannot be written: ENOSPC: no space left on device, write\n",
      ]);
    }
    expect((await shell("galley token create --name a --access read-only 2> /dev/full")).code).toBe(1);
    expect((await shell("galley --no-such-flag 2> /dev/full")).code).toBe(2);
  });
});

describe("a server whose log", () => {
  const start = (port: number, format: string, output: number | "pipe") => {
    const args = [BUILT, "--port", String(port), "--data", "memory", "--log-format", format];
    return spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", output, "ignore"] });
  };

  const statusOf = (url: string) =>
    fetch(url).then(
      ({ status }) => status,
      () => 0,
    );

  /** Makes a log of 40 × 25 requests. */
  async function askOften(port: number): Promise<void> {
    const url = `http://127.0.0.1:${port}/todos?${"x".repeat(200)}`;
    await expect.poll(() => statusOf(url)).toBe(200);
    for (let round = 0; round < 40; round++) {
      const asked = Array.from({ length: 25 }, () => statusOf(url));
      expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    }
  }

  it.skipIf(!existsSync("/dev/full")).each(["json", "lines"])("has no room answers and ends: %s", async (format) => {
    const full = await open("/dev/full", "w");
    const port = await freePort();
    const server = start(port, format, full.fd);
    const ended = once(server, "exit");
    await askOften(port);
    server.kill("SIGTERM");
    expect(await ended).toEqual([143, null]);
    await full.close();
  });

  it.each(["json", "lines"])("nobody reads answers and ends: %s", async (format) => {
    const port = await freePort();
    const server = start(port, format, "pipe");
    const ended = once(server, "exit");
    await askOften(port);
    server.kill("SIGTERM");
    expect(await ended).toEqual([143, null]);
    server.stdout?.destroy();
  });
});
