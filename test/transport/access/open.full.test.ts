import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { newFolder } from "../../support/folder.ts";
import { sendTo } from "../../support/requests/json.ts";

const schema = schemaOf({
  page: {
    attributes: {
      title: { type: "string" },
      notes: { type: "relation", relation: "oneToMany", target: "api::note.note" },
    },
  },
  note: { dp: false, attributes: { text: { type: "string" } } },
});

const tokens = [
  { name: "desk", token: "desk", role: "desk" },
  { name: "reader", token: "reader", access: "read-only" },
] as const;

/** Signs someone up, and returns the token. */
async function signUp(galley: Galley): Promise<string> {
  const ann = { username: "ann", email: "ann@example.org", password: "secret word" };
  return (await sendTo(galley, "POST", "/api/auth/local/register", ann)).body.jwt;
}

async function statusOf(galley: Galley, path: string, token: string | null, init = {}): Promise<number> {
  const headers = { "content-type": "application/json", ...(token !== null && { authorization: `Bearer ${token}` }) };
  return (await galley.fetch(path, { ...init, headers })).status;
}

describe.each(["contract", "strapi"] as const)("open, in profile %s", (profile) => {
  const open = (isOpen: boolean) =>
    createGalley({
      profile,
      open: isOpen,
      users: true,
      graphql: true,
      schema,
      tokens,
      roles: { desk: { note: ["create"] } },
    });

  it("lets visitors, users and tokens of roles read, and nothing else", async () => {
    await using galley = await open(true);
    const everyone = [null, await signUp(galley), "desk", "reader"];
    for (const caller of everyone) {
      for (const path of ["/api/pages?populate=*", "/api/notes"]) {
        expect([caller, path, await statusOf(galley, path, caller)]).toEqual([caller, path, 200]);
      }
      const query = { method: "POST", body: JSON.stringify({ query: "{ pages { title notes { text } } }" }) };
      const headers = {
        "content-type": "application/json",
        ...(caller !== null && { authorization: `Bearer ${caller}` }),
      };
      expect(await (await galley.fetch("/graphql", { ...query, headers })).json()).toEqual({ data: { pages: [] } });
      const page = { method: "POST", body: JSON.stringify({ data: { title: "one" } }) };
      expect(await statusOf(galley, "/api/pages", caller, page)).toBeOneOf([401, 403]);
      expect(await statusOf(galley, "/api/users", caller)).toBeOneOf([401, 403, caller === "reader" ? 200 : 403]);
    }
    const note = { method: "POST", body: JSON.stringify({ data: { text: "one" } }) };
    expect(await statusOf(galley, "/api/notes", "desk", note)).toBe(201);
  });

  it("is what the routes say", async () => {
    for (const isOpen of [true, false]) {
      await using galley = await open(isOpen);
      const find = galley.routes().find(({ method, path }) => method === "GET" && path === "/api/pages");
      expect(find?.everyone).toBe(isOpen);
      expect(find?.callers.includes("public")).toBe(isOpen);
    }
  });

  it("does not make a role that only visitors have everyone's", async () => {
    await using galley = await createGalley({ profile, users: true, schema, roles: { public: { note: ["find"] } } });
    const user = await signUp(galley);
    expect(await statusOf(galley, "/api/notes", null)).toBe(200);
    expect(await statusOf(galley, "/api/notes", user)).toBe(403);
    const find = galley.routes().find(({ method, path }) => method === "GET" && path === "/api/notes");
    expect([find?.callers, find?.everyone]).toEqual([["public"], false]);
  });

  it("holds for access that is set later, unless that says otherwise", async () => {
    await using galley = await open(true);
    const user = await signUp(galley);
    galley.setAccess({ roles: {}, tokens: [] });
    expect(await statusOf(galley, "/api/notes", user)).toBe(200);
    galley.setAccess({ roles: {}, tokens: [], open: false });
    expect(await statusOf(galley, "/api/notes", user)).toBe(403);
    expect(await statusOf(galley, "/api/notes", null)).toBeOneOf([401, 403]);
  });
});

it("open shows no drafts to whom the role grants none", async () => {
  const roles = { desk: { note: ["create"] }, authenticated: {} } as const;
  await using galley = await createGalley({ open: true, users: true, schema, tokens, roles });
  await galley.documents("api::page.page").create({ data: { title: "draft" } });
  for (const caller of ["desk", await signUp(galley)]) {
    expect(await statusOf(galley, "/api/pages?status=draft", caller)).toBe(403);
    expect(await statusOf(galley, "/api/pages", caller)).toBe(200);
  }
});

it("data of json-server is open to whom signs in, too, unless the configuration says otherwise", async () => {
  const project = join(await newFolder(), "db.json");
  await writeFile(project, JSON.stringify({ posts: [{ id: 1, title: "Tea" }] }));
  for (const [options, visitor, user] of [
    [{}, 200, 200],
    [{ roles: { public: { post: ["find"] } } }, 200, 403],
    [{ open: false }, 401, 403],
  ] as const) {
    await using galley = await createGalley({ project, users: true, ...options });
    expect(await statusOf(galley, "/api/posts", null)).toBe(visitor);
    expect(await statusOf(galley, "/api/posts", await signUp(galley))).toBe(user);
  }
});
