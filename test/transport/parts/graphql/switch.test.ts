import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../../transport/config/check-config.ts";
import { ConfigError } from "../../../../transport/config/config-error.ts";
import { BUILT_LIBRARY, runToEnd } from "../../../support/servers/command-line.ts";

/** The issues of a configuration, each as its path and message. */
function faultsOf(config: unknown): readonly string[] {
  try {
    checkConfig(config, "test");
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  }
}

describe("the configuration key graphql", () => {
  it.each([true, false, {}, { endpoint: "/g", limits: { depth: 5, time: 100 } }])("may be %j", (graphql) => {
    expect(faultsOf({ graphql })).toEqual([]);
  });

  it("is answered with the part that is wrong", () => {
    expect(
      faultsOf({
        graphql: { endpoint: "g", limits: { depth: 0, dept: 5 }, introspection: "no", v4CompatibilityMode: 1 },
      }),
    ).toEqual([
      "graphql.endpoint: must start with a slash",
      "graphql.introspection: must be true or false",
      "graphql.v4CompatibilityMode: must be true or false",
      "graphql.limits.depth: must be at least 1",
      "graphql.limits.dept: is not a known key: did you mean depth?",
    ]);
  });

  it("is no text", () => {
    expect(faultsOf({ graphql: "yes" })).toEqual(["graphql: must be true, false or an object"]);
  });
});

/** Runs a program on the build in a process of its own, in which the package `graphql` cannot be found. */
async function withoutPackage(program: string): Promise<string> {
  const hooks = `export async function resolve(name, context, next) {
    if (name !== "graphql") return next(name, context);
    throw Object.assign(new Error("Cannot find package 'graphql'"), { code: "ERR_MODULE_NOT_FOUND" });
  }`;
  const register = `import { register } from "node:module"; register(${JSON.stringify(dataUrl(hooks))});`;
  const text = `import { createGalley } from ${JSON.stringify(BUILT_LIBRARY)}; ${program}`;
  const args = ["--import", dataUrl(register), "--input-type=module", "--eval", text];
  const { out, errors } = await runToEnd([], { folder: tmpdir(), program: args });
  expect(errors).toBe("");
  return out;
}

function dataUrl(text: string): string {
  return `data:text/javascript,${encodeURIComponent(text)}`;
}

describe("without the package graphql", () => {
  it("Galley says at its start that it is missing, and how to get it", async () => {
    const program = `await createGalley({ schema: { contentTypes: {} }, graphql: true }).catch((e) => console.log(e.message));`;
    expect(await withoutPackage(program)).toContain(
      'graphql: needs the package "graphql", which is not installed: npm install graphql@16',
    );
  });

  it("everything else works", async () => {
    const program = `const galley = await createGalley({ schema: { contentTypes: {} } });
      console.log((await galley.fetch("/graphql", { method: "POST" })).status); await galley.close();`;
    expect(await withoutPackage(program)).toBe("404\n");
  });
});
