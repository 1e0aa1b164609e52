import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TwinError } from "../../../transport/twin/twin-error.ts";
import type { Difference } from "../../../transport/twin/verify/masks.ts";
import type { Answered, Read, Side } from "../../../transport/twin/verify/read.ts";
import { shrink } from "../../../transport/twin/verify/shrink.ts";
import { verify } from "../../../transport/twin/verify/verify.ts";
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
