import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { FolderFileStore, JournalStorage } from "../../../storage/internal.ts";
import { createGalley } from "../../../transport/galley.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { fill, openSource } from "../../support/twin/source.ts";

const TOKEN = { TOKEN: "full-token" };
const HEADERS = { authorization: "Bearer full-token", "content-type": "application/json" };

async function serve(folder: string) {
  const { rest, storage } = JSON.parse(await readFile(join(folder, "galley.config.json"), "utf8"));
  const place = join(folder, storage);
  const galley = await createGalley({
    project: folder,
    profile: "strapi",
    rest,
    tokens: [{ name: "full", token: "full-token", access: "full-access" }],
    storage: new JournalStorage(place),
    files: new FolderFileStore(join(place, "uploads")),
  });
  onTestFinished(() => galley.close());
  return galley;
}

it("galley pull --journal serves from a journal that keeps changes, and is not overwritten with them", async () => {
  const source = await openSource();
  await fill(source, 6);
  const folder = join(await newFolder(), "twin");
  const args = [
    "pull",
    source.url,
    "--out",
    folder,
    "--token-env",
    "TOKEN",
    "--journal",
    "--keep",
    "author,file",
    "--quiet",
  ];
  const pull = () => runHere(args, { environment: TOKEN });
  expect(await pull()).toMatchObject({ code: 0, errors: "" });
  expect(await pull(), "nothing was changed meanwhile").toMatchObject({ code: 0, errors: "" });
  const twin = await serve(folder);
  const path = "/api/posts?status=draft&populate=*&locale=*";
  const answers = [source.galley, twin].map(async (galley) => (await galley.fetch(path, { headers: HEADERS })).json());
  const [real, here] = await Promise.all(answers);
  expect(here).toEqual(real);
  const [file] = (await (await twin.fetch("/api/upload/files", { headers: HEADERS })).json()) as { url: string }[];
  expect((await twin.fetch(file?.url ?? "")).status).toBe(200);
  const body = JSON.stringify({ data: { name: "Mine" } });
  expect((await twin.fetch("/api/tags", { method: "POST", headers: HEADERS, body })).status).toBe(201);
  await twin.close();
  expect(await pull()).toMatchObject({
    code: 1,
    errors: expect.stringContaining("holds changes that no pull has written: move it away, or leave out --journal"),
  });
  const again = await serve(folder);
  expect(await (await again.fetch("/api/tags?sort=id:desc", { headers: HEADERS })).json()).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining({ name: "Mine" })]),
  });
});

it("a seed and an archive have no journal", async () => {
  const { code, errors } = await runHere(["pull", "http://127.0.0.1:1", "-o", "a.json", "--journal"]);
  expect([code, errors]).toEqual([2, expect.stringContaining("--journal needs a folder as --out")]);
});
