import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createGalley, type Galley, type OpenApiDocument } from "../../../../transport/galley.ts";
import { generateTypes } from "../../../../transport/library/generate/generate-types.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { sendTo } from "../../../support/requests/json.ts";
import { writeVectors } from "../../../support/vectors/vector-file.ts";

const { types, components } = writeVectors();

let galley: Galley;
let document: OpenApiDocument;
let declared: string;

beforeAll(async () => {
  galley = await createGalley({ schema: schemaOf(types, components), graphql: true, uploads: true });
  document = await galley.openapi();
  declared = generateTypes(galley.engine.schema);
});
afterAll(() => galley.close());

const inDocument = (name: string) => Object.keys(Object(document.components.schemas[name]).properties);

/** Members of a generated interface. */
function inTypes(name: string): readonly string[] {
  const [, text = ""] = new RegExp(`export interface ${name} {\\n([\\s\\S]*?)\\n}\\n`).exec(declared) ?? [];
  return [...text.matchAll(/^ {2}"?([^"?:]+)"?\??: /gm)].map(([, member = ""]) => member);
}

async function inGraphql(name: string): Promise<readonly string[]> {
  const query = `{ __type(name: "${name}") { fields { name } } }`;
  const { data } = (await sendTo(galley, "POST", "/graphql", { query })).body;
  return data.__type.fields.map((field: { name: string }) => field.name);
}

const NAMES = Object.keys(types).map((name) =>
  name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase()),
);

describe("a content type is described alike", () => {
  it("to as many readers as there are types", () => {
    expect(NAMES.length).toBeGreaterThan(10);
  });

  it.each(NAMES)("%s: in the OpenAPI document and in what `galley types` writes", (name) => {
    expect([...inTypes(name)].sort()).toEqual([...inDocument(name)].sort());
    expect([...inTypes(`${name}Input`)].sort()).toEqual([...inDocument(`${name}Input`)].sort());
  });

  it.each(NAMES)("%s: in the OpenAPI document and in the GraphQL schema", async (name) => {
    // GraphQL has no numeric ids, lists twice, and passwords as fields that are null.
    const passwords = Object.entries(Object.values(types)[NAMES.indexOf(name)]?.attributes ?? {});
    const hidden = new Set(passwords.filter(([, { type }]) => type === "password").map(([attribute]) => attribute));
    const shown = (await inGraphql(name)).filter((field) => !field.endsWith("_connection") && !hidden.has(field));
    expect(["id", ...shown].sort()).toEqual([...inDocument(name)].sort());
  });
});
