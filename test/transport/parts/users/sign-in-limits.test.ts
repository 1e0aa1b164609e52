import { describe, expect, it } from "vitest";
import type { ListenerName } from "../../../../transport/galley.ts";
import { withJson } from "../../../support/requests/json.ts";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

const FAILURES = 6;

/** The counted attempts, and how to make one more, by name. */
const ATTEMPTS = {
  login: { path: "local", body: () => ({ identifier: "ann", password: "a guess" }) },
  register: {
    path: "local/register",
    body: (at: number) => ({ username: `user${at}`, email: `user${at}@example.org`, password: PASSWORD }),
  },
  "register with a taken name": {
    path: "local/register",
    body: () => ({ username: "ann", email: "ann@example.org", password: PASSWORD }),
  },
  "forgot-password": { path: "forgot-password", body: () => ({ email: "ann@example.org" }) },
  "reset-password": {
    path: "reset-password",
    body: () => ({ code: "guess", password: PASSWORD, passwordConfirmation: PASSWORD }),
  },
};

async function open(options: Parameters<typeof openUsers>[0] = {}, listener: ListenerName = "auto") {
  const opened = await openUsers({ rateLimit: { failures: FAILURES }, ...options });
  const { url } = await opened.galley.listen({ port: 0, listener });
  const send = async (path: string, body: object, jwt?: string) => {
    const response = await fetch(
      url + path,
      withJson("POST", body, { ...(jwt !== undefined && { authorization: `Bearer ${jwt}` }) }),
    );
    return { status: response.status, retryAfter: response.headers.get("retry-after"), body: await response.json() };
  };
  const login = (password: string) => send("/api/auth/local", { identifier: "ann", password });
  const read = async (path: string, jwt: string) =>
    (await fetch(url + path, { headers: { authorization: `Bearer ${jwt}` } })).status;
  return { ...opened, send, login, read };
}

const countOf = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

describe.each(["uws", "node"] as const)(
  "the limit of attempts to sign in (SECURITY.md, Guesses), on %s",
  (listener) => {
    it("holds for guesses that are sent at once, the right one among them", async () => {
      const { signUp, login } = await open({}, listener);
      await signUp("ann");
      const guesses = Array.from({ length: 30 }, (_, at) => login(at === 29 ? PASSWORD : `guess ${at}`));
      const statuses = (await Promise.all(guesses)).map(({ status }) => status);
      expect([countOf(statuses, 400) + countOf(statuses, 200), countOf(statuses, 429)]).toEqual([
        FAILURES,
        30 - FAILURES,
      ]);
    });
  },
);

describe.each(["contract", "strapi"] as const)(
  "the limit of attempts to sign in (SECURITY.md, Guesses), in the profile %s",
  (profile) => {
    it.each(Object.entries(ATTEMPTS))("counts %s", async (_name, { path, body }) => {
      const { signUp, send } = await open({ profile });
      await signUp("ann");
      const answers = [];
      for (let at = 0; at <= FAILURES; at++) answers.push(await send(`/api/auth/${path}`, body(at)));
      const statuses = answers.map(({ status }) => status);
      expect([countOf(statuses.slice(0, FAILURES), 429), statuses.at(-1)]).toEqual([0, 429]);
      expect(Number(answers.at(-1)?.retryAfter)).toBeGreaterThan(0);
    });

    it("counts the work of GraphQL too", async () => {
      const { signUp, send } = await open({ profile, graphql: true });
      await signUp("ann");
      const mutate = async (field: string) => {
        const { body } = await send("/graphql", { query: `mutation { ${field} }` });
        return JSON.stringify(body);
      };
      for (const field of [
        'login(input: { identifier: "ann", password: "guess" }) { jwt }',
        'register(input: { username: "bob", email: "bob@example.org", password: "secret word" }) { jwt }',
        'forgotPassword(email: "ann@example.org") { ok }',
        'resetPassword(password: "secret", passwordConfirmation: "secret", code: "guess") { jwt }',
        'register(input: { username: "bob", email: "bob@example.org", password: "secret word" }) { jwt }',
        'forgotPassword(email: "nobody@example.org") { ok }',
      ]) {
        expect(await mutate(field)).not.toContain("Too many requests");
      }
      expect((await send("/api/auth/local", { identifier: "ann", password: PASSWORD })).status).toBe(429);
      expect(await mutate('forgotPassword(email: "ann@example.org") { ok }')).toContain("Too many requests");
    });

    it("returns the valid part", async () => {
      const { signUp, login } = await open({ profile });
      await signUp("ann");
      for (let at = 0; at < 2 * FAILURES; at++) expect((await login(PASSWORD)).status).toBe(200);
    });

    it("locks out no signed-in user, and counts guesses at the old password separately", async () => {
      const { signUp, login, send, read } = await open({ profile });
      const { jwt } = await signUp("ann");
      const other = await signUp("bob");
      for (let at = 0; at <= FAILURES; at++) await login("guess");
      expect((await login(PASSWORD)).status).toBe(429);
      expect(await read("/api/users/me", jwt)).toBe(200);
      const change = (currentPassword: string, token: string) =>
        send(
          "/api/auth/change-password",
          { currentPassword, password: "another", passwordConfirmation: "another" },
          token,
        );
      for (let at = 0; at < FAILURES; at++) expect((await change("guess", other.jwt)).status).toBe(400);
      expect((await change(PASSWORD, other.jwt)).status).toBe(429);
      expect((await change(PASSWORD, jwt)).status).toBe(200);
    });
  },
);
