import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, expectTypeOf, it } from "vitest";
import { createGalley, defineSchema } from "../../../../transport/galley.ts";
import { MORPH_TYPES } from "../../../support/content/morph-types.ts";

const schema = defineSchema({
  contentTypes: {
    "api::spot.spot": {
      info: { singularName: "spot", pluralName: "spots", displayName: "Spot" },
      attributes: {
        title: { type: "string" },
        thing: { type: "relation", relation: "morphToOne" },
        things: { type: "relation", relation: "morphToMany" },
      },
    },
    "api::tag.tag": {
      info: { singularName: "tag", pluralName: "tags", displayName: "Tag" },
      attributes: {
        name: { type: "string", required: true },
        spots: { type: "relation", relation: "morphMany", target: "api::spot.spot", morphBy: "things" },
      },
    },
  },
});

it("documents with relations to any type are typed by the type that each entry says", async () => {
  await using galley = await createGalley({ schema });
  const tag = await galley.documents("api::tag.tag").create({ data: { name: "t" } });
  const { documentId } = tag;
  const spots = galley.documents("api::spot.spot");
  await spots.create({ data: { title: "s", things: [{ __type: "api::tag.tag", documentId }], thing: null } });
  // @ts-expect-error A documentId does not say its type.
  await expect(spots.create({ data: { things: [documentId] } })).rejects.toThrow("__type");
  const spot = await spots.findFirst({ populate: ["things", "thing"] });
  const names = spot?.things.map((each) => (each.__type === "api::tag.tag" ? each.name : each.__type));
  expect(names).toEqual(["t"]);
  expect(spot?.thing).toBeNull();
  const on = { "api::tag.tag": { fields: ["name"] } } as const;
  const narrow = await spots.findFirst({ populate: { things: { on } } });
  expectTypeOf(narrow?.things[0]?.name).toEqualTypeOf<string | undefined>();
  expect(narrow?.things).toEqual([{ id: tag.id, documentId, name: "t", __type: "api::tag.tag" }]);
  const found = await galley
    .documents("api::tag.tag")
    .findFirst({ populate: ["spots"], filters: { spots: { title: "s" } } });
  expectTypeOf(found?.spots[0]?.title).toEqualTypeOf<string | null | undefined>();
  expect(found?.spots).toMatchObject([{ title: "s" }]);
});

it("a seed names entries of any type, and made entries are given them", async () => {
  const seed = {
    tags: [{ $name: "red", name: "Red" }],
    spots: [{ title: "s", things: [{ __type: "api::tag.tag", $ref: "red" }] }],
  } as const;
  await using galley = await createGalley({ schema, seed });
  const tag = await galley.documents("api::tag.tag").findFirst({ populate: ["spots"] });
  expect(tag?.spots).toMatchObject([{ title: "s" }]);
  const things = [{ __type: "api::tag.tag", documentId: tag?.documentId ?? "" }] as const;
  const made = await galley.make("spot", { things });
  const shown = await galley.documents("api::spot.spot").findOne({ documentId: made.documentId, populate: ["things"] });
  expect(shown?.things).toMatchObject([{ name: "Red" }]);
});

it.each(["contract", "strapi"] as const)(
  "OpenAPI describes what is answered and taken, profile %s",
  async (profile) => {
    const tokens = [{ name: "t", token: "token", access: "full-access" }] as const;
    await using galley = await createGalley({ schema: MORPH_TYPES, profile, tokens });
    const document = JSON.parse(JSON.stringify(await galley.openapi()));
    expect((await new Validator().validate(structuredClone(document))).errors).toBeUndefined();
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "api");
    const faultsOf = (name: string, value: unknown) => {
      ajv.validate({ $ref: `api#/components/schemas/${name}` }, value);
      return ajv.errors;
    };
    const headers = { authorization: "Bearer token", "content-type": "application/json" };
    const ask = async (path: string, data?: object) => {
      const init = data === undefined ? {} : { method: "POST", body: JSON.stringify({ data }) };
      return Object(await (await galley.fetch(`/api/${path}`, { headers, ...init })).json()).data;
    };
    const { documentId } = await ask("tags?status=published", { name: "t" });
    const input = { title: "s", things: [{ __type: "api::tag.tag", documentId }] };
    expect(faultsOf("SpotInput", input)).toBeNull();
    expect(faultsOf("SpotInput", { things: [{ __type: "api::none.none", documentId }] })).not.toBeNull();
    expect(faultsOf("SpotInput", { things: [documentId] })).not.toBeNull();
    await ask("spots?status=published", input);
    const [spot] = await ask("spots?populate=*");
    expect(spot.things).toHaveLength(1);
    expect(faultsOf("Spot", spot)).toBeNull();
    expect(faultsOf("Spot", { ...spot, things: [{ ...spot.things[0], __type: "api::none.none" }] })).not.toBeNull();
  },
);
