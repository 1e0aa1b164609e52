import { type GraphQLSchema, lexicographicSortSchema, buildSchema as parseSchema, printSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { BUILT_IN_TYPES, defineSchema } from "../../../../engine/internal.ts";
import { buildSchema } from "../../../../transport/parts/graphql/schema/build-schema.ts";
import { BLOG } from "../../../support/content/blog.ts";
import { PLUGIN_TYPES } from "../../../support/vectors/plugin-types.ts";
import { schemaDefinition } from "../../../support/vectors/schema-definition.ts";
import { graphqlSchemaText, graphqlVectors } from "../../../support/vectors/vector-file.ts";

const printed = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));

describe("the schema", () => {
  it("is the recorded one for the recorded types", () => {
    const recorded = graphqlSchemaText();
    const { contentTypes, components = {} } = schemaDefinition(graphqlVectors());
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
      defineSchema({
        contentTypes: {
          "api::log.log": {
            info: { singularName: "log", pluralName: "logs", displayName: "Log" },
            attributes: {
              by: { type: "relation", relation: "oneToOne", target: "admin::user" },
              text: { type: "text" },
            },
          },
        },
      }),
    );
    expect(printed(schema)).not.toMatch(/\bby:|User/);
  });
});
