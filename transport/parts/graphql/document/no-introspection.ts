import { GraphQLError, type ValidationRule } from "graphql";

const ABOUT_THE_SCHEMA: ReadonlySet<string> = new Set(["__schema", "__type"]);

/** Refuses introspection (graphql, §16); `__typename` is allowed. */
export const noIntrospection: ValidationRule = (context) => ({
  Field(node) {
    if (!ABOUT_THE_SCHEMA.has(node.name.value)) return;
    const message = "GraphQL introspection is not allowed, but the query contained __schema or __type";
    const extensions = { validationErrorCode: "INTROSPECTION_DISABLED" };
    context.reportError(new GraphQLError(message, { nodes: node, extensions }));
  },
});
