import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { FolderFileStore, JournalStorage } from "../../../storage/internal.ts";
import { createGalley } from "../../../transport/galley.ts";
import { newFolder } from "../../support/folder.ts";
import { withJson } from "../../support/requests/json.ts";
import answers from "./earlier-folder/answers.json" with { type: "json" };
import schema from "./earlier-folder/schema.json" with { type: "json" };

/*
 * A folder that the revision 58c9201 wrote, and its answers before it was closed: drafts, every kind of link, uploads,
 * a user and todos, in three segments and two checkpoints.
 */
const EARLIER = fileURLToPath(new URL("./earlier-folder", import.meta.url));

/** The galley over a folder of this name. */
async function open(folder: string) {
  const galley = await createGalley({
    // Read from JSON, where no text has a type of its own.
    schema: JSON.parse(JSON.stringify(schema)),
    users: true,
    todo: true,
    roles: { public: { post: ["find", "findOne"] }, authenticated: { post: ["find"] } },
    tokens: [{ name: "full", token: "full", access: "full-access" }],
    storage: new JournalStorage(join(folder, "content")),
    files: new FolderFileStore(join(folder, "files")),
  });
  const send = (method: string, path: string, body?: object) =>
    galley.fetch(`http://galley${path}`, withJson(method, body, { authorization: "Bearer full" }));
  return { send, close: () => galley.close() };
}

it("opens the content of an earlier revision, answers as it did, and continues to write", async () => {
  const folder = join(await newFolder(), "earlier");
  await cp(EARLIER, folder, { recursive: true });
  const earlier = await open(folder);
  try {
    for (const [path, answer] of Object.entries(answers)) {
      expect(await (await earlier.send("GET", path)).json(), path).toEqual(answer);
    }
    const [picture] = answers["/api/upload/files"];
    const bytes = await (await earlier.send("GET", picture?.url ?? "")).arrayBuffer();
    expect(Buffer.from(bytes)).toEqual(await readFile(join(EARLIER, "files", "dot_aecdb3e580.png")));
    const signIn = await earlier.send("POST", "/api/auth/local", { identifier: "ann", password: "secret word" });
    expect(await signIn.json()).toMatchObject({ user: { username: "ann" } });
    expect((await earlier.send("POST", "/api/tags", { data: { name: "Green" } })).status).toBe(201);
  } finally {
    await earlier.close();
  }
  const later = await open(folder);
  try {
    const { data } = (await (await later.send("GET", "/api/tags?sort=id")).json()) as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).toEqual(["Red", "Blue", "Green"]);
  } finally {
    await later.close();
  }
});
