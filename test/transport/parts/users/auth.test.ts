import { describe, expect, it } from "vitest";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

describe.each(["contract", "strapi"] as const)("signing in, in the profile %s", (profile) => {
  it("creates a user on sign-up, and reveals none of its secrets", async () => {
    const { signUp, ask } = await openUsers({ profile });
    const { jwt, user } = await signUp("Ann");
    expect(user).toEqual({
      id: 1,
      documentId: expect.any(String),
      username: "Ann",
      email: "ann@example.org",
      provider: "local",
      confirmed: true,
      blocked: false,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
    });
    expect((await ask("GET", "/api/users/me", undefined, jwt)).body).toEqual(user);
  });

  it("knows a user by name, or by e-mail address in any case", async () => {
    const { signUp, signIn, ask } = await openUsers({ profile });
    const { user } = await signUp("ann");
    for (const identifier of ["ann", "ann@example.org", "ANN@Example.ORG"]) {
      const { status, body } = await signIn(identifier);
      expect([status, body.user]).toEqual([200, user]);
      expect((await ask("GET", "/api/users/me", undefined, body.jwt)).body.id).toBe(1);
    }
    for (const [identifier, password] of [
      ["ann", "wrong"],
      ["nobody", PASSWORD],
      ["Ann", PASSWORD],
    ]) {
      const { status, body } = await signIn(String(identifier), password);
      expect([status, body.error]).toMatchObject([
        400,
        { name: "ValidationError", message: "Invalid identifier or password" },
      ]);
    }
  });

  it.each([
    [{}, "3 errors occurred"],
    [{ username: "ann", email: "x@example.org", password: PASSWORD }, "Email or Username are already taken"],
    [{ username: "bob", email: "ANN@example.org", password: PASSWORD }, "Email or Username are already taken"],
    [
      { username: "ann@example.org", email: "x@example.org", password: PASSWORD },
      "Email or Username are already taken",
    ],
    [{ username: "bo", email: "x@example.org", password: PASSWORD }, "username must be at least 3 characters"],
    [{ username: "bob", email: "x@example.org", password: "short" }, "password must be at least 6 characters"],
    [{ username: "bob", email: "x@example.org", password: "ä".repeat(37) }, "Password must be less than 73 bytes"],
    [{ username: "bob", email: "x", password: PASSWORD }, "email must be a valid email"],
    [{ username: "bob", email: `${"x".repeat(243)}@example.org`, password: PASSWORD }, "at most 254 characters"],
    [{ username: "b".repeat(256), email: "x@example.org", password: PASSWORD }, "at most 255 characters"],
    [{ username: "bob", email: "x@example.org", password: PASSWORD, role: 1 }, "Invalid parameters: role"],
    [{ username: ["bob"], email: "x@example.org", password: PASSWORD }, "username must be a `string` type"],
  ])("takes no one in who sends %j", async (sent, message) => {
    const { signUp, ask } = await openUsers({ profile });
    await signUp("ann");
    const { status, body } = await ask("POST", "/api/auth/local/register", sent, null);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect((await ask("GET", "/api/users/count")).body).toBe("1");
  });

  it.each([
    ["local/register", { username: "bob", email: "x@a.org", password: "hunt2" }],
    ["local/register", { username: "bob", email: "x@a.org", password: `hunt2${"ä".repeat(40)}` }],
    ["local/register", { username: "bob", email: "x@a.org", password: ["hunt2"] }],
    ["local", { identifier: "ann", password: { a: "hunt2" } }],
    ["change-password", { currentPassword: PASSWORD, password: "hunt2", passwordConfirmation: "hunt2" }],
    ["change-password", { currentPassword: ["hunt2"], password: "hunt22", passwordConfirmation: "hunt23" }],
    ["reset-password", { code: ["hunt2"], password: "hunt22", passwordConfirmation: "hunt2x" }],
    ["forgot-password", { email: "x", password: "hunt2" }],
  ])("never repeats a password or a code (SECURITY.md, passwords): %s %j", async (path, sent) => {
    const { signUp, ask } = await openUsers({ profile });
    const { jwt } = await signUp("ann");
    const { status, body } = await ask("POST", `/api/auth/${path}`, sent, path[0] === "c" ? jwt : null);
    expect([status, JSON.stringify(body)]).toEqual([400, expect.not.stringContaining("hunt2")]);
  });

  it("never repeats the password of a user that is managed (SECURITY.md, passwords)", async () => {
    const { signUp, ask } = await openUsers({ profile });
    await signUp("ann");
    const data = { username: "bob", email: "b@a.org", role: 1, password: "hunt2" };
    for (const [method, path] of [
      ["POST", "/api/users"],
      ["PUT", "/api/users/1"],
    ] as const) {
      const { status, body } = await ask(method, path, data);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.not.stringContaining("hunt2")]);
    }
  });

  it("accepts only one of several users with the same name at once", async () => {
    const { signUp, ask } = await openUsers({ profile });
    const outcomes = await Promise.allSettled(["ann", "ann", "ann"].map((name) => signUp(name)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await ask("GET", "/api/users/count")).body).toBe("1");
  });

  it("gives users and visitors the permissions of their roles", async () => {
    const { signUp, ask } = await openUsers({ profile });
    const { jwt } = await signUp("ann");
    const tag = JSON.stringify({ data: { name: "red" } });
    expect((await ask("POST", "/api/tags", tag, jwt)).status).toBe(201);
    expect((await ask("GET", "/api/posts", undefined, jwt)).status).toBe(200);
    expect((await ask("GET", "/api/posts", undefined, null)).status).toBe(200);
    expect((await ask("POST", "/api/tags", tag, null)).status).toBe(profile === "strapi" ? 403 : 401);
    expect((await ask("GET", "/api/authors", undefined, jwt)).status).toBe(403);
    expect((await ask("GET", "/api/users", undefined, jwt)).status).toBe(403);
  });

  it("ends when the token expires, and at once for a blocked or deleted user", async () => {
    const { galley, signUp, signIn, ask } = await openUsers({ profile, clock: "2026-01-01T00:00:00.000Z" });
    const { jwt } = await signUp("ann");
    const status = async (token: string) => (await ask("GET", "/api/posts", undefined, token)).status;
    galley.clock.set("2026-01-30T23:59:00.000Z");
    expect(await status(jwt)).toBe(200);
    galley.clock.set("2026-01-31T00:00:01.000Z");
    expect(await status(jwt)).toBe(401);

    const { body } = await signIn("ann");
    expect(await status(body.jwt)).toBe(200);
    await ask("PUT", "/api/users/1", '{"blocked":true}');
    expect(await status(body.jwt)).toBe(401);
    expect((await signIn("ann")).body.error.message).toBe("Your account has been blocked by an administrator");
    await ask("PUT", "/api/users/1", '{"blocked":false}');
    expect(await status(body.jwt)).toBe(200);
    await ask("DELETE", "/api/users/1");
    expect(await status(body.jwt)).toBe(401);
  });

  it("changes the password of a user that knows the old one", async () => {
    const { signUp, signIn, ask } = await openUsers({ profile });
    const { jwt } = await signUp("ann");
    const change = (currentPassword: string, password: string, passwordConfirmation = password) =>
      ask("POST", "/api/auth/change-password", { currentPassword, password, passwordConfirmation }, jwt);
    expect((await change("wrong", "another")).body.error.message).toBe("The provided current password is invalid");
    expect((await change(PASSWORD, PASSWORD)).body.error.message).toContain("must be different");
    expect((await change(PASSWORD, "another", "other")).body.error.message).toBe("Passwords do not match");
    expect((await change(PASSWORD, "another")).body).toMatchObject({ jwt: expect.any(String), user: { id: 1 } });
    expect((await signIn("ann", PASSWORD)).status).toBe(400);
    expect((await signIn("ann", "another")).status).toBe(200);
    expect((await ask("POST", "/api/auth/change-password", "{}")).status).toBe(400);
  });

  it("has no sessions that could be renewed or ended", async () => {
    const { signUp, ask } = await openUsers({ profile });
    const { jwt } = await signUp("ann");
    const visitor = profile === "strapi" ? 403 : 401;
    for (const [method, path, forVisitors] of [
      ["POST", "refresh", 404],
      ["POST", "logout", visitor],
      ["GET", "sessions", visitor],
      ["DELETE", "sessions/abc", visitor],
    ] as const) {
      const status = async (token: string | null) =>
        (await ask(method, `/api/auth/${path}`, method === "POST" ? "{}" : undefined, token)).status;
      expect([path, await status(null), await status(jwt), await status("full"), await status("wrong")]).toEqual([
        ...[path, forVisitors, 404, 404],
        path === "refresh" ? 404 : 401,
      ]);
    }
  });

  it("reports missing permission as for content", async () => {
    const { ask } = await openUsers({ profile });
    expect((await ask("GET", "/api/users/me", undefined, null)).status).toBe(profile === "strapi" ? 403 : 401);
    expect((await ask("GET", "/api/users/me")).status).toBe(401);
    expect((await ask("GET", "/api/users/me", undefined, "a.b.c")).status).toBe(401);
  });
});

