import { join } from "node:path";
import { expect, it } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { openSource, write } from "../../support/twin/source.ts";

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
  const times = /^~ api::post\.post \w+ en draft updatedAt\n.*\n.*\n/m;
  expect([code, out.replace(times, "")]).toEqual([
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
