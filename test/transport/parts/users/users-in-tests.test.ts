import { describe, expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley, type Galley, type GalleyOptions } from "../../../../transport/galley.ts";
import { QUICK_USERS } from "../../../support/content/quick-users.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { sendTo } from "../../../support/requests/json.ts";
import { openGalley } from "../../../support/servers/open-galley.ts";

const SCHEMA: SchemaDefinition = {
  contentTypes: {
    ...QUICK_USERS,
    "api::note.note": {
      info: { singularName: "note", pluralName: "notes", displayName: "Note" },
      attributes: { text: { type: "string" } },
    },
  },
};

const ANN = { username: "ann", email: "Ann@example.org", password: "secret word" };
const USERS = "plugin::users-permissions.user";

async function open(options: Partial<GalleyOptions> = {}): Promise<Galley> {
  const roles = { public: {}, authenticated: { note: ["find"] }, editor: { note: ["find", "create"] } } as const;
  return openGalley({ schema: SCHEMA, users: true, roles, control: { token: "control" }, ...options });
}

const ask = (galley: Galley, path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
  sendTo(galley, body ? "POST" : "GET", path, body, headers);

/** Everybody's first attempt: signing in with the password, then asking who one is. */
async function tryOut(galley: Galley, identifier: string) {
  const signedIn = await ask(galley, "/api/auth/local", { identifier, password: ANN.password });
  const headers = { authorization: `Bearer ${signedIn.body.jwt}` };
  const me = await ask(galley, "/api/users/me", undefined, headers);
  const notes = await ask(galley, "/api/notes", undefined, headers);
  return [signedIn.status, me.status, me.body.username, notes.status];
}

describe.each(["contract", "strapi"] as const)("a user in a test, in the profile %s", (profile) => {
  it.each<[string, (galley: Galley) => Promise<unknown>]>([
    ["make", (galley) => galley.make("user", ANN)],
    ["documents", (galley) => galley.documents(USERS).create({ data: ANN })],
  ])("signs in at once when made by %s, also in a fork", async (_by, make) => {
    const galley = await open({ profile });
    await make(galley);
    const expected = [200, 200, "ann", 200];
    expect(await tryOut(galley, "ann")).toEqual(expected);
    expect(await tryOut(galley.fork(), "ann@example.org")).toEqual(expected);
  });

  it("signs in at once when seeded, and keeps what the seed says of it", async () => {
    const bob = { username: "bob", email: "bob@example.org", password: ANN.password };
    const galley = await open({ profile, seed: { user: [ANN, { ...bob, blocked: true, provider: "github" }] } });
    expect(await tryOut(galley, "ann")).toEqual([200, 200, "ann", 200]);
    expect(await galley.documents(USERS).findFirst({ filters: { username: "bob" } })).toMatchObject({
      provider: "github",
      blocked: true,
      confirmed: true,
    });
  });

  it.each([
    ["editor", "editor"],
    ["Reviewer", "reviewer"],
    [{ type: "reviewer" }, "reviewer"],
    [{ $ref: "second" }, "reviewer"],
  ])("has the role %j of the seed or the configuration", async (role, type) => {
    const roles = { second: { name: "Reviewer", type: "reviewer" } };
    const galley = await open({ profile, seed: { user: [{ ...ANN, role }], role: roles } });
    const user = await galley.documents(USERS).findFirst({ populate: "role" });
    expect(user?.role).toMatchObject({ type });
    expect(await galley.make("user", { role: type })).toMatchObject({ provider: "local" });
  });

  it("refuses a role that nobody knows, with its place", async () => {
    await expect(open({ profile, seed: { user: [{ ...ANN, role: "edtior" }] } })).rejects.toThrow(
      /user\.0\.role.*no role .*"edtior".*authenticated, public, editor/,
    );
    const galley = await open({ profile });
    await expect(galley.make("user", { role: "edtior" })).rejects.toThrow(/role/);
  });

  it.each([false, true])("is signed in without a password, however it is named; sessions: %j", async (sessions) => {
    const galley = await open({ profile, users: { sessions } });
    const { password: _none, ...without } = ANN;
    const ann = await galley.make("user", { ...without, role: "editor" });
    for (const named of [ann, Number(ann.id), String(ann.documentId), "ann", "ANN@example.org"]) {
      const headers = await galley.signIn(named);
      const posted = await ask(galley, "/api/notes", { data: { text: "Hello" } }, headers);
      expect(posted.status, JSON.stringify(named)).toBe(201);
    }
    const fork = galley.fork();
    const { documentId } = await fork.make("user", { username: "bob" });
    expect((await ask(fork, "/api/users/me", undefined, await fork.signIn("bob"))).body.documentId).toBe(documentId);
    await expect(galley.signIn("bob")).rejects.toThrow('There is no user "bob"');
    await expect(galley.signIn({})).rejects.toThrow("There is no user {}");
  });

  it("is signed in over HTTP by whoever controls the galley", async () => {
    const galley = await open({ profile });
    await galley.make("user", ANN);
    const full = { authorization: "Bearer control" };
    const { body } = await ask(galley, "/__galley/sign-in", { user: "ann" }, full);
    expect((await ask(galley, "/api/users/me", undefined, body.data)).body.username).toBe("ann");
    expect((await ask(galley, "/__galley/sign-in", { user: "bob" }, full)).status).toBe(404);
    expect((await ask(galley, "/__galley/sign-in", {}, full)).status).toBe(400);
    expect((await ask(galley, "/__galley/sign-in", { user: "ann" })).status).not.toBe(200);
  });

  it("changes its password, and gets a new one by mail", async () => {
    const galley = await open({ profile });
    const ann = await galley.make("user", ANN);
    const other = "another word";
    const change = { currentPassword: ANN.password, password: other, passwordConfirmation: other };
    const before = await galley.signIn(ann);
    expect((await ask(galley, "/api/auth/change-password", change, before)).status).toBe(200);
    expect((await ask(galley, "/api/users/me", undefined, before)).status).toBe(401);

    await ask(galley, "/api/auth/forgot-password", { email: ANN.email });
    const { text } = await galley.outbox.waitFor({ to: "ann@example.org" });
    const [, code] = /code=(\w+)/.exec(text ?? "") ?? [];
    const reset = { code, password: ANN.password, passwordConfirmation: ANN.password };
    expect((await ask(galley, "/api/auth/reset-password", reset)).status).toBe(200);
    expect(await tryOut(galley, "ann")).toEqual([200, 200, "ann", 200]);
  });
});

it("says that users are off", async () => {
  const galley = await createGalley({ schema: schemaOf({}) });
  onTestFinished(() => galley.close());
  await expect(galley.signIn("ann")).rejects.toThrow("users are off");
});
