import { describe, expect, it, onTestFinished } from "vitest";
import type { SchemaDefinition } from "../../../../../engine/internal.ts";
import { createGalley } from "../../../../../transport/galley.ts";
import { schemaOf } from "../../../../support/content/schema-of.ts";

const text = { type: "string" } as const;
const toForm = { type: "relation", relation: "oneToOne", target: "api::form.form" } as const;

const SCHEMA: SchemaDefinition = schemaOf(
  {
    page: { dp: false, attributes: { blocks: { type: "dynamiczone", components: ["blocks.form", "blocks.text"] } } },
    form: { dp: false, attributes: { fields: { type: "dynamiczone", components: ["fields.choice", "fields.input"] } } },
  },
  {
    "blocks.form": { heading: text, form: toForm },
    "blocks.text": { body: text },
    "fields.choice": { items: { type: "component", component: "fields.item", repeatable: true } },
    "fields.input": { label: text },
    "fields.item": { value: text },
  },
);

const FIELDS = [{ __component: "fields.choice", items: [{ value: "a" }] }, { __component: "fields.input" }];

async function open(profile: "contract" | "strapi") {
  const galley = await createGalley({ schema: SCHEMA, profile, roles: { public: { "*": ["find"] } } });
  onTestFinished(() => galley.close());
  const form = await galley.documents("api::form.form").create({ data: { fields: FIELDS } });
  const blocks = [{ __component: "blocks.form", form: form.documentId }, { __component: "blocks.text" }];
  await galley.documents("api::page.page").create({ data: { blocks } });
  return async (populate: string) => {
    const response = await galley.fetch(`/api/pages?populate=${populate}`);
    return { status: response.status, body: await response.json() };
  };
}

describe.each(["contract", "strapi"] as const)("populate by a dotted path in profile %s", (profile) => {
  it("leads from a zone over a relation through the next zone", async () => {
    const ask = await open(profile);
    expect(await ask("blocks.form.fields.items")).toMatchObject({
      status: 200,
      body: { data: [{ blocks: [{ form: { fields: FIELDS } }, { __component: "blocks.text" }] }] },
    });
  });

  it("is refused behind the first zone when no component leads to its end", async () => {
    const ask = await open(profile);
    for (const path of ["blocks.form.fields.nothing", "blocks.form.fields.items.value"])
      expect(await ask(path)).toMatchObject({
        status: 400,
        body: { error: { message: "Invalid key form at blocks.form" } },
      });
  });
});
