import { expect, it, onTestFinished, vi } from "vitest";
import type { Store } from "../../../storage/internal.ts";
import { type ContentEvent, type CreateOptions, type Galley, UnauthorizedError } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { eventually } from "../../support/eventually.ts";
import { withJson } from "../../support/requests/json.ts";
import { openGalley } from "../../support/servers/open-galley.ts";
import { SharedLog } from "../../support/storage/shared-log.ts";

const SCHEMA = schemaOf({
  post: { dp: false, attributes: { title: { type: "string" } } },
  tag: { dp: false, attributes: { name: { type: "string" } } },
});

const DRAFTED = schemaOf({ page: { attributes: { title: { type: "string" } } } });

const CI = { authorization: "Bearer full", "x-galley-hop": "2" };

const start = (options: Partial<CreateOptions<never>> = {}): Promise<Galley> =>
  openGalley({
    schema: SCHEMA,
    tokens: [{ name: "ci", token: "full", access: "full-access" }],
    graphql: true,
    ...(options as object),
  });

function post(galley: Galley, path: string, body: unknown, headers: Record<string, string> = CI): Promise<Response> {
  const isForm = typeof body === "object" && body !== null && "append" in body;
  return galley.fetch(path, {
    method: "POST",
    headers: { ...headers, ...(!isForm && { "content-type": "application/json" }) },
    body: isForm ? (body as FormData) : JSON.stringify(body),
  });
}

const CREATE = { query: 'mutation { createPost(data: { title: "c" }) { documentId } }' };

function authors(galley: Galley): readonly (readonly [string, unknown])[] {
  const heard: [string, unknown][] = [];
  galley.on("*", ({ event, uid, by }: ContentEvent) => heard.push([`${event} ${uid?.split(".").at(-1)}`, by]));
  return heard;
}

