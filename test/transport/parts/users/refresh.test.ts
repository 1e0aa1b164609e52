import { describe, expect, it } from "vitest";
import { JournalStorage } from "../../../../storage/internal.ts";
import { configFaults } from "../../../../transport/config/check-config.ts";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { newFolder } from "../../../support/folder.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";
import { MemoryLog } from "../../../support/storage/memory-log.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Safari/537.36";

const SESSION = "admin::galley-session";

interface Tokens {
  readonly jwt: string;
  readonly refreshToken: string;
}

async function open(options: Partial<GalleyOptions> = {}) {
  const opened = await openUsers({ users: { sessions: true }, ...options });
  const { ask, galley } = opened;
  const post = (path: string, body: object, token: string | null = null) =>
    ask("POST", `/api/auth/${path}`, body, token);
  const signIn = async (deviceId?: string): Promise<Tokens> =>
    (await post("local", { identifier: "ann", password: PASSWORD, ...(deviceId && { deviceId }) })).body;
  const refresh = (refreshToken: unknown) => post("refresh", { refreshToken });
  const me = async (jwt: string) => (await ask("GET", "/api/users/me", undefined, jwt)).status;
  const list = async (jwt: string) => (await ask("GET", "/api/auth/sessions", undefined, jwt)).body.data;
  const send = async (path: string, body: object, headers: Readonly<Record<string, string>>) => {
    const answer = await galley.fetch(`/api/auth/${path}`, withJson("POST", body, headers));
    return { cookie: answer.headers.get("set-cookie"), status: answer.status, body: JSON.parse(await answer.text()) };
  };
  return { ...opened, post, signIn, refresh, me, list, send };
}

/** The claims of a token. */
function claims(token: string) {
  return JSON.parse(Buffer.from(String(token.split(".")[1]), "base64url").toString());
}

