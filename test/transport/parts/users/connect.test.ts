import { describe, expect, it } from "vitest";
import type { Issue } from "../../../../engine/internal.ts";
import type { GalleyOptions } from "../../../../transport/galley.ts";
import { githubProfile, patreonProfile } from "../../../../transport/parts/users/providers/known-providers.ts";
import { resolveProviders } from "../../../../transport/parts/users/providers/provider.ts";
import { CLIENT, startOpenid } from "../../../support/peers/openid-server.ts";
import { openUsers } from "../../../support/servers/open-users.ts";
import { MemoryLog } from "../../../support/storage/memory-log.ts";

const ANN = { email: "Ann@Example.org", email_verified: true, preferred_username: "ann" };

/** A browser: it follows redirects to both servers, and keeps the cookie. */
async function open({ users = {}, ...options }: Partial<GalleyOptions> = {}) {
  const server = await startOpenid();
  server.claims = ANN;
  const providers = {
    corp: { ...CLIENT, issuer: server.issuer },
    plain: {
      ...CLIENT,
      authorizeUrl: `${server.issuer}/authorize`,
      tokenUrl: `${server.issuer}/token`,
      profileUrl: `${server.issuer}/userinfo`,
      callback: "https://www.example.org/connected?page=1",
    },
  };
  const opened = await openUsers({ ...options, users: { providers, ...Object(users) } });
  const { url } = await opened.galley.listen({ port: 0, listener: "node" });
  let cookie = "";
  const get = async (target: string) => {
    const headers = target.startsWith(url) && cookie !== "" ? { cookie } : undefined;
    const answer = await fetch(target, { redirect: "manual", ...(headers && { headers }) });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    const text = await answer.text();
    const body = text.startsWith("{") ? JSON.parse(text) : text;
    return { status: answer.status, body, location: answer.headers.get("location") ?? "", headers: answer.headers };
  };
  /** To the provider, back, and where that leads. */
  const connect = async (name: string, query = "") => {
    const away = await get(`${url}/api/connect/${name}${query}`);
    const back = await get(away.location);
    return { away, back, last: (await get(back.location)).location };
  };
  const signIn = async (name: string) => {
    await connect(name);
    return get(`${url}/api/auth/${name}/callback`);
  };
  return { ...opened, server, url, get, connect, signIn, cookie: () => cookie, forgetCookie: () => (cookie = "") };
}

