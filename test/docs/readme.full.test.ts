import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { DEMO_SCHEMA } from "../../transport/cli/demo/schema.ts";
import { DEMO_SEED } from "../../transport/cli/demo/seed.ts";
import { helpText } from "../../transport/cli/usage/usage.ts";
import { USAGES } from "../../transport/cli/usage/usages.ts";
import { checkConfig } from "../../transport/config/check-config.ts";
import { ConfigError } from "../../transport/config/config-error.ts";
import { createGalley } from "../../transport/galley.ts";
import { blocksOf, readmeBlocks } from "../support/docs/readme.ts";
import { newFolder } from "../support/folder.ts";
import { Caller } from "../support/requests/caller.ts";
import { BUILT_LIBRARY, runToEnd, withServer } from "../support/servers/command-line.ts";

const blocks = readmeBlocks();

const COMMANDS = [
  ...[USAGES.serve, USAGES.bench, USAGES.check, USAGES.data, USAGES.exec, USAGES.export],
  ...[USAGES.import, USAGES.openapi, USAGES.routes, USAGES.token, USAGES.types],
];

function fileOf(name: string): string {
  const block = blocks.find(({ file }) => file === name);
  if (block === undefined) throw new Error(`The README has no file ${name}`);
  return block.text;
}

describe("the README", () => {
  const asked = blocks.flatMap(({ text }, index) => {
    const [, url] = /^curl -g 'http:\/\/127\.0\.0\.1:1337([^']+)'$/m.exec(text) ?? [];
    return url === undefined ? [] : [[url, blocks[index + 1]?.text ?? ""] as const];
  });

  test("asks the demo at least two questions", () => {
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });

  test.each(asked)("shows what the demo answers to %s", async (url, answer) => {
    const roles = { public: { "*": ["find", "findOne"] } } as const;
    const galley = await createGalley({ schema: DEMO_SCHEMA, seed: DEMO_SEED, roles });
    const response = await galley.fetch(new Request(`http://galley.test${url}`));
    expect(withoutIds(await response.text())).toEqual(withoutIds(answer));
    await galley.close();
  });

  test("shows commands that package.json has", () => {
    const commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
    expect(commands[0]).toBe("npm ci\nnpm start\n");
    const named = commands.flatMap((text) => [...text.matchAll(/npm run (\S+)/g)].map(([, name]) => name));
    expect(Object.keys(packageJson.scripts)).toEqual(expect.arrayContaining(named));
    const main = /node (dist\S+) site/.exec(commands.join("\n"))?.[1];
    expect(main).toBe(packageJson.bin.galley);
  });

  test("leads to a page with the options that the help text shows", () => {
    const page = blocksOf("docs/command-line.md");
    const shown = page.find(({ text }) => text.startsWith("galley [serve]"))?.text ?? "";
    const options = helpText(USAGES.serve)
      .split("\n")
      .filter((line) => line.startsWith("  "));
    expect(shown.split("\n").filter((line) => line.startsWith("  "))).toEqual(options);
    for (const { synopsis } of COMMANDS) expect(shown).toContain(`galley ${synopsis}`);
  });

  test("shows the faults of a configuration with their messages", () => {
    const shown = blocks.find(({ text }) => text.startsWith("galley: galley.config.json"))?.text;
    const faulty = { rest: { maxLmit: 250 }, tokens: [{ name: "a", token: "a" }] };
    const check = () => checkConfig(faulty, "galley.config.json");
    expect(check).toThrow(ConfigError);
    expect(check).toThrow(shown?.replace("galley: ", "").trimEnd());
  });

  test("says on its first screen what its table of measurements says", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const said =
      /answers ([\d,]+) filtered and sorted lists a second, json-server ([\d,]+), and Strapi on SQLite ([\d,]+)/;
    const row = /^\| 25 posts, filtered and sorted.*\| [\d,]+ +\| ([\d,]+) +\| ([\d,]+) +\| ([\d,]+) +\|$/m;
    expect(said.exec(readme)?.slice(1)).toEqual(row.exec(readme)?.slice(1));
    expect(row.test(readme)).toBe(true);
  });

  test("lists every dependency", async () => {
    const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
    const used = Object.keys({ ...packageJson.dependencies, ...packageJson.optionalDependencies });
    expect(used.filter((name) => !readme.includes(`| ${name} `))).toEqual([]);
  });
});

describe("the README's examples", () => {
  test("serve content types of one's own", async () => {
    const folder = await newFolder();
    const config = "site/galley.config.json";
    for (const name of ["site/src/api/recipe/content-types/recipe/schema.json", config]) {
      await write(folder, name, fileOf(name));
    }
    await withServer(["site", "--config", config, "--port", "0"], { folder }, async (_server, url) => {
      const data = { title: "Flatbread", minutes: 10, status: "published" };
      expect((await new Caller(url, "change-me").post("/api/recipes", { data })).status).toBe(201);
      expect((await new Caller(url).get("/api/recipes")).all("title")).toEqual(["Flatbread"]);
      expect((await new Caller(url).post("/api/recipes", { data })).status).toBe(401);
    });
  });

  test.each([
    ["recipes.test.ts", /^# pass 2$/m],
    ["measure.ts", /^\d+ lists a second$/m],
  ])("run: %s", async (name, expected) => {
    const folder = await newFolder();
    await installBuild(folder);
    await write(folder, "package.json", '{ "type": "module" }');
    await write(folder, name, fileOf(name));
    const program = ["--import", import.meta.resolve("tsx"), "--test-reporter=tap", name];
    const { code, out, errors } = await runToEnd([], { folder, program });
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(out).toMatch(expected);
  });
});

/** Makes `import "galley"` in this folder mean the build. */
async function installBuild(folder: string): Promise<void> {
  await write(folder, "node_modules/galley/package.json", '{ "type": "module", "exports": "./index.js" }');
  await write(folder, "node_modules/galley/index.js", `export * from ${JSON.stringify(BUILT_LIBRARY)};`);
}

async function write(folder: string, name: string, text: string): Promise<void> {
  await mkdir(join(folder, dirname(name)), { recursive: true });
  await writeFile(join(folder, name), text);
}

/** documentIds are random. */
function withoutIds(json: string): unknown {
  return JSON.parse(json.replace(/"documentId": ?"[a-z0-9]{24}"/g, '"documentId":"…"'));
}