describe.each(["contract", "strapi"] as const)("sessions with refresh tokens, in the profile %s", (profile) => {
  it("give two tokens on sign-up and sign-in, the first for minutes", async () => {
    const { signUp, signIn, me } = await open({ profile });
    for (const given of [(await signUp("ann")) as unknown as Tokens, await signIn()]) {
      const [access, refresh] = [claims(given.jwt), claims(given.refreshToken)];
      expect([access, refresh]).toMatchObject([
        { userId: "1", type: "access", sessionId: refresh.sessionId },
        { userId: "1", type: "refresh" },
      ]);
      expect([access.exp - access.iat, refresh.exp - refresh.iat]).toEqual([600, 1_209_600]);
      expect([await me(given.jwt), await me(given.refreshToken)]).toEqual([200, 401]);
    }
  });

  it("renew both tokens, once", async () => {
    const { signUp, signIn, refresh, me } = await open({ profile });
    await signUp("ann");
    const first = await signIn();
    const second = await refresh(first.refreshToken);
    expect([second.status, Object.keys(second.body)]).toEqual([200, ["jwt", "refreshToken"]]);
    expect(await me(second.body.jwt)).toBe(200);
    const again = await refresh(first.refreshToken);
    expect([again.status, again.body.error]).toMatchObject([
      401,
      { name: "UnauthorizedError", message: "Invalid refresh token" },
    ]);
    expect((await refresh(second.body.refreshToken)).status).toBe(200);
  });

  it("renew for one of many that try at once", async () => {
    const { signUp, signIn, refresh } = await open({ profile });
    await signUp("ann");
    const { refreshToken } = await signIn();
    const answers = await Promise.all(Array.from({ length: 5 }, () => refresh(refreshToken)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
  });

  it("end when a token that was exchanged is used again later, as who has stolen one would", async () => {
    const { galley, signUp, signIn, refresh, me } = await open({ profile, clock: "2026-01-01" });
    await signUp("ann");
    const [stolen, other] = [await signIn(), await signIn()];
    const renewed = (await refresh(stolen.refreshToken)).body;
    galley.clock.advance(5000);
    expect((await refresh(stolen.refreshToken)).status).toBe(401);
    expect(await me(renewed.jwt)).toBe(200);
    galley.clock.advance(10_000);
    expect((await refresh(stolen.refreshToken)).status).toBe(401);
    expect([await me(renewed.jwt), (await refresh(renewed.refreshToken)).status]).toEqual([401, 401]);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  it.each([undefined, null, "", 5, ["a"]])("say that no token is in %j", async (sent) => {
    const { refresh } = await open({ profile });
    const { status, body } = await refresh(sent);
    expect([status, body.error]).toMatchObject([400, { name: "BadRequestError", message: "Missing refresh token" }]);
  });

  it("refuse invalid refresh tokens", async () => {
    const { signUp, signIn, refresh, galley } = await open({ profile });
    await signUp("ann");
    const { jwt, refreshToken } = await signIn();
    const [user] = await galley.documents("plugin::users-permissions.user").findMany();
    for (const token of ["x", jwt, `${refreshToken}A`, refreshToken.slice(0, -4)]) {
      expect((await refresh(token)).status).toBe(401);
    }
    const update = (data: { readonly blocked: boolean }) =>
      galley.documents("plugin::users-permissions.user").update({ documentId: String(user?.documentId), data });
    await update({ blocked: true });
    expect((await refresh(refreshToken)).status).toBe(401);
    await update({ blocked: false });
    expect((await refresh(refreshToken)).status).toBe(200);
  });

  it("are listed with their devices, the current one first", async () => {
    const { signUp, send, list } = await open({ profile });
    await signUp("ann");
    const sent = { identifier: "ann", password: PASSWORD, deviceId: "phone" };
    const { body } = await send("local", sent, { "user-agent": CHROME });
    const [phone, other, ...more] = await list(body.jwt);
    expect(more).toEqual([]);
    expect(phone).toEqual({
      id: claims(body.jwt).sessionId,
      deviceId: "phone",
      deviceName: "Chrome on Windows",
      current: true,
      loginAt: expect.stringMatching(/Z$/),
      lastActiveAt: expect.stringMatching(/Z$/),
    });
    expect(other).toMatchObject({ current: false, deviceId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect((await send("local", { ...sent, deviceId: "x".repeat(256) }, {})).body.error.details.errors).toEqual([
      expect.objectContaining({ path: ["deviceId"], message: "deviceId must be at most 255 characters" }),
    ]);
  });

  it("are ended one by one, by device, or all", async () => {
    const { signUp, signIn, ask, post, list, me, refresh } = await open({ profile });
    await signUp("ann");
    const [one, two, three, four] = [await signIn(), await signIn("pad"), await signIn("pad"), await signIn()];
    const path = `/api/auth/sessions/${claims(one.jwt).sessionId}`;
    const revoke = (token: string | null) => ask("DELETE", path, undefined, token);
    expect((await revoke(four.jwt)).body).toEqual({ data: {} });
    expect((await revoke(four.jwt)).body.error).toMatchObject({ status: 404, message: "Session not found" });
    expect([await me(one.jwt), (await refresh(one.refreshToken)).status]).toEqual([401, 401]);
    expect((await post("logout", { deviceId: "pad" }, four.jwt)).body).toEqual({ ok: true });
    expect([await me(two.jwt), await me(three.jwt), await me(four.jwt)]).toEqual([401, 401, 200]);
    const five = await signIn();
    await post("logout", { refreshToken: five.refreshToken }, four.jwt);
    expect([await me(five.jwt), await me(four.jwt)]).toEqual([401, 200]);
    const six = await signIn();
    await post("logout", {}, six.jwt);
    expect([await me(six.jwt), (await list(four.jwt)).length]).toEqual([401, 2]);
    await post("logout", { scope: "all" }, four.jwt);
    expect(await list((await signIn()).jwt)).toHaveLength(1);
  });

  it("are nobody else's to see or to end", async () => {
    const { signUp, signIn, ask, list, me } = await open({ profile });
    await signUp("ann");
    const bob = await signUp("bob");
    const ann = await signIn();
    const path = `/api/auth/sessions/${claims(ann.jwt).sessionId}`;
    expect((await ask("DELETE", path, undefined, bob.jwt)).status).toBe(404);
    expect([await me(ann.jwt), (await list(bob.jwt)).length]).toEqual([200, 1]);
    for (const token of [null, "full", ann.refreshToken]) {
      const answers = [
        await ask("GET", "/api/auth/sessions", undefined, token),
        await ask("POST", "/api/auth/logout", "{}", token),
        await ask("DELETE", path, undefined, token),
      ];
      for (const { status } of answers) expect([401, 403]).toContain(status);
    }
    expect(await me(ann.jwt)).toBe(200);
  });

  it("end when the password changes, except for the session that changed it", async () => {
    const { signUp, signIn, post, refresh, me, list } = await open({ profile });
    await signUp("ann");
    const [one, two] = [await signIn(), await signIn()];
    const change = { currentPassword: PASSWORD, password: "another", passwordConfirmation: "another" };
    const { body } = await post("change-password", change, two.jwt);
    expect([await me(one.jwt), await me(two.jwt), await me(body.jwt)]).toEqual([401, 401, 200]);
    expect([(await refresh(one.refreshToken)).status, (await list(body.jwt)).length]).toEqual([401, 1]);
    expect((await refresh(body.refreshToken)).status).toBe(200);
  });

  it("end when another changes the password of their user", async () => {
    const { signUp, signIn, ask, refresh, me } = await open({ profile });
    await signUp("ann");
    const { jwt, refreshToken } = await signIn();
    await ask("PUT", "/api/users/1", '{"password":"another"}');
    expect([await me(jwt), (await refresh(refreshToken)).status]).toEqual([401, 401]);
  });

  it("expire when they are not renewed, and at last all the same", async () => {
    const users = {
      sessions: { accessTokenLifespan: 60, idleRefreshTokenLifespan: 600, maxRefreshTokenLifespan: 1000 },
    };
    const { galley, signUp, signIn, refresh, me, list } = await open({ profile, users, clock: "2026-01-01" });
    await signUp("ann");
    let { jwt, refreshToken } = await signIn();
    galley.clock.advance(61_000);
    expect(await me(jwt)).toBe(401);
    galley.clock.advance(500_000);
    ({ jwt, refreshToken } = (await refresh(refreshToken)).body);
    expect([await me(jwt), (await list(jwt)).length]).toEqual([200, 1 + 1]);
    galley.clock.advance(438_000);
    ({ jwt, refreshToken } = (await refresh(refreshToken)).body);
    galley.clock.advance(2000);
    expect([await me(jwt), (await refresh(refreshToken)).status]).toEqual([401, 401]);
    const later = await signIn();
    expect(await galley.documents(SESSION).count()).toBe(1);
    galley.clock.advance(600_000);
    expect((await refresh(later.refreshToken)).status).toBe(401);
  });

  it("outlive a restart", async () => {
    const storage = await newFolder();
    const options = () => ({ profile, jwtSecret: "a secret of several runs", storage: new JournalStorage(storage) });
    const first = await open(options());
    await first.signUp("ann");
    const [one, two] = [await first.signIn(), await first.signIn()];
    await first.post("logout", {}, two.jwt);
    await first.galley.close();
    const second = await open(options());
    expect([await second.me(one.jwt), await second.me(two.jwt)]).toEqual([200, 401]);
    expect((await second.refresh(two.refreshToken)).status).toBe(401);
    expect((await second.refresh(one.refreshToken)).status).toBe(200);
  });

  it("have their refresh token in a cookie on request, or for everyone", async () => {
    const asks = { "x-strapi-refresh-cookie": "httpOnly" };
    const login = { identifier: "ann", password: PASSWORD };
    const { signUp, send, me } = await open({ profile });
    await signUp("ann");
    const { body, cookie } = await send("local", login, asks);
    expect([Object.keys(body), cookie]).toEqual([
      ["jwt", "user"],
      expect.stringMatching(/^strapi_up_refresh=[\w.-]+; Path=\/; SameSite=Lax; HttpOnly$/),
    ]);
    const sent = { cookie: `a=b; ${cookie?.split(";")[0]}` };
    const renewed = await send("refresh", {}, { ...asks, ...sent });
    expect([renewed.status, Object.keys(renewed.body)]).toEqual([200, ["jwt"]]);
    expect((await send("refresh", {}, sent)).status).toBe(401);
    const out = await send("logout", {}, { ...asks, authorization: `Bearer ${renewed.body.jwt}` });
    expect(out.cookie).toBe(
      "strapi_up_refresh=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax; HttpOnly",
    );
    expect(await me(renewed.body.jwt)).toBe(401);

    const cookies = {
      name: "r",
      path: "/api",
      domain: "example.org",
      sameSite: "none",
      secure: true,
      maxAge: 60,
    } as const;
    const always = await open({ profile, users: { sessions: { httpOnly: true, cookie: cookies } } });
    await always.signUp("ann");
    expect((await always.send("local", login, {})).cookie).toMatch(
      /^r=[\w.-]+; Path=\/api; Domain=example.org; Max-Age=60; SameSite=None; Secure; HttpOnly$/,
    );
  });
});

describe("sessions with refresh tokens", () => {
  it("are bounded for each user", async () => {
    const { galley, signUp, signIn, me } = await open();
    await signUp("ann");
    const first = await signIn();
    const sessions = galley.documents(SESSION);
    const [stored] = await sessions.findMany();
    const { id: _id, documentId: _documentId, createdAt: _c, updatedAt: _u, publishedAt: _p, ...data } = { ...stored };
    const renewedAt = new Date(Date.now() + 1000).toISOString();
    for (let at = 0; at < 99; at += 1) await sessions.create({ data: { ...data, renewedAt } });
    await signIn();
    expect([await me(first.jwt), await sessions.count()]).toEqual([401, 100]);
  });

  it("let nobody in while they are switched off, and again after that", async () => {
    const storage = await newFolder();
    const logger = new MemoryLog();
    const jwtSecret = "a secret of several runs";
    const openWith = (sessions: boolean) =>
      open({ users: { sessions }, jwtSecret, storage: new JournalStorage(storage), logger });
    const first = await openWith(true);
    await first.signUp("ann");
    const { jwt, refreshToken } = await first.signIn();
    await first.galley.close();
    const second = await openWith(false);
    expect([await second.me(jwt), await second.me((await second.signIn()).jwt)]).toEqual([401, 200]);
    await second.galley.close();
    expect(logger.lines.filter(({ message }) => message !== "request")).toMatchObject([{ fields: { name: SESSION } }]);
    const third = await openWith(true);
    expect([await third.me(jwt), (await third.refresh(refreshToken)).status]).toEqual([200, 200]);
  });

  it("do not exist unless they are configured", async () => {
    const { galley, signUp, ask } = await openUsers();
    expect(await signUp("ann")).not.toHaveProperty("refreshToken");
    expect((await ask("POST", "/api/auth/refresh", "{}", null)).status).toBe(404);
    expect(galley.engine.schema.types.has(SESSION)).toBe(false);
  });

  it("let users in over GraphQL too", async () => {
    const { signUp, galley, me, list } = await open({ graphql: true });
    await signUp("ann");
    const query = `mutation { login(input: { identifier: "ann", password: "${PASSWORD}" }) { jwt } }`;
    const ask = async (text: string) => {
      const headers = { authorization: "Bearer full" };
      const answer = await galley.fetch("/graphql", withJson("POST", { query: text }, headers));
      return answer.text();
    };
    const { jwt } = JSON.parse(await ask(query)).data.login;
    expect([await me(jwt), (await list(jwt)).length]).toEqual([200, 2]);
    expect(await ask("{ __schema { types { name } } }")).not.toMatch(/session/i);
  });

  it("are shown on no route", async () => {
    const { signUp, ask, galley } = await open({ open: true });
    await signUp("ann");
    for (const path of ["galley-sessions", "sessions", "admin-sessions"]) {
      expect((await ask("GET", `/api/${path}`)).status).toBe(404);
    }
    expect(JSON.stringify(await galley.openapi())).not.toContain("galley-session");
  });

  it("name the faults of their configuration", () => {
    const sessions = { idle: 5, accessTokenLifespan: 0, cookie: { sameSite: "no", name: "a;b", path: "x" } };
    const faults = configFaults({ users: { sessions } }).map(({ path, message }) => `${path.join(".")} ${message}`);
    expect(faults.sort()).toEqual([
      "users.sessions.accessTokenLifespan must be at least 1",
      "users.sessions.cookie.name must be letters, digits and marks that a cookie may have",
      "users.sessions.cookie.path must start with a slash",
      "users.sessions.cookie.sameSite must be one of lax, strict, none",
      "users.sessions.idle is not a known key",
    ]);
  });
});
