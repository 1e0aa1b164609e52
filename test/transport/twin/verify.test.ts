import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { Upstream } from "../../../transport/twin/source/upstream.ts";
import { TwinError } from "../../../transport/twin/twin-error.ts";
import { drawReads } from "../../../transport/twin/verify/draw-reads.ts";
import { pullIntoMemory } from "../../../transport/twin/verify/fresh-twin.ts";
import type { Difference } from "../../../transport/twin/verify/masks.ts";
import type { Answered, Read, Side } from "../../../transport/twin/verify/read.ts";
import { shrink } from "../../../transport/twin/verify/shrink.ts";
import { Values } from "../../../transport/twin/verify/values.ts";
import { verify } from "../../../transport/twin/verify/verify.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { inFront, openSource, write } from "../../support/twin/source.ts";

const environment = { TOKEN: "full-token" };

/** A source, and one that gives another title than it. */
async function openTwo() {
  const source = await openSource();
  await write(source, "POST", "/posts", { title: "One", views: 1 });
  const asked: string[] = [];
  const other = await inFront(source.url, (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const headers = { authorization: "Bearer full-token" };
    fetch(source.url + request.url, { headers }).then(async (answer) => {
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end((await answer.text()).replaceAll('"One"', '"Two"'));
    });
    return true;
  });
  const folder = await newFolder();
  const requests = join(folder, "urls.txt");
  const lines = [
    "# what the front end asks",
    "GET /api/posts?fields=views",
    `${source.url}/api/posts?populate=*&sort=title`,
    "POST /api/posts",
    "/elsewhere",
  ];
  await writeFile(requests, lines.join("\n"));
  const args = [
    "verify",
    source.url,
    "--token-env",
    "TOKEN",
    "--against",
    other.url,
    "--requests",
    requests,
    "--quiet",
  ];
  return { source, other, asked, folder, args };
}

it("galley verify tells a difference in one small request, with both values", async () => {
  const { source, other, asked, args } = await openTwo();
  const { code, out } = await runHere(args, { environment });
  expect(code).toBe(1);
  const path = /\/api\/posts\/\w+\?fields=title/.exec(out)?.[0] ?? "";
  expect(out.replace(/ {3}\d+ s/, "")).toBe(
    [
      "2 reads, 1 equal, 1 difference",
      "not asked: POST is not sent (1)",
      "not asked: is not below /api (1)",
      "1  value: post.title   (1 of 2 reads before shrinking)",
      `   curl -g '${source.url}${path}' -H "Authorization: Bearer $TOKEN"`,
      `   curl -g '${other.url}${path}'`,
      "   data.title",
      '   - "One"',
      '   + "Two"',
      "",
    ].join("\n"),
  );
  expect(asked.filter((each) => !each.startsWith("GET "))).toEqual([]);
});

it("galley verify tells it to programs too", async () => {
  const { folder, args } = await openTwo();
  const junit = join(folder, "results", "junit.xml");
  const { code, out } = await runHere([...args, "--json", "--junit", junit], { environment });
  expect([code, JSON.parse(out)]).toEqual([
    1,
    expect.objectContaining({
      reads: 2,
      equal: 1,
      differences: [expect.objectContaining({ cause: "value", real: '"One"' })],
    }),
  ]);
  expect(await readFile(junit, "utf8")).toContain(
    '<testcase classname="galley verify" name="value: post.title"><failure',
  );
  const annotated = await runHere(args, { environment: { ...environment, GITHUB_ACTIONS: "true" } });
  expect(annotated.out).toMatch(/^::error title=galley verify%3A value%3A post.title::http:/m);
});

it("galley verify ends with 0 if the cause is allowed, and with 2 if the source does not answer", async () => {
  const { source, args } = await openTwo();
  expect(await runHere([...args, "--allow", "value"], { environment })).toMatchObject({ code: 0 });
  const broken = await inFront(source.url, (request, response) => {
    if (!request.url?.startsWith("/api/posts")) return false;
    response.writeHead(500, { "content-type": "application/json" }).end("{}");
    return true;
  });
  const asked = args.map((each) => (each === source.url ? broken.url : each));
  const { code, out } = await runHere(asked, { environment });
  expect([code, out]).toEqual([2, expect.stringContaining("2 failed (")]);
  expect(await runHere(["verify", "--allow", "colour", source.url])).toMatchObject({ code: 2 });
  expect(await runHere(["verify", source.url, "--requests", "missing.har"])).toMatchObject({
    code: 2,
    errors: "galley: missing.har of --requests is not there\n",
  });
});

const POSTS: Read = { method: "GET", isBelowPrefix: true, path: "/posts?sort=title&fields=title" };

