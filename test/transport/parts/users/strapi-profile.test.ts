import { describe, expect, it } from "vitest";
import { openUsers } from "../../../support/servers/open-users.ts";

/*
 * Answers of Strapi 5.54, as recorded: to strange bodies, to credentials where none are needed, and to callers without
 * rights (docs/contract/differences.md lists the differences).
 */

type Sent = readonly [method: string, path: string, body?: object | undefined, token?: string | null];

async function open() {
  const opened = await openUsers({ profile: "strapi", roles: {} });
  const ask = ([method, path, body, token = null]: Sent) => opened.ask(method, path, body, token);
  return { ...opened, ask };
}

const notText = (name: string, value: unknown) => {
  const message = `${name} must be a \`string\` type, but the final value was: \`${value}\`.`;
  return { path: [name], message, name: "ValidationError", value };
};
const ANN = { username: "ann", email: "ann@example.org", password: "secret word" };
const PETE = { username: "pete", email: "pete@example.org", password: "secret word", role: 1 };

describe("in the profile strapi", () => {
  it.each<[what: string, sent: Sent, errors: readonly object[]]>([
    [
      "a name that is a number",
      ["POST", "/api/auth/local/register", { ...ANN, username: 5 }],
      [notText("username", 5)],
    ],
    [
      "a password that is null",
      ["POST", "/api/auth/local/register", { ...ANN, password: null }],
      [notText("password", null)],
    ],
    [
      "an identifier that is a number",
      ["POST", "/api/auth/local", { identifier: 1, password: "x" }],
      [notText("identifier", 1)],
    ],
    ["an address that is null", ["POST", "/api/auth/forgot-password", { email: null }], [notText("email", null)]],
    ["an address that is a number", ["POST", "/api/auth/forgot-password", { email: 1 }], [notText("email", 1)]],
    [
      "a new user's name that is a number",
      ["POST", "/api/users", { ...PETE, username: 5 }, "full"],
      [notText("username", 5)],
    ],
    [
      "a role without links",
      ["POST", "/api/users", { ...PETE, role: { id: 1 } }, "full"],
      [{ path: ["role", "connect"], message: "role.connect is a required field", name: "ValidationError" }],
    ],
    [
      "a callback for who signs in here",
      ["GET", "/api/auth/local/callback"],
      ["identifier", "password"].map((name) => ({
        path: [name],
        message: `${name} is a required field`,
        name: "ValidationError",
      })),
    ],
  ])("%s is refused", async (_what, sent, errors) => {
    const { ask } = await open();
    const { status, body } = await ask(sent);
    expect([status, body.error.name, body.error.details]).toEqual([400, "ValidationError", { errors }]);
  });

  it.each<[what: string, changes: object, message: string]>([
    ["an address that is none", { email: "x" }, "email must be a valid email"],
    ["an empty address", { email: "" }, "email must be at least 1 characters"],
    ["an empty name", { username: "" }, "username must be at least 1 characters"],
    ["no role", { role: null }, "role must be a `object` type, but the final value was: `null`."],
    [
      "a role that is not there",
      { role: 999 },
      "1 relation(s) of type plugin::users-permissions.role associated with this entity do not exist",
    ],
  ])("a user cannot be given %s", async (_what, changes, message) => {
    const { ask, signUp } = await open();
    const { user } = await signUp("ann");
    const { status, body } = await ask(["PUT", `/api/users/${user.id}`, changes, "full"]);
    expect([status, body.error.name, body.error.message]).toEqual([400, "ValidationError", message]);
  });

  it("a password that is a number is refused, and not repeated", async () => {
    const { ask } = await open();
    const { status, body } = await ask(["POST", "/api/auth/local/register", { ...ANN, password: 918273 }]);
    expect([status, JSON.stringify(body).includes("918273")]).toEqual([400, false]);
  });

  it("a user that is changed gets a role by its id alone, too", async () => {
    const { ask, signUp } = await open();
    const { user } = await signUp("ann");
    const { status, body } = await ask(["PUT", `/api/users/${user.id}`, { role: { id: 2 } }, "full"]);
    expect([status, body.role.type]).toEqual([200, "public"]);
  });

  it.each<[what: string, role: unknown, message: string]>([
    ["a list", [1], 'role must be a `object` type, but the final value was: `[\n  "1"\n]`.'],
    [
      "a documentId to connect",
      { connect: ["a"] },
      'role.connect[0] must be a `object` type, but the final value was: `"a"`.',
    ],
  ])("%s is no role", async (_what, role, message) => {
    const { ask } = await open();
    const { status, body } = await ask(["POST", "/api/users", { ...PETE, role }, "full"]);
    expect([status, body.error.message]).toEqual([400, message]);
  });

  const refusal = (path: readonly string[], message: string, value?: unknown) => ({
    path,
    message,
    name: "ValidationError",
    ...(value !== undefined && { value }),
  });
  const noObject = (place: readonly string[], name: string, value: unknown) =>
    refusal(place, `${name} must be a \`object\` type, but the final value was: \`${value}\`.`, value);

  it.each<[role: unknown, errors: readonly object[]]>([
    [{ disconnect: [{ id: 1 }] }, [refusal(["role", "disconnect"], "Cannot remove role", [{ id: 1 }])]],
    [
      { disconnect: [1] },
      [
        noObject(["role", "disconnect", "0"], "role.disconnect[0]", 1),
        refusal(["role", "disconnect"], "Cannot remove role", [1]),
      ],
    ],
    [
      { connect: [1], disconnect: [2] },
      [
        noObject(["role", "connect", "0"], "role.connect[0]", 1),
        noObject(["role", "disconnect", "0"], "role.disconnect[0]", 2),
      ],
    ],
    [{ connect: [{}] }, [refusal(["role", "connect", "0"], "Relation entry must include an id or documentId", {})]],
    [true, [refusal(["role"], "role must be a `strapiID` type, but the final value was: `true`.", true)]],
    [1.5, [refusal(["role"], "role must be a `strapiID` type, but the final value was: `1.5`.", 1.5)]],
    [{ set: [] }, [refusal(["role", "set"], "Users must have a role", [])]],
  ])("a user keeps its role where the change is %j", async (role, errors) => {
    const { ask, signUp } = await open();
    const { user } = await signUp("ann");
    const { status, body } = await ask(["PUT", `/api/users/${user.id}`, { role }, "full"]);
    expect([status, body.error.details]).toEqual([400, { errors }]);
    const { body: kept } = await ask(["GET", `/api/users/${user.id}?populate=role`, undefined, "full"]);
    expect(kept.role.type).toBe("authenticated");
  });

  it("a user gets another role by any form of a relation", async () => {
    const { ask, signUp } = await open();
    const { user } = await signUp("ann");
    const { body } = await ask(["GET", "/api/users-permissions/roles/2", undefined, "full"]);
    const { documentId } = body.role;
    const forms = [
      { set: [2] },
      { set: [documentId] },
      { set: [{ documentId }] },
      { documentId },
      { connect: [{ id: 2 }], disconnect: [{ id: 1 }] },
    ];
    for (const role of forms) {
      await ask(["PUT", `/api/users/${user.id}`, { role: 1 }, "full"]);
      const changed = await ask(["PUT", `/api/users/${user.id}`, { role }, "full"]);
      expect([role, changed.status, changed.body.role.type]).toEqual([role, 200, "public"]);
    }
    for (const role of [{}, { disconnect: [] }, { set: null }]) {
      const same = await ask(["PUT", `/api/users/${user.id}`, { role }, "full"]);
      expect([role, same.status, same.body.role.type]).toEqual([role, 200, "public"]);
    }
  });

  it("a new user has the role of new users if its own is empty", async () => {
    const { ask } = await open();
    const { status, body } = await ask(["POST", "/api/users", { ...PETE, role: "" }, "full"]);
    expect([status, body.role.type]).toEqual([201, "authenticated"]);
    const { body: refused } = await ask(["POST", "/api/users", { ...PETE, role: { connect: [] } }, "full"]);
    expect(refused.error.message).toBe("Users must have a role");
  });

  it("the faults of empty names and passwords are all told, without a password", async () => {
    const { ask, signUp } = await open();
    const empty = { username: "", email: "a@example.org", password: "", role: 1 };
    const { body } = await ask(["POST", "/api/users", empty, "full"]);
    expect(body.error.details.errors).toEqual([
      refusal(["username"], "username must be at least 1 characters", ""),
      refusal(["username"], "username is a required field", ""),
      refusal(["password"], "password must be at least 1 characters"),
      refusal(["password"], "password is a required field"),
    ]);
    const { user } = await signUp("ann");
    const { body: changed } = await ask(["PUT", `/api/users/${user.id}`, { password: [918273] }, "full"]);
    expect(changed.error.details.errors).toEqual([refusal(["password"], "Password must be at least 1 character")]);
    const { body: none } = await ask(["PUT", `/api/users/${user.id}`, { password: "", username: "" }, "full"]);
    expect(none.error.message).toBe("username must be at least 1 characters");
  });

  it("programs have no sessions", async () => {
    const { ask } = await openUsers({ profile: "strapi", users: { sessions: true }, roles: {} });
    for (const [method, path] of [
      ["GET", "/api/auth/sessions"],
      ["POST", "/api/auth/logout"],
    ] as const) {
      const { status, body } = await ask(method, path, undefined, "full");
      expect([status, body.error.message]).toEqual([401, "Missing authentication"]);
    }
  });

  it("bad credentials are refused where none are needed", async () => {
    const { ask, signUp } = await open();
    await signUp("ann");
    const login = { identifier: "ann", password: "secret word" };
    expect((await ask(["POST", "/api/auth/local", login, "garbage"])).status).toBe(401);
    expect((await ask(["POST", "/api/auth/local", login])).status).toBe(200);
  });

  it.each([
    ["GET", "/api/users"],
    ["GET", "/api/users/count"],
    ["GET", "/api/tags"],
    ["GET", "/api/upload/files"],
    ["GET", "/api/users-permissions/roles"],
    ["POST", "/api/users", PETE],
  ])("visitors, who may sign in, get 403 for %s %s", async (method: string, path: string, body?: object) => {
    const { ask } = await open();
    const reply = await ask([method, path, body]);
    expect([reply.status, reply.body.error.message]).toEqual([403, "Forbidden"]);
  });

  it.each([
    ["POST", "/api/users"],
    ["PUT", "/api/users/1"],
    ["POST", "/api/auth/change-password"],
    ["POST", "/api/auth/nothing"],
    ["POST", "/api/connect/nobody"],
    ["PUT", "/api/users-permissions/roles/1"],
    ["POST", "/api/upload"],
    ["POST", "/api/upload/nothing"],
  ])("malformed JSON is 400 before anything else: %s %s", async (method, path) => {
    const { ask } = await openUsers({ profile: "strapi", roles: {} });
    for (const token of [null, "garbage", "full"]) {
      const { status, body } = await ask(method, path, "{nope", token);
      expect([status, body.error.name]).toEqual([400, "SyntaxError"]);
    }
  });

  it.each([
    [{ user: ["find"] }, 200, 403],
    [{ user: ["count"] }, 403, 200],
  ])("the number of users is a right of its own: %j", async (grants, list, count) => {
    const { ask } = await openUsers({ profile: "strapi", roles: { public: grants } });
    expect((await ask("GET", "/api/users", undefined, null)).status).toBe(list);
    expect((await ask("GET", "/api/users/count", undefined, null)).status).toBe(count);
  });

  it("a token for reading calls find and findOne, and nothing else that reads", async () => {
    const { ask, galley } = await open();
    const paths = [
      "users",
      "users/count",
      "users-permissions/roles",
      "users-permissions/permissions",
      "upload/files/page",
    ].map((name) => `/api/${name}`);
    const statuses = async (token: string) =>
      Promise.all(paths.map(async (path) => (await ask(["GET", path, undefined, token])).status));
    expect(await statuses("read")).toEqual([200, 403, 200, 403, 403]);
    expect(await statuses("full")).toEqual([200, 200, 200, 200, 200]);

    const listed = galley.routes().filter(({ method, callers }) => method === "GET" && callers.includes("token read"));
    const described = Object.keys((await galley.openapi({ as: "token read" })).paths);
    for (const path of paths) {
      const mayCall = path === "/api/users" || path === "/api/users-permissions/roles";
      expect([listed.some((route) => route.path === path), described.includes(path)], path).toEqual([mayCall, mayCall]);
    }
  });

  it.each(["me", "count"])("%s is a name where it can be an id", async (name) => {
    const { ask, galley } = await open();
    expect((await ask(["PUT", `/api/users/${name}`, {}, "full"])).status).toBe(404);
    expect((await ask(["DELETE", `/api/users/${name}`, undefined, "full"])).status).toBe(204);
    expect((await ask(["DELETE", `/api/users/${name}`])).status).toBe(403);
    const { status, headers } = await galley.fetch(`/api/users/${name}`, { method: "PATCH" });
    expect([status, headers.get("allow")]).toEqual([405, "HEAD, GET, PUT, DELETE"]);
  });

  it("a list of users has them all with a limit of 0 and -1", async () => {
    const { ask, signUp } = await open();
    for (const name of ["ann", "bea", "cyd"]) await signUp(name);
    const numbers = ["0", "-1", "2"].map(
      async (limit) => (await ask(["GET", `/api/users?limit=${limit}`, undefined, "full"])).body.length,
    );
    expect(await Promise.all(numbers)).toEqual([3, 3, 2]);
  });

  it("who has signed in may not sign up or in: that is for visitors", async () => {
    const { ask, signUp } = await open();
    const { jwt } = await signUp("ann");
    const bob = { username: "bob", email: "bob@example.org", password: "secret word" };
    const asked: readonly Sent[] = [
      ["POST", "/api/auth/local/register", bob, jwt],
      ["POST", "/api/auth/local", { identifier: "ann", password: "secret word" }, jwt],
      ["POST", "/api/auth/forgot-password", { email: "ann@example.org" }, jwt],
      ["POST", "/api/auth/local/register", bob, "read"],
      ["GET", "/api/users/me", undefined, "read"],
    ];
    for (const each of asked) expect((await ask(each)).status).toBe(403);
    expect((await ask(["POST", "/api/auth/local/register", bob, "full"])).status).toBe(200);
  });

  it("a role decides who may sign up, and what who has signed in may do", async () => {
    const { ask, signUp } = await open();
    const { jwt } = await signUp("ann");
    const actions = { "plugin::users-permissions": { controllers: { auth: { callback: { enabled: true } } } } };
    await ask(["PUT", "/api/users-permissions/roles/2", { permissions: actions }, "full"]);
    const eve = { username: "eve", email: "eve@example.org", password: "secret word" };
    expect((await ask(["POST", "/api/auth/local/register", eve])).status).toBe(403);
    expect((await ask(["POST", "/api/auth/local", { identifier: "ann", password: "secret word" }])).status).toBe(200);
    await ask(["POST", "/api/users-permissions/roles", { name: "Guests", permissions: {} }, "full"]);
    await ask(["PUT", "/api/users/1", { role: 3 }, "full"]);
    expect((await ask(["GET", "/api/users/me", undefined, jwt])).status).toBe(403);
    const change = { currentPassword: "secret word", password: "other word", passwordConfirmation: "other word" };
    expect((await ask(["POST", "/api/auth/change-password", change, jwt])).status).toBe(403);
  });

  it("what a role grants by the names that Strapi's plugins give to their actions applies", async () => {
    const { ask, signUp } = await open();
    const { jwt } = await signUp("ann");
    await signUp("bob");
    const asked: readonly Sent[] = [
      ["GET", "/api/upload/files", undefined, jwt],
      ["GET", "/api/upload/files/1", undefined, jwt],
      ["POST", "/api/upload", {}, jwt],
      ["DELETE", "/api/upload/files/1", undefined, jwt],
      ["PUT", "/api/users-permissions/roles/99", { name: "any" }, jwt],
      ["GET", "/api/users-permissions/permissions", undefined, jwt],
      ["DELETE", "/api/users/2", undefined, jwt],
    ];
    const statuses = async () => {
      const all: number[] = [];
      for (const each of asked) all.push((await ask(each)).status);
      return all;
    };
    expect(await statuses()).toEqual(asked.map(() => 403));
    const enabled = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { enabled: true }]));
    const permissions = {
      "plugin::upload": { controllers: { "content-api": enabled("find", "findOne", "upload", "destroy") } },
      "plugin::users-permissions": {
        controllers: {
          user: enabled("destroy"),
          role: enabled("updateRole"),
          permissions: enabled("getPermissions"),
        },
      },
    };
    await ask(["PUT", "/api/users-permissions/roles/1", { permissions }, "full"]);
    expect(await statuses()).toEqual([200, 404, 400, 404, 404, 200, 200]);
  });

  it("a visitor who may see itself is told to sign in", async () => {
    const { ask } = await open();
    const permissions = { "plugin::users-permissions": { controllers: { user: { me: { enabled: true } } } } };
    await ask(["PUT", "/api/users-permissions/roles/2", { permissions }, "full"]);
    expect((await ask(["GET", "/api/users/me"])).status).toBe(401);
  });

  it("a role without stored permissions begins as Strapi's, and a configured one may do what signed-in users do", async () => {
    const opened = await openUsers({ profile: "strapi", roles: { authenticated: { post: ["find"] }, editor: {} } });
    const { jwt } = await opened.signUp("ann");
    const me = () => opened.ask("GET", "/api/users/me", undefined, jwt);
    expect((await me()).status).toBe(200);
    await opened.ask("POST", "/api/users-permissions/roles", { name: "Editor", permissions: {} });
    await opened.ask("PUT", "/api/users/1", { role: 3 });
    expect((await me()).status).toBe(200);
  });

  it("a token cannot change a password", async () => {
    const { ask } = await open();
    const sent = { currentPassword: "a", password: "secret", passwordConfirmation: "secret" };
    const { status, body } = await ask(["POST", "/api/auth/change-password", sent, "full"]);
    expect([status, body.error.name]).toEqual([400, "ApplicationError"]);
    expect(body.error.message).toBe("You must be authenticated to reset your password");
  });

  it("nobody has the id `me` to be changed or removed", async () => {
    const { ask, signUp } = await open();
    const { jwt } = await signUp("ann");
    expect((await ask(["PUT", "/api/users/me", { username: "x" }, jwt])).status).toBe(403);
    expect((await ask(["DELETE", "/api/users/me", undefined, jwt])).status).toBe(403);
    expect((await ask(["PUT", "/api/users/me", { username: "x" }, "full"])).status).toBe(404);
  });

  it("roles show their permissions without populate", async () => {
    const { ask } = await open();
    const authOf = async (id: number) => {
      const { body } = await ask(["GET", `/api/users-permissions/roles/${id}`, undefined, "full"]);
      const { auth, user } = body.role.permissions["plugin::users-permissions"].controllers;
      return [auth.register.enabled, auth.changePassword.enabled, user.me.enabled, user.find.enabled];
    };
    expect(await authOf(1)).toEqual([false, true, true, false]);
    expect(await authOf(2)).toEqual([true, false, false, false]);
  });
});
