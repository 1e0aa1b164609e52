import { describe, expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

const NEW = { username: "cat", email: "Cat@example.org", password: PASSWORD, role: 1 };

describe.each(["contract", "strapi"] as const)("/api/users in the profile %s", (profile) => {
  it("makes, shows, changes, counts and removes users by numeric id", async () => {
    const { ask, signIn } = await openUsers({ profile });
    const made = await ask("POST", "/api/users", { ...NEW, confirmed: true });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({
      id: 1,
      username: "cat",
      email: "cat@example.org",
      provider: "local",
      confirmed: true,
    });
    expect(made.body.role).toMatchObject({ id: 1, name: "Authenticated", type: "authenticated" });
    expect(JSON.stringify(made.body)).not.toMatch(/password|token/i);

    const { role: _role, ...user } = made.body;
    expect((await ask("GET", "/api/users")).body).toEqual([user]);
    expect((await ask("GET", "/api/users/1?populate=role")).body).toEqual(made.body);
    expect((await ask("GET", "/api/users?filters[username]=cat&fields=email")).body).toEqual([
      { id: 1, documentId: user.documentId, email: "cat@example.org" },
    ]);
    expect((await ask("GET", "/api/users/count?filters[username]=dog")).body).toBe("0");

    const changed = await ask("PUT", "/api/users/1", '{"username":"catty","role":2,"password":"another"}');
    expect([changed.status, changed.body]).toMatchObject([200, { username: "catty", role: { type: "public" } }]);
    expect((await signIn("catty", "another")).status).toBe(200);

    expect(await ask("DELETE", "/api/users/1")).toMatchObject({ status: 200, body: { id: 1, username: "catty" } });
    expect((await ask("GET", "/api/users/count")).body).toBe("0");
  });

  it("ignores pages beside the other parameters, and refuses those that are none", async () => {
    const { ask, signUp } = await openUsers({ profile });
    const { user } = await signUp("ann");
    const status = async (path: string) => (await ask("GET", `/api/users${path}`)).status;
    expect(await Promise.all(["?page=2&pageSize=5", "/count?page=2", `/${user.id}?page=2`].map(status))).toEqual([
      200, 200, 200,
    ]);
    const refused = ["?page=0", "?limit=-2", "?start=-1", "/count?pageSize=a", `/${user.id}?page=0`];
    expect(await Promise.all(refused.map(status))).toEqual(refused.map(() => 400));
  });

  it.each([
    [{}, "4 errors occurred"],
    [{ ...NEW, role: undefined }, "role is a required field"],
    [{ ...NEW, role: 99 }, "1 relation(s) of type plugin::users-permissions.role associated"],
    [{ ...NEW, username: "ann" }, "This attribute must be unique"],
    [{ ...NEW, email: "ANN@example.org" }, "Email already taken"],
    [{ ...NEW, password: "x" }, "password must be at least 6 characters"],
  ])("makes no user of %j", async (sent, message) => {
    const { ask, signUp } = await openUsers({ profile });
    await signUp("ann");
    const { status, body } = await ask("POST", "/api/users", sent);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it.each([
    ['{"username":"ann"}', 400, "Username already taken"],
    ['{"email":"Ann@example.org"}', 400, "Email already taken"],
    ['{"password":""}', 400, "password.notNull"],
    ['{"username":"bob","email":"bob@example.org"}', 200, undefined],
  ])("changes a user to %s only where that may be", async (sent, status, message) => {
    const { ask, signUp } = await openUsers({ profile });
    await signUp("ann");
    await signUp("bob");
    const answer = await ask("PUT", "/api/users/2", sent);
    expect([answer.status, answer.body.error?.message]).toEqual([status, message]);
  });

  it.each([
    ['{"data":{"username":"bob"}}', "data"],
    ['{"username":"bob","nickname":"b"}', "nickname"],
  ])("refuses unknown names in %s, or ignores them as Strapi does", async (sent, name) => {
    const { ask, signUp } = await openUsers({ profile });
    await signUp("ann");
    const changed = await ask("PUT", "/api/users/1", sent);
    const made = await ask("POST", "/api/users", { ...NEW, [name]: 1 });
    if (profile === "strapi") return expect([changed.status, made.status]).toEqual([200, 201]);
    expect([changed.status, made.status]).toEqual([400, 400]);
    expect(changed.body.error.name).toBe("ValidationError");
    expect(changed.body.error.message).toContain(`${name}: is not an attribute`);
    expect((await ask("GET", "/api/users/1")).body.username).toBe("ann");
  });

  it("takes a user as it was answered, changed", async () => {
    const { ask, signUp } = await openUsers({ profile });
    await signUp("ann");
    const { body } = await ask("GET", "/api/users/1?populate=role");
    expect((await ask("PUT", "/api/users/1", { ...body, username: "bob" })).status).toBe(200);
  });

  it("has no others", async () => {
    const { ask } = await openUsers({ profile });
    const missing = profile === "strapi" ? 204 : 404;
    for (const id of ["9", "abc", "__proto__"]) {
      expect((await ask("GET", `/api/users/${id}`)).status).toBe(missing);
      expect((await ask("DELETE", `/api/users/${id}`)).status).toBe(missing);
      expect((await ask("PUT", `/api/users/${id}`, "{}")).status).toBe(404);
    }
  });

  it.each(["password", "resetPasswordToken"])("never tells, filters or sorts by the %s", async (field) => {
    const { ask, signUp } = await openUsers({ profile });
    await signUp("ann");
    for (const query of [`fields=${field}`, `filters[${field}][$contains]=a`, `sort=${field}`]) {
      expect((await ask("GET", `/api/users?${query}`)).status).toBe(400);
    }
  });

  it("is not what `*` grants", async () => {
    const { ask, signUp } = await openUsers({ profile, roles: { public: { "*": ["find", "findOne"] } } });
    await signUp("ann");
    expect((await ask("GET", "/api/posts", undefined, null)).status).toBe(200);
    for (const path of ["/api/users", "/api/users/1", "/api/users/count"]) {
      expect((await ask("GET", path, undefined, null)).status).toBe(profile === "strapi" ? 403 : 401);
    }
  });
});

it("a content type with the path of users is served there, as in Strapi, and users sign in all the same", async () => {
  const schema = schemaOf({ user: { dp: false, attributes: { name: { type: "string" } } } });
  await using galley = await createGalley({
    schema,
    open: true,
    users: true,
    seed: { "api::user.user": [{ name: "Ada" }] },
  });
  const list = await (await galley.fetch("/api/users?fields=name")).json();
  expect(list).toMatchObject({ data: [{ name: "Ada" }], meta: { pagination: { total: 1 } } });
  const document = await (await galley.fetch("/api/openapi.json")).json();
  expect(document).toMatchObject({ paths: { "/api/users": { get: { tags: ["User"] } } } });
  const body = JSON.stringify({ username: "ada", email: "ada@example.com", password: "secret12" });
  const headers = { "content-type": "application/json" };
  expect((await galley.fetch("/api/auth/local/register", { method: "POST", headers, body })).status).toBe(200);
});
