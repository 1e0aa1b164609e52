import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../engine/index.ts";
import { definitionFromShort } from "../../support/short-types.ts";

const SHARED = new URL("../../../../shared/", import.meta.url);

function recorded(file: string) {
  const { types, components } = JSON.parse(readFileSync(new URL(`spec/vectors/${file}`, SHARED), "utf8"));
  return definitionFromShort(types, components);
}

describe("the types of a running Strapi", () => {
  it.each(["reads.json", "writes.json", "graphql.json"])("in %s are a schema", (file) => {
    const definition = recorded(file);
    const schema = defineSchema(definition);
    expect([...schema.types.keys()].filter((uid) => uid.startsWith("api::"))).toEqual(
      Object.keys(definition.contentTypes),
    );
    expect([...schema.components.keys()]).toEqual(Object.keys(definition.components ?? {}));
  });

  it("in its project are a schema", () => {
    const { types, components } = createRequire(import.meta.url)(new URL("oracle/app/types.js", SHARED).pathname);
    const schema = defineSchema(definitionFromShort(types, components));
    expect([...schema.byPath.keys()]).toEqual(
      expect.arrayContaining(["posts", "authors", "categories", "tags", "site-setting", "pages", "samples"]),
    );
    expect(schema.type("api::post.post").draftAndPublish).toBe(true);
    expect(schema.type("api::author.author").draftAndPublish).toBe(false);
  });
});
