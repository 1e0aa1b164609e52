import { describe, expect, it } from "vitest";
import { JournalStorage, MemoryStorage, type Storage } from "../../../../storage/internal.ts";
import { newFolder } from "../../../support/folder.ts";
import { openUsers, PASSWORD } from "../../../support/servers/open-users.ts";

const USER = "plugin::users-permissions.user";

type Opened = Awaited<ReturnType<typeof openUsers>>;

const me = async ({ ask }: Pick<Opened, "ask">, jwt: string) =>
  (await ask("GET", "/api/users/me", undefined, jwt)).status;

const change = async ({ ask }: Opened, jwt: string, password = "another") => {
  const body = { currentPassword: PASSWORD, password, passwordConfirmation: password };
  return ask("POST", "/api/auth/change-password", body, jwt);
};

/** Codes as they are handed to users, the newest last; `next` waits for one. */
function mailbox() {
  const codes: string[] = [];
  let arrived = () => {};
  return {
    codes,
    sendResetCode: (code: string) => {
      codes.push(code);
      arrived();
    },
    next: () => new Promise<void>((resolve) => (arrived = resolve)),
  };
}

describe.each(["contract", "strapi"] as const)("a session (SECURITY.md, Sessions), in the profile %s", (profile) => {
  it("ends when the password is changed, except for the one that changed it", async () => {
    const opened = await openUsers({ profile });
    const { jwt } = await opened.signUp("ann");
    const { body: second } = await opened.signIn("ann");
    const { body: changed } = await change(opened, jwt);
    expect([await me(opened, jwt), await me(opened, second.jwt), await me(opened, changed.jwt)]).toEqual([
      401, 401, 200,
    ]);
  });

  it("ends when the password is reset, by a code or by a user manager", async () => {
    const { sendResetCode, codes, next } = mailbox();
    const opened = await openUsers({ profile, users: { sendResetCode } });
    const { jwt } = await opened.signUp("ann");
    const sent = next();
    await opened.ask("POST", "/api/auth/forgot-password", '{"email":"ann@example.org"}', null);
    await sent;
    expect(await me(opened, jwt)).toBe(200);
    const reset = { code: codes[0], password: "another", passwordConfirmation: "another" };
    const { body } = await opened.ask("POST", "/api/auth/reset-password", reset, null);
    expect([await me(opened, jwt), await me(opened, body.jwt)]).toEqual([401, 200]);
    expect((await opened.ask("PUT", "/api/users/1", '{"password":"a third"}')).status).toBe(200);
    expect(await me(opened, body.jwt)).toBe(401);
  });

  it("stays valid when anything else of the user changes", async () => {
    const opened = await openUsers({ profile });
    const { jwt } = await opened.signUp("ann");
    await opened.ask("PUT", "/api/users/1", '{"username":"anna"}');
    expect(await me(opened, jwt)).toBe(200);
  });

  it("outlives a restart, unless the password was changed before it", async () => {
    const folder = await newFolder();
    const open = () =>
      openUsers({ profile, jwtSecret: "a secret of several runs", storage: new JournalStorage(folder) });
    const first = await open();
    const ann = await first.signUp("ann");
    const bob = await first.signUp("bob");
    const { body } = await change(first, bob.jwt);
    await first.galley.close();
    const second = await open();
    expect([await me(second, ann.jwt), await me(second, bob.jwt), await me(second, body.jwt)]).toEqual([200, 401, 200]);
  });

  it("ends in the fork in which the password was changed, and not in the others", async () => {
    const opened = await openUsers({ profile });
    const { jwt } = await opened.signUp("ann");
    const fork = opened.galley.fork();
    const [user] = await fork.documents(USER).findMany();
    await fork.documents(USER).update({ documentId: String(user?.documentId), data: { password: "another" } });
    const asked = await fork.fetch("/api/users/me", { headers: { authorization: `Bearer ${jwt}` } });
    expect([asked.status, await me(opened, jwt)]).toEqual([401, 200]);
  });
});

