import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGalley } from "galley";
import { JournalStorage } from "galley/storage";
import { galleyTest } from "galley/vitest";
import { expect } from "vitest";

const schema = {
  contentTypes: {
    "api::post.post": {
      info: { singularName: "post", pluralName: "posts", displayName: "Post" },
      attributes: { title: { type: "string", required: true } },
    },
  },
} as const;

const test = galleyTest({
  schema,
  users: true,
  roles: { public: { "*": ["find"] } },
  tokens: [{ name: "tests", token: "secret", access: "full-access" }],
});

const authorization = "Bearer secret";

test("accepts the body of a page: JSON and files", async ({ galleyUrl }) => {
  const headers = { authorization, "content-type": "application/json" };
  const body = JSON.stringify({ data: { title: "Tea" } });
  expect((await fetch(`${galleyUrl}/api/posts`, { method: "POST", headers, body })).status).toBe(201);

  const form = new FormData();
  form.append("files", new File(["some bytes"], "note.txt", { type: "text/plain" }));
  const uploaded = await fetch(`${galleyUrl}/api/upload`, { method: "POST", headers: { authorization }, body: form });
  expect(uploaded.status).toBe(201);
  const [{ url }] = await uploaded.json();
  expect(await (await fetch(galleyUrl + url)).text()).toBe("some bytes");
});

test("answers a page's request without a socket", async ({ galley }) => {
  const response = await galley.fetch("/api/posts", { headers: { authorization } });
  expect([response.status, await response.json()]).toMatchObject([200, { data: [] }]);
});

test("stores writes on a disk", async () => {
  const folder = await mkdtemp(join(tmpdir(), "galley-page-"));
  for (const expected of [1, 2]) {
    const kept = await createGalley({ schema, storage: new JournalStorage(join(folder, "journal")) });
    const posts = kept.documents("api::post.post");
    await posts.create({ data: { title: "Kept" } });
    expect(await posts.count()).toBe(expected);
    await kept.close();
  }
  await rm(folder, { recursive: true });
});
