import { mkdir, readFile, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { fill, inFront, openSource, SOURCE_SCHEMA } from "../../support/twin/source.ts";
import { runProject } from "../strapi/code/strapi-project.ts";

const environment = { TOKEN: "full-token" };

async function pulled(url: string, ...args: string[]) {
  const folder = join(await newFolder(), "twin");
  const ended = await runHere(["pull", url, "--out", folder, "--token-env", "TOKEN", "--quiet", ...args], {
    environment,
  });
  const report = ended.code === 0 ? JSON.parse(await readFile(join(folder, "pull.json"), "utf8")) : null;
  return { ...ended, folder, report };
}

function answer(response: ServerResponse, status: number, body: unknown): true {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  return true;
}

/** A source whose own code answers some paths: `own` gets the usual answer, and gives the one that is sent. */
async function openOwn(own: (path: string, usual: () => Promise<unknown>) => Promise<unknown> | null) {
  const source = await openSource();
  await fill(source, 6);
  return inFront(source.url, (request, response) => {
    const headers = { authorization: "Bearer full-token" };
    const usual = async () => (await fetch(source.url + request.url, { headers })).json();
    const made = own(request.url ?? "", usual);
    if (made === null) return false;
    made.then((body) => answer(response, 200, body));
    return true;
  });
}

it("a type whose routes take no token is left out; a token that none takes stops the pull", async () => {
  const source = await openSource();
  await fill(source, 3);
  let refused = /^\/api\/authors/;
  const front = await inFront(source.url, ({ url = "" }, response) => {
    return refused.test(url) && answer(response, 401, { data: null, error: { status: 401 } });
  });
  const { code, out, report } = await pulled(front.url);
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("left out: api::author.author: does not take this token (401)"),
  ]);
  expect(report.types["api::post.post"].documents).toBe(3);
  refused = /^\/api\/(?!content-type-builder|i18n)/;
  expect(await pulled(front.url)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/answered 401 to GET \/api\/\w+: the token is missing, wrong or expired/),
  });
});

it("a type whose list is always refused is left out", async () => {
  const source = await openSource();
  await fill(source, 3);
  let refused = /^\/api\/authors/;
  const front = await inFront(source.url, ({ url = "" }, response) => refused.test(url) && answer(response, 500, {}));
  const { code, report } = await pulled(front.url);
  expect(code).toBe(0);
  const why = `${front.url} answered 500 to GET /api/authors: left out`;
  expect(report.left).toContainEqual({ what: "api::author.author", why, count: 1 });
  refused = /^\/api\/authors.*populate/;
  const part = await pulled(front.url, "--types", "author", "--no-closure");
  expect(part).toMatchObject({ code: 1, errors: expect.stringContaining("answered 500") });
});

it("verify pulls once before its reads, and stops if it cannot", async () => {
  const source = await openSource();
  await fill(source, 3);
  let refused = /^$/;
  const front = await inFront(source.url, ({ url = "" }, response) => refused.test(url) && answer(response, 500, {}));
  const args = ["verify", front.url, "--token-env", "TOKEN", "--random", "20", "--quiet"];
  expect(await runHere(args, { environment })).toMatchObject({ code: 0, out: expect.stringContaining("20 equal") });
  const pulls = () =>
    front.asked.filter(({ url = "" }) => /^\/api\/tags\?sort=id:asc&populate.*status=published/.test(url));
  expect(pulls()).toHaveLength(1);
  refused = /^\/api\/tags.*sort=id/;
  expect(await runHere(args, { environment })).toMatchObject({
    code: 2,
    out: "",
    errors: expect.stringContaining("500"),
  });
  expect(pulls().length).toBeLessThanOrEqual(3);
});

it("files of which an entry shows the address alone are read whole", async () => {
  const cut = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (_, each) =>
        each?.mime === undefined ? each : { id: each.id, documentId: each.documentId, url: each.url },
      ),
    );
  const front = await openOwn((path, usual) => (path.startsWith("/api/posts") ? usual().then(cut) : null));
  const { code, folder } = await pulled(front.url);
  expect(code).toBe(0);
  const lines = (await readFile(join(folder, "entities", "entities_00001.jsonl"), "utf8")).trim().split("\n");
  const files = lines.map((line) => JSON.parse(line)).filter(({ type }) => type === "plugin::upload.file");
  expect(files.length).toBe(2);
  for (const { data } of files) expect(data).toMatchObject({ mime: "image/png", ext: ".png", width: 1 });
  const verified = await runHere(["verify", front.url, "--token-env", "TOKEN", "--random", "20", "--quiet"], {
    environment,
  });
  expect(verified.out).toMatch(/^20 reads/);
});

it("attributes that no answer shows are told", async () => {
  const without = (value: unknown) =>
    JSON.parse(JSON.stringify(value, (key, each) => (key === "views" ? undefined : each)));
  const front = await openOwn((path, usual) => (path.startsWith("/api/posts") ? usual().then(without) : null));
  const { report } = await pulled(front.url);
  expect(report.left).toContainEqual({ what: "post.views", why: "is not in the answers of the source", count: 1 });
  expect(report.left.filter(({ why }: { why: string }) => why.includes("in the answers"))).toHaveLength(1);
});

