import { describe, expect, it } from "vitest";
import { MemoryFileStore } from "../../storage/internal.ts";
import { createGalley, defineSchema } from "../../transport/galley.ts";
import { SharedLog } from "../support/shared-log.ts";

const schema = defineSchema({
  contentTypes: {
    "api::tag.tag": {
      kind: "collectionType",
      info: { singularName: "tag", pluralName: "tags", displayName: "Tag" },
      attributes: { name: { type: "string", unique: true } },
    },
  },
});
const SECRET = "a secret for all nodes";

function node(log: SharedLog, options: object = {}) {
  return createGalley({ schema, storage: log.storage(), files: new MemoryFileStore(), ...options });
}

describe("galleys over one shared log", () => {
  it("are seeded once, however many find it empty", async () => {
    const log = new SharedLog();
    const seed = { tag: [{ name: "one" }] };
    const nodes = await Promise.all([1, 2, 3].map(() => node(log, { seed })));
    const last = await node(log, { seed });
    expect([...last.engine.state.collection("api::tag.tag").documents()]).toHaveLength(1);
    await Promise.all([...nodes, last].map((each) => each.close()));
  });

  it("let one user alone have a name", async () => {
    const log = new SharedLog();
    const options = { users: true, jwtSecret: SECRET };
    const nodes = [await node(log, options), await node(log, options)];
    const register = (galley: (typeof nodes)[number]) =>
      galley.fetch("/api/auth/local/register", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ username: "ann", email: "ann@example.com", password: "secret-1" }),
      });
    const replies = await Promise.all(nodes.map(register));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    await Promise.all(nodes.map((each) => each.close()));
  });

  it("refuse options by which each node would go its own way", async () => {
    const opening = node(new SharedLog(), { ids: "sequential", users: true, control: { token: SECRET } });
    await expect(opening).rejects.toMatchObject({
      issues: [{ path: ["ids"] }, { path: ["jwtSecret"] }, { path: ["control"] }],
    });
  });

  it("answer 504 where it is not known what became of a write", async () => {
    const log = new SharedLog();
    const storage = log.storage();
    const galley = await createGalley({
      schema,
      storage,
      tokens: [{ name: "editor", token: "token-of-the-editor", access: "full-access" }],
    });
    storage.append = async () => ({ kind: "unknown", reason: "lost" });
    storage.read = async function* () {
      yield [];
      throw new Error("lost");
    };
    const answer = galley.fetch("/api/tags", {
      method: "POST",
      headers: { "content-type": "application/json", authorization: "Bearer token-of-the-editor" },
      body: JSON.stringify({ data: { name: "one" } }),
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    void galley.close();
    const { status } = await answer;
    expect(status).toBe(504);
  });
});
