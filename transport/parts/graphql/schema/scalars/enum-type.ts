import { GraphQLEnumType } from "graphql";
import type { AnyModel, ScalarAttribute } from "../../../../../engine/internal.ts";
import { typeName } from "../names.ts";
import type { Types } from "../types.ts";
import { enumNames } from "./enum-names.ts";

/** The enum of an enumeration: its names map to the stored values. */
export function enumType(types: Types, model: AnyModel, attribute: ScalarAttribute): GraphQLEnumType {
  const ownName = `ENUM_${typeName(model).toUpperCase()}_${attribute.name.toUpperCase()}`;
  return types.once(attribute.enumName ?? ownName, (name) => {
    const values = [...enumNames(attribute.enum ?? [])].map(([key, value]) => [key, { value }] as const);
    return new GraphQLEnumType({ name, values: Object.fromEntries(values) });
  });
}
