import { longestValue, type Schema, type SchemaIssue } from "../../../../engine/internal.ts";

/** Texts without a limit of their own may be expected to have so many characters. */
const LONG = 20_000;

/** The patterns that are slow on the longest values of their attribute: such values are refused, as writes say. */
export function slowPatterns({ types, components }: Schema): SchemaIssue[] {
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
