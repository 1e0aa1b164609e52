import { describe, expect, it } from "vitest";
import { runHere } from "../../../support/servers/run-here.ts";
import { typeFile, writeProject } from "../../strapi/project/write-project.ts";

const NOTE = "src/api/note/content-types/note/schema.json";

const sound = { [NOTE]: typeFile("note", { title: { type: "string" } }) };
const faulty = { [NOTE]: typeFile("note", { title: { type: "string" }, kind: { type: "enumeration", enum: ["1"] } }) };

describe("galley check", () => {
  it("says that a project can be served", async () => {
    const project = await writeProject(sound);
    const { code, out } = await runHere(["check", project, "--strict"]);
    expect([code, out]).toEqual([0, `${project} can be served: content types: 1, components: 0, no warnings\n`]);
  });

  it("lists everything that is not served as it is, which is a failure only with --strict", async () => {
    const project = await writeProject({ ...faulty, "src/index.ts": "export default { bootstrap() { go(); } };" });
    const { code, out } = await runHere(["check", project]);
    expect([code, out.split("\n")]).toEqual([
      0,
      [
        `${NOTE}: attributes.kind.enum: must not have the value "1": it begins with a digit (kept)`,
        ".: code of its own is not run: src/index.ts",
        "src/index.ts: is not run",
        `${project} can be served: content types: 1, components: 0, warnings: 2`,
        "",
      ],
    ]);
    expect((await runHere(["check", project, "--strict"])).code).toBe(1);
  });

  it("counts the files of a project with much code of its own by kind, and lists them with --all", async () => {
    const names = Array.from({ length: 11 }, (_, at) => `a${at}`);
    const controllers = names.map((name) => [
      `src/api/${name}/controllers/${name}.js`,
      "module.exports = { find(ctx) { go(ctx); } };",
    ]);
    const policies = names.map((name) => [`src/policies/${name}.js`, "module.exports = () => true;"]);
    const project = await writeProject({ ...sound, ...Object.fromEntries([...controllers, ...policies]) });
    const { out } = await runHere(["check", project]);
    expect(out).toContain("src/api/*/controllers: 11 files are not run\nsrc/policies: 11 files are not run\n");
    expect(out).not.toContain("src/policies/a0.js: is not run");
    expect((await runHere(["check", project, "--all"])).out).toContain("src/policies/a0.js: is not run\n");
  });

  it("says that a project is of Strapi 4, as JSON too", async () => {
    for (const [range, isTold] of [
      ["4.25.1", true],
      ["^4.0.0", true],
      ["5.4.0", false],
      ["^5", false],
    ] as const) {
      const manifest = JSON.stringify({ dependencies: { "@strapi/strapi": range } });
      const project = await writeProject({ ...sound, "package.json": manifest });
      expect((await runHere(["check", project])).out.includes(`package.json: is of Strapi ${range}`)).toBe(isTold);
      const { warnings } = JSON.parse((await runHere(["check", project, "--json"])).out);
      expect(warnings.map(({ file }: { file: string }) => file)).toEqual(isTold ? ["package.json"] : []);
    }
  });

  it("writes the same as JSON", async () => {
    const { code, out } = await runHere(["check", await writeProject(faulty), "--json"]);
    const message = 'must not have the value "1": it begins with a digit';
    const warnings = [{ file: NOTE, path: ["attributes", "kind", "enum"], message, remedy: "kept" }];
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { served: true, types: 1, components: 0, faults: [], warnings, code: [] },
    ]);
  });

  it("fails when nothing can be served", async () => {
    const project = await writeProject({ [NOTE]: "{" });
    const { code, out } = await runHere(["check", project]);
    expect([code, out]).toEqual([
      1,
      `${NOTE}: is not JSON: unexpected end at line 1, column 2\n${project} cannot be served\n`,
    ]);
    const { out: json } = await runHere(["check", project, "--json"]);
    expect(JSON.parse(json)).toMatchObject({ served: false, faults: [{ file: NOTE }] });
  });

  it("needs a path", async () => {
    const { code, errors } = await runHere(["check"]);
    expect([code, errors]).toEqual([2, "galley: PATH is missing\nTry: galley check --help\n"]);
  });
});
