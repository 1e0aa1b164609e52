import {
  type AttributeDefinitions,
  type ContentTypeDefinition,
  defineSchema,
  SchemaError,
  type SchemaIssue,
} from "../../../engine/internal.ts";

/** The issues of `defineSchema` with a definition of any shape. */
export function issuesOf(definition: unknown): readonly SchemaIssue[] {
  try {
    // Any value: that is the subject of the test.
    defineSchema(definition as Parameters<typeof defineSchema>[0]);
    return [];
  } catch (error) {
    if (error instanceof SchemaError) return error.issues;
    throw error;
  }
}

/** A definition of one content type, `api::post.post`. */
export function postType(attributes: unknown, options: ContentTypeDefinition["options"] = {}): ContentTypeDefinition {
  return {
    info: { singularName: "post", pluralName: "posts", displayName: "Post" },
    options,
    // For definitions that are right the type says so too.
    attributes: attributes as AttributeDefinitions,
  };
}

/** The same beside `shared.seo` and `api::tag.tag`, which attributes may refer to. */
export function blogWith(attributes: unknown, more: object = {}) {
  return {
    contentTypes: {
      "api::post.post": postType(attributes),
      "api::tag.tag": {
        info: { singularName: "tag", pluralName: "tags", displayName: "Tag" },
        attributes: { name: { type: "string" }, ...more },
      },
    },
    components: { "shared.seo": { attributes: { metaTitle: { type: "string" } } } },
  };
}