it("published versions stay published where no answer tells when, and where no status is taken", async () => {
  const source = await openSource();
  await fill(source, 6);
  const headers = { authorization: "Bearer full-token" };
  const front = await inFront(source.url, (request, response) => {
    const { url = "" } = request;
    if (!/^\/api\/(?:posts|home)/.test(url)) return false;
    const path = url.startsWith("/api/home") ? url.replace(/status=\w+/, "status=published") : url;
    fetch(source.url + path, { headers }).then(async (usual) => {
      const hidden = (key: string, value: unknown) => (/^(?:publish|updat|creat)edAt$/.test(key) ? undefined : value);
      answer(response, usual.status, JSON.parse(JSON.stringify(await usual.json(), hidden)));
    });
    return true;
  });
  const { code, report } = await pulled(front.url);
  expect([code, report.changed, report.moved]).toEqual([0, 0, []]);
  expect(report.types["api::post.post"]).toMatchObject({ documents: 6, published: 5 });
  const args = ["verify", front.url, "--token-env", "TOKEN", "--random", "40", "--quiet", "--allow", "value"];
  const { errors, out } = await runHere([...args, "--types", "post"], { environment });
  expect([errors, out]).toEqual(["", expect.stringMatching(/^40 reads/)]);
});

it("a list that takes no parameters is read once", async () => {
  const data = Array.from({ length: 150 }, (_, at) => ({ id: at + 1, documentId: `a${at}`, name: `Author ${at}` }));
  const front = await openOwn((path) => (path.startsWith("/api/authors") ? Promise.resolve({ data }) : null));
  const { code, report } = await pulled(front.url);
  expect([code, report.types["api::author.author"].documents]).toEqual([0, 150]);
});

it("a list that takes no order is read page by page", async () => {
  const source = await openSource();
  await fill(source, 45);
  const front = await inFront(source.url, ({ url = "" }, response) => {
    return /^\/api\/posts\?.*sort/.test(url) && answer(response, 400, { data: null, error: { status: 400 } });
  });
  const { code, report } = await pulled(front.url);
  expect([code, report.types["api::post.post"]]).toEqual([0, expect.objectContaining({ documents: 45 })]);
});

it("what the project's route middlewares populate is populated by the twin", async () => {
  const source = await openSource();
  await fill(source, 3);
  const project = join(await newFolder(), "project");
  const files: { readonly [path: string]: string } = {
    "package.json": JSON.stringify({ dependencies: { "@strapi/strapi": "5.0.0" } }),
    "src/api/tag/routes/tag.js": `const { factories } = require("@strapi/strapi");
module.exports = factories.createCoreRouter("api::tag.tag", { config: { find: { middlewares: ["api::tag.populate"] } } });`,
    "src/api/tag/middlewares/populate.js":
      'module.exports = () => async (ctx, next) => { ctx.query.populate = { posts: { fields: ["title"] } }; await next(); };',
  };
  for (const [uid, type] of Object.entries(SOURCE_SCHEMA.contentTypes)) {
    const name = uid.split(".")[1];
    Object.assign(files, { [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify(type) });
  }
  for (const [uid, part] of Object.entries(SOURCE_SCHEMA.components ?? {}))
    Object.assign(files, { [`src/components/${uid.replace(".", "/")}.json`]: JSON.stringify(part) });
  for (const [path, text] of Object.entries(files)) {
    await mkdir(join(project, path, ".."), { recursive: true });
    await writeFile(join(project, path), text);
  }
  const { code, errors, folder } = await pulled(source.url, "--schema", project);
  expect([code, errors]).toEqual([0, ""]);
  const { rest } = JSON.parse(await readFile(join(folder, "galley.config.json"), "utf8"));
  expect(rest.populate).toEqual({ "api::tag.tag": { posts: { fields: ["title"] } } });
});

it("verify names the source's own code where answers differ, and --run-project runs it too", async () => {
  const source = await runProject({
    "src/api/tag/controllers/tag.js": `
      module.exports = require("@strapi/strapi").factories.createCoreController("api::tag.tag", ({ strapi }) => ({
        async find(ctx) {
          return { data: await strapi.documents("api::tag.tag").findMany({ sort: "name" }), meta: { own: true } };
        },
      }));`,
  });
  await source.documents("api::tag.tag").create({ data: { name: "One" } });
  const { url } = await source.listen({ port: 0 });
  const requests = join(await newFolder(), "urls.txt");
  await writeFile(requests, "/api/tags\n/api/tags?fields=name\n/api/posts\n");
  const args = ["verify", new URL(url).origin, "--schema", source.project, "--requests", requests, "--quiet"];
  const without = await runHere(args);
  expect([without.code, without.out]).toEqual([1, expect.stringMatching(/^3 reads, 1 equal, /)]);
  expect(without.out).toContain("   the source has own code for it: src/api/tag/controllers/tag.js");
  expect(without.out).toContain(
    "The source has code of its own, which may answer otherwise (1 file (1 controller)): --run-project runs it here too",
  );
  const run = await runHere([...args, "--run-project"]);
  expect([run.code, run.errors, run.out]).toEqual([0, "", expect.stringMatching(/^3 reads, 3 equal, 0 differences/)]);
  const wrong = await runHere(["verify", "http://127.0.0.1:1", "--run-project"]);
  expect([wrong.code, wrong.errors]).toEqual([2, expect.stringContaining("--run-project needs the project")]);
});
