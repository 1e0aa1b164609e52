import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { FolderLog } from "../../../transport/twin/pull/row-log.ts";
import { Rows } from "../../../transport/twin/pull/rows.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { inFront, openSource, write } from "../../support/twin/source.ts";

const row = (id: number, title: string) => ({
  status: "draft" as const,
  id,
  documentId: `d${id}`,
  data: { documentId: `d${id}`, title, updatedAt: title },
  links: [],
});

it("rows of a process that ended within a line are continued behind the last whole one", async () => {
  const folder = await newFolder();
  const first = new Rows("api::post.post", new FolderLog(folder));
  await Promise.all([first.add([row(1, "a"), row(2, "b")]), first.add([row(1, "c")]), first.remove(["draft  d2"])]);
  const [file = ""] = await readdir(folder);
  await appendFile(join(folder, file), '{"status":"draft","id":3,"docum');
  const again = new Rows("api::post.post", new FolderLog(folder));
  await again.restore();
  expect([...again.keys()]).toEqual(["draft  d1"]);
  await again.add([row(4, "d")]);
  const read = [];
  for await (const { id, data } of again.read()) read.push([id, data.title]);
  expect(read).toEqual([
    [1, "c"],
    [4, "d"],
  ]);
  expect(again.lastId("draft")).toBe(4);
});

const LARGE = "9007199254740993";

/** A source whose answers have numbers that no double holds where there are these in its content. */
async function pullFrom(data: object, ...args: string[]) {
  const source = await openSource();
  await write(source, "POST", "/posts", { title: "One", ...data });
  const front = await inFront(source.url, (request, response) => {
    if (request.url?.startsWith("/api/posts?") !== true) return false;
    const headers = { authorization: String(request.headers.authorization) };
    fetch(source.url + request.url, { headers }).then(async (answer) => {
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end((await answer.text()).replaceAll(/"?1234567890"?/g, LARGE));
    });
    return true;
  });
  const folder = join(await newFolder(), "twin");
  const given = ["pull", front.url, "--out", folder, "--token-env", "TOKEN", ...args];
  return { folder, ...(await runHere(given, { environment: { TOKEN: "full-token" } })) };
}

it("a pull keeps the digits of a biginteger", async () => {
  const { code, folder } = await pullFrom({ serial: "1234567890" });
  expect(code).toBe(0);
  await using twin = await createGalley({ project: folder, open: true });
  expect(await (await twin.fetch("/api/posts?fields=serial")).json()).toMatchObject({ data: [{ serial: LARGE }] });
});

it("a pull refuses, by name and without its digits, a number that it would round", async () => {
  const { code, errors } = await pullFrom({ extra: { of: [1, 1234567890] } });
  expect([code, errors]).toEqual([
    1,
    "galley: post.extra.of.1 is a number that cannot be kept exactly: leave the attribute out by --scrub post.extra=null\n",
  ]);
  expect(await pullFrom({ extra: { of: [1, 1234567890] } }, "--scrub", "post.extra=null")).toMatchObject({ code: 0 });
});
