import { describe, expect, it } from "vitest";
import { defineSchema } from "../../../engine/internal.ts";
import { PEER_TYPES } from "../../support/content/peer-types.ts";
import { schemaOf } from "../../support/content/schema-of.ts";
import { graphqlVectors, readVectors, writeVectors } from "../../support/vectors/vector-file.ts";

const RECORDED = [
  ["reads.json", readVectors],
  ["writes.json", writeVectors],
  ["graphql.json", graphqlVectors],
] as const;

describe("the types of a running Strapi", () => {
  it.each(RECORDED)("in %s are a schema", (_file, vectors) => {
    const definition = schemaOf(vectors().types, vectors().components);
    const schema = defineSchema(definition);
    expect([...schema.types.keys()].filter((uid) => uid.startsWith("api::"))).toEqual(
      Object.keys(definition.contentTypes),
    );
    expect([...schema.components.keys()]).toEqual(Object.keys(definition.components ?? {}));
  });

  it("in its project are a schema", () => {
    const schema = defineSchema(schemaOf(PEER_TYPES.types, PEER_TYPES.components));
    expect([...schema.byPath.keys()]).toEqual(
      expect.arrayContaining(["posts", "authors", "categories", "tags", "site-setting", "pages", "samples"]),
    );
    expect(schema.type("api::post.post").draftAndPublish).toBe(true);
    expect(schema.type("api::author.author").draftAndPublish).toBe(false);
  });
});
