import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { newFolder } from "../../../support/folder.ts";
import { runHere } from "../../../support/servers/run-here.ts";

const DEMO = ["openapi", "--data", "memory"];

describe("galley openapi", () => {
  it("writes the document of the demo to the standard output", async () => {
    const { code, out } = await runHere(DEMO);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ openapi: "3.1.0", paths: { "/api/posts": { get: {}, post: {} } } });
  });

  it.each(["api.yaml", "new/api.yml"])("writes YAML to a file named %s", async (name) => {
    const { out } = await runHere(DEMO);
    const folder = await newFolder();
    const { code } = await runHere([...DEMO, "-o", join(folder, name)]);
    expect(code).toBe(0);
    expect(parse(await readFile(join(folder, name), "utf8"))).toEqual(JSON.parse(out));
  });

  it("describes the permissions of one caller", async () => {
    const { out } = await runHere([...DEMO, "--as", "public"]);
    const { paths } = JSON.parse(out) as { readonly paths: { readonly [path: string]: object } };
    expect(Object.keys(paths["/api/posts"] ?? {})).toEqual(["get", "head"]);
  });

  it("suggests the caller that an unknown name probably means", async () => {
    const { code, errors } = await runHere([...DEMO, "--as", "publik"]);
    expect([code, errors]).toEqual([
      1,
      "galley: Options of openapi are not valid:\n  as: is no caller: did you mean public?\n",
    ]);
  });

  it("names the callers that there are where an unknown name is like none of them", async () => {
    const { code, errors } = await runHere([...DEMO, "--as", "token nope"]);
    expect([code, errors]).toEqual([
      1,
      expect.stringMatching(/^galley: Options of openapi are not valid:\n {2}as: is no caller, as these are: public/),
    ]);
  });

  it("describes the requested profile", async () => {
    const statuses = async (profile: string) => {
      const { out } = await runHere([...DEMO, "--profile", profile]);
      return Object.keys(JSON.parse(out).paths["/api/posts/{documentId}"].delete.responses);
    };
    expect([await statuses("contract"), await statuses("strapi")]).toEqual([
      ["200", "400", "401", "403", "404", "429", "500", "503", "504", "507"],
      ["204", "400", "401", "403", "429", "500", "503", "504", "507"],
    ]);
  });
});
