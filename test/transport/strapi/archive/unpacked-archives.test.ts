import { mkdir, symlink, writeFile } from "node:fs/promises";
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

it("follows no links out of a folder", async () => {
  const folder = await unpacked();
  await symlink("/etc/passwd", join(folder, "assets/uploads/passwd"));
  await expect(openArchive({ path: folder })).rejects.toThrow("assets/uploads/passwd: is a symlink, not a file");
});
