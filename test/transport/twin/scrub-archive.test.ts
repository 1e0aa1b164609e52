import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createGalley } from "../../../transport/galley.ts";
import { archiveEntries } from "../../../transport/strapi/archive/write/export-archive.ts";
import { writeEntries } from "../../../transport/twin/output/write-twin.ts";
import { newFolder } from "../../support/folder.ts";
import { runHere } from "../../support/servers/run-here.ts";
import { fill, openSource, pictureWith, SOURCE_SCHEMA, upload, write } from "../../support/twin/source.ts";

it("galley pull --archive scrubs what strapi export wrote, private values too", async () => {
  const source = await openSource();
  await fill(source, 6);
  const cover = await upload(source, "Maria-Lopez.png", pictureWith("GPS 48.1"));
  await write(source, "POST", "/authors", { name: "Maria Lopez", email: "maria@real.org" });
  await source.galley
    .documents("api::post.post")
    .create({ data: { title: "Mail maria@real.org", secret: "maria@real.org", cover } });
  const folder = await newFolder();
  const { engine, files } = source.galley;
  const access = { roles: {}, open: false };
  const entries = archiveEntries({ engine: engine.fork(), definition: SOURCE_SCHEMA, files, access, createdAt: 0 });
  await writeEntries(entries, join(folder, "export"));
  const { code, out, errors } = await runHere([
    "pull",
    "--archive",
    join(folder, "export"),
    "--out",
    join(folder, "twin"),
    "--report",
  ]);
  expect([code, errors, out]).toEqual([0, "", expect.stringContaining("scrubbed: post.secret: ")]);
  const twin = join(folder, "twin");
  const bytes = readdirSync(twin, { recursive: true, encoding: "utf8" }).map((name) => {
    const path = join(twin, name);
    return `${name}\n${statSync(path).isFile() ? readFileSync(path, "latin1") : ""}`;
  });
  expect(bytes.join("\n")).not.toMatch(/maria|lopez|GPS 48\.1/i);
  const served = await createGalley({ project: twin, open: true });
  const asked =
    "/api/posts?status=draft&fields=views&populate[tags][fields]=name&populate[cover][fields]=width&sort=id&pagination[pageSize]=20";
  const answers = [];
  for (const galley of [source.galley, served]) {
    const headers = galley === served ? {} : { authorization: "Bearer full-token" };
    answers.push(await (await galley.fetch(asked, { headers })).json());
  }
  expect(answers[1]).toEqual(answers[0]);
  await served.close();
});

it("galley pull takes a URL or an archive, not both", async () => {
  const { code, errors } = await runHere(["pull", "http://127.0.0.1:1", "--archive", "x.tar"]);
  expect([code, errors]).toEqual([2, expect.stringContaining("pull takes a URL or --archive FILE, not both")]);
});
