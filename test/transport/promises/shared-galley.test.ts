import { isDeepStrictEqual } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { MemoryFileStore, type Sharing, type Storage } from "../../../storage/internal.ts";
import { createGalley, defineSchema, type Galley } from "../../../transport/galley.ts";
import { NO_ROW_HOOKS } from "../../../transport/hooks/row-calls.ts";
import { Users } from "../../../transport/parts/users/users.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { withJson } from "../../support/requests/json.ts";
import { MemoryLog } from "../../support/storage/memory-log.ts";
import { SharedLog } from "../../support/storage/shared-log.ts";

const schema = defineSchema(schemaOf({ tag: { dp: false, attributes: { name: { type: "string", unique: true } } } }));
/** Passwords take more than a second. */
const SLOW_USER = {
  kind: "collectionType",
  info: { singularName: "user", pluralName: "users", displayName: "User" },
  attributes: {
    username: { type: "string" },
    email: { type: "email" },
    password: { type: "password", private: true, encryption: { rounds: 14 } },
    role: { type: "relation", relation: "manyToOne", target: "plugin::users-permissions.role", inversedBy: "users" },
  },
} as const;
const HEADER = "x-galley-position";
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

  it("are seeded once by a function, which each of them calls", async () => {
    const log = new SharedLog();
    let calls = 0;
    const seed = async (galley: Galley<typeof schema>) => {
      calls += 1;
      const own = calls;
      await new Promise((resolve) => setTimeout(resolve, 20));
      for (const name of ["one", "two"]) {
        await galley.documents("api::tag.tag").create({ data: { name: `${name} of ${own}` } });
      }
      await galley.files.put(`file-${own}.txt`, [Buffer.from("bytes")]);
    };
    const files = new MemoryFileStore();
    const nodes = await Promise.all([1, 2, 3].map(() => node(log, { seed, files })));
    const states = await Promise.all(nodes.map((each) => each.documents("api::tag.tag").findMany({})));
    expect(calls).toBe(3);
    expect(states[0]).toHaveLength(2);
    for (const state of states) expect(state).toEqual(states[0]);
    const winner = states[0]?.[0]?.name?.split(" of ")[1];
    expect(await files.open(`file-${winner}.txt`)).not.toBeNull();
    await node(log, { seed, files }).then((last) => last.close());
    expect(calls).toBe(3);
    await Promise.all(nodes.map((each) => each.close()));
  });

  it("do not count the time that a password takes as a wait for the storage", async () => {
    const galley = await createGalley({
      schema: { contentTypes: { "plugin::users-permissions.user": SLOW_USER } },
      storage: new SharedLog().storage(),
      files: new MemoryFileStore(),
      users: true,
      jwtSecret: SECRET,
    });
    onTestFinished(() => galley.close());
    const users = new Users(galley.store, NO_ROW_HOOKS);
    const data = { username: "eva", email: "eva@example.org", password: "a long password" };
    // A third of a second is left of the nine for which a write waits.
    const since = performance.now() - 8_700;
    const documentId = await users.create(data, () => {}, { since, note: () => {} });
    expect(performance.now() - since).toBeGreaterThan(9_000);
    expect(users.byDocumentId(documentId)?.email).toBe("eva@example.org");
  });

  it("allow only one user with a name", async () => {
    const log = new SharedLog();
    const options = { users: true, jwtSecret: SECRET };
    const nodes = [await node(log, options), await node(log, options)];
    const register = (galley: (typeof nodes)[number]) =>
      galley.fetch(
        "/api/auth/local/register",
        withJson("POST", { username: "ann", email: "ann@example.com", password: "secret-1" }),
      );
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

  it("answer 504 if the outcome of a write is unknown", async () => {
    const log = new SharedLog();
    const storage = log.storage();
    const logger = new MemoryLog();
    const galley = await createGalley({
      schema,
      storage,
      logger,
      tokens: [{ name: "editor", token: "token-of-the-editor", access: "full-access" }],
    });
    storage.append = async () => ({ kind: "unknown", reason: "lost" });
    storage.read = async function* () {
      yield [];
      throw new Error("lost");
    };
    const answer = galley.fetch(
      "/api/tags",
      withJson("POST", { data: { name: "one" } }, { authorization: "Bearer token-of-the-editor" }),
    );
    await new Promise((resolve) => setTimeout(resolve, 20));
    void galley.close();
    const { status } = await answer;
    expect(status).toBe(504);
    expect(logger.faults).toEqual(["Whether the write is stored is not known: lost"]);
  });
});

