import { expect, it } from "vitest";
import type { Storage } from "../../../../storage/internal.ts";
import type { Galley } from "../../../../transport/galley.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { sendTo } from "../../../support/requests/json.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";
import { SharedLog } from "../../../support/storage/shared-log.ts";

const TOKEN = "token-of-the-editor";
const ASH = { username: "ash", email: "ash@example.com", password: "a good password" };

/** Milliseconds after which a node shows what another one has acknowledged. */
const LAG = 250;

/** Other nodes' writes arrive late. */
function late(storage: ReturnType<SharedLog["storage"]>): Storage {
  const { follow } = storage.sharing;
  storage.sharing.follow = (from, { entries, ended }) =>
    follow(from, { entries: (each) => void setTimeout(() => entries(each), LAG), ended });
  return storage;
}

const open = (storage: Storage): Promise<Galley> =>
  openGalley({
    schema: BLOG,
    storage,
    users: { sessions: true },
    jwtSecret: "x".repeat(32),
    uploads: true,
    todo: true,
    graphql: true,
    roles: { authenticated: { post: ["create"] } },
    tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
  });

const ask = (galley: Galley, method: string, path: string, body?: object, token = TOKEN) =>
  sendTo(galley, method, path, body, token !== "" ? { authorization: `Bearer ${token}` } : {});

/** A write that one node has acknowledged, and the next request to a node that has not heard of it. */
const NEXT: Readonly<
  Record<string, (one: Galley, other: Galley) => Promise<readonly { status: number; body: unknown }[]>>
> = {
  "a todo is changed": async (one, other) => {
    const { body } = await ask(one, "POST", "/todos", { title: "tea" });
    return [await ask(other, "PUT", `/todos/${body.id}`, { title: "tea", completed: true })];
  },
  "a todo is removed": async (one, other) => {
    const { body } = await ask(one, "POST", "/todos", { title: "tea" });
    return [await ask(other, "DELETE", `/todos/${body.id}`)];
  },
  "a user is changed and removed": async (one, other) => {
    const { body } = await ask(one, "POST", "/api/users", { ...ASH, role: 0 });
    const renamed = await ask(other, "PUT", `/api/users/${body.id}`, { username: "elm" });
    return [renamed, await ask(other, "DELETE", `/api/users/${body.id}`)];
  },
  "a user signs in": async (one, other) => {
    await ask(one, "POST", "/api/users", { ...ASH, role: 0 });
    return [await ask(other, "POST", "/api/auth/local", { identifier: ASH.email, password: ASH.password }, "")];
  },
  "a user who signed up writes": async (one, other) => {
    const { body } = await ask(one, "POST", "/api/auth/local/register", ASH, "");
    return [await ask(other, "POST", "/api/posts", { data: { title: "Mine" } }, body.jwt)];
  },
  "a name is free again": async (one, other) => {
    const { body } = await ask(one, "POST", "/api/users", { ...ASH, role: 0 });
    // The other one knows of the user by now.
    await ask(other, "PUT", `/api/users/${body.id}`, { username: ASH.username });
    await ask(one, "DELETE", `/api/users/${body.id}`);
    return [await ask(other, "POST", "/api/users", { ...ASH, role: 0 })];
  },
  "a role is changed": async (one, other) => {
    await ask(one, "POST", "/api/users-permissions/roles", { name: "Critic", description: "" });
    const { body } = await ask(one, "GET", "/api/users-permissions/roles");
    const { id } = body.roles.find(({ name }: { name: string }) => name === "Critic");
    return [await ask(other, "PUT", `/api/users-permissions/roles/${id}`, { name: "Judge" })];
  },
  "a user is removed by GraphQL": async (one, other) => {
    const { body } = await ask(one, "POST", "/api/users", { ...ASH, role: 0 });
    const query = `mutation { deleteUsersPermissionsUser(id: "${body.id}") { data { documentId } } }`;
    const reply = await ask(other, "POST", "/graphql", { query });
    return [{ ...reply, status: reply.body.errors === undefined ? 200 : 404 }];
  },
};

it.each(Object.keys(NEXT))("decides on what other nodes have acknowledged: %s", async (name) => {
  const log = new SharedLog();
  const [one, other] = [await open(log.storage()), await open(late(log.storage()))];
  const replies = await NEXT[name]?.(one, other);
  expect(replies?.filter(({ status }) => status >= 300)).toEqual([]);
});

it("starts where it may not write, and reads", async () => {
  const log = new SharedLog();
  const storage = log.storage();
  storage.append = async () => ({ kind: "failed", reason: "the disk is full", noRoom: true });
  const full = await open(storage);
  expect((await ask(full, "GET", "/api/posts", undefined, TOKEN)).status).toBe(200);
  expect((await ask(full, "POST", "/api/auth/local/register", ASH, "")).status).toBe(507);
  await open(log.storage());
  await expect.poll(() => full.engine.number).toBeGreaterThan(0);
  const { number } = full.engine;
  await open(log.storage());
  expect([full.engine.number, log.tail.last]).toEqual([number, number]);
});
