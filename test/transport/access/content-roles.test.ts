import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../engine/internal.ts";
import type { Roles } from "../../../transport/access/roles.ts";
import { createGalley, type Galley } from "../../../transport/galley.ts";
import { withAccessTypes } from "../../../transport/strapi/archive/access-types.ts";
import { LABEL, NOTE, SMALL_DEFINITION } from "../../support/content/small-archive.ts";

const schema = defineSchema(withAccessTypes(SMALL_DEFINITION));
const ROLE = "plugin::users-permissions.role";
const PERMISSION = "plugin::users-permissions.permission";

async function galleyWith(actions: readonly string[], roles?: Roles, open = false): Promise<Galley> {
  const galley = await createGalley({ schema, profile: "strapi", open, ...(roles && { roles }) });
  await galley.documents(ROLE).create({ data: { documentId: "visitors", name: "Public", type: "public" } });
  for (const action of actions) await grant(galley, action);
  return galley;
}

async function grant(galley: Galley, action: string): Promise<string> {
  const made = await galley.documents(PERMISSION).create({ data: { action, role: "visitors" } });
  return String(made.documentId);
}

const statusOf = async (galley: Galley, path: string) => (await galley.fetch(path)).status;

describe("a role public that is content", () => {
  it("grants visitors the permissions that it names", async () => {
    const galley = await galleyWith([`${NOTE}.find`, "plugin::users-permissions.auth.register", "api::gone.gone.find"]);
    expect(await statusOf(galley, "/api/notes")).toBe(200);
    expect(await statusOf(galley, "/api/notes/any")).toBeOneOf([401, 403]);
    expect(await statusOf(galley, "/api/labels")).toBeOneOf([401, 403]);
  });

  it("grants more and less as permissions come and go, also for answers that were kept", async () => {
    const galley = await galleyWith([]);
    const permission = await grant(galley, `${LABEL}.find`);
    expect(await statusOf(galley, "/api/labels")).toBe(200);
    await galley.documents(PERMISSION).delete({ documentId: permission });
    expect(await statusOf(galley, "/api/labels")).toBeOneOf([401, 403]);
  });

  it("differs between forks", async () => {
    const galley = await galleyWith([]);
    const fork = galley.fork();
    await grant(fork, `${NOTE}.find`);
    expect(await statusOf(fork, "/api/notes")).toBe(200);
    expect(await statusOf(galley, "/api/notes")).toBeOneOf([401, 403]);
  });

  it("yields to the role public of the configuration", async () => {
    const galley = await galleyWith([`${NOTE}.find`], { public: { label: ["find"] } });
    expect(await statusOf(galley, "/api/notes")).toBeOneOf([401, 403]);
    expect(await statusOf(galley, "/api/labels")).toBe(200);
  });

  it.each([
    ["its own permissions", [`${NOTE}.create`], undefined],
    ["those of the configuration", [], { public: { note: ["create"], label: [] } } satisfies Roles],
  ])("lets visitors of an open galley read all but users, besides %s", async (_, actions, roles) => {
    const galley = await galleyWith(actions, roles, true);
    const body = JSON.stringify({ data: {} });
    const create = (path: string) =>
      galley.fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body });
    for (const path of ["/api/notes", "/api/labels"]) expect(await statusOf(galley, path)).toBe(200);
    expect(await statusOf(galley, "/api/labels/none")).toBe(404);
    expect(await statusOf(galley, "/api/users")).toBeOneOf([401, 403]);
    expect((await create("/api/notes")).status).toBeOneOf([201, 400]);
    expect((await create("/api/labels")).status).toBeOneOf([401, 403]);
    galley.setAccess({ roles: {}, tokens: [] });
    expect(await statusOf(galley, "/api/labels")).toBe(200);
  });

  it("grants other roles nothing", async () => {
    const galley = await galleyWith([]);
    await galley.documents(ROLE).create({ data: { documentId: "users", name: "Users", type: "authenticated" } });
    await galley.documents(PERMISSION).create({ data: { action: `${NOTE}.find`, role: "users" } });
    expect(await statusOf(galley, "/api/notes")).toBeOneOf([401, 403]);
  });
});
