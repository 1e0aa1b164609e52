import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openUsers } from "../../../support/servers/open-users.ts";
import { typeFile, writeProject } from "../../strapi/project/write-project.ts";

const ROLES = "/api/users-permissions/roles";

const granting = (...actions: readonly string[]) => ({
  "api::author": {
    controllers: { author: Object.fromEntries(actions.map((name) => [name, { enabled: true, policy: "" }])) },
  },
});

describe.each(["contract", "strapi"] as const)("roles, in the profile %s", (profile) => {
  const open = async () => {
    const opened = await openUsers({ profile });
    const ask = (method: string, path: string, body?: object, token?: string | null) =>
      opened.ask(method, ROLES + path, body, token);
    return { ...opened, role: ask };
  };

  it("are listed with the number of their users", async () => {
    const { signUp, role } = await open();
    await signUp("ann");
    const { status, body } = await role("GET", "");
    expect([status, body]).toEqual([
      200,
      {
        roles: [
          expect.objectContaining({ id: 1, name: "Authenticated", type: "authenticated", nb_users: 1 }),
          expect.objectContaining({ id: 2, name: "Public", type: "public", nb_users: 0 }),
        ],
      },
    ]);
  });

  it("are there for users and lists where no option asks for users", async () => {
    const folder = await writeProject({ "src/api/tag/content-types/tag/schema.json": typeFile("tag") });
    const tokens = [{ name: "full", token: "full", access: "full-access" }] as const;
    const project = await createGalley({ project: folder, profile, tokens });
    const ask = async (path: string, body?: object) => {
      const init = withJson(body ? "POST" : "GET", body, { authorization: "Bearer full" });
      return (await project.fetch(path, init)).json() as Promise<object>;
    };
    const roles = [
      { id: 1, type: "authenticated" },
      { id: 2, type: "public" },
    ];
    expect(await ask(ROLES)).toMatchObject({ roles });
    expect(await ask(`${ROLES}/2`)).toMatchObject({ role: { type: "public" } });
    const ann = { username: "ann", email: "ann@example.org", password: "secret1" };
    expect(await ask("/api/users", { ...ann, role: 1 })).toMatchObject({ username: "ann", role: { id: 1 } });
    expect(await ask("/api/users", { ...ann, role: 3 })).toMatchObject({ error: { status: 400 } });
  });

  it("are created with permissions that apply to their users at once", async () => {
    const { signUp, role, ask } = await open();
    const { jwt } = await signUp("ann");
    expect((await ask("GET", "/api/authors", undefined, jwt)).status).toBe(403);
    const made = await role("POST", "", {
      name: "Chief Editor",
      description: "d",
      permissions: granting("find", "delete"),
    });
    expect([made.status, made.body]).toEqual([200, { ok: true }]);
    await ask("PUT", "/api/users/1", '{"role":3}');
    expect((await ask("GET", "/api/authors", undefined, jwt)).status).toBe(200);

    const { body } = await role("GET", "/3");
    expect(body.role).toMatchObject({ id: 3, name: "Chief Editor", description: "d", type: "chief_editor" });
    const { author } = body.role.permissions["api::author"].controllers;
    expect(Object.keys(author)).toEqual(["find", "findOne", "create", "update", "delete"]);
    expect([author.find, author.findOne]).toEqual([
      { enabled: true, policy: "" },
      { enabled: false, policy: "" },
    ]);

    await role("PUT", "/3", { name: "Reader", permissions: granting("findOne") });
    expect((await ask("GET", "/api/authors", undefined, jwt)).status).toBe(403);
    await role("PUT", "/3", { description: "other" });
    const after = (await role("GET", "/3")).body.role;
    expect(after).toMatchObject({ name: "Reader", description: "other", type: "chief_editor" });
    expect(after.permissions["api::author"].controllers.author.findOne.enabled).toBe(true);
  });

  it("leave their users with the rights of visitors when they go", async () => {
    const { galley, signUp, role, ask } = await open();
    await signUp("ann");
    await role("POST", "", { name: "Editor", permissions: granting("find") });
    await ask("PUT", "/api/users/1", '{"role":3}');
    expect((await role("DELETE", "/3")).body).toEqual({ ok: true });
    expect((await ask("GET", "/api/users/1?populate=role")).body.role.type).toBe("public");
    expect(await galley.documents("plugin::users-permissions.permission").findMany()).toEqual([]);
    const refused = await role("DELETE", "/2");
    expect([refused.status, refused.body.error.message]).toEqual([400, "Cannot delete public role"]);
  });

  it.each([
    ["GET", "/99", undefined, 404, "Role not found"],
    ["GET", "/x", undefined, 404, "Role not found"],
    ["PUT", "/99", { name: "abc" }, 404, "Role not found"],
    ["DELETE", "/1.5", undefined, 404, "Role not found"],
    ["POST", "", {}, 400, "Request body cannot be empty"],
    ["PUT", "/1", {}, 400, "Request body cannot be empty"],
    ["POST", "", { description: "no name" }, 400, "name"],
    ["POST", "", { name: { a: 1 } }, 400, "name"],
  ] as const)("are refused for %s %s %j", async (method, path, body, status, message) => {
    const { role } = await open();
    const answer = await role(method, path, body);
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(message)]);
    expect((await role("GET", "")).body.roles).toHaveLength(2);
  });

  it.each([["text"], [[]], [{ "api::x": 5 }], [{ "api::x": { controllers: { y: { find: { enabled: true } } } } }]])(
    "take what grants nothing that there is: %j",
    async (permissions) => {
      const { role } = await open();
      expect((await role("POST", "", { name: "Editor", permissions })).status).toBe(200);
      expect(JSON.stringify((await role("GET", "/3")).body)).not.toContain("true");
    },
  );

  it("are for callers that may manage them", async () => {
    const { signUp, role, ask } = await open();
    const { jwt } = await signUp("ann");
    const visitor = profile === "strapi" ? 403 : 401;
    const statuses = async (token: string | null) => [
      (await role("GET", "", undefined, token)).status,
      (await role("POST", "", { name: "abc" }, token)).status,
      (await ask("GET", "/api/users-permissions/permissions", undefined, token)).status,
    ];
    expect([await statuses(null), await statuses(jwt), await statuses("read"), await statuses("full")]).toEqual([
      [visitor, visitor, visitor],
      [403, 403, 403],
      [200, 403, profile === "strapi" ? 403 : 200],
      [200, 200, 200],
    ]);
  });
});

it("lists everything that a role can grant", async () => {
  const { ask } = await openUsers();
  const { body } = await ask("GET", "/api/users-permissions/permissions");
  expect(body.permissions["api::post"].controllers.post.find).toEqual({ enabled: false, policy: "" });
  expect(body.permissions["plugin::upload"].controllers["content-api"].upload).toEqual({ enabled: false, policy: "" });
  expect(Object.keys(body.permissions["plugin::users-permissions"].controllers)).toEqual([
    "auth",
    "user",
    "role",
    "permissions",
  ]);
});
