import { expect, it } from "vitest";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

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
