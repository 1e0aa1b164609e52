import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, it, test } from "vitest";
import { accessOf } from "../../../transport/cli/content/content.ts";
import { loadConfig } from "../../../transport/cli/load-config.ts";
import { adviseOnListening } from "../../../transport/cli/serve/listen.ts";
import { resolveSettings } from "../../../transport/cli/settings.ts";
import { parseArguments, UsageError } from "../../../transport/cli/usage/usage.ts";
import { USAGES } from "../../../transport/cli/usage/usages.ts";
import type { GalleyConfig } from "../../../transport/config/config.ts";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { runToEnd } from "../../support/servers/command-line.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";

function settings(args: readonly string[], environment: Record<string, string> = {}, config: GalleyConfig = {}) {
  return resolveSettings(parseArguments(USAGES.serve, args), environment, {
    config,
    folder: "/etc/site",
    source: "test",
  });
}

describe("settings", () => {
  test("have defaults", () => {
    expect(settings([])).toMatchObject({
      port: 1337,
      host: "127.0.0.1",
      listener: "auto",
      profile: "contract",
      logLevel: "info",
      banner: true,
      storage: resolve("galley-data/demo.json"),
      token: undefined,
    });
  });

  test("come from flags, then variables, then the file", () => {
    const config: GalleyConfig = { port: 1, host: "file", profile: "strapi", logLevel: "warn", listener: "node" };
    expect(settings([], {}, config)).toMatchObject(config);
    expect(settings([], { PORT: "2", HOST: "variable" }, config)).toMatchObject({ port: 2, host: "variable" });
    const args = ["-p", "3", "-H", "flag", "--profile", "contract", "--log-level", "debug", "--listener", "uws"];
    expect(settings(args, { PORT: "2", HOST: "variable" }, config)).toMatchObject({
      port: 3,
      host: "flag",
      profile: "contract",
      logLevel: "debug",
      listener: "uws",
    });
  });

  test("take an empty variable as absent", () => {
    expect(settings([], { PORT: "", HOST: "", GALLEY_TOKEN: "" })).toMatchObject({
      port: 1337,
      host: "127.0.0.1",
      token: undefined,
    });
  });

  test("find a seed relative to the configuration, or at the path of the flag", () => {
    expect(settings([]).seed).toBeUndefined();
    expect(settings([], {}, { seed: "seed.json" }).seed).toBe("/etc/site/seed.json");
    expect(settings(["--seed", "other.json"], {}, { seed: "seed.json" }).seed).toBe(resolve("other.json"));
  });

  test("watch if configured, for any storage", () => {
    expect(settings([]).watch).toBe(false);
    for (const place of ["memory", "folder", "site.json"]) {
      expect(settings(["--watch", "--data", place]).watch).toBe(true);
      expect(settings([], {}, { watch: true, storage: place }).watch).toBe(true);
    }
  });

  test("take a token from outside", () => {
    expect(settings([], { GALLEY_TOKEN: "secret" }).token).toBe("secret");
  });

  test("blame a bad secret on the environment, and do not quote it", () => {
    const token = () => settings([], { GALLEY_TOKEN: "two words" });
    expect(token).toThrow(new UsageError("GALLEY_TOKEN in the environment must be printable ASCII without blanks"));
    const secret = () => settings([], { GALLEY_JWT_SECRET: "short" });
    expect(secret).toThrow(new UsageError("GALLEY_JWT_SECRET in the environment must have 16 characters at least"));
  });

  test("take a token from outside that the configuration reads too, unless it gives it less access", () => {
    const found = (access: "full-access" | "read-only") => {
      const config = { tokens: [{ name: "ci", token: "secret", access }] } as const;
      return accessOf(settings([], { GALLEY_TOKEN: "secret" }, config), { isReadable: false, freshToken: null });
    };
    expect(found("full-access").tokens).toMatchObject([{ name: "ci" }]);
    expect(() => found("read-only")).toThrow("GALLEY_TOKEN in the environment");
  });

  test("quiet means no banner, only errors and important warnings, unless a level is given", () => {
    const quiet = { banner: false, logLevel: "error", alertLevel: "warn" };
    expect(settings(["--quiet"], {}, { logLevel: "debug" })).toMatchObject(quiet);
    const levels = (level: string) => ({ logLevel: level, alertLevel: level });
    expect(settings(["--quiet", "--log-level", "silent"])).toMatchObject({ banner: false, ...levels("silent") });
    expect(settings([], {}, { logLevel: "error" })).toMatchObject({ banner: true, ...levels("error") });
  });

  test.each(["mysql://u:pw@host/db", "redis://:pw@host", "s3://bucket/pw", "://pw", ""])(
    "name a place that can hold content, not %j",
    (place) => {
      const faults = [() => settings(["--data", place]), () => settings([], {}, { storage: place })];
      for (const [index, fault] of faults.entries()) {
        expect(fault).toThrow(UsageError);
        expect(fault).toThrow(
          index === 0 ? /^--data .*memory, a folder, FILE.json, postgres:\/\/… or nats:\/\/…/ : /^storage /,
        );
        expect(fault).not.toThrow(/pw/);
      }
    },
  );

  test("find the data from the current folder, or from that of the file which names it", () => {
    expect(settings(["--data", "here.json"]).storage).toBe(resolve("here.json"));
    expect(settings([], {}, { storage: "there" }).storage).toBe("/etc/site/there");
    expect(settings(["--data", "memory"], {}, { storage: "there" }).storage).toBe("memory");
  });

  test.each(["-1", "65536", "http", "1e3", "80.5"])("refuse the port %j", (port) => {
    expect(() => settings([`--port=${port}`])).toThrow(UsageError);
    expect(() => settings([], { PORT: port })).toThrow(
      `PORT (from the environment) must be a number from 0 to 65535, not ${port}`,
    );
  });
});

