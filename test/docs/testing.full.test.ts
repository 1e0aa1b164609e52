import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../support/free-port.ts";
import { CHROMIUM } from "../support/peers/programs.ts";
import { runToEnd } from "../support/servers/command-line.ts";
import { install, writeExamples } from "../support/servers/installed.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-docs-"));
  await install(folder);
  await writeExamples("docs/testing.md", folder);
  await writeExamples("docs/openapi.md", folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** For Vitest and Jest: a busy machine takes longer than their five seconds. */
const PATIENT = "--testTimeout=120000";

const environment = { CHROMIUM: CHROMIUM.path ?? "", HOME: tmpdir(), NO_COLOR: "1" };

async function run(program: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<string> {
  const { code, out, errors } = await runToEnd([], { folder, environment: { ...environment, ...more }, program });
  expect(code, out + errors).toBe(0);
  return out + errors;
}

describe("docs/testing.md, and the tests of docs/openapi.md", () => {
  it("runs under Vitest, with MSW too", async () => {
    expect(
      await run(["node_modules/vitest/vitest.mjs", "run", "--dir", ".", "vitest.test", "msw.test", PATIENT]),
    ).toMatch(/Tests +8 passed/);
  });

  it("runs under Jest", async () => {
    const jest = [
      "--experimental-vm-modules",
      "node_modules/jest/bin/jest.js",
      "--testMatch",
      "**/*.jest.test.[cm]js",
      PATIENT,
    ];
    expect(await run(jest)).toMatch(/Tests: +2 passed/);
  });

  it("runs under node:test", async () => {
    expect(
      await run([
        "--test",
        "--test-reporter=tap",
        "posts.node.test.mjs",
        "signed-in.node.test.mjs",
        "own-server.node.test.mjs",
      ]),
    ).toMatch(/^# pass 5$/m);
  });

  it.skipIf(CHROMIUM.path === undefined)("runs in Chromium, parallel pages on forks of one port", async () => {
    const path = join(folder, "playwright.config.mjs");
    const patient = "timeout: 120_000, expect: { timeout: 60_000 }, fullyParallel";
    await writeFile(path, (await readFile(path, "utf8")).replace("fullyParallel", patient));
    const galley = "node_modules/galley/dist/transport/cli/main.js";
    const playwright = ["node_modules/@playwright/test/cli.js", "test"];
    const app = { APP_PORT: String(await freePort()) };
    expect(await run([galley, "exec", "--", process.execPath, ...playwright], app)).toMatch(/3 passed/);
  });
});