it("writes say in the OpenAPI document that their outcome may stay unknown, with a shared log and without", async () => {
  const statuses = async (options: object) => {
    await using galley = await createGalley({ schema, ...options });
    const { paths } = await galley.openapi();
    const { get, post } = paths["/api/tags"] ?? {};
    return [get, post].map((operation) => Object.keys(operation?.responses ?? {}).includes("504"));
  };
  expect(await statuses({ storage: new SharedLog().storage() })).toEqual([false, true]);
  expect(await statuses({})).toEqual([false, true]);
});

it("the OpenAPI document of a shared log has the header of positions, for writes also in the answer", async () => {
  const headers = async (options: object) => {
    await using galley = await createGalley({ schema, ...options });
    const { paths } = await galley.openapi();
    const { get, post } = paths["/api/tags"] ?? {};
    const position = { $ref: "#/components/parameters/Position" };
    return [
      get?.parameters?.some((each) => isDeepStrictEqual(each, position)),
      post?.parameters?.some((each) => isDeepStrictEqual(each, position)),
      JSON.stringify(get?.responses["200"]).includes("X-Galley-Position"),
      JSON.stringify(post?.responses["201"]).includes("X-Galley-Position"),
    ];
  };
  expect(await headers({ storage: new SharedLog().storage() })).toEqual([true, true, false, true]);
  expect(await headers({})).toEqual([false, false, false, false]);
});

describe("positions of a shared log", () => {
  /** Two nodes; the second reads the first one's writes on demand. */
  async function nodes() {
    const log = new SharedLog();
    const late = log.storage();
    const kept: (() => void)[] = [];
    const sharing: Sharing = {
      ...late.sharing,
      follow: (from, sink) =>
        late.sharing.follow(from, { ...sink, entries: (entries) => kept.push(() => sink.entries(entries)) }),
    };
    const options = {
      schema,
      tokens: [{ name: "editor", token: "token-of-the-editor", access: "full-access" }] as const,
      roles: { public: { "*": ["find"] } } as const,
    };
    const writer = await createGalley({ ...options, storage: log.storage() });
    const reader = await createGalley({ ...options, storage: { ...bound(late), sharing } });
    onTestFinished(async () => void (await Promise.all([writer.close(), reader.close()])));
    const hear = () => {
      for (const bring of kept.splice(0)) bring();
    };
    const write = (name: string) =>
      writer.fetch("/api/tags", withJson("POST", { data: { name } }, { authorization: "Bearer token-of-the-editor" }));
    const read = async (position?: string) => {
      const reply = await reader.fetch("/api/tags", position === undefined ? {} : { headers: { [HEADER]: position } });
      const body = (await reply.json()) as { readonly data: readonly { readonly name: string }[] | null };
      return { reply, names: body.data?.map(({ name }) => name) };
    };
    return { write, read, hear };
  }

  it.each(["that of the write", "latest"])("are waited for: %s", async (which) => {
    const { write, read, hear } = await nodes();
    const position = (await write("one")).headers.get(HEADER) ?? "";
    expect((await read()).names).toEqual([]);
    const waiting = read(which === "latest" ? which : position);
    setTimeout(hear, 20);
    const { reply, names } = await waiting;
    expect(names).toEqual(["one"]);
    expect(reply.headers.get(HEADER)).toBe(position);
  });

  it("are waited for at most a second, then 503 with Retry-After", async () => {
    const { write, read } = await nodes();
    const { reply } = await read((await write("one")).headers.get(HEADER) ?? "");
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "1"]);
  });

  it("are ignored if they are not a position of this log, and are returned on request", async () => {
    const { write, read } = await nodes();
    await write("one");
    for (const strange of ["ask", "-1", "A".repeat(22), "x".repeat(9_000)]) {
      const { reply } = await read(strange);
      expect([reply.status, reply.headers.get(HEADER)?.length]).toEqual([200, 22]);
    }
    expect((await read()).reply.headers.get(HEADER)).toBeNull();
  });

  it("are not there where nothing is shared", async () => {
    await using galley = await createGalley({ schema, roles: { public: { "*": ["find"] } } });
    const reply = await galley.fetch("/api/tags", { headers: { [HEADER]: "latest" } });
    expect([reply.status, reply.headers.get(HEADER)]).toEqual([200, null]);
  });
});

/** A storage's methods as properties of a plain object, so that some can be exchanged. */
function bound(storage: Storage): Storage {
  return {
    open: () => storage.open(),
    append: (expected, batch) => storage.append(expected, batch),
    read: (from) => storage.read(from),
    snapshots: storage.snapshots,
    trim: (through) => storage.trim(through),
    close: () => storage.close(),
  };
}
