import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FileSystem, JournalStorage, realFileSystem } from "../../../../storage/internal.ts";
import { newFolder } from "../../../support/folder.ts";
import { openUploads } from "../../../support/servers/open-uploads.ts";

/** The files of a disk of its own with room for so many bytes. */
function onDisk(folder: string, room: number): FileSystem {
  const used = () => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return {
    ...realFileSystem,
    open: async (path, mode, like) => {
      const file = await realFileSystem.open(path, mode, like);
      const write: typeof file.write = async (bytes, at) => {
        const grows = at + bytes.byteLength - (await file.size());
        if (grows > 0 && used() + grows > room) throw Object.assign(new Error("ENOSPC: full"), { code: "ENOSPC" });
        return file.write(bytes, at);
      };
      return Object.assign(Object.create(file), { write });
    },
  };
}

it("a full disk takes deletions, as many as there is room in reserve for, and nothing else", async () => {
  const folder = await newFolder();
  const open = (reserve: number) => {
    return openUploads({ storage: new JournalStorage(folder, { files: onDisk(folder, 300_000), reserve }) });
  };
  const { galley, ask } = await open(200_000);
  const create = (name: string) => ask("POST", "/api/authors", { data: { name } });
  const ids: string[] = [];
  let status = 201;
  while (status === 201) {
    const created = await create("x".repeat(200));
    status = created.status;
    if (status === 201) ids.push(created.body.data.documentId);
  }
  expect(status).toBe(507);
  expect(ids.length).toBeGreaterThan(20);
  for (const id of ids.splice(0, 20)) expect((await ask("DELETE", `/api/authors/${id}`)).status).toBe(200);
  while ((await create("x".repeat(200))).status === 201) ids.push("");
  for (const id of ids.splice(0, 5)) expect((await ask("DELETE", `/api/authors/${id}`)).status).toBe(200);
  await galley.close();

  const again = await open(0);
  const { body } = await again.ask("GET", "/api/authors?pagination[pageSize]=1");
  expect(body.meta.pagination.total).toBe(ids.length);
});

it("without a reserve, a full disk takes none", async () => {
  const folder = await newFolder();
  const { ask } = await openUploads({ storage: new JournalStorage(folder, { files: onDisk(folder, 100_000) }) });
  const create = (name: string) => ask("POST", "/api/authors", { data: { name } });
  const first = await create("x");
  for (const length of [200, 20, 1]) while ((await create("x".repeat(length))).status === 201);
  expect((await ask("DELETE", `/api/authors/${first.body.data.documentId}`)).status).toBe(507);
});
