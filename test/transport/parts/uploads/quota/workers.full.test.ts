import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { newFolder } from "../../../../support/folder.ts";
import { CommandLine } from "../../../../support/servers/command-line.ts";
import { form } from "../../../../support/servers/open-uploads.ts";

const TOKEN = "token-of-the-quota";
const SCHEMA = {
  kind: "collectionType",
  info: { singularName: "note", pluralName: "notes", displayName: "Note" },
  attributes: { title: { type: "string" } },
};

it("holds at workers together, whichever of them gets an upload", async () => {
  const folder = await newFolder();
  const types = join(folder, "src/api/note/content-types/note");
  await mkdir(types, { recursive: true });
  await writeFile(join(types, "schema.json"), JSON.stringify(SCHEMA));
  const config = {
    uploads: { quota: { total: 10_000 } },
    tokens: [{ name: "quota", token: TOKEN, access: "full-access" }],
  };
  await writeFile(join(folder, "galley.config.json"), JSON.stringify(config));
  const server = new CommandLine([".", "--port", "0", "--data", "data", "--workers", "3"], { folder });
  onTestFinished(async () => void (await server.signal("SIGKILL")));
  const url = await server.url();
  const headers = { authorization: `Bearer ${TOKEN}`, connection: "close" };
  const upload = async (at: number) => {
    const body = form([[`${at}.txt`, "x".repeat(3_000)]]);
    return (await fetch(`${url}/api/upload`, { method: "POST", headers, body })).status;
  };
  for (let round = 0; round < 5; round += 1) {
    const statuses = await Promise.all(Array.from({ length: 12 }, (_, at) => upload(at)));
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    const list = await fetch(`${url}/api/upload/files`, { headers });
    const files = (await list.json()) as { readonly id: number; readonly sizeInBytes?: number }[];
    expect(files).toHaveLength(statuses.filter((status) => status === 201).length);
    // Room that is reserved by two workers at once may be refused by both.
    expect([1, 2, 3]).toContain(files.length);
    for (const { id } of files) await fetch(`${url}/api/upload/files/${id}`, { method: "DELETE", headers });
  }
});
