import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../../../transport/cli/load-config.ts";
import { newFolder } from "../../support/folder.ts";
import { runToEnd } from "../../support/servers/command-line.ts";

/** Loads from a folder with these files. */
async function load(files: Readonly<Record<string, string>>, file?: string) {
  const folder = await newFolder();
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
  return (await loadConfig(folder, file)).config;
}

describe("a configuration file", () => {
  test("may be absent", async () => {
    expect(await load({})).toEqual({});
  });

  test.each([
    ["galley.config.json", '{ "port": 4000 }'],
    ["galley.config.mjs", "export default { port: 4000 };"],
    ["galley.config.js", "module.exports = { port: 4000 };"],
    ["package.json", '{ "name": "site", "galley": { "port": 4000 } }'],
  ])("may be %s", async (name, text) => {
    expect(await load({ [name]: text })).toEqual({ port: 4000 });
  });

  test("may have any name when it is named", async () => {
    expect(await load({ "other.json": '{ "port": 1 }', "galley.config.json": '{ "port": 2 }' }, "other.json")).toEqual({
      port: 1,
    });
  });

  test("wins over package.json", async () => {
    expect(
      await load({ "galley.config.json": '{ "port": 1 }', "package.json": '{ "galley": { "port": 2 } }' }),
    ).toEqual({
      port: 1,
    });
  });

  test("is not needed in package.json", async () => {
    expect(await load({ "package.json": '{ "name": "site" }' })).toEqual({});
  });

  test.each([
    [{ "galley.config.json": "{ port }" }, /galley\.config\.json is not valid:\n {2}.*JSON/],
    [{ "galley.config.json": '{ "prot": 1 }' }, /galley\.config\.json is not valid:\n {2}prot: is not a known key/],
    [{ "package.json": '{ "galley": { "prot": 1 } }' }, /galley in .*package\.json is not valid/],
    [{ "galley.config.mjs": "export const port = 1;" }, /has no default export/],
    [{ "galley.config.mjs": 'throw new Error("no luck");' }, /no luck/],
    [{ "galley.config.mjs": "export default 1", "galley.config.json": "{}" }, /holds both .*\.mjs and .*\.json/],
  ])("is refused with its name and its fault: %j", async (files, message) => {
    await expect(load(files)).rejects.toThrow(message);
  });

  test("must be there when it is named", async () => {
    await expect(load({}, "absent.mjs")).rejects.toThrow(/absent\.mjs is not valid:\n {2}there is no such file/);
    await expect(load({}, "absent.json")).rejects.toThrow(/absent\.json is not valid/);
  });

  test("in TypeScript is loaded if Node supports it, otherwise it says what to do", async () => {
    const folder = await newFolder();
    const typed = 'const prefix: string = "/typed";\nexport default { rest: { prefix } };\n';
    await writeFile(join(folder, "galley.config.ts"), typed);
    // In a process of its own, without the loader that runs these sources.
    const { out, errors } = await runToEnd(["routes", "--run-config"], { folder });
    expect(out + errors).toMatch(
      /^GET +\/typed\/posts |needs Node 22\.18 or later .* or name it galley\.config\.mjs$/m,
    );
  });
});
