import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { eachEntry } from "../../../../transport/strapi/archive/entries/each-entry.ts";
import { newFolder } from "../../../support/folder.ts";
import { FULL_TOKEN, openArchive, RECORDED_EXPORT, recordedAnswers } from "../../../support/servers/open-archive.ts";

async function unpacked(): Promise<string> {
  const folder = await newFolder();
  await eachEntry({ path: RECORDED_EXPORT }, async ({ name, bytes }) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), await buffer(bytes));
  });
  return folder;
}

it("a folder with an unpacked export has the content of the export", async () => {
  const { galley, ...loaded } = await openArchive({ path: await unpacked() });
  const { galley: other, ...expected } = await openArchive({ path: RECORDED_EXPORT });
  expect(loaded).toEqual(expected);
  const headers = { authorization: `Bearer ${FULL_TOKEN}` };
  for (const { path } of recordedAnswers().slice(0, 25)) {
    const [answer, wanted] = await Promise.all([galley.fetch(path, { headers }), other.fetch(path, { headers })]);
    expect(answer.status).toBe(wanted.status);
    expect(await answer.text()).toBe(await wanted.text());
  }
});

async function withRows(before: string, after: string): Promise<string> {
  const folder = await unpacked();
  const file = join(folder, "entities/entities_00001.jsonl");
  const text = await readFile(file, "utf8");
  expect(text).toContain(before);
  await writeFile(file, text.replaceAll(before, after));
  return folder;
}

it("numbers of more digits than a double's are kept by a biginteger", async () => {
  const path = await withRows('"big":"9007199254740000"', '"big":1234567890123456781');
  const { galley } = await openArchive({ path });
  const headers = { authorization: `Bearer ${FULL_TOKEN}` };
  const answer = await galley.fetch("/api/samples?status=draft&filters[str]=Sample 0&fields=big", { headers });
  expect(await answer.json()).toMatchObject({ data: [{ big: "1234567890123456781" }] });
});

it.each([
  ['"int":-1', '"int":12345678901234567', "int"],
  ['"flt":0.1', '"flt":12345678901234567', "flt"],
  ['"dec":0.25', '"dec":"12345678901234567"', "dec"],
  ['{"list":[1,', '{"list":[12345678901234567,', "data"],
  ['{"list":[1,', '{"list":[1e400,', "data"],
])("a row with a number that would be altered is refused with its place: %s as %s", async (before, after, name) => {
  const path = await withRows(before, after);
  await expect(openArchive({ path })).rejects.toThrow(
    new RegExp(`entities/entities_00001.jsonl, line \\d+: data.${name}[^:]*: must be a`),
  );
});

it("follows no links out of a folder", async () => {
  const folder = await unpacked();
  await symlink("/etc/passwd", join(folder, "assets/uploads/passwd"));
  await expect(openArchive({ path: folder })).rejects.toThrow("assets/uploads/passwd: is a symlink, not a file");
});
