import { expect, it } from "vitest";
import type { Galley } from "../../../transport/galley.ts";
import { QUICK_USERS } from "../../support/content/quick-users.ts";
import { withJson } from "../../support/requests/json.ts";
import { openGalley } from "../../support/servers/open-galley.ts";

const type = (name: string) => ({
  info: { singularName: name, pluralName: `${name}s`, displayName: name },
  attributes: { text: { type: "string" } },
});

const ANN = { username: "ann", email: "ann@example.org", password: "secret word" };
const USERS = "plugin::users-permissions.user";
const JSON_TYPE = { "content-type": "application/json" };

const open = (profile: "contract" | "strapi"): Promise<Galley> =>
  openGalley({
    schema: { contentTypes: { ...QUICK_USERS, "api::note.note": type("note"), "api::plan.plan": type("plan") } },
    profile,
    users: true,
    graphql: true,
    openapi: "token",
    roles: { public: {}, authenticated: { note: ["find"] }, editor: { note: ["find"], plan: ["find"] } },
  });

/** The view that a user has of plans: over REST, over GraphQL, and in the OpenAPI document. */
async function sights(galley: Galley, jwt: string) {
  const headers = { ...JSON_TYPE, authorization: `Bearer ${jwt}` };
  const body = JSON.stringify({ query: "{ plans { text } }" });
  const [rest, graphql, openapi] = await Promise.all([
    galley.fetch("/api/plans", { headers }),
    galley.fetch("/graphql", { method: "POST", headers, body }),
    galley.fetch("/api/openapi.json", { headers }),
  ]);
  const seen = [(await graphql.text()).includes('"plans":[{'), (await openapi.text()).includes('/plans"')];
  return [rest.status, openapi.status, ...seen];
}

it.each(["contract", "strapi"] as const)("shows what a user may see at present, in the profile %s", async (profile) => {
  const galley = await open(profile);
  await galley.documents("api::plan.plan").create({ data: { text: "a" }, status: "published" });
  await galley.documents("plugin::users-permissions.role").create({ data: { name: "editor", type: "editor" } });
  const users = galley.documents(USERS);
  await galley.fetch("/api/auth/local/register", withJson("POST", ANN));
  const signedIn = await galley.fetch(
    "/api/auth/local",
    withJson("POST", { identifier: "ann", password: ANN.password }),
  );
  const { jwt } = (await signedIn.json()) as { jwt: string };
  const roles = await galley.documents("plugin::users-permissions.role").findMany({});
  const roleOf = (name: string) => roles.find((role) => role.type === name)?.documentId;
  const [ann] = await users.findMany({});
  const change = (data: object) => users.update({ documentId: String(ann?.documentId), data } as never);
  const [hidden, shown, out] = [
    [403, 200, false, false],
    [200, 200, true, true],
    [401, 401, false, false],
  ];
  expect(await sights(galley, jwt)).toEqual(hidden);
  for (let times = 0; times < 2; times++) {
    await change({ role: roleOf("editor") });
    expect(await sights(galley, jwt)).toEqual(shown);
    await change({ role: roleOf("authenticated") });
    expect(await sights(galley, jwt)).toEqual(hidden);
  }
  await change({ role: roleOf("editor"), blocked: true });
  expect(await sights(galley, jwt)).toEqual(out);
  await change({ blocked: false });
  expect(await sights(galley, jwt)).toEqual(shown);
  await users.delete({ documentId: String(ann?.documentId) });
  expect(await sights(galley, jwt)).toEqual(out);
});
