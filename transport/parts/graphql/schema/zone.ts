import { GraphQLScalarType, GraphQLUnionType, Kind, valueFromASTUntyped } from "graphql";
import type { AnyModel, DynamicZoneAttribute } from "../../../../engine/internal.ts";
import { entryType } from "./entry-type.ts";
import { ZONE_ERROR } from "./fixed-types.ts";
import { attributeTypeName, typeName } from "./names.ts";
import type { Types } from "./types.ts";

/** The union of the components that a zone may hold. */
export function zoneUnion(types: Types, model: AnyModel, zone: DynamicZoneAttribute): GraphQLUnionType {
  return types.once(`${attributeTypeName(model, zone.name)}DynamicZone`, (name) => {
    const members = () => zone.components.map((uid) => entryType(types, types.schema.component(uid)));
    return new GraphQLUnionType({ name, types: () => [...members(), ZONE_ERROR] });
  });
}

/**
 * An entry of a zone as a caller sends it: an object that names its component's type in `__typename`. The parsed value
 * names the component by its uid in `__component`, as the engine's data does.
 */
export function zoneInput(types: Types, model: AnyModel, zone: DynamicZoneAttribute): GraphQLScalarType {
  return types.once(`${attributeTypeName(model, zone.name)}DynamicZoneInput`, (name) => {
    const uids = new Map([...types.schema.components.values()].map((each) => [typeName(each), each.uid]));
    const allowed = zone.components.map((uid) => typeName(types.schema.component(uid))).join(", ");
    const parse = (value: unknown): unknown => {
      const { __typename, ...data }: { readonly __typename?: unknown } = Object(value);
      const component = uids.get(String(__typename));
      if (component === undefined) throw new TypeError(`Component not found. expected one of: ${allowed}`);
      return { ...data, __component: component };
    };
    return new GraphQLScalarType({
      name,
      parseValue: parse,
      parseLiteral: (node, variables) =>
        node.kind === Kind.OBJECT ? parse(valueFromASTUntyped(node, variables)) : undefined,
    });
  });
}
