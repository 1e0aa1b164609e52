import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { inFront, openSource, write } from "../../support/twin/source.ts";

const environment = { TOKEN: "full-token" };

it("galley diff tells by document what a twin has otherwise, with stand-ins for stand-ins", async () => {
  const source = await openSource();
  const author = await write(source, "POST", "/authors", { name: "Ada", email: "ada@real.org" });
  const seo = { metaTitle: "m", links: [{ label: "a" }] };
  const post = await write(source, "POST", "/posts", {
    title: "One",
    seo,
    author: author.documentId,
    extra: { a: [1] },
  });
  const gone = await write(source, "POST", "/tags?status=draft", { name: "t" });
  const folder = join(await newFolder(), "twin");
  await runHere(["pull", source.url, "--out", folder, "--token-env", "TOKEN"], { environment });
  const ask = () => runHere(["diff", source.url, folder, "--token-env", "TOKEN"], { environment });
  expect(await ask()).toMatchObject({ code: 0, out: "0 changed, 0 added, 0 gone of 4 versions\n" });
  await write(source, "PUT", `/posts/${post.documentId}?status=draft`, {
    title: "Two",
    author: null,
    extra: { a: [2] },
  });
  await write(source, "DELETE", `/tags/${gone.documentId}`);
  const made = await write(source, "POST", "/authors", { name: "Bea" });
  const { code, out } = await ask();
  const times = /^~ api::post\.post \w+ en draft updatedAt\n {4}- "20.*\n {4}\+ "20.*\n/m;
  expect([code, out.match(times)?.length, out.replace(times, "")]).toEqual([
    1,
    1,
    [
      `- api::author.author ${made.documentId} published`,
      `~ api::post.post ${post.documentId} en draft title`,
      '    - "Two"',
      '    + "One"',
      `~ api::post.post ${post.documentId} en draft extra.a`,
      "    - [2]",
      "    + [1]",
      `~ api::post.post ${post.documentId} en draft author`,
      "    - nothing",
      `    + ["${author.documentId}"]`,
      `+ api::tag.tag ${gone.documentId} en draft`,
      "1 changed, 1 added, 1 gone of 4 versions",
      "",
    ].join("\n"),
  ]);
});

it("galley diff compares two servers, without their times, also for programs", async () => {
  const source = await openSource();
  const post = await write(source, "POST", "/posts", { title: "One", views: 1 });
  const other = await inFront(source.url, (request, response) => {
    const headers = { authorization: String(request.headers.authorization) };
    fetch(source.url + request.url, { headers }).then(async (answer) => {
      const changed = (await answer.text()).replaceAll('"One"', '"Two"');
      const aged = changed.replace(/"(createdAt|updatedAt|publishedAt)":"\d{4}/g, '"$1":"2001');
      response.writeHead(answer.status, { "content-type": "application/json" }).end(aged);
    });
    return true;
  });
  const ask = (second: string, ...args: string[]) =>
    runHere(["diff", source.url, second, "--token-env", "TOKEN", "--against-token-env", "TOKEN", ...args], {
      environment,
    });
  expect(await ask(source.url)).toMatchObject({ code: 0, out: "0 changed, 0 added, 0 gone of 2 versions\n" });
  const { code, out } = await ask(other.url, "--json");
  const change = { kind: "changed", type: "api::post.post", documentId: post.documentId, locale: "en", path: "title" };
  const found = { ...change, before: "One", after: "Two" };
  expect([code, JSON.parse(out)]).toEqual([
    1,
    {
      versions: 2,
      types: [],
      differences: [
        { ...found, status: "draft" },
        { ...found, status: "published" },
      ],
    },
  ]);
});
