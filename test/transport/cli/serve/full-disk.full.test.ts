import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { eventually } from "../../../support/eventually.ts";
import { newFolder } from "../../../support/folder.ts";
import { fillDisk, mountMemory, unmount } from "../../../support/peers/memory-disk.ts";
import { CommandLine } from "../../../support/servers/command-line.ts";
import { form } from "../../../support/servers/open-uploads.ts";

const CONFIG = { users: true, tokens: [{ name: "full", token: "full", access: "full-access" }] };
const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot)("a disk that is full", () => {
  it.each([1, 2])("takes deletions of entries, files and users, of %i processes", async (workers) => {
    const folder = await newFolder();
    const disk = await newFolder();
    await mountMemory(disk, 16);
    await writeFile(join(folder, "galley.config.json"), JSON.stringify(CONFIG));
    const args = ["--port", "0", "--data", join(disk, "data"), "--workers", String(workers)];
    const server = new CommandLine(args, { folder });
    try {
      const url = await server.url();
      const ask = (method: string, path: string, body?: string | FormData, connection = "keep-alive") => {
        const type = typeof body === "string" ? { "content-type": "application/json" } : {};
        const headers = { authorization: "Bearer full", connection, ...type };
        return fetch(url + path, { method, headers, ...(body && { body }) });
      };
      const body = JSON.stringify({ data: { name: "x".repeat(200) } });
      const author = (connection?: string) => ask("POST", "/api/authors", body, connection);
      const { data } = (await (await author()).json()) as { data: { documentId: string } };
      const account = { username: "ann", email: "ann@example.org", password: "secret word" };
      await ask("POST", "/api/auth/local/register", JSON.stringify(account));
      const [file] = (await (await ask("POST", "/api/upload", form([["a.txt", "x".repeat(500_000)]]))).json()) as [
        { id: number },
      ];
      const users = (await (await ask("GET", "/api/users")).json()) as { id: number }[];
      const makeRoom = await fillDisk(disk);
      let full = 0;
      for (let tries = 0; full !== 507 && tries < 20; tries++) full = (await author()).status;
      expect(full).toBe(507);
      // On connections of their own, which all processes share.
      await Promise.all(Array.from({ length: 12 }, () => author("close")));
      const deleted = [`authors/${data.documentId}`, `users/${users[0]?.id}`, `upload/files/${file.id}`];
      for (const path of deleted) {
        const { status } = await ask("DELETE", `/api/${path}`);
        expect([path, status]).toEqual([path, 200]);
      }
      // The bytes of the file are room.
      expect((await author()).status).toBe(201);
      const told = (line: string): number => (server.out + server.errors).split(line).length - 1;
      await eventually(async () => expect(told("Writes are stored again")).toBe(1));
      expect(told("Writes cannot be stored at the moment")).toBe(1);
      await makeRoom();
    } finally {
      await server.signal("SIGTERM");
      await unmount(disk);
    }
  });
});
