import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SchemaDefinition } from "../../../../engine/index.ts";
import { PROFILES } from "../../../../transport/contract/profiles/profile-name.ts";
import { createGalley, type Galley } from "../../../../transport/galley.ts";
import { differences, isSameValue } from "../../../../transport/parts/studio/browser/entry/differences.ts";
import { formValues, sentValues } from "../../../../transport/parts/studio/browser/entry/form/form-values.ts";
import { populateAll } from "../../../../transport/parts/studio/browser/entry/populate.ts";
import { addressOf, type Target } from "../../../../transport/parts/studio/browser/entry/target.ts";
import type { Model, Models } from "../../../../transport/parts/studio/browser/model/model.ts";
import type { OpenApi } from "../../../../transport/parts/studio/browser/model/open-api.ts";
import { readModels } from "../../../../transport/parts/studio/browser/model/read-models.ts";
import { fc } from "../../../support/fast-check.ts";
import { withJson } from "../../../support/requests/json.ts";

const local = { pluginOptions: { i18n: { localized: true } } } as const;
const component = (uid: string, repeatable = false) => ({ type: "component", component: uid, repeatable }) as const;

/** Every type of attribute, in entries and in components; hidden attributes; components deeper than Studio requests. */
const SCALARS = {
  string: { type: "string" },
  text: { type: "text" },
  richtext: { type: "richtext" },
  email: { type: "email" },
  uid: { type: "uid" },
  enumeration: { type: "enumeration", enum: ["one", "two"] },
  integer: { type: "integer" },
  biginteger: { type: "biginteger" },
  decimal: { type: "decimal" },
  float: { type: "float" },
  boolean: { type: "boolean" },
  date: { type: "date" },
  time: { type: "time" },
  datetime: { type: "datetime" },
  timestamp: { type: "timestamp" },
  json: { type: "json" },
  blocks: { type: "blocks" },
} as const;
const { uid: _, ...IN_COMPONENTS } = SCALARS;
const LINKS = {
  file: { type: "media", multiple: false },
  files: { type: "media", multiple: true },
  one: { type: "relation", relation: "oneToOne", target: "api::thing.thing" },
  many: { type: "relation", relation: "oneToMany", target: "api::thing.thing" },
  any: { type: "relation", relation: "morphToOne" },
  anything: { type: "relation", relation: "morphToMany" },
} as const;
const HIDDEN = { hidden: { type: "string", private: true }, secret: { type: "password" } } as const;

const deep = (depth: number) =>
  ({
    info: { displayName: `Deep ${depth}` },
    attributes: { text: { type: "string" }, ...(depth < 8 && { deeper: component(`deep.level${depth + 1}`, true) }) },
  }) as const;

const info = (name: string) => ({ singularName: name, pluralName: `${name}s`, displayName: name });
const SCHEMA: SchemaDefinition = {
  contentTypes: {
    "api::whole.whole": {
      info: info("whole"),
      options: { draftAndPublish: true },
      ...local,
      attributes: {
        title: { type: "string", ...local },
        ...SCALARS,
        ...LINKS,
        ...HIDDEN,
        single: component("parts.all"),
        list: { ...component("parts.all", true), ...local },
        zone: { type: "dynamiczone", components: ["parts.all", "deep.level1"], ...local },
        deep: component("deep.level1"),
      },
    },
    "api::thing.thing": {
      info: info("thing"),
      options: { draftAndPublish: false },
      attributes: { name: { type: "string" }, parts: component("parts.all", true), ...HIDDEN },
    },
  },
  components: {
    "parts.all": { info: { displayName: "All" }, attributes: { ...IN_COMPONENTS, ...LINKS, ...HIDDEN } },
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((depth) => [`deep.level${depth}`, deep(depth)])),
  },
};

/** All of an entry, including hidden attributes. */
function everythingOf(attributes: SchemaDefinition["contentTypes"][string]["attributes"]): object {
  const of = (uid: string) => ({ populate: everythingOf(SCHEMA.components?.[uid]?.attributes ?? {}) });
  const populated = Object.entries(attributes).map(([name, attribute]) => {
    if (attribute.type === "component") return [name, of(attribute.component)] as const;
    if (attribute.type === "dynamiczone") {
      return [name, { on: Object.fromEntries(attribute.components.map((uid) => [uid, of(uid)])) }] as const;
    }
    return [name, attribute.type === "relation" || attribute.type === "media" ? true : null] as const;
  });
  return Object.fromEntries(populated.filter(([, populate]) => populate !== null));
}

