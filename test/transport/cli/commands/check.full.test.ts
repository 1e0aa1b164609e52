import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { runHere } from "../../../support/servers/run-here.ts";
import { typeFile, writeProject } from "../../strapi/project/write-project.ts";

const NOTE = "src/api/note/content-types/note/schema.json";

const sound = { [NOTE]: typeFile("note", { title: { type: "string" } }) };
const faulty = { [NOTE]: typeFile("note", { title: { type: "string" }, kind: { type: "enumeration", enum: ["1"] } }) };

/** A module that leaves a file behind when it runs. */
const RAN = 'require("node:fs").writeFileSync(__dirname + "/ran", ""); module.exports = {};';
const RAN_AS_MODULE =
  'import { writeFileSync } from "node:fs"; writeFileSync(import.meta.dirname + "/ran", ""); export default {};';

function ranIn(project: string): boolean {
  return readdirSync(project, { recursive: true }).some((path) => basename(String(path)) === "ran");
}

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
        ".: Run the project's own code with --run-project: 1 file (src/index.ts)",
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

  it("shows what route middlewares populate, as a configuration, and runs none of them", async () => {
    const project = await writeProject({
      ...sound,
      "src/api/note/routes/note.js": `module.exports = require("@strapi/strapi").factories.createCoreRouter("api::note.note", {
        config: { find: { middlewares: ["api::note.all"] }, findOne: { middlewares: ["api::note.all"] } } });`,
      "src/api/note/middlewares/all.js": `${RAN} module.exports = () => (ctx, next) => {
        ctx.query.populate = "*"; return next(); };`,
    });
    const populate = { "api::note.note": "*" };
    const { out } = await runHere(["check", project]);
    expect(out).toContain(`uses:\n${JSON.stringify({ rest: { populate } }, null, 2)}\n`);
    expect(out).toContain("; --run-project=populate uses what its route middlewares populate\n");
    expect(JSON.parse((await runHere(["check", project, "--json"])).out).populate).toEqual(populate);
    expect(ranIn(project)).toBe(false);
  });

  it("writes the same as JSON", async () => {
    const { code, out } = await runHere(["check", await writeProject(faulty), "--json"]);
    const message = 'must not have the value "1": it begins with a digit';
    const warnings = [{ file: NOTE, path: ["attributes", "kind", "enum"], message, remedy: "kept" }];
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { served: true, types: 1, components: 0, faults: [], warnings, code: [], unread: [], populate: {} },
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

  it("reads literals, and runs no code unless --run-config says so", async () => {
    const project = await writeProject({
      ...sound,
      "config/api.js": "module.exports = ({ env }) => ({ rest: { defaultLimit: env.int('NO_SUCH', 7) }, other: 1 });",
      "config/plugins.js": RAN,
      "config/env/test/server.ts": RAN,
      "src/api/tag/content-types/tag/schema.js": RAN,
    });
    const { code, out } = await runHere(["check", project]);
    expect([code, ranIn(project)]).toEqual([0, false]);
    const files = "config/env/test/server.ts, config/plugins.js, src/api/tag/content-types/tag/schema.js";
    expect(out).toContain(`not read, as code of the project is not run without --run-config: ${files}\n`);
    expect(out).toContain("config/plugins.js: is not read: line 1 is code, which is not run\n");
    expect(out).toContain("config/api.js: not understood and left out: other\n");
    const { unread } = JSON.parse((await runHere(["check", project, "--json"])).out);
    expect(unread).toEqual(files.split(", "));
    await runHere(["check", project, "--run-config"]);
    expect(ranIn(project)).toBe(true);
  });

  it.each(["routes", "types", "openapi", "export"])("nor does %s, which says what it has not read", async (command) => {
    const project = await writeProject({ ...sound, "config/plugins.js": RAN });
    const out =
      command === "export" ? ["--out", `${project}/archive`, "--data", "memory", "--seed", `${project}/seed.json`] : [];
    await writeFile(`${project}/seed.json`, "{}");
    const { code, errors } = await runHere([command, project, ...out]);
    expect([code, ranIn(project)]).toEqual([0, false]);
    expect(errors).toContain("without --run-config: config/plugins.js\n");
    expect((await runHere([command, project, "--run-config", ...out])).errors).not.toContain("--run-config");
    expect(ranIn(project)).toBe(true);
  });

  it("takes a configuration of Galley that is code only where it is named", async () => {
    const project = await writeProject({ ...sound, "galley.config.mjs": RAN_AS_MODULE });
    const { code, errors } = await runHere(["routes", project]);
    expect([code, ranIn(project)]).toEqual([1, false]);
    expect(errors).toContain("is code, which is not run unless --run-config says so, or --config names the file");
    expect((await runHere(["routes", project, "--config", `${project}/galley.config.mjs`])).code).toBe(0);
    expect(ranIn(project)).toBe(true);
    const literal = await writeProject({
      ...sound,
      "galley.config.mjs": "export default { rest: { prefix: '/v1' } };",
    });
    expect((await runHere(["routes", literal])).out).toContain("/v1/notes");
  });

  it("cleans nothing by types that it has not read", async () => {
    const project = await writeProject({ ...sound, "src/api/tag/content-types/tag/schema.js": RAN, "data.json": "{}" });
    const { code, errors } = await runHere(["data", "clean", `${project}/data.json`, project, "--dry-run"]);
    expect([code, ranIn(project)]).toEqual([1, false]);
    expect(errors).toContain("without --run-config: src/api/tag/content-types/tag/schema.js");
  });

  it("needs a path", async () => {
    const { code, errors } = await runHere(["check"]);
    expect([code, errors]).toEqual([2, "galley: PATH is missing\nTry: galley check --help\n"]);
  });
});