describe("a refused setting says where it came from", () => {
  it.each([
    [{ PORT: "3000x" }, "PORT (from the environment) must be a number from 0 to 65535, not 3000x"],
    [
      { HOST: "x86_64-conda-linux-gnu", PORT: "0" },
      "HOST (from the environment): x86_64-conda-linux-gnu is not an address",
    ],
    [{ GALLEY_DATA: "http://a" }, "GALLEY_DATA (from the environment) takes memory"],
    [{ GALLEY_TOKEN: "a b" }, "GALLEY_TOKEN"],
  ])("%j", async (environment, message) => {
    const folder = await newFolder();
    const { code, errors } = await runHere(["--data", "memory"].slice("GALLEY_DATA" in environment ? 2 : 0), {
      folder,
      environment,
    });
    expect(code).toBeGreaterThan(0);
    expect(errors).toContain(message);
  });

  it("whatever blank cmd.exe leaves behind a variable's value does not count", async () => {
    const folder = await newFolder();
    const environment = { PORT: "0 ", HOST: "127.0.0.1 ", GALLEY_DATA: "memory " };
    await withServerHere([], { folder, environment }, async ({ out }) => expect(out).toContain("memory, survives"));
    expect(existsSync(join(folder, "memory "))).toBe(false);
  });
});

it("a misspelt flag names the one that is meant", async () => {
  for (const [flag, meant] of [
    ["--prot", "--port"],
    ["--worker", "--workers"],
    ["--opne", "--open"],
  ]) {
    expect((await runHere([`${flag}`])).errors).toContain(`Unknown option '${flag}': did you mean ${meant}?`);
  }
  expect((await runHere(["openapi", "--outt", "a"])).errors).toContain("did you mean --out?");
  expect((await runHere(["--qqqqqqqq"])).errors).toBe("galley: Unknown option '--qqqqqqqq'\nTry: galley --help\n");
});

it("a high port that the system refuses is not said to need rights", async () => {
  const refused = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
  const adviceOn = async (port: number) => String(await adviseOnListening(refused, { host: "127.0.0.1", port }));
  expect(await adviceOn(50_000)).toContain("netsh interface ipv4 show excludedportrange tcp");
  expect(await adviceOn(80)).toContain("take one above 1023");
});

it("listening twice on a port says so, and leaves the first as it is", async () => {
  for (const listener of ["node", "uws"] as const) {
    await using galley = await createGalley({ schema: schemaOf({}), todo: true });
    const { url, port } = await galley.listen({ port: 0, listener });
    const again = galley.listen({ port, listener: "node" });
    await expect(again).rejects.toMatchObject({
      code: "EADDRINUSE",
      message: expect.stringContaining("this galley listens there already"),
    });
    expect((await fetch(`${url}/todos`)).status).toBe(200);
    const other = await galley.listen({ port: 0, listener });
    expect((await fetch(`${other.url}/todos`)).status).toBe(200);
  }
});

describe("the folder of stored content", () => {
  it("is kept out of the repository if Galley makes it", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), JSON.stringify({ posts: [{ id: 1, title: "Tea" }] }));
    for (const round of [1, 2]) {
      await withServerHere(["db.json", "--port", "0"], { folder }, async () => {});
      expect([round, await readFile(join(folder, "galley-data", ".gitignore"), "utf8")]).toEqual([round, "*\n"]);
    }
  });

  it("is the user's if it was there, or was named", async () => {
    const folder = await newFolder();
    await writeFile(join(folder, "db.json"), JSON.stringify({ posts: [{ id: 1, title: "Tea" }] }));
    await mkdir(join(folder, "galley-data"));
    await withServerHere(["db.json", "--port", "0"], { folder }, async () => {});
    await withServerHere(["db.json", "--port", "0", "--data", "mine/db.json"], { folder }, async () => {});
    expect([existsSync(join(folder, "galley-data/.gitignore")), existsSync(join(folder, "mine/.gitignore"))]).toEqual([
      false,
      false,
    ]);
  });
});

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