const TOKEN = "a-token-for-the-forms-of-these-tests";

describe.each(PROFILES)("a form of Studio, profile %s", (profile) => {
  let galley: Galley;
  let models: Models;
  let ids: readonly string[];
  beforeAll(async () => {
    galley = await createGalley({
      schema: SCHEMA,
      profile,
      uploads: true,
      locales: { en: {}, fr: {} },
      tokens: [{ name: "editor", token: TOKEN, access: "full-access" }],
    });
    await galley.make("thing", 3);
    const made = await galley.make("whole", 4, (place) => ({
      ...(place > 1 && { status: "published" }),
      ...(place === 1 && { secret: "never shown" }),
      ...(place === 0 && { list: [], zone: [], single: null, many: [], json: null, blocks: null }),
    }));
    ids = made.map(({ documentId }) => String(documentId));
    models = readModels(JSON.parse(JSON.stringify(await galley.openapi())) as OpenApi);
  });
  afterAll(() => galley.close());

  const modelOf = (name: string): Model => models.byUid(`api::${name}.${name}`) as Model;

  /** As Studio asks; the data of the answer. */
  async function ask(target: Target, status: "draft" | "published", data?: object): Promise<unknown> {
    const path = addressOf(target, [["status", status], ...populateAll(target.model, models)]);
    const response = await galley.fetch(
      path,
      withJson(data === undefined ? "GET" : "PUT", data && { data }, { authorization: `Bearer ${TOKEN}` }),
    );
    const json = (await response.json()) as { readonly data: unknown; readonly error?: object };
    expect(json.error).toBeUndefined();
    return json.data;
  }

  async function stored({ model, documentId }: Target): Promise<unknown> {
    const populate = everythingOf(SCHEMA.contentTypes[model.uid]?.attributes ?? {});
    const query = { documentId: String(documentId), status: "draft", populate } as const;
    const entry = await galley.documents(model.uid).findOne(query);
    return JSON.parse(JSON.stringify(entry, (name, value) => (name === "updatedAt" ? undefined : value)));
  }

  it("has an input for every attribute that may be written, seen or not", () => {
    const written = Object.keys(SCHEMA.contentTypes["api::whole.whole"]?.attributes ?? {});
    expect(modelOf("whole").inputs.map(({ name }) => name)).toEqual(written);
    const inComponent = Object.keys(SCHEMA.components?.["parts.all"]?.attributes ?? {});
    expect(models.byUid("parts.all")?.inputs.map(({ name }) => name)).toEqual(inComponent);
    expect(modelOf("whole").attributes.map(({ name }) => name)).not.toContain("hidden");
  });

  it("is tested on entries with hidden attributes", async () => {
    const target = { model: modelOf("whole"), documentId: ids[1] ?? "", locale: "en" };
    const hidden = { hidden: expect.any(String) };
    expect(await stored(target)).toMatchObject({ ...hidden, secret: expect.any(String), single: hidden });
    expect(await ask(target, "draft")).not.toHaveProperty("single.hidden");
  });

  it("changes nothing when it sends back any of the fields that it read", async () => {
    const model = modelOf("whole");
    const sent = fc.record({ id: fc.constantFrom(...ids), inputs: fc.subarray([...model.inputs], { minLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(sent, async ({ id, inputs }) => {
        const target = { model, documentId: id, locale: "en" };
        const before = await stored(target);
        const values = formValues(model.inputs, await ask(target, "draft"), models, "same version");
        await ask(target, "draft", sentValues(inputs, values, models));
        expect(await stored(target)).toEqual(before);
      }),
      { numRuns: 20 },
    );
  });

  it("sees no change between a form and itself, nor between a draft and what was published of it", async () => {
    const model = modelOf("whole");
    const target = { model, documentId: ids[3] ?? "", locale: "en" };
    const [draft, published] = [await ask(target, "draft"), await ask(target, "published")];
    expect(differences(model, published, draft, models)).toEqual([]);
    const [one, other] = [draft, published].map((entry) => formValues(model.inputs, entry, models));
    const same = model.inputs.filter((input) => isSameValue(input, one?.[input.name], other?.[input.name], models));
    expect(same).toEqual(model.inputs);
    const id = (value: unknown) => ({ name: "json", type: "json", value });
    expect(isSameValue(id(1), { id: 1 }, { id: 2 }, models)).toBe(false);
  });
});