it("asks no further once a source does not answer", async () => {
  let asked = 0;
  const gone: Side = {
    origin: "http://gone",
    prefix: "/api",
    ask: async () => {
      asked++;
      throw new TwinError("answered 401: the token is missing, wrong or expired");
    },
  };
  const answered: Answered = { status: 200, header: () => null, text: "{}", body: {} };
  const here: Side = { origin: "http://here", prefix: "/api", ask: async () => answered };
  function* endless(): Generator<Read> {
    for (;;) yield POSTS;
  }
  const result = await verify({ real: gone, here, reads: endless(), schema: null });
  expect(result).toMatchObject({
    isStopped: true,
    limits: ["stopped: the source did not answer 10 reads in a row"],
    firstFailure: "answered 401: the token is missing, wrong or expired",
  });
  expect(asked).toBeLessThan(30);
});

it("tries no smaller requests after its time", async () => {
  const difference: Difference = {
    cause: "value",
    path: "data[0].title",
    owner: "api::post.post",
    name: "title",
    documentId: null,
    real: 1,
    here: 2,
  };
  const shows = async () => difference;
  const soon = await shrink(POSTS, difference, { type: null, shows, until: performance.now() + 60_000 });
  expect(soon.read.path).toBe("/posts?fields=title&pagination[pageSize]=1");
  const late = await shrink(POSTS, difference, { type: null, shows, until: performance.now() - 1 });
  expect(late.read).toEqual(POSTS);
});

it("an entry by itself gets no page size, whatever lists it holds", async () => {
  const difference: Difference = {
    cause: "value",
    path: "data.links[0].label",
    owner: "api::post.post",
    name: "links.label",
    documentId: "a",
    real: "one",
    here: "two",
  };
  const read = { method: "GET", isBelowPrefix: true, path: "/posts/a?populate=links&fields=title" } as const;
  const shows = async ({ path }: { readonly path: string }) => {
    // A server refuses a link among the fields.
    return path.includes("populate=links") && !path.includes("fields=links") ? difference : null;
  };
  const { read: small } = await shrink(read, difference, { type: null, shows, until: Number.POSITIVE_INFINITY });
  expect(small.path).toBe("/posts/a?populate=links");
});

it("drawn reads show a few hundred entries at most, also where links in circles lead to all of them", async () => {
  const { galley, url } = await openSource();
  const author = await galley.documents("api::author.author").create({ data: { name: "All" } });
  const posts = galley.documents("api::post.post");
  for (let n = 0; n < 60; n++) await posts.create({ data: { title: `Post ${n}`, author: author.documentId } });
  const upstream = new Upstream(url, { token: "full-token" });
  const { schema } = (await pullIntoMemory({ upstream })).types;
  const types = [schema.type("api::post.post"), schema.type("api::author.author")];
  const values = await Values.of(upstream, schema, types);
  const shown: number[] = [];
  for (const { path } of drawReads({ schema, values, seed: 3, scrubbed: new Set() })) {
    const { text } = await upstream.at(`/api${path}`);
    if (shown.push(text.split('"documentId"').length - 1) === 400) break;
  }
  expect(Math.max(...shown)).toBeGreaterThan(60);
  expect(Math.max(...shown)).toBeLessThan(500);
});

it("drawn reads populate what is nested five components deep", async () => {
  const text = { type: "string" } as const;
  const nested = (uid: string) => ({ type: "component", component: uid, repeatable: true }) as const;
  const zone = { type: "dynamiczone", components: ["deep.one"] } as const;
  const galley = await createGalley({
    profile: "strapi",
    tokens: [{ name: "full", token: "full-token", access: "full-access" }],
    schema: schemaOf(
      { page: { dp: false, attributes: { title: text, zone } } },
      {
        "deep.one": { two: nested("deep.two") },
        "deep.two": { three: nested("deep.three") },
        "deep.three": { four: nested("deep.four") },
        "deep.four": { five: nested("deep.five"), label: text },
        "deep.five": { note: text },
      },
    ),
  });
  onTestFinished(() => galley.close());
  const { url } = await galley.listen({ port: 0 });
  const upstream = new Upstream(new URL(url).origin, { token: "full-token" });
  const { schema } = (await pullIntoMemory({ upstream })).types;
  const values = await Values.of(upstream, schema, [schema.type("api::page.page")]);
  const paths: string[] = [];
  for (const { path } of drawReads({ schema, values, seed: 1, scrubbed: new Set() }))
    if (paths.push(path) === 500) break;
  expect(paths.filter((path) => path.includes("[four][populate]")).length).toBeGreaterThan(80);
});
