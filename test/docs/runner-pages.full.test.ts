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
  folder = await mkdtemp(join(tmpdir(), "galley-runners-"));
  await install(folder);
  for (const page of ["README", "docs/with/vitest", "docs/with/jest", "docs/with/playwright"]) {
    await writeExamples(`${page}.md`, folder);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** For Vitest and Jest: a busy machine takes longer than their five seconds. */
const PATIENT = "--testTimeout=120000";

async function run(...program: readonly string[]): Promise<string> {
  const environment = { HOME: tmpdir(), NO_COLOR: "1" };
  const { code, out, errors } = await runToEnd([], { folder, environment, program });
  expect(code, out + errors).toBe(0);
  return out + errors;
}

/** A front end as the page for Playwright expects one. */
const frontEnd = (cms: number, port: number) => `import { createServer } from "node:http";
createServer(async (_, response) => {
  const { data } = await (await fetch("http://127.0.0.1:${cms}/api/recipes?sort=title")).json();
  response.setHeader("content-type", "text/html");
  response.end("<ul>" + data.map(({ title }) => "<li>" + title + "</li>").join("") + "</ul>");
}).listen(${port});`;

describe("the pages of docs/with for runners", () => {
  it("run under Vitest", async () => {
    expect(await run("node_modules/vitest/vitest.mjs", "run", "--dir", ".", "vitest.test", PATIENT)).toMatch(
      /Tests +2 passed/,
    );
  });

  it("run under Jest", async () => {
    await writeFile(join(folder, "package.json"), '{ "private": true }');
    const jest = await run("node_modules/jest/bin/jest.js", "--testPathPattern", "/recipes\\.test\\.js$", PATIENT);
    expect(jest).toMatch(/Tests: +2 passed/);
  });

  it.skipIf(CHROMIUM.path === undefined)("run in Chromium", async () => {
    const [cms, port] = [await freePort(), await freePort()];
    await writeFile(join(folder, "app.mjs"), frontEnd(cms, port));
    const scripts = { dev: "node app.mjs" };
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module", scripts }));
    const path = join(folder, "playwright.config.js");
    const launchOptions = JSON.stringify({ executablePath: CHROMIUM.path, args: ["--no-sandbox"] });
    const config = (await readFile(path, "utf8")).replaceAll("3000", `${port}`);
    await writeFile(
      path,
      config.replace(
        "use: {",
        `timeout: 120_000, expect: { timeout: 60_000 }, use: { launchOptions: ${launchOptions},`,
      ),
    );
    const galley = ["node_modules/galley/dist/transport/cli/main.js", "exec", "./site", "--open", "--fake", "20"];
    const playwright = [process.execPath, "node_modules/@playwright/test/cli.js", "test"];
    expect(await run(...galley, "--port", `${cms}`, "--", ...playwright)).toMatch(/1 passed/);
  });
});