describe.each(["contract", "strapi"] as const)("signing in elsewhere, in the profile %s", (profile) => {
  it.each(["corp", "plain"])("makes a user of who comes first, and finds it again: %s", async (name) => {
    const { server, connect, signIn, get, url, ask } = await open({ profile });
    const { away, last } = await connect(name);
    const asked = new URL(away.location);
    expect([away.status, asked.origin + asked.pathname]).toEqual([302, `${server.issuer}/authorize`]);
    expect(Object.fromEntries(asked.searchParams)).toEqual({
      client_id: "galley",
      response_type: "code",
      redirect_uri: `${url}/api/connect/${name}/callback`,
      scope: name === "corp" ? "openid email profile" : "email",
      code_challenge: expect.any(String),
      code_challenge_method: "S256",
      state: expect.any(String),
    });
    expect(last).toBe(name === "corp" ? `${url}/api/auth/corp/callback` : "https://www.example.org/connected?page=1");
    const first = await get(`${url}/api/auth/${name}/callback`);
    expect([first.status, first.body.user]).toMatchObject([
      200,
      { id: 1, username: "ann", email: "ann@example.org", provider: name, confirmed: true, blocked: false },
    ]);
    expect((await ask("GET", "/api/users/me", undefined, first.body.jwt)).body.id).toBe(1);
    expect((await signIn(name)).body.user.id).toBe(1);
    expect((await ask("GET", "/api/users/count")).body).toBe("1");
  });

  it("leads back to a page with other parameters, and to no other page", async () => {
    const { connect, get, url } = await open({ profile });
    const callback = "https://www.example.org/connected?page=2&to=%2F";
    expect((await connect("plain", `?callback=${encodeURIComponent(callback)}`)).last).toBe(callback);
    for (const other of [
      "https://evil.example.org/connected",
      "https://www.example.org/",
      "https://u:p@www.example.org/connected",
      "javascript:1",
      "x",
      "",
    ]) {
      const { status, body } = await get(`${url}/api/connect/plain?callback=${encodeURIComponent(other)}`);
      expect([status, body.error]).toMatchObject([
        400,
        { name: "ValidationError", message: "Invalid callback URL provided", details: { callback: other } },
      ]);
    }
  });

  it("knows no other providers, and admits nobody who did not start there", async () => {
    const { get, url, forgetCookie, connect } = await open({ profile });
    for (const path of ["connect/github", "connect/github/callback", "auth/github/callback"]) {
      const { status, body } = await get(`${url}/api/${path}`);
      expect([status, body.error]).toMatchObject([
        400,
        { name: "ApplicationError", message: "This provider is disabled" },
      ]);
    }
    const unproved = { message: "OAuth authentication requires a completed provider session" };
    expect((await get(`${url}/api/auth/corp/callback?access_token=abc`)).body.error).toMatchObject(unproved);
    await connect("corp");
    expect((await get(`${url}/api/auth/plain/callback`)).body.error).toMatchObject(unproved);
    forgetCookie();
    expect((await get(`${url}/api/auth/corp/callback`)).body.error).toMatchObject(unproved);
  });

  it("tells the page why the sign-in failed", async () => {
    const { server, connect, get, url, forgetCookie } = await open({ profile });
    const reason = (address: string) => Object.fromEntries(new URL(address).searchParams);
    const mismatch = { page: "1", error: "oauth_error", error_description: "OAuth2 state mismatch" };

    const away = await get(`${url}/api/connect/plain`);
    const back = (await get(away.location)).location;
    const forged = new URL(back);
    forged.searchParams.set("state", "another");
    expect(reason((await get(forged.href)).location)).toEqual(mismatch);
    forgetCookie();
    expect(reason((await get(back)).location)).toEqual(mismatch);

    server.refusal = "access_denied";
    expect(reason((await connect("plain")).last)).toMatchObject({ page: "1", error: "access_denied" });
    server.refusal = null;
    for (const [claims, told] of [
      [{ ...ANN, email_verified: false }, "Email not verified by the provider"],
      [{ preferred_username: "ann" }, "Email was not available."],
    ] as const) {
      server.claims = claims;
      expect(reason((await connect("plain")).last)).toEqual({
        page: "1",
        error: "oauth_error",
        error_description: told,
      });
    }
    expect(server.exchanged).toHaveLength(2);
  });

  it("tells who made up the parameters of an answer, and not the log", async () => {
    const logger = new MemoryLog();
    const { server, get, url } = await open({ profile, logger });
    for (const change of ["&code=another", "&iss=https://elsewhere.example"]) {
      const { location } = await get((await get(`${url}/api/connect/corp`)).location);
      const { searchParams } = new URL((await get(location + change)).location);
      expect(searchParams.get("error_description")).toBe("The parameters are not those of an answer of the provider");
    }
    expect([logger.faults, server.exchanged]).toEqual([[], []]);
  });

  it("takes nobody's address or name", async () => {
    const { server, signIn, signUp } = await open({ profile });
    await signUp("ann");
    expect((await signIn("corp")).body.error).toMatchObject({ status: 400, message: "Email is already taken." });
    server.claims = { ...ANN, email: "other@example.org" };
    expect((await signIn("corp")).body.user.username).toMatch(/^ann\d{4}$/);
    server.claims = { email: "jo@example.org", email_verified: true };
    expect((await signIn("corp")).body.user.username).toMatch(/^jo\d{4}$/);
  });

  it("creates no user if sign-up is off, and admits no blocked user", async () => {
    const closed = await open({ profile, users: { register: false } });
    expect((await closed.signIn("corp")).body.error.message).toBe("Register action is actually not available.");
    const { signIn, ask } = await open({ profile });
    const { body } = await signIn("corp");
    await ask("PUT", `/api/users/${body.user.id}`, '{"blocked":true}');
    expect((await signIn("corp")).body.error.message).toBe("Your account has been blocked by an administrator");
  });

  it("creates one user for two concurrent sign-ins", async () => {
    const { connect, cookie, url, ask } = await open({ profile });
    const cookies: string[] = [];
    for (let times = 0; times < 4; times++) {
      await connect("corp");
      cookies.push(cookie());
    }
    const answers = await Promise.all(
      cookies.map(async (each) => (await fetch(`${url}/api/auth/corp/callback`, { headers: { cookie: each } })).json()),
    );
    expect(answers.map((answer) => Object(answer).user?.id)).toEqual([1, 1, 1, 1]);
    expect((await ask("GET", "/api/users/count")).body).toBe("1");
  });

  it("takes a proof once, and clears it", async () => {
    const { connect, cookie, get, url } = await open({ profile });
    await connect("corp");
    const proof = cookie();
    const target = `${url}/api/auth/corp/callback`;
    const first = await get(target);
    expect([first.status, first.headers.get("set-cookie")]).toEqual([
      200,
      expect.stringMatching(/^galley_connect=; .*Expires=Thu, 01 Jan 1970/),
    ]);
    const again = await fetch(target, { headers: { cookie: proof } });
    expect([again.status, Object(await again.json()).error.message]).toEqual([
      400,
      expect.stringMatching(/completed provider session/),
    ]);
  });

  it("clears a proof that was not used when a user signs out", async () => {
    const { connect, cookie, signIn, url } = await open({ profile, users: { sessions: true } });
    const { jwt } = (await signIn("corp")).body;
    await connect("corp");
    const headers = { authorization: `Bearer ${jwt}`, cookie: cookie() };
    const { headers: told } = await fetch(`${url}/api/auth/logout`, { method: "POST", headers });
    expect(told.get("set-cookie")).toMatch(/^galley_connect=; .*Expires/);
  });

  it("gives refresh tokens where users have sessions", async () => {
    const { signIn } = await open({ profile, users: { sessions: true } });
    expect((await signIn("corp")).body).toMatchObject({ refreshToken: expect.any(String), user: { id: 1 } });
  });
});