it("is the author of writes through hooks, routes, uploads, users and todos, with its number of webhooks", async () => {
  const galley = await start({
    users: true,
    jwtSecret: "signs in tests alone",
    uploads: true,
    todo: true,
  } as never);
  const heard = authors(galley);
  galley.use({ types: ["post"], actions: ["create"] }, async (_, next) => {
    const made = await next();
    await galley.documents("api::tag.tag").create({ data: { name: "made by a hook" } });
    return made;
  });
  galley.route("POST /shop", async ({ documents }) => {
    await documents("api::tag.tag").create({ data: { name: "made by a route" } });
    return {};
  });
  const form = new FormData();
  form.append("files", new Blob(["text"]), "note.txt");
  const ann = { username: "ann", email: "ann@example.org", password: "secret-of-ann" };
  const answers = [
    await post(galley, "/api/posts", { data: { title: "a" } }),
    await post(galley, "/graphql", CREATE),
    await post(galley, "/api/shop", {}),
    await post(galley, "/api/upload", form),
    await post(galley, "/todos", { title: "t" }),
    await post(galley, "/api/auth/local/register", ann, { "x-galley-hop": "1" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201, 201, 200]);
  const signedUp = answers.at(-1) as Response;
  const { jwt } = (await signedUp.json()) as { readonly jwt: string };
  const passwords = {
    currentPassword: "secret-of-ann",
    password: "another-secret",
    passwordConfirmation: "another-secret",
  };
  const changed = await post(galley, "/api/auth/change-password", passwords, { authorization: `Bearer ${jwt}` });
  expect(changed.status).toBe(200);
  await eventually(() => expect(heard.filter(([event]) => event.endsWith("user"))).toHaveLength(2));
  const ci = { kind: "token", name: "ci", hop: 2 };
  const process = { kind: "process", hop: 2 };
  expect(heard.filter(([event]) => !/role|permission|session/.test(event))).toEqual([
    ["entry.create post", ci],
    ["entry.create tag", process],
    ["entry.create post", ci],
    ["entry.create tag", process],
    ["entry.create tag", ci],
    ["media.create file", ci],
    ["entry.create todo", { kind: "public", hop: 2 }],
    ["entry.create user", { kind: "public", hop: 1 }],
    ["entry.update user", { kind: "user", name: "1" }],
  ]);
});

it("is the author of roles that it manages over REST and GraphQL", async () => {
  const galley = await start({ users: true, jwtSecret: "signs in tests alone" } as never);
  const heard = authors(galley);
  const rest = await post(galley, "/api/users-permissions/roles", { name: "Editor", description: "", permissions: {} });
  expect(rest.status).toBe(200);
  const query = 'mutation { createUsersPermissionsRole(data: { name: "Author", description: "a" }) { ok } }';
  expect((await post(galley, "/graphql", { query })).status).toBe(200);
  const ci = { kind: "token", name: "ci", hop: 2 };
  const roles = () => heard.filter(([event, by]) => event === "entry.create role" && by !== undefined);
  await eventually(() =>
    expect(roles()).toEqual([
      ["entry.create role", ci],
      ["entry.create role", ci],
    ]),
  );
});

it("is the author of the sessions that it begins, renews and ends", async () => {
  const galley = await start({ users: { sessions: true }, jwtSecret: "signs in tests alone" } as never);
  const heard = authors(galley);
  const ann = { username: "ann", email: "ann@example.org", password: "secret-of-ann" };
  const hop = { "x-galley-hop": "1" };
  const auth = async (path: string, body: object, headers: Record<string, string> = hop) => {
    const response = await post(galley, `/api/auth/${path}`, body, headers);
    expect(response.status).toBe(200);
    return (await response.json()) as { readonly jwt: string; readonly refreshToken: string };
  };
  const { refreshToken } = await auth("local/register", ann);
  const { jwt } = await auth("refresh", { refreshToken });
  await auth("logout", {}, { ...hop, authorization: `Bearer ${jwt}` });
  await auth("local", { identifier: "ann", password: ann.password });
  const query = `mutation { login(input: { identifier: "ann", password: "${ann.password}" }) { jwt } }`;
  expect(await (await post(galley, "/graphql", { query }, hop)).json()).toMatchObject({ data: { login: {} } });
  const sessions = () => heard.filter(([event]) => event.endsWith("session"));
  const visitor = { kind: "public", hop: 1 };
  await eventually(() => expect(sessions()).toHaveLength(5));
  expect(sessions()).toEqual([
    ["entry.create admin::galley-session", visitor],
    ["entry.update admin::galley-session", visitor],
    ["entry.delete admin::galley-session", { kind: "user", name: "1", hop: 1 }],
    ["entry.create admin::galley-session", visitor],
    ["entry.create admin::galley-session", visitor],
  ]);
});

it("is the author of schedules, and of what they write later", async () => {
  const clock = "2027-01-01T00:00:00.000Z";
  const galley = await start({ schema: DRAFTED, schedule: true, clock } as never);
  const heard = authors(galley);
  // Schedules are no content of callers: their writes are no events.
  const written: unknown[] = [];
  (galley.store as Store).onCommit(({ by }) => written.push(by));
  const at = "2027-01-01T01:00:00.000Z";
  const { documentId } = await galley.documents("api::page.page").create({ data: { title: "a" } });
  const path = `/api/pages/${documentId}`;
  const send = (method: string, below: string, body?: object) => galley.fetch(path + below, withJson(method, body, CI));
  await send("PUT", "/actions/publish", { at });
  const put = await send("PUT", "/actions/publish", { at });
  const { data } = (await put.json()) as { readonly data: { readonly id: string } };
  expect((await send("DELETE", `/schedule/${data.id}`)).status).toBe(204);
  await galley.schedule({ type: "page", documentId, action: "publish", at } as never);
  await send("PUT", "/actions/unpublish", { at: "2027-01-01T02:00:00.000Z" });
  await galley.clock.advance(2 * 3_600_000);
  await eventually(() => expect(heard.map(([event]) => event)).toContain("entry.unpublish page"));
  const ci = { kind: "token", name: "ci", hop: 2 };
  const program = { kind: "process" };
  expect(heard.slice(1)).toEqual([
    ["entry.publish page", program],
    ["entry.unpublish page", { kind: "token", name: "ci" }],
  ]);
  const via = "schedule";
  expect(written).toEqual([program, ci, ci, ci, program, ci, { ...program, via }, { kind: "token", name: "ci", via }]);
});

it("is the author of rows of json-server's routes", async () => {
  const galley = await openGalley({
    db: { posts: [{ id: 1, title: "a" }] },
    routes: "json-server",
    tokens: [{ name: "ci", token: "full", access: "full-access" }],
  });
  const heard = authors(galley);
  const send = (method: string, path: string, body?: object) => galley.fetch(path, withJson(method, body, CI));
  const { id } = (await (await send("POST", "/posts", { title: "b" })).json()) as { id: string };
  await send("PATCH", "/posts/1", { title: "c" });
  await send("DELETE", `/posts/${id}`);
  const ci = { kind: "token", name: "ci", hop: 2 };
  await eventually(() => expect(heard.map(([event]) => event.split(" ")[0])).toContain("entry.delete"));
  expect(heard.map(([event, by]) => [event.split(" ")[0], by])).toEqual([
    ["entry.create", ci],
    ["entry.update", ci],
    ["entry.delete", ci],
  ]);
});

it("has one time limit for all of its slow writes, and none for quick ones", async () => {
  const galley = await start();
  let taken = 0;
  const waited: number[] = [];
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const { store } = galley as unknown as { readonly store: Store };
  const { write } = store;
  vi.spyOn(store, "write").mockImplementation(async (work, answer, since) => {
    waited.push(Math.round(performance.now() - (since ?? performance.now())));
    vi.advanceTimersByTime(taken);
    return write.call(store, work, answer, since) as never;
  });
  const posts = async (documents: Galley["documents"]) => {
    for (let count = 0; count < 3; count++) await documents("api::post.post" as never).create({ data: {} } as never);
    return {};
  };
  galley.route("POST /three", ({ documents }) => posts(documents as never));
  galley.use({ types: ["tag"] }, async (_, next) => {
    const made = await next();
    await galley.documents("api::post.post" as never).create({ data: {} } as never);
    return made;
  });
  const timesOf = async (ms: number, path: string, body: unknown = {}) => {
    waited.length = 0;
    taken = ms;
    expect((await post(galley, path, body)).status).toBeLessThan(300);
    return [...waited];
  };
  expect(await timesOf(900, "/api/three")).toEqual([0, 0, 0]);
  expect(await timesOf(4_000, "/api/three")).toEqual([0, 4_000, 8_000]);
  expect(await timesOf(4_000, "/api/tags", { data: {} })).toEqual([0, 4_000]);
  const two = { query: "mutation { a: createTag(data: {}) { name } b: createTag(data: {}) { name } }" };
  expect(await timesOf(3_000, "/graphql", two)).toEqual([0, 3_000, 6_000, 9_000]);
});

it("gets the position of writes through routes of its own, whose code runs once", async () => {
  const log = new SharedLog();
  let calls = 0;
  const shared = { graphql: false, storage: log.storage() } as never;
  const galley = await start(shared);
  galley.route("POST /shop", async ({ documents }) => {
    await documents("api::tag.tag").create({ data: { name: "one" } });
    return {};
  });
  galley.route("POST /refused", async () => {
    calls++;
    throw new UnauthorizedError("Not you");
  });
  const made = await post(galley, "/api/shop", {}, { ...CI, origin: "https://www.example.org" });
  expect([made.status, made.headers.get("x-galley-position")]).toEqual([200, expect.any(String)]);
  expect((await post(galley, "/api/refused", {})).status).toBe(401);
  expect(calls).toBe(1);
  const other = await start({ storage: log.storage(), graphql: false } as never);
  other.route("GET /tags/all", ({ documents }) => documents("api::tag.tag").findMany());
  const read = await other.fetch("/api/tags/all", {
    headers: { "x-galley-position": String(made.headers.get("x-galley-position")) },
  });
  expect(await read.json()).toMatchObject([{ name: "one" }]);
});
