import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { adviseOnListening } from "../../../transport/cli/serve/listen.ts";
import { createGalley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere, withServerHere } from "../../support/servers/run-here.ts";

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
