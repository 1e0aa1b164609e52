import {
  isKnownCustomField,
  longestValue,
  type Schema,
  type SchemaDefinition,
  type SchemaIssue,
} from "../../../../engine/internal.ts";
import { hiddenRoutes } from "../../../contract/model/hidden-routes.ts";

/** Texts without a limit of their own may be expected to have so many characters. */
const LONG = 20_000;

/** The parts of a checked definition that probably mean something else. */
export function doubtsOf(definition: SchemaDefinition, schema: Schema): SchemaIssue[] {
  return [
    ...slashedPatterns(definition),
    ...unknownCustomFields(definition),
    ...hiddenRoutes(schema),
    ...slowPatterns(schema),
  ];
}

/** The patterns that are written as in JavaScript, `/^a$/`: text before `^` matches nothing. */
function slashedPatterns({ contentTypes, components }: SchemaDefinition): SchemaIssue[] {
  return Object.entries({ ...contentTypes, ...components }).flatMap(([model, { attributes }]) =>
    Object.entries(attributes).flatMap(([name, attribute]) =>
      "regex" in attribute && /^\/\^[\s\S]*\/[a-z]*$/.test(String(attribute.regex))
        ? [{ model, path: ["attributes", name, "regex"], message: "matches nothing: it has slashes around it" }]
        : [],
    ),
  );
}

/** The custom fields that are treated as json, because their type is unknown. */
function unknownCustomFields({ contentTypes, components, customFields }: SchemaDefinition): SchemaIssue[] {
  const declared = new Map(Object.entries(customFields ?? {}));
  return Object.entries({ ...contentTypes, ...components }).flatMap(([model, { attributes }]) =>
    Object.entries(attributes).flatMap(([name, attribute]) =>
      attribute.type === "customField" && !isKnownCustomField(attribute.customField, declared)
        ? [{ model, path: ["attributes", name], message: `is taken as json: ${attribute.customField} is not known` }]
        : [],
    ),
  );
}

/** The patterns that are slow on the longest values of their attribute: such values are refused, as writes say. */
function slowPatterns({ types, components }: Schema): SchemaIssue[] {
  return [...types.values(), ...components.values()].flatMap(({ uid, attributes }) =>
    [...attributes.values()].flatMap((attribute): SchemaIssue[] => {
      if (attribute.kind !== "scalar" || attribute.regex === undefined) return [];
      const { maxLength } = attribute.regex;
      if ((longestValue(attribute) ?? LONG) <= maxLength) return [];
      const message = `is slow: values of more than ${maxLength} characters are refused`;
      return [{ model: uid, path: ["attributes", attribute.name, "regex"], message }];
    }),
  );
}