describe("signing in elsewhere", () => {
  it("ends after ten minutes on the way", async () => {
    const { galley, connect, get, url } = await open({ clock: new Date() });
    await connect("corp");
    galley.clock.advance(601_000);
    expect((await get(`${url}/api/auth/corp/callback`)).body.error.message).toMatch(
      "requires a completed provider session",
    );
  });

  it("answers 503 where the provider does not", async () => {
    const providers = { corp: { ...CLIENT, issuer: "http://127.0.0.1:1" } };
    const logger = new MemoryLog();
    const { get, url } = await open({ users: { providers }, logger });
    const { status, body } = await get(`${url}/api/connect/corp`);
    expect([status, body.error.message]).toEqual([503, "The provider cannot be asked"]);
    expect((await get(`${url}/api/connect/corp`)).status).toBe(503);
    const told = logger.lines.filter(({ message }) => message.includes("cannot be asked"));
    expect(told).toMatchObject([
      { message: "The provider corp cannot be asked", fields: { reason: expect.any(String) } },
    ]);
  });

  it.each([
    [{ corp: CLIENT }, "users.providers.corp: needs an issuer, or authorizeUrl, tokenUrl and profileUrl"],
    [{ auth0: CLIENT }, "users.providers.auth0: needs a subdomain"],
    [{ github: { clientId: "x" } }, "users.providers.github.clientSecret"],
    [{ github: { ...CLIENT, scopes: [] } }, "users.providers.github.scopes"],
    [{ local: CLIENT }, "users.providers.local"],
  ])("names what is wrong in %j", async (providers, fault) => {
    await expect(openUsers({ users: { providers } as never })).rejects.toThrow(fault);
  });

  it("accepts only addresses that GitHub has verified", () => {
    const email = "ann@example.org";
    const known = (verified: boolean) => [{ email: "b@example.org" }, { email, primary: true, verified }];
    expect(githubProfile({ login: "ann", email: null }, known(true))).toEqual({ email, username: "ann" });
    expect(githubProfile({ login: "ann", email }, known(true))).toEqual({ email, username: "ann" });
    for (const [user, emails] of [
      [{ email: null }, known(false)],
      [{ email }, known(false)],
      [{ email: "c@example.org" }, known(true)],
      [null, null],
    ]) {
      expect(() => githubProfile(user, emails)).toThrow(/^Email /);
    }
  });

  it("accepts only addresses that Patreon has verified", () => {
    const told = (isVerified: boolean) => ({
      data: { attributes: { email: "Ann@Example.org", full_name: "Ann", is_email_verified: isVerified } },
    });
    expect(patreonProfile(told(true))).toEqual({ email: "ann@example.org", username: "Ann" });
    for (const identity of [told(false), { data: {} }, null]) expect(() => patreonProfile(identity)).toThrow(/^Email /);
  });

  it("knows the required settings of each provider", () => {
    const faults: Issue[] = [];
    const names = ["linkedin", "patreon", "cas", "twitter"];
    const resolved = resolveProviders(Object.fromEntries(names.map((name) => [name, CLIENT])), faults);
    expect([...resolved.keys()]).toEqual(["linkedin", "patreon"]);
    expect(faults.map(({ message }) => message)).toEqual([
      "needs a subdomain",
      "needs an issuer, or authorizeUrl, tokenUrl and profileUrl",
    ]);
    const cas = resolveProviders({ cas: { ...CLIENT, subdomain: "cas.example.org/cas" } }, []).get("cas");
    expect(cas?.server).toEqual({ issuer: "https://cas.example.org/cas/oidc" });
  });
});
