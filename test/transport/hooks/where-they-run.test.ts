import { expect, it } from "vitest";
import type { Galley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { sendTo, withJson } from "../../support/requests/json.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const USER = "plugin::users-permissions.user";
const SCHEMA = schemaOf({ post: { attributes: { title: { type: "string" } } } });

async function start() {
  const [calls, guarded]: [string[], string[]] = [[], []];
  const galley = await openGalley({
    schema: SCHEMA,
    users: true,
    studio: true,
    graphql: true,
    seed: { post: [{ title: "seeded" }] },
    tokens: [{ name: "full", token: "full", access: "full-access" }],
    setup: (given: Galley) => {
      given.use(({ uid, action, source }, next) => {
        calls.push(`${action} ${uid} ${source}`);
        return next();
      });
      given.guard({ types: [USER, "post"] }, ({ uid }) => void guarded.push(uid));
    },
  });
  const send = (method: string, path: string, body?: object) =>
    sendTo(galley, method, path, body, { authorization: "Bearer full" });
  return { galley, send, calls, guarded };
}

const ADA = { username: "ada", email: "ada@example.org", password: "a long password" };

it("guards see sign-ups and changes of users, and hooks see none, as Strapi's users are rows", async () => {
  const { galley, send, calls, guarded } = await start();
  const response = await galley.fetch("/api/auth/local/register", withJson("POST", ADA));
  expect(response.status).toBe(200);
  const { user } = (await response.json()) as { readonly user: { readonly id: number } };
  expect((await send("PUT", `/api/users/${user.id}`, { username: "lovelace" })).status).toBe(200);
  expect((await send("GET", `/api/users/${user.id}`)).body).toMatchObject({ username: "lovelace" });
  expect((await send("DELETE", `/api/users/${user.id}`)).status).toBe(200);
  expect(calls).toEqual([]);
  expect(guarded).toEqual([USER, USER, USER]);
});

it("hooks see users of the program's own calls", async () => {
  const { galley, calls } = await start();
  await galley.documents(USER as never).create({ data: ADA } as never);
  expect(calls).toEqual([`create ${USER} process`]);
});

it("each entry of an action in Studio is a call of its own, as is each mutation; seeds, restore and reset are none", async () => {
  const { galley, send, calls, guarded } = await start();
  expect([calls, guarded]).toEqual([[], []]);
  const data = { title: "a" };
  const made = await Promise.all([1, 2].map(() => send("POST", "/api/posts?status=draft", { data })));
  calls.splice(0);
  for (const { body } of made) await send("POST", `/_studio/content/posts/${body.data.documentId}/actions/publish`);
  expect(calls).toEqual(["publish api::post.post rest", "publish api::post.post rest"]);
  calls.splice(0);
  const create = (name: string) => `${name}: createPost(data: { title: "b" }) { documentId }`;
  await send("POST", "/graphql", { query: `mutation { ${create("one")} ${create("two")} }` });
  expect(calls).toEqual(["create api::post.post graphql", "create api::post.post graphql"]);
  calls.splice(0);
  await galley.restore(galley.snapshot());
  await galley.reset();
  expect(calls).toEqual([]);
});