describe.each(["contract", "strapi"] as const)(
  "the code of a forgotten password (SECURITY.md, Sessions), in the profile %s",
  (profile) => {
    const open = async (options: Parameters<typeof openUsers>[0] = {}) => {
      const box = mailbox();
      const opened = await openUsers({ profile, users: { sendResetCode: box.sendResetCode }, ...options });
      await opened.signUp("ann");
      const forget = async () => {
        const sent = box.next();
        const answer = await opened.ask("POST", "/api/auth/forgot-password", '{"email":"ann@example.org"}', null);
        await sent;
        return answer;
      };
      const reset = async (code: unknown, password = "another") => {
        const body = JSON.stringify({ code, password, passwordConfirmation: password });
        return (await opened.ask("POST", "/api/auth/reset-password", body, null)).status;
      };
      return { ...opened, codes: box.codes, forget, reset };
    };

    it("is revealed only to its user, and stored as a hash", async () => {
      const { galley, forget, codes } = await open();
      expect((await forget()).body).toEqual({ ok: true });
      expect(codes).toEqual([expect.stringMatching(/^[0-9a-f]{128}$/)]);
      const [user] = await galley.documents(USER).findMany();
      expect(user?.resetPasswordToken).toMatch(/^sha256:[0-9a-f]{64}$/);
    });

    it("is good once, and only the newest", async () => {
      const { forget, reset, codes, signIn } = await open();
      await forget();
      await forget();
      expect([await reset(codes[0]), await reset(codes[1]), await reset(codes[1])]).toEqual([400, 200, 400]);
      expect((await signIn("ann", "another")).status).toBe(200);
    });

    it("is valid for only one of two concurrent uses", async () => {
      const { forget, reset, codes } = await open();
      await forget();
      expect((await Promise.all([reset(codes[0]), reset(codes[0], "a third")])).sort()).toEqual([200, 400]);
    });

    it("ends after an hour, and with a change of the password", async () => {
      const opened = await open({ clock: "2026-01-01T00:00:00.000Z" });
      const { galley, forget, reset, codes, signIn } = opened;
      await forget();
      await forget();
      galley.clock.set("2026-01-01T01:00:00.000Z");
      expect(await reset(codes[1])).toBe(400);
      await forget();
      galley.clock.set("2026-01-01T01:59:59.000Z");
      await change(opened, (await signIn("ann")).body.jwt, "a third");
      expect(await reset(codes[2])).toBe(400);
    });

    it("cannot be extended, and plainly stored ones are invalid", async () => {
      const { galley, forget, reset, codes } = await open();
      await forget();
      expect(await reset(`${codes[0]?.slice(0, -12)}ffffffffffff`)).toBe(400);
      const [user] = await galley.documents(USER).findMany();
      const plain = "ab".repeat(64);
      await galley
        .documents(USER)
        .update({ documentId: String(user?.documentId), data: { resetPasswordToken: plain } });
      expect(await reset(plain)).toBe(400);
    });
  },
);

describe("a user with a forgotten password", () => {
  it("costs the content nothing where no code can be sent, or nobody has the address", async () => {
    const { galley, signUp, ask } = await openUsers({ mail: false });
    await signUp("ann");
    const before = galley.engine.number;
    for (const email of ["ann@example.org", "nobody@example.org"]) {
      const { status, body } = await ask("POST", "/api/auth/forgot-password", { email }, null);
      expect([status, body]).toEqual([200, { ok: true }]);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(galley.engine.number).toBe(before);
  });

  it("is answered before anyone is looked for", async () => {
    const told: string[] = [];
    const { signUp, ask } = await openUsers({ users: { sendResetCode: () => told.push("sent") } });
    await signUp("ann");
    await ask("POST", "/api/auth/forgot-password", '{"email":"ann@example.org"}', null);
    told.push("answered");
    await expect.poll(() => told).toEqual(["answered", "sent"]);
  });
});

/** A storage that can be told to take so many more appends. */
function limited() {
  const storage = new MemoryStorage();
  const append = storage.append.bind(storage);
  const limit = { left: Number.POSITIVE_INFINITY };
  storage.append = async (...given: Parameters<Storage["append"]>) => {
    limit.left -= 1;
    return limit.left < 0 ? { kind: "failed", reason: "for the test" } : append(...given);
  };
  return { storage, limit };
}

it("does not say that nothing was stored where a user was written, and their session was not", async () => {
  const { storage, limit } = limited();
  const { ask, signUp, signIn } = await openUsers({ storage, users: { sessions: true } });
  const { jwt } = await signUp("ana");
  limit.left = 1;
  const eva = { username: "eva", email: "eva@example.org", password: PASSWORD };
  expect((await ask("POST", "/api/auth/local/register", eva, null)).status).toBe(504);
  limit.left = 1;
  const change = { currentPassword: PASSWORD, password: "another one", passwordConfirmation: "another one" };
  expect((await ask("POST", "/api/auth/change-password", change, jwt)).status).toBe(504);
  limit.left = Number.POSITIVE_INFINITY;
  expect((await signIn("eva")).status).toBe(200);
  expect((await signIn("ana", "another one")).status).toBe(200);
});
