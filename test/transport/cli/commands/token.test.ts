import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hashToken } from "../../../../transport/access/tokens.ts";
import { newFolder } from "../../../support/folder.ts";
import { runHere } from "../../../support/servers/run-here.ts";

/** Runs `galley token` beside a file with this configuration; also returns the configuration afterwards. */
async function token(args: readonly string[], config?: string) {
  const folder = await newFolder();
  const path = join(folder, "galley.config.json");
  if (config !== undefined) await writeFile(path, config);
  const ended = await runHere(["token", ...args, "--config", path]);
  return { ...ended, config: await readFile(path, "utf8").then(JSON.parse, () => null) };
}

describe("galley token create", () => {
  test("prints only the token on the standard output, and the line to configure elsewhere", async () => {
    const { code, out, errors, config } = await token(["create", "--name", "ci", "--access", "read-only"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^galley_[\w-]{43}\n$/);
    const line = errors.split("\n").find((text) => text.startsWith("{"));
    expect(JSON.parse(line ?? "")).toEqual({ name: "ci", hash: hashToken(out.trim()), access: "read-only" });
    expect(errors).not.toContain(out.trim());
    expect(config).toBeNull();
  });

  test("saves the hash, and never the token, and keeps the rest of the file", async () => {
    const before = '{ "port": 4000, "tokens": [{ "name": "old", "token": "old", "access": "full-access" }] }';
    const args = ["create", "--name", "desk", "--role", "editor", "--expires", "2030-01-01", "--save"];
    const { out, config } = await token(args, before);
    expect(config).toEqual({
      port: 4000,
      tokens: [
        { name: "old", token: "old", access: "full-access" },
        { name: "desk", hash: hashToken(out.trim()), expiresAt: "2030-01-01", role: "editor" },
      ],
    });
  });

  test("makes the file when there is none", async () => {
    const { config } = await token(["create", "--name", "ci", "--access", "full-access", "--save"]);
    expect(config.tokens).toMatchObject([{ name: "ci", access: "full-access" }]);
  });

  test("saves nothing when the name is taken or the file is no configuration", async () => {
    const args = ["create", "--name", "ci", "--access", "full-access", "--save"];
    const taken = '{"tokens":[{"name":"ci","token":"x","access":"read-only"}]}';
    for (const [config, message] of [
      [taken, /tokens: there is a token "ci" already/],
      ['{"prot":1}', /prot: is not a known key/],
    ] as const) {
      const result = await token(args, config);
      expect(result).toMatchObject({ code: 1, out: "", config: JSON.parse(config) });
      expect(result.errors).toMatch(message);
    }
  });

  test.each([
    [["create", "--access", "full-access"], "--name is missing"],
    [["create", "--name", "ci"], "--access is missing"],
    [["create", "--name", "ci", "--access", "role"], "--access role and --role go together"],
    [["delete"], "token needs to know what to do: token create"],
  ])("is wrongly called with %j", async (args, message) => {
    const { code, errors } = await token(args);
    expect(code).toBe(2);
    expect(errors).toBe(`galley: ${message}\nTry: galley token --help\n`);
  });
});
