import type { SchemaDefinition, SchemaIssue } from "../../../../engine/internal.ts";

/** The patterns of a checked definition that are written as in JavaScript, `/^a$/`: text before `^` matches nothing. */
export function slashedPatterns({ contentTypes, components }: SchemaDefinition): SchemaIssue[] {
  return Object.entries({ ...contentTypes, ...components }).flatMap(([model, { attributes }]) =>
    Object.entries(attributes).flatMap(([name, attribute]) =>
      "regex" in attribute && /^\/\^[\s\S]*\/[a-z]*$/.test(String(attribute.regex))
        ? [{ model, path: ["attributes", name, "regex"], message: "matches nothing: it has slashes around it" }]
        : [],
    ),
  );
}
