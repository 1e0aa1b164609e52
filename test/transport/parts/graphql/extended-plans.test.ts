import { parse } from "graphql";
import { expect, test } from "vitest";
import { defineSchema } from "../../../../engine/internal.ts";
import { prepareDocument } from "../../../../transport/parts/graphql/document/prepared-document.ts";
import { extendedSchema } from "../../../../transport/parts/graphql/extension/extend-schema.ts";
import type { SchemaExtension } from "../../../../transport/parts/graphql/extension/schema-extension.ts";
import { PlanCache } from "../../../../transport/parts/graphql/plan/plan-cache.ts";
import { buildSchema } from "../../../../transport/parts/graphql/schema/build-schema.ts";
import { schemaOf } from "../../../support/content/schema-of.ts";

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
