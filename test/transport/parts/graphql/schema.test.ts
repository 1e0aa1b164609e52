import { type GraphQLSchema, lexicographicSortSchema, buildSchema as parseSchema, printSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { BUILT_IN_TYPES, defineSchema } from "../../../../engine/internal.ts";
import { buildSchema } from "../../../../transport/parts/graphql/schema/build-schema.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";
import { PLUGIN_TYPES } from "../../../support/vectors/plugin-types.ts";
import { graphqlSchemaText, graphqlVectors } from "../../../support/vectors/vector-file.ts";

const printed = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));

describe("the schema", () => {
  it("is the recorded one for the recorded types", () => {
    const recorded = graphqlSchemaText();
    const vectors = graphqlVectors();
    const { contentTypes, components = {} } = schemaOf(vectors.types, vectors.components);
    const users = [...BUILT_IN_TYPES].filter(([uid]) => uid.startsWith("plugin::users-permissions."));
    const definition = { contentTypes: { ...contentTypes, ...PLUGIN_TYPES, ...Object.fromEntries(users) }, components };
    const schema = buildSchema(defineSchema(definition), { plugins: ["upload", "users-permissions"] });
    expect(printed(schema)).toBe(printed(parseSchema(recorded)));
  });

  it("offers no operations of plugins that nobody carries out", () => {
    const schema = buildSchema(defineSchema(BLOG));
    expect(schema.getMutationType()?.getFields()).not.toHaveProperty("login");
    expect(schema.getQueryType()?.getFields()).not.toHaveProperty("me");
  });

  it("hides a type without entries in it, and the relations to it", () => {
    const schema = buildSchema(
      defineSchema(
        schemaOf({
          log: {
            dp: false,
            attributes: {
              by: { type: "relation", relation: "oneToOne", target: "admin::user" },
              text: { type: "text" },
            },
          },
        }),
      ),
    );
    expect(printed(schema)).not.toMatch(/\bby:|User/);
  });
});
