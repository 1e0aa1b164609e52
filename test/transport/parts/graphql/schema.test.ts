import { type GraphQLSchema, lexicographicSortSchema, parse, buildSchema as parseSchema, printSchema } from "graphql";
import { describe, expect, it, test } from "vitest";
import { BUILT_IN_TYPES, defineSchema } from "../../../../engine/internal.ts";
import { prepareDocument } from "../../../../transport/parts/graphql/document/prepared-document.ts";
import { extendedSchema } from "../../../../transport/parts/graphql/extension/extend-schema.ts";
import type { SchemaExtension } from "../../../../transport/parts/graphql/extension/schema-extension.ts";
import { PlanCache } from "../../../../transport/parts/graphql/plan/plan-cache.ts";
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

const schema = defineSchema(
  schemaOf({
    post: { dp: false, attributes: { title: { type: "string" }, slug: { type: "string" } } },
  }),
);

const extension: SchemaExtension = {
  typeDefs: ["type Query { newest: [Post] } extend type Post { shout: String }"],
  replacing: "",
  resolvers: { Query: { newest: () => [] } },
  hiding: () => undefined,
  isAround: (path) => path === "Post.slug",
  answers: () => async () => null,
  refusal: (error) => error,
  within: (_operation, work) => work(),
  headersFor: () => ({}),
};

test.each([
  ["{ posts { title documentId } posts_connection { nodes { title } pageInfo { total } } }", false],
  ['{ post(documentId: "x") { title } }', false],
  ["{ posts { slug } }", true],
  ["{ posts { title shout } }", true],
  ["{ posts { title ...more } } fragment more on Post { shout }", true],
  ["{ newest { title } }", true],
])("only an operation that selects own fields is executed field by field: %s", (text, isOwn) => {
  const extended = extendedSchema((also) => buildSchema(schema, { also }), extension);
  const prepared = prepareDocument(parse(text));
  const [operation] = prepared.operations;
  const plan = operation && new PlanCache(extended, 100).of(prepared, operation, {});
  expect([plan?.own, plan?.plain]).toEqual([isOwn, isOwn]);
});
