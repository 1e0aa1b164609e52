import { isKnownCustomField, type SchemaDefinition, type SchemaIssue } from "../../../../engine/internal.ts";

/** The custom fields of a checked definition that are treated as json, because their type is unknown. */
export function unknownCustomFields({ contentTypes, components, customFields }: SchemaDefinition): SchemaIssue[] {
  const declared = new Map(Object.entries(customFields ?? {}));
  return Object.entries({ ...contentTypes, ...components }).flatMap(([model, { attributes }]) =>
    Object.entries(attributes).flatMap(([name, attribute]) =>
      attribute.type === "customField" && !isKnownCustomField(attribute.customField, declared)
        ? [{ model, path: ["attributes", name], message: `is taken as json: ${attribute.customField} is not known` }]
        : [],
    ),
  );
}
