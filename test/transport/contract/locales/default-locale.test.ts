import { expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../engine/internal.ts";
import { createGalley } from "../../../../transport/galley.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

const headers = { authorization: "Bearer all", "content-type": "application/json" };

const SCHEMA: SchemaDefinition = schemaOf({
  team: {
    dp: false,
    attributes: { people: { type: "relation", relation: "oneToMany", target: "api::person.person" } },
  },
  person: { plural: "people", dp: false, attributes: { name: { type: "string" } } },
});

/** The refusal of a link beside a document that is not connected, from a type without locales. */
async function refusal(profile: "contract" | "strapi", defaultLocale?: string): Promise<string> {
  const galley = await createGalley({
    schema: SCHEMA,
    profile,
    ...(defaultLocale !== undefined && { locales: ["en", "fr"], defaultLocale }),
    tokens: [{ name: "all", token: "all", access: "full-access" }],
  });
  onTestFinished(() => galley.close());
  const people = galley.documents("api::person.person");
  const one = await people.create({ data: { name: "Ann" } });
  const other = await people.create({ data: { name: "Bob" } });
  const connect = [{ documentId: one.documentId, position: { before: other.documentId } }];
  const body = JSON.stringify({ data: { people: { connect } } });
  const response = await galley.fetch("/api/teams", { method: "POST", headers, body });
  expect(response.status).toBe(400);
  const { error } = (await response.json()) as { readonly error: { readonly message: string } };
  return error.message;
}

it.each(["contract", "strapi"] as const)("refused links tell the configured default locale (%s)", async (profile) => {
  expect(await refusal(profile, "fr")).toMatch(/at position \{"before":\d+,"locale":"fr"\}/);
  expect(await refusal(profile)).toMatch(/at position \{"before":\d+,"locale":"en"\}/);
});