describe("users", () => {
  it("are not there unless they are wanted", async () => {
    const { ask } = await openUsers({ users: false });
    for (const path of ["/api/users", "/api/users/me", "/api/auth/local/register"]) {
      expect((await ask("GET", path)).status).toBe(404);
    }
  });

  it("sign up only where that is allowed", async () => {
    const { ask } = await openUsers({ users: { register: false } });
    const { status, body } = await ask("POST", "/api/auth/local/register", "{}", null);
    expect([status, body.error.message]).toEqual([400, "Register action is currently disabled"]);
  });

  it("are signed in nowhere else, not even where the secret is the same", async () => {
    const jwtSecret = "a secret of several servers";
    const one = await openUsers({ jwtSecret });
    const { jwt } = await one.signUp("ann");
    expect((await one.ask("GET", "/api/users/me", undefined, jwt)).status).toBe(200);
    for (const options of [{ jwtSecret }, {}]) {
      const other = await openUsers(options);
      await other.signUp("ann");
      expect((await other.ask("GET", "/api/users/me", undefined, jwt)).status).toBe(401);
    }
  });

  it("of a fork are its own", async () => {
    const { galley, signUp } = await openUsers();
    await signUp("ann");
    const body = JSON.stringify({ identifier: "ann", password: PASSWORD });
    const init = { method: "POST", headers: { "content-type": "application/json" }, body };
    const fork = galley.fork();
    expect((await fork.fetch("/api/auth/local", init)).status).toBe(200);
    const [user] = await fork.documents("plugin::users-permissions.user").findMany();
    await fork.documents("plugin::users-permissions.user").delete({ documentId: String(user?.documentId) });
    expect((await fork.fetch("/api/auth/local", init)).status).toBe(400);
    expect((await galley.fetch("/api/auth/local", init)).status).toBe(200);
  });
});

it.each(["contract", "strapi"] as const)(
  "an address signs its user in, whoever took it as a name before, in the profile %s",
  async (profile) => {
    const { ask, signIn } = await openUsers({ profile });
    const register = (username: string, email: string, password: string) =>
      ask("POST", "/api/auth/local/register", { username, email, password }, null);
    expect((await register("Victim@A.org", "stranger@b.org", "another word")).status).toBe(200);
    expect((await register("victim", "victim@a.org", PASSWORD)).status).toBe(200);
    for (const identifier of ["Victim@A.org", "victim@a.org", "victim"]) {
      const { status, body } = await signIn(identifier);
      expect([status, body.user?.username]).toEqual([200, "victim"]);
    }
    expect((await signIn("stranger@b.org", "another word")).status).toBe(200);
  },
);
